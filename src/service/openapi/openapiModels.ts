import { z } from "zod";
import { api } from "../../api/api.ts";
import type { Endpoint, Json, ModelName } from "../../api/fields/endpoint.ts";
import { TIME_ZONES } from "../../api/fields/timeZones.ts";
import * as schemas from "../../schema/models.ts";
import type { JsonObject } from "./openapiNames.ts";

/** Direction of a model: a default is optional in a request, and always present in an answer. */
export type Side = "input" | "output";

/** Location of models in `/openapi.json`. */
const PREFIX = "#/components/schemas/";

/** Schemas of the models. */
const MODELS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries<unknown>(schemas).flatMap(([name, schema]): [string, z.ZodType][] =>
    schema instanceof z.ZodType ? [[name, schema]] : []
  ),
);

/** Returns a reference to a model. */
export function modelReference(model: ModelName): JsonObject {
  return { $ref: `${PREFIX}${model}` };
}

/** Returns the JSON Schema of a request or answer, with a reference to its model. */
export function jsonReference({ model, isList }: Json): JsonObject {
  return isList ? { type: "array", items: modelReference(model) } : modelReference(model);
}

/** Returns the full JSON Schema of a model, without references. */
export function modelSchema(model: ModelName, side: Side): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(MODELS.get(model)!, {
    io: side,
    reused: "inline",
    unrepresentable: "any",
  });
  return (side === "input" ? withoutDefaults(json) : json) as JsonObject;
}

/** Returns the examples of a model, in serialized form. */
export function modelExamples(model: ModelName): readonly unknown[] {
  return (MODELS.get(model)?.meta()?.["examples"] ?? []) as readonly unknown[];
}

/** Returns the schemas of all models that operations use, which refer to one another. */
export function modelSchemas(): { readonly [name: string]: JsonObject } {
  const sent = new Set<string>(), answered = new Set<string>();
  for (
    const { body, returns } of Object.values(api).flatMap((rows): Endpoint[] => Object.values(rows))
  ) {
    if (typeof body === "object") sent.add(body.model);
    if ("model" in returns) answered.add(returns.model);
  }
  const inputs = reachableSchemas(sent, namedSchemas("input"));
  const outputs = reachableSchemas(answered, namedSchemas("output"));
  const found = Object.entries({ ...inputs, ...outputs }).sort(([a], [b]) => a < b ? -1 : 1);
  for (const [name, schema] of Object.entries(inputs)) {
    if (name in outputs && JSON.stringify(schema) !== JSON.stringify(outputs[name])) {
      throw new Error(
        `Cannot describe model ${name}: requests and answers differ`,
      );
    }
  }
  return {
    TimeZone: { type: "string", enum: TIME_ZONES, description: "An IANA time zone." },
    ...Object.fromEntries(found),
  };
}

/** Returns the schemas of all models, which refer to one another. */
function namedSchemas(io: Side): { readonly [name: string]: JsonObject } {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of MODELS) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (name) => `${PREFIX}${name}`,
    unrepresentable: "any",
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => {
      const json = (io === "input" ? withoutDefaults(schema) : schema) as JsonObject;
      const examples = modelExamples(name as ModelName); // zod omits the examples of transformed schemas
      return [name, examples.length === 0 ? json : { ...json, examples }];
    }),
  );
}

/** Returns the named schemas and everything that they refer to. */
function reachableSchemas(
  names: ReadonlySet<string>,
  all: { readonly [name: string]: JsonObject },
): { [name: string]: JsonObject } {
  const found: { [name: string]: JsonObject } = {};
  const visit = (name: string): void => {
    if (name in found) return;
    const schema = found[name] = all[name]!;
    for (const [, other] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      visit(other!);
    }
  };
  names.forEach(visit);
  return found;
}

/**
 * Describes defaults in words instead of `default`, which client generators interpret as a value
 * that is always present and therefore required.
 */
function withoutDefaults(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(withoutDefaults);
  if (typeof given !== "object" || given === null) return given;
  const { default: value, ...rest } = given as JsonObject;
  const plain = Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [
      key,
      key === "examples" ? inner : withoutDefaults(inner),
    ]),
  );
  const isKeyword = value === null || typeof value !== "object" || Array.isArray(value);
  if (value === undefined || !isKeyword) {
    return value === undefined ? plain : { ...plain, default: withoutDefaults(value) };
  }
  const words = `Without it: ${JSON.stringify(value)}.`;
  const { description } = plain as { description?: string };
  return { ...plain, description: description === undefined ? words : `${description} ${words}` };
}
