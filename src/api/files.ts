import type { Endpoint, Endpoints } from "./fields/endpoint.ts";
import { json } from "./fields/endpoint.ts";
import { OWNER, RANGE } from "./fields/fields.ts";
import { FILE_STATES } from "../schema/enums.ts";

const LIST = {
  path: {
    kind: "text",
    pattern: "^/",
    doc: "Only files of this folder, as a path from the root.",
  },
  name: { kind: "text", doc: "Only files with this name." },
  state: {
    kind: "text",
    list: true,
    commas: true,
    oneOf: FILE_STATES,
    doc:
      "Only files in these states, regardless of the two flags; repeated, or separated by commas.",
  },
  include_archived: { kind: "boolean", default: false, doc: "Include earlier versions." },
  include_deleted: { kind: "boolean", default: false, doc: "Include deleted files." },
  start_time: { kind: "time", doc: "Only files created at or after this instant." },
  end_time: { kind: "time", doc: "Only files created before this instant." },
  ...OWNER,
} as const;

/** Files that a user uploads, with their versions. */
export const files = {
  /** Lists files and folders. */
  list: {
    route: "GET /input/v1/file",
    summary: "Lists files and folders.",
    query: LIST,
    returns: json("FileList"),
    split: "never",
  },
  /** Announces a file; you then send its content to the address in the answer. */
  create: {
    route: "POST /input/v1/file",
    summary: "Announces a file; you then send its content to the address in the answer.",
    body: json("NewFile"),
    returns: json("AnnouncedFile"),
    split: "never",
  },
  /** Lists the files that changed in a range. */
  recentChanges: {
    route: "GET /input/v1/file/recent_changes",
    summary: "Lists the files that changed in a range.",
    query: RANGE,
    returns: json("FileChanges"),
    split: "never",
  },
  /** Reads the metadata of a file. */
  get: {
    route: "GET /input/v1/file/{input_id}",
    summary: "Reads the metadata of a file.",
    query: OWNER,
    returns: json("FileVersion"),
    split: "never",
  },
  /** Deletes a file; its versions can still be listed. */
  delete: {
    route: "DELETE /input/v1/file/{input_id}",
    summary: "Deletes a file; its versions can still be listed.",
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Reads the content of a file. */
  download: {
    route: "GET /input/v1/file/{input_id}/download",
    summary: "Reads the content of a file.",
    query: OWNER,
    returns: { kind: "bytes" },
    split: "never",
  },
  /** Restores an archived version as a new version. */
  restore: {
    route: "POST /input/v1/file/{input_id}/restore",
    summary: "Restores an archived version as a new version.",
    conflict: true,
    returns: json("FileVersion"),
    split: "never",
  },
  /** Stores which data was found in a file. */
  identify: {
    route: "PUT /input/v1/file/{input_id}/identify",
    summary: "Stores which data was found in a file.",
    body: json("FileIdentity"),
    returns: json("FileVersion"),
    split: "never",
  },
  /** Stores how much of a file's data type has been read. */
  updateDataType: {
    route: "PUT /input/v1/file/{input_id}/data_type/{data_type}",
    summary: "Stores how much of a file's data type has been read.",
    body: json("DataTypeState"),
    returns: json("FileVersion"),
    split: "never",
  },
} as const satisfies Endpoints;

type Renamed<R extends string> = R extends `${infer M} /input/v1/file${infer Rest}`
  ? `${M} /input/v1/file_upload${Rest}`
  : never;

type Old<E extends Endpoint> = Omit<E, "route"> & {
  readonly route: Renamed<E["route"]> & Endpoint["route"];
  readonly deprecated: string;
};

function old<const E extends Endpoint>(endpoint: E): Old<E> {
  const route = endpoint.route.replace("/file", "/file_upload") as Old<E>["route"];
  return { ...endpoint, route, deprecated: "Use the same method of `files`." };
}

/** The operations of `files` under the old name of the path. */
export const fileUploads = {
  /**
   * Lists files and folders.
   *
   * @deprecated Use the same method of `files`.
   */
  list: old(files.list),
  /**
   * Announces a file; you then send its content to the address in the answer.
   *
   * @deprecated Use the same method of `files`.
   */
  create: old(files.create),
  /**
   * Lists the files that changed in a range.
   *
   * @deprecated Use the same method of `files`.
   */
  recentChanges: old(files.recentChanges),
  /**
   * Reads the metadata of a file.
   *
   * @deprecated Use the same method of `files`.
   */
  get: old(files.get),
  /**
   * Deletes a file; its versions can still be listed.
   *
   * @deprecated Use the same method of `files`.
   */
  delete: old(files.delete),
  /**
   * Reads the content of a file.
   *
   * @deprecated Use the same method of `files`.
   */
  download: old(files.download),
  /**
   * Restores an archived version as a new version.
   *
   * @deprecated Use the same method of `files`.
   */
  restore: old(files.restore),
} as const satisfies Endpoints;
