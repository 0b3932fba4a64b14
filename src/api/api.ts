import { catalog } from "./catalog.ts";
import { events } from "./events.ts";
import { imports } from "./imports.ts";
import { ingest } from "./ingest.ts";
import { metrics } from "./metrics.ts";
import { calendars } from "./calendars.ts";
import { locations } from "./locations.ts";
import { changes } from "./changes.ts";
import { records } from "./records.ts";
import { workouts } from "./workouts.ts";
import { sleep } from "./sleep.ts";
import { files, fileUploads } from "./files.ts";
import { groups, participants } from "./groups.ts";
import { olderShares, shares } from "./shares.ts";
import { user } from "./user.ts";
import { annotations } from "./annotations.ts";
import { customInputs } from "./customInputs.ts";
import { reflections } from "./reflections.ts";
import { tags } from "./tags.ts";
import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";

/** Sources of data, highest rank first. */
const sources = {
  /** Lists sources of data, highest rank first. */
  list: {
    route: "GET /data/v1alpha1/data_sources",
    summary: "Lists sources of data, highest rank first.",
    returns: jsonList("DataSource"),
    split: "never",
  },
} as const satisfies Endpoints;

/** Messages from the storage to the service. */
const storage = {
  /** Receives the storage's message that a file's content has arrived. */
  change: {
    route: "POST /events/v1/storage",
    summary: "Receives the storage's message that a file's content has arrived.",
    body: json("StorageChange"),
    auth: "storage",
    returns: { kind: "nothing" },
    split: "never",
  },
} as const satisfies Endpoints;

/** Named tokens for scripts. */
const sessions = {
  /** Lists named tokens, including ended ones, without the tokens themselves. */
  list: {
    route: "GET /user/v1alpha1/session",
    summary: "Lists named tokens, including ended ones, without the tokens themselves.",
    returns: jsonList("Session"),
    split: "never",
  },
  /** Creates a named token, which is shown only once. */
  create: {
    route: "POST /user/v1alpha1/session",
    summary: "Creates a named token, which is shown only once.",
    body: json("SessionBody"),
    returns: json("SessionToken"),
    split: "never",
  },
  /** Revokes all your tokens at once: named, refresh and access tokens, including the one in use. */
  deleteAll: {
    route: "DELETE /user/v1alpha1/session",
    summary:
      "Revokes all your tokens at once: named, refresh and access tokens, including the one in use.",
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Revokes a named token at once. */
  delete: {
    route: "DELETE /user/v1alpha1/session/{session_id}",
    summary: "Revokes a named token at once.",
    returns: { kind: "nothing" },
    split: "never",
  },
} as const satisfies Endpoints;

/** Every operation of the interface, by noun. Client, service and reference are generated from this table. */
export const api = {
  /** Metrics: their catalog, raw samples, time series, and queries over records. */
  metrics,
  /** Sleep: stages, cycles and their aggregates, as the service computes them. */
  sleep,
  /** Events: annotations and other records with a time and no value. */
  events,
  /** Workouts. */
  workouts,
  /** Locations: raw samples, visits, and positions over time. */
  locations,
  /** Calendars and their events. */
  calendars,
  /** Sources of data, highest rank first. */
  sources,
  /** Records of v1 data types, selected by a query. */
  records,
  /** Available data and recent changes. */
  changes,
  /** The catalog of data types and their record schemas. */
  catalog,
  /** Ingestion of records. */
  ingest,
  /** Imports of files, which can be undone. */
  imports,
  /** Files that a user uploads, with their versions. */
  files,
  /**
   * The operations of `files` under the old name of the path.
   *
   * @deprecated Use `files`.
   */
  fileUploads,
  /** Annotations: notes of a user, by kind. */
  annotations,
  /** Tags, which mark annotations and records. */
  tags,
  /** The authenticated user. */
  user,
  /** Named tokens for scripts. */
  sessions,
  /** Reflections: questions at regular times. The service checks and stores the schedule; nothing runs. */
  reflections,
  /** Custom inputs: addresses that take records. */
  customInputs,
  /** Shares: who may read which data. */
  shares,
  /**
   * The operations of `shares` under older paths.
   *
   * @deprecated Use `shares`.
   */
  olderShares,
  /** Groups: they collect their participants' data, and you can share data with them. */
  groups,
  /** Participants of the groups that you created: their data within the group's terms, and your notes. */
  participants,
  /** Messages from the storage to the service. */
  storage,
} as const;

/** The type of the table of operations. */
export type Api = typeof api;
