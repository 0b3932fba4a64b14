import { assertEquals } from "@std/assert";
import { z } from "zod";
import { schemaRows } from "../../../src/service/openapi/schemaRows.ts";

Deno.test("schemaRows() lists each field with its type and whether it is required", () => {
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
    schemaRows(z.toJSONSchema(schema))
      .map(({ name, kind, isRequired, doc }) => [name, kind, isRequired, doc]),
    [
      ["id", "uuid", true, ""],
      ["at", "time or null", true, ""],
      ["value", "number", false, "-1 is unknown."],
      ["state", '"new" or "old"', true, ""],
      ["counts", "object of integer", true, ""],
      ["items", "list of object", true, ""],
      ["items[].name", "text", true, ""],
      ["either", "1 or null", true, ""],
      ["free", "object", true, ""],
      ["any", "anything", true, ""],
    ],
  );
  assertEquals(
    schemaRows(z.toJSONSchema(z.looseObject({ a: z.boolean() })))
      .map(({ name, kind }) => [name, kind]),
    [["a", "boolean"], ["...", "anything"]],
  );
});
