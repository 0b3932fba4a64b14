import { VERSION } from "../../options/version.ts";
import { api } from "../../api/api.ts";
import { type Endpoint, splitRoute } from "../../api/fields/endpoint.ts";
import type { Renaming } from "../../api/fields/names.ts";
import { openapiAnswers } from "./openapiAnswers.ts";
import { PROBLEM_SCHEMAS } from "./openapiErrors.ts";
import { jsonReference, modelSchemas } from "./openapiModels.ts";
import { type JsonObject, renameSchema } from "./openapiNames.ts";
import { openapiParameters } from "./openapiParameters.ts";
import { SIGN_IN_PATHS } from "./openapiSignIn.ts";

/** Authentication schemes. */
const SECURITY_SCHEMES = {
  user: {
    type: "http",
    scheme: "bearer",
    description:
      "A user's access token, from signing in, or the token of one of the user's sessions.",
  },
  operator: { type: "http", scheme: "bearer", description: "The operator's token." },
  storage: { type: "http", scheme: "bearer", description: "The secret of the storage's messages." },
} as const;

/**
 * Returns the service's OpenAPI 3.1 document, generated from the table of operations. Bodies use
 * the schemas that check them.
 *
 * @param toWire Renaming to a deployment's words. @default neutral words
 * @param prefix Path below which a proxy serves it.
 */
export function openapi(toWire?: Renaming, prefix = ""): JsonObject {
  const steps = openapiSteps(toWire, prefix);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Builds the document as {@linkcode openapi} does, in steps between which requests can run. */
export function* openapiSteps(toWire?: Renaming, prefix = ""): Generator<void, JsonObject, void> {
  const paths: { [path: string]: { [method: string]: JsonObject } } = {};
  for (const [noun, operations] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(operations as Record<string, Endpoint>)) {
      const { method, path } = splitRoute(endpoint.route);
      const operation = operationOf(noun, name, endpoint);
      const renamed = toWire === undefined ? operation : renameSchema(operation, toWire);
      const at = pathOf(path, toWire);
      paths[at] = { ...paths[at], [method.toLowerCase()]: renamed as JsonObject };
      yield;
    }
  }
  const neutral = modelSchemas();
  yield;
  const models = toWire === undefined ? neutral : renameSchema(neutral, toWire);
  yield;
  return {
    openapi: "3.1.0",
    info: {
      title: "lifeframe, embedded service",
      version: VERSION,
      description: "Personal data: samples, sleep, events, files. A page for people is at /docs.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${prefix}/` }],
    security: [{ user: [] }],
    tags: Object.keys(api).concat("signIn", "documents").map((name) => ({ name })),
    paths: { ...paths, ...SIGN_IN_PATHS },
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { ...PROBLEM_SCHEMAS, ...models as JsonObject },
    },
  };
}

/** Renames a path, except for its parameters, which are always neutral. */
function pathOf(path: string, toWire: Renaming | undefined): string {
  if (toWire === undefined) return path;
  return toWire.path(path).replaceAll(/\{(\w+)\}/g, (_, name) => `{${toWire.name(name)}}`);
}

function operationOf(noun: string, name: string, endpoint: Endpoint): JsonObject {
  const { auth, deprecated, summary } = endpoint;
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary,
    ...(deprecated === undefined ? {} : { deprecated: true, description: deprecated }),
    ...(auth === undefined ? {} : { security: auth === "none" ? [] : [{ [auth]: [] }] }),
    parameters: openapiParameters(endpoint),
    ...openapiBody(endpoint),
    responses: openapiAnswers(endpoint),
  };
}

/** A record; its schema is not a model's. */
const RECORD = {
  type: "object",
  additionalProperties: true,
  description: "A record; the catalog has the schema of each data type.",
} as const;

/** Returns the body of an operation, with the schema that checks it. */
function openapiBody({ body }: Endpoint): JsonObject {
  if (body === undefined) return {};
  const content = body === "records"
    ? {
      "application/json": { schema: RECORD },
      "application/x-jsonl": { schema: RECORD },
      "application/x-ndjson": { schema: RECORD },
    }
    : { "application/json": { schema: jsonReference(body) } };
  return { requestBody: { required: true, content } };
}
