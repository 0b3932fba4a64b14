import { assertEquals } from "@std/assert";
import type { FrameLike } from "../../src/frame/open.ts";
import type { Row } from "../../src/frame/polars/rows.ts";
import * as series from "../../src/series/mod.ts";
import { rowsOf } from "./statistic.ts";

/** Ten days; the last is not over. */
const days: readonly Row[] = Array.from({ length: 10 }, (_, i) => ({
  time: `2024-03-${String(i + 1).padStart(2, "0")}T00:00Z`,
  steps: i === 9 ? 12 : 5000 + 700 * ((i * 7) % 5),
  pulse: i === 9 ? 90 : 60 + (i * 3) % 7,
  whole: i < 9,
}));
const whole = days.slice(0, -1);

/** Values by name, without the count of days that have none. */
const valuesOf = (found: FrameLike): unknown[] =>
  rowsOf(found).filter(({ name }) => !String(name).startsWith("missing"))
    .map(({ name, value }) => [name, value]);

/** Verbs whose values must not depend on a day that is not whole. */
const VERBS: Readonly<Record<string, (rows: readonly Row[]) => unknown>> = {
  correlations: (rows) => series.correlate(rows, { tz: "UTC", lag: [0, 1] }).toRecords(),
  rolling: (rows) =>
    series.rolling(rows, { window: "3d", tz: "UTC", aggregate: { steps: ["mean", "min"] } })
      .toRecords().slice(0, 9),
  "rolling, centred": (rows) =>
    series.rolling(rows, { window: "3d", tz: "UTC", aggregate: { steps: "min" }, center: true })
      .toRecords().slice(0, 9),
  resample: (rows) =>
    series.resample(rows, {
      every: "1y",
      tz: "UTC",
      aggregate: { steps: ["mean", "min", "count"] },
    })
      .toRecords(),
  align: (rows) =>
    series.align({ rows }, { every: "1y", tz: "UTC", aggregate: { rows: { steps: "median" } } })
      .toRecords(),
  trend: (rows) => valuesOf(series.trend(rows, { y: "steps", tz: "UTC" })),
  cosinor: (rows) => valuesOf(series.cosinor(rows, { y: "steps", period: "168h", tz: "UTC" })),
  compare: (rows) => {
    const half = rows.map((row, i) => ({ ...row, group: i < 5 ? "before" : "after" }));
    return valuesOf(series.compare(half, { y: "steps", condition: "group", seed: 1, tz: "UTC" }));
  },
};

for (const [name, compute] of Object.entries(VERBS)) {
  Deno.test(`${name}: a day that is not whole does not count`, () => {
    assertEquals(compute(days), compute(whole));
  });
}

Deno.test("a day that may or may not be whole counts", () => {
  const unknown = days.map((row) => ({ ...row, whole: null }));
  assertEquals(
    VERBS["correlations"]!(unknown),
    VERBS["correlations"]!(
      days.map((row) => ({ ...row, whole: true })),
    ),
  );
});
