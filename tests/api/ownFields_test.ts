import { assertEquals } from "@std/assert";
import { ownFields } from "../../src/api/ownFields.ts";

/** Every field that all records have on the wire. */
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

Deno.test("ownFields() omits the fields of all records and keeps the order of the others", () => {
  for (const base of ["Event", "Metric"]) {
    for (const name of OF_ALL) {
      assertEquals(ownFields(base, schemaOf(["place", name, "count"])), ["place", "count"], name);
    }
  }
});

Deno.test("ownFields() includes value and unit for an event type, but not for a metric", () => {
  for (const name of ["value", "unit"]) {
    assertEquals(ownFields("Event", schemaOf([name])), [name]);
    assertEquals(ownFields("Metric", schemaOf([name])), []);
  }
});

Deno.test("ownFields() without a schema or properties is empty", () => {
  assertEquals([ownFields("Event", null), ownFields("Event", {})], [[], []]);
});
