import { assertEquals } from "@std/assert";
import { ownFields } from "../../src/api/ownFields.ts";

/** Every field that a record has on the wire whatever its type is (wire facts, "Records"). */
const OF_ALL = [
  "id",
  "start_time",
  "recorded_at",
  "end_time",
  "source",
  "device",
  "note",
  "tags",
  "metadata",
  "name",
  "source_name",
  "source_id",
  "sources",
];

const schemaOf = (names: readonly string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});

Deno.test("ownFields() leaves out each field that all records have, and keeps the order of the rest", () => {
  for (const base of ["Event", "Metric"]) {
    for (const name of OF_ALL) {
      assertEquals(ownFields(base, schemaOf(["place", name, "count"])), ["place", "count"], name);
    }
  }
});

Deno.test("ownFields() has value and unit as fields of an event's own, but not of a metric's", () => {
  for (const name of ["value", "unit"]) {
    assertEquals(ownFields("Event", schemaOf([name])), [name]);
    assertEquals(ownFields("Metric", schemaOf([name])), []);
  }
});

Deno.test("ownFields() of no schema, or one without properties, are none", () => {
  assertEquals([ownFields("Event", null), ownFields("Event", {})], [[], []]);
});
