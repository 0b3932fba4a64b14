import { assertEquals, assertThrows } from "@std/assert";
import { extent } from "../../../src/plot/axis/extent.ts";
import * as plot from "../../../src/plot/mod.ts";

Deno.test("extent() covers all lists except NaN; it is undefined without values", () => {
  assertEquals(extent([[3, 1], [NaN, 7]]), [1, 7]);
  assertEquals(extent([new Float64Array([-2])]), [-2, -2]);
  assertEquals(extent([[], [NaN]]), undefined);
});

Deno.test("a chart can have more rows than a call can have arguments", () => {
  const many = 150_000;
  const rows = Array.from({ length: many }, (_, i) => ({
    time: new Date(Date.UTC(2024, 2, 30) + i * 500),
    lat: 52.5 + i / many / 100,
    long: 13.4,
    part: 0,
    offset_ms: i * 1000,
    mean: i % 7,
    low: 0,
    high: 9,
    n: 1 + i % 3,
    period_h: 20 + i / many,
    power: i % 11,
  }));
  assertThrows(() => Math.max(...rows.map(({ n }) => n)), RangeError, "call stack");
  assertEquals(String(plot.dayPath(rows, { tz: "UTC" })).endsWith(", UTC: 1.1 km"), true);
  assertEquals(String(plot.around(rows)).includes("around 1 to 3 events: lowest mean 0"), true);
  assertEquals(String(plot.periodogram(rows)).includes("peak at"), true);
});
