import { assertEquals } from "@std/assert";
import { z } from "zod";
import { schemaText } from "../../../src/service/openapi/schemaText.ts";

Deno.test("a schema is outlined: a field a line, with what it holds and whether it may be absent", () => {
  const schema = z.object({
    id: z.string().meta({ format: "uuid" }),
    at: z.string().meta({ format: "date-time" }).nullable(),
    value: z.number().exactOptional().meta({ description: "-1 is unknown." }),
    state: z.enum(["new", "old"]),
    counts: z.record(z.string(), z.int()),
    items: z.array(z.object({ name: z.string() })),
    either: z.union([z.literal(1), z.null()]),
    free: z.record(z.string(), z.unknown()),
    any: z.unknown(),
  });
  assertEquals(
    schemaText(z.toJSONSchema(schema)),
    `{
  id: uuid
  at: time or null
  value?: number  // -1 is unknown.
  state: "new" or "old"
  counts: object of whole number
  items: list of {
    name: text
  }
  either: 1 or null
  free: object
  any: anything
}`,
  );
  assertEquals(
    schemaText(z.toJSONSchema(z.looseObject({ a: z.boolean() }))),
    "{\n  a: true or false\n  ...\n}",
  );
});
