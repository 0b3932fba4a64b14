import { type Endpoints, oldJson } from "./fields/endpoint.ts";
import type { IngestResult } from "./ingest.ts";

/** What a custom input is written as (interface 2.16). */
export interface CustomInputBody {
  /** Its name. */
  name: string;
  /** What comes in by it. */
  description?: string | null;
  /** The data type of its records. */
  svc_data_type?: string | null;
  /** The sources of its records. */
  svc_source?: string[] | null;
  /** Tags of its records, at most 10. */
  default_event_tags?: string[] | null;
}

/** A stored custom input (interface 2.16). */
export interface CustomInput extends CustomInputBody {
  /** Identifier. */
  id: string;
  /** Whose it is. */
  svc_userid: string;
  /** Where its records are posted. */
  url: string;
  /** When it was made. */
  created_at: string;
  /** Whether it was deleted. */
  deleted: boolean;
}

/** Custom inputs: addresses that take records. */
export const customInputs = {
  list: {
    route: "GET /input/v1/custom",
    summary: "Lists custom inputs.",
    returns: oldJson<CustomInput[]>(),
    split: "never",
  },
  create: {
    route: "POST /input/v1/custom",
    summary: "Makes a custom input.",
    body: oldJson<CustomInputBody>(),
    returns: oldJson<CustomInput>(),
    split: "never",
  },
  get: {
    route: "GET /input/v1/custom/{custom_input_id}",
    summary: "Reads a custom input.",
    returns: oldJson<CustomInput>(),
    split: "never",
  },
  update: {
    route: "PUT /input/v1/custom/{custom_input_id}",
    summary: "Changes the fields of a custom input that are given.",
    body: oldJson<Partial<CustomInputBody>>(),
    returns: oldJson<CustomInput>(),
    split: "never",
  },
  delete: {
    route: "DELETE /input/v1/custom/{custom_input_id}",
    summary: "Deletes a custom input.",
    returns: { kind: "nothing" },
    split: "never",
  },
  record: {
    route: "POST /input/v1/custom/{custom_input_id}",
    summary: "Stores records of a custom input's data type, with its source and tags as defaults.",
    body: "records",
    status: 201,
    returns: oldJson<IngestResult>(),
    split: "never",
  },
} as const satisfies Endpoints;
