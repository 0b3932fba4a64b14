import { type Endpoints, oldJson } from "./fields/endpoint.ts";
import { API_VERSIONS } from "../schema/enums.ts";

/** What an ingest answers. */
export interface IngestResult {
  /** Identifier of the upload. */
  upload_id: string;
}

/** A record in its old wrapping (interface 2.15). */
export interface LegacyRecord {
  /** The record's payload, as JSON text. */
  data: string;
  /** What the payload is. */
  metadata: {
    /** Its data type. */
    data_type: string;
    /** Media type of the payload. */
    content_type?: string | null;
    /** Identifier of the record. */
    id?: string | null;
    /**
     * When it was recorded.
     *
     * @deprecated Times belong into the payload.
     */
    recorded_at?: string | { start_time: string; end_time: string };
    /** Where it comes from. */
    source?: string[];
    /** Tags. */
    tags?: string[];
  };
  /** Version of the wrapping. @default 1 */
  specversion?: number;
}

/** Ingestion of records. */
export const ingest = {
  record: {
    route: "POST /ingest/v1/record/{data_type}",
    summary: "Stores one record of a type (JSON) or many (JSON lines): all of them, or none.",
    query: {
      api_version: {
        kind: "text",
        oneOf: API_VERSIONS,
        doc: "Version of the data type; of those here there is one, so it has no effect.",
      },
    },
    body: "records",
    status: 201,
    returns: oldJson<IngestResult>(),
    split: "never",
  },
  /** @deprecated Use `ingest.record`. */
  legacyRecord: {
    route: "POST /ingest/v1/record",
    summary: "Stores one record in its old wrapping.",
    body: oldJson<LegacyRecord>(),
    status: 201,
    returns: oldJson<IngestResult>(),
    split: "never",
    deprecated: "Use `ingest.record`.",
  },
  /** @deprecated Use `ingest.records`. */
  legacyBatch: {
    route: "POST /ingest/v1/record/batch",
    summary: "Stores many records in their old wrapping: all of them, or none.",
    body: oldJson<LegacyRecord[]>(),
    status: 201,
    returns: oldJson<IngestResult>(),
    split: "never",
    deprecated: "Use `ingest.records`.",
  },
} as const satisfies Endpoints;
