import { assertEquals } from "@std/assert";
import { api } from "../../../src/api/api.ts";
import { gridRows } from "../../../src/client/response/gridRows.ts";

const { timeSeries, timeSeriesGrouped } = api.metrics;
const rows = (args: object) =>
  gridRows(timeSeries, {
    start_time: "2024-01-24T00:00Z",
    end_time: "2024-01-24T01:00Z",
    metric: "X",
    ...args,
  }, undefined);

Deno.test("gridRows() counts the slots that start before the end", () => {
  assertEquals(rows({}), 60);
  assertEquals(rows({ samprate: "7" }), 515); // 514 * 7 = 3598 s is the last start before 3600 s
  assertEquals(rows({ samprate: "0.1" }), 36_000);
  assertEquals(rows({ samprate: "0.3" }), 12_000);
  assertEquals(rows({ end_time: "2024-01-24T00:00Z" }), 0);
  assertEquals(rows({ end_time: "2024-01-24T00:00:00.000001Z" }), 1);
});

Deno.test("gridRows() returns undefined for calendar windows, dropped rows and fractional microseconds", () => {
  assertEquals(rows({ samprate: "1d" }), undefined);
  assertEquals(rows({ drop_nulls: true }), undefined);
  assertEquals(rows({ samprate: String(1 / 3) }), undefined);
  assertEquals(rows({ samprate: "0" }), undefined);
  assertEquals(gridRows(api.metrics.catalog, {}, undefined), undefined);
});

Deno.test("gridRows() counts the rows of several metrics once", () => {
  const args = { start_time: "2024-01-24T00:00Z", end_time: "2024-01-24T01:00Z" };
  const grouped = { ...args, metrics: ["A", "B"], samprate: 1800 };
  assertEquals(gridRows(timeSeriesGrouped, grouped, undefined), 2);
});
