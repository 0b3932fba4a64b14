import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";

/** Imports of files: listed, and undone. The interface has none; a service without them answers 404. */
export const imports = {
  /** Lists imports, the first first, each with the number of records it stored or found stored. */
  list: {
    route: "GET /ingest/v1/import",
    summary:
      "Lists imports, the first first, each with the number of records it stored or found stored.",
    returns: jsonList("Import"),
    split: "never",
  },
  /** Begins an import; records sent with its id never change a record that is stored already. */
  begin: {
    route: "POST /ingest/v1/import",
    summary:
      "Begins an import; records sent with its id never change a record that is stored already.",
    body: json("ImportBody"),
    returns: json("Import"),
    split: "never",
  },
  /** Ends an import, and keeps its report. */
  finish: {
    route: "PUT /ingest/v1/import/{import_id}",
    summary: "Ends an import, and keeps its report.",
    body: json("ImportEnd"),
    returns: json("Import"),
    split: "never",
  },
  /** Deletes the records that an import stored and no other import contained, and the import. */
  undo: {
    route: "DELETE /ingest/v1/import/{import_id}",
    summary:
      "Deletes the records that an import stored and no other import contained, and the import.",
    returns: json("UndoneImport"),
    split: "never",
  },
} as const satisfies Endpoints;
