import { type Endpoint, splitRoute } from "../../api/fields/endpoint.ts";
import type { JsonObject } from "./openapiNames.ts";
import { hasProblemJson } from "../http/problemJson.ts";

const text = { type: "string" };

/** Schemas of errors. */
export const PROBLEM_SCHEMAS = {
  Error: {
    type: "object",
    required: ["detail"],
    properties: { detail: { ...text, description: "Reason." } },
  },
  ValidationError: {
    type: "object",
    properties: {
      detail: {
        type: "array",
        items: {
          type: "object",
          required: ["loc", "msg", "type"],
          properties: {
            loc: { type: "array", items: { anyOf: [text, { type: "integer" }] } },
            msg: text,
            type: text,
          },
        },
      },
    },
  },
  ProblemDocument: {
    type: "object",
    additionalProperties: false,
    properties: {
      type: { ...text, format: "uri", default: "about:blank" },
      title: text,
      status: { type: "integer", format: "int64" },
      detail: text,
      instance: { ...text, format: "uri" },
      errors: {
        type: ["array", "null"],
        items: {
          type: "object",
          additionalProperties: false,
          properties: { location: text, message: text, value: {} },
        },
      },
    },
  },
  SignInError: {
    type: "object",
    required: ["error"],
    properties: { error: text, error_description: text },
  },
} as const;

/** Meaning of each error status. */
const MEANINGS: Readonly<Record<string, string>> = {
  "400": "The body is incomplete, or names an unknown group.",
  "401": "The token is missing, invalid or expired.",
  "403": "This data is not shared with the caller, or the user does not exist.",
  "404": "It does not exist.",
  "405": "The path does not have this method; the header Allow lists its methods.",
  "408": "The body paused for 30 seconds.",
  "409": "It conflicts with existing data.",
  "413": "The body is too large.",
  "414": "The address is too long.",
  "421": "The host name is not allowed.",
  "422": "Parameters or body were rejected.",
  "429": "Too many requests or open uploads; the header Retry-After says when to try again.",
  "500": "The service failed; the answer has no details.",
  "503": "The store is busy; the header Retry-After says when to try again.",
  "507": "The disk is full; nothing was stored.",
};

/** Returns the errors of an operation by status. */
export function openapiErrors(endpoint: Endpoint): JsonObject {
  const { path } = splitRoute(endpoint.route);
  const isProblem = hasProblemJson(path);
  const statuses = Object.keys(MEANINGS).filter((status) => {
    if (status === "401") return endpoint.auth !== "none";
    if (["400", "408", "413", "507"].includes(status)) return endpoint.body !== undefined;
    if (status === "409") return endpoint.conflict === true;
    return true;
  });
  return Object.fromEntries(statuses.map((status) => {
    const name = isProblem ? "ProblemDocument" : status === "422" ? "ValidationError" : "Error";
    const type = isProblem ? "application/problem+json" : "application/json";
    return [status, {
      description: MEANINGS[status],
      content: { [type]: { schema: { $ref: `#/components/schemas/${name}` } } },
    }];
  }));
}
