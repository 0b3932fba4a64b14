import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";

/** Imports of files, which you can list and undo. They are an extension: a service without them answers 404. */
export const imports = {
  /** Lists imports, oldest first, each with the number of records that it stored or found. */
  list: {
    route: "GET /ingest/v1/import",
    summary:
      "Lists imports, oldest first, each with the number of records that it stored or found.",
    returns: jsonList("Import"),
    split: "never",
  },
  /** Begins an import; records sent with its id never change stored records. */
  begin: {
    route: "POST /ingest/v1/import",
    summary: "Begins an import; records sent with its id never change stored records.",
    body: json("ImportBody"),
    returns: json("Import"),
    split: "never",
  },
  /** Ends an import and stores its report. */
  finish: {
    route: "PUT /ingest/v1/import/{import_id}",
    summary: "Ends an import and stores its report.",
    body: json("ImportEnd"),
    returns: json("Import"),
    split: "never",
  },
  /** Deletes an import, and the records that only it contained. */
  undo: {
    route: "DELETE /ingest/v1/import/{import_id}",
    summary: "Deletes an import, and the records that only it contained.",
    returns: json("UndoneImport"),
    split: "never",
  },
} as const satisfies Endpoints;
