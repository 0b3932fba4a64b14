import { type Endpoints, json } from "./fields/endpoint.ts";
import { API_VERSIONS } from "../schema/enums.ts";

/** Ingestion of records. */
export const ingest = {
  /** Stores one record of a type (JSON) or many (JSON lines): all of them, or none. */
  record: {
    route: "POST /ingest/v1/record/{data_type}",
    summary: "Stores one record of a type (JSON) or many (JSON lines): all of them, or none.",
    query: {
      api_version: {
        kind: "text",
        oneOf: API_VERSIONS,
        doc:
          "Version of the data type, as in the catalog; a version that the type lacks is refused.",
      },
      import_id: {
        kind: "uuid",
        doc:
          "The import that contains the records: those that are stored already stay as they are.",
      },
    },
    body: "records",
    status: 201,
    returns: json("IngestResult"),
    split: "never",
  },
  /**
   * Stores one record in its old wrapping.
   *
   * @deprecated Use `ingest.record`.
   */
  legacyRecord: {
    route: "POST /ingest/v1/record",
    summary: "Stores one record in its old wrapping.",
    body: json("LegacyRecord"),
    status: 201,
    returns: json("IngestResult"),
    split: "never",
    deprecated: "Use `ingest.record`.",
  },
  /**
   * Stores many records in their old wrapping: all of them, or none.
   *
   * @deprecated Use `ingest.records`.
   */
  legacyBatch: {
    route: "POST /ingest/v1/record/batch",
    summary: "Stores many records in their old wrapping: all of them, or none.",
    body: json("LegacyBatch"),
    status: 201,
    returns: json("IngestResult"),
    split: "never",
    deprecated: "Use `ingest.records`.",
  },
} as const satisfies Endpoints;
