import { assert, assertEquals } from "@std/assert";
import { z } from "zod";
import * as models from "../../src/schema/models.ts";

const all = Object.entries<unknown>(models).flatMap(([name, schema]): [string, z.ZodType][] =>
  schema instanceof z.ZodType ? [[name, schema]] : []
);

/** Models without examples: parts of other models, or unions of models. */
const WITHOUT_EXAMPLES = [
  "AnyRecord",
  "CalendarAttendee",
  "Geofence",
  "RecurrenceRule",
  "StoredShareBody",
];

Deno.test("the examples of a model match its schema", () => {
  const without: string[] = [];
  for (const [name, schema] of all) {
    const examples = (schema.meta()?.["examples"] ?? []) as readonly unknown[];
    if (examples.length === 0) without.push(name);
    for (const example of examples) {
      assertEquals(schema.safeParse(example).error?.issues, undefined, name);
    }
  }
  assertEquals(without.sort(), WITHOUT_EXAMPLES);
});

Deno.test("the examples of a model have no unknown fields", () => {
  for (const [name, schema] of all) {
    const [example] = (schema.meta()?.["examples"] ?? []) as readonly unknown[];
    const read = schema.safeParse(example).data;
    if (typeof example !== "object" || example === null || Array.isArray(example)) continue;
    const names = Object.keys(read as object);
    for (const field of Object.keys(example)) assert(names.includes(field), `${name}: ${field}`);
  }
});

Deno.test("every model has a description, and a name in CamelCase", () => {
  for (const [name, schema] of all) {
    assert(/^[A-Z][A-Za-z]+$/.test(name), name);
    if (name !== "StoredShareBody") assert(schema.meta()?.description, name);
  }
});
