import { assert, assertEquals, assertMatch } from "@std/assert";
import { METRIC_TABLE } from "../../../src/api/fields/metricTable.ts";

/**
 * A sentence: it begins with a capital, ends with a full stop, and has no line break or double
 * space.
 */
const SENTENCE = /^[A-Z]\S*(?: \S+)+\.$/;

Deno.test("every metric has its own description, a sentence", () => {
  assert(METRIC_TABLE.length > 100);
  for (const [name, , , , , description] of METRIC_TABLE) assertMatch(description, SENTENCE, name);
  const described = new Map(METRIC_TABLE.map((row) => [row.at(-1), row[0]]));
  for (const [name, , , , , description] of METRIC_TABLE) {
    assertEquals(described.get(description), name, description);
  }
});

Deno.test("every metric has a capitalized name, a unit and a lowercase column, all unique", () => {
  for (const [name, unit, column] of METRIC_TABLE) {
    assertMatch(name, /^[A-Z][A-Za-z0-9]+$/);
    assertMatch(unit, /^\S(?:.*\S)?$/, name);
    assertMatch(column, /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, name);
  }
  for (const at of [0, 2] as const) {
    const values = METRIC_TABLE.map((row) => row[at]);
    assertEquals(values.filter((value, i) => values.indexOf(value) !== i), []);
  }
});
