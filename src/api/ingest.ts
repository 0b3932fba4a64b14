import { type Endpoints, json } from "./fields/endpoint.ts";
import { API_VERSIONS } from "../schema/enums.ts";

/** Ingestion of records. */
export const ingest = {
  /** Stores one record of a type (JSON) or many (JSON lines), all or nothing. */
  record: {
    route: "POST /ingest/v1/record/{data_type}",
    summary: "Stores one record of a type (JSON) or many (JSON lines), all or nothing.",
    query: {
      api_version: {
        kind: "text",
        oneOf: API_VERSIONS,
        doc: "Version of the data type, as in the catalog; other versions are rejected.",
      },
      import_id: {
        kind: "uuid",
        doc: "Import that contains the records; records that are already stored stay unchanged.",
      },
    },
    body: "records",
    status: 201,
    returns: json("IngestResult"),
    split: "never",
  },
  /**
   * Stores one record in the old envelope.
   *
   * @deprecated Use `ingest.record`.
   */
  legacyRecord: {
    route: "POST /ingest/v1/record",
    summary: "Stores one record in the old envelope.",
    body: json("LegacyRecord"),
    status: 201,
    returns: json("IngestResult"),
    split: "never",
    deprecated: "Use `ingest.record`.",
  },
  /**
   * Stores many records in the old envelope, all or nothing.
   *
   * @deprecated Use `ingest.records`.
   */
  legacyBatch: {
    route: "POST /ingest/v1/record/batch",
    summary: "Stores many records in the old envelope, all or nothing.",
    body: json("LegacyBatch"),
    status: 201,
    returns: json("IngestResult"),
    split: "never",
    deprecated: "Use `ingest.records`.",
  },
} as const satisfies Endpoints;
