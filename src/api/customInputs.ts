import { type Endpoints, json, jsonList } from "./fields/endpoint.ts";

/** Custom inputs: addresses that accept records. */
export const customInputs = {
  /** Lists custom inputs. */
  list: {
    route: "GET /input/v1/custom",
    summary: "Lists custom inputs.",
    returns: jsonList("CustomInput"),
    split: "never",
  },
  /** Creates a custom input. */
  create: {
    route: "POST /input/v1/custom",
    summary: "Creates a custom input.",
    body: json("CustomInputBody"),
    returns: json("CustomInput"),
    split: "never",
  },
  /** Reads a custom input. */
  get: {
    route: "GET /input/v1/custom/{custom_input_id}",
    summary: "Reads a custom input.",
    returns: json("CustomInput"),
    split: "never",
  },
  /** Changes the given fields of a custom input. */
  update: {
    route: "PUT /input/v1/custom/{custom_input_id}",
    summary: "Changes the given fields of a custom input.",
    body: json("CustomInputChange"),
    returns: json("CustomInput"),
    split: "never",
  },
  /** Deletes a custom input. */
  delete: {
    route: "DELETE /input/v1/custom/{custom_input_id}",
    summary: "Deletes a custom input.",
    returns: { kind: "nothing" },
    split: "never",
  },
  /** Stores records of a custom input's data type, with its source and tags as defaults. */
  record: {
    route: "POST /input/v1/custom/{custom_input_id}",
    summary: "Stores records of a custom input's data type, with its source and tags as defaults.",
    body: "records",
    status: 201,
    conflict: true,
    returns: json("IngestResult"),
    split: "never",
  },
} as const satisfies Endpoints;
