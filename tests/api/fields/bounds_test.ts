import { assert, assertEquals, assertMatch } from "@std/assert";
import { api } from "../../../src/api/api.ts";
import { boundsFault } from "../../../src/api/fields/bounds.ts";
import type { Endpoint, Field } from "../../../src/api/fields/endpoint.ts";

/** Every bounded parameter, such as `sleep.cycles limit`. */
const bounded: [name: string, field: Field][] = Object.entries(api).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).flatMap(([verb, endpoint]) =>
    Object.entries(endpoint.query ?? {}).map(([name, field]): [string, Field] => [
      `${noun}.${verb} ${name}`,
      field,
    ])
  )
).filter(([, { min, above, max }]) =>
  min !== undefined || above !== undefined || max !== undefined
);

Deno.test("boundsFault() accepts the minimum and maximum of each parameter and nothing beyond", () => {
  assert(bounded.length > 10, `${bounded.length}`);
  for (const [name, field] of bounded) {
    const { min, max } = field;
    for (const bound of [min, max]) {
      if (bound !== undefined) assertEquals(boundsFault(field, bound), undefined, name);
    }
    if (min !== undefined) assertEquals(boundsFault(field, min - 1), `is below ${min}`, name);
    if (max !== undefined) assertEquals(boundsFault(field, max + 1), `is above ${max}`, name);
  }
});

Deno.test("boundsFault() rejects an exclusive minimum and accepts a number just above it", () => {
  const passed = bounded.filter(([, { above }]) => above !== undefined);
  assert(passed.some(([name]) => name === "metrics.timeSeriesGrouped samprate"));
  for (const [name, field] of passed) {
    assertEquals(boundsFault(field, field.above!), `is not above ${field.above}`, name);
    assertEquals(boundsFault(field, field.above! - 1), `is not above ${field.above}`, name);
    assertEquals(boundsFault(field, field.above! + 1e-6), undefined, name);
  }
});

Deno.test("boundsFault() checks text, but not numbers, against a pattern", () => {
  const field: Field = { kind: "text", doc: "Letters.", pattern: "^[a-z]+$" };
  assertEquals(boundsFault(field, "abc"), undefined);
  assertMatch(boundsFault(field, "abc1")!, /does not match/);
  assertEquals(boundsFault(field, 7), undefined);
  assertEquals(boundsFault({ kind: "text", doc: "Any." }, "abc1"), undefined);
});
