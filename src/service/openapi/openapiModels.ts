import { z } from "zod";
import { api } from "../../api/api.ts";
import type { Endpoint, Json, ModelName } from "../../api/fields/endpoint.ts";
import { TIME_ZONES } from "../../api/fields/timeZones.ts";
import * as schemas from "../../schema/models.ts";
import type { JsonObject } from "./openapiNames.ts";

/** Whether a model is sent or answered: a default is then what may be left out, or always there. */
export type Side = "input" | "output";

/** Where the models stand in `/openapi.json`. */
const PREFIX = "#/components/schemas/";

/** The schemas of the models. */
const MODELS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries<unknown>(schemas).flatMap(([name, schema]): [string, z.ZodType][] =>
    schema instanceof z.ZodType ? [[name, schema]] : []
  ),
);

/** The JSON Schema that names a model. */
export function modelReference(model: ModelName): JsonObject {
  return { $ref: `${PREFIX}${model}` };
}

/** The JSON Schema of what is sent or answered, which names its model. */
export function jsonReference({ model, isList }: Json): JsonObject {
  return isList ? { type: "array", items: modelReference(model) } : modelReference(model);
}

/** The JSON Schema of a model, with all that it holds written out. */
export function modelSchema(model: ModelName, side: Side): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(MODELS.get(model)!, {
    io: side,
    reused: "inline",
    unrepresentable: "any",
  });
  return (side === "input" ? withoutDefaults(json) : json) as JsonObject;
}

/** The examples of a model, each as it is sent. */
export function modelExamples(model: ModelName): readonly unknown[] {
  return (MODELS.get(model)?.meta()?.["examples"] ?? []) as readonly unknown[];
}

/** The schemas of all models that operations take or answer, each naming the others that it holds. */
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
        `Cannot describe model ${name}: it is sent in one form and answered in another`,
      );
    }
  }
  return {
    TimeZone: { type: "string", enum: TIME_ZONES, description: "An IANA time zone." },
    ...Object.fromEntries(found),
  };
}

/** The schemas of all models, of which each is named where another holds it. */
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
      const examples = modelExamples(name as ModelName); // zod leaves those out of what it transforms
      return [name, examples.length === 0 ? json : { ...json, examples }];
    }),
  );
}

/** Of all schemas those with these names, and those that they name. */
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
 * A schema in which what stands where nothing is given is told in words: makers of clients take a
 * `default` to mean that there is always a value, and would ask for it.
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
