import { API_VERSIONS } from "./enums.ts";
import { type Endpoints, json } from "./endpoint.ts";

/** What an ingest answers. */
export interface IngestResult {
  /** Identifier of the upload. */
  upload_id: string;
}

/** Ingestion of records. */
export const ingest = {
  record: {
    route: "POST /ingest/v1/record/{data_type}",
    summary: "Stores one record of a type (JSON) or many (JSON lines): all of them, or none.",
    query: {
      api_version: { kind: "text", oneOf: API_VERSIONS, doc: "Version of the data type." },
    },
    body: "records",
    status: 201,
    returns: json<IngestResult>(),
    split: "never",
  },
} as const satisfies Endpoints;
