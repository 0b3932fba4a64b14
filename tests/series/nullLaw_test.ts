import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import * as series from "../../src/series/mod.ts";

/**
 * The law of nulls: rows without a value change no number of any verb of series, as if they were not
 * there. Rows that a verb answers for each row of its input, and counts of missing rows, do differ.
 */

const tz = "Europe/Berlin";
const HOUR = 3_600_000;

/** Hours of ten days, each with a value, with a row without one, or without a row. */
const hours = fc.array(
  fc.record({
    value: fc.integer({ min: 40, max: 90 }),
    other: fc.integer({ min: 0, max: 500 }),
    kind: fc.constantFrom("value", "value", "null", "nothing"),
  }),
  { minLength: 240, maxLength: 240 },
);
type Hours = readonly { value: number; other: number; kind: string }[];

function rowsWhere(all: Hours, kinds: readonly string[]): Row[] {
  return all.flatMap(({ value, other, kind }, i): Row[] => {
    // The first and the last row have values, so that both frames span the same time.
    const own = i === 0 || i === all.length - 1 ? "value" : kind;
    if (!kinds.includes(own)) return [];
    const time = new Date(Date.UTC(2024, 2, 25) + i * HOUR).toISOString();
    const values = own === "value" ? { value, other } : { value: null, other: null };
    return [{ time, ...values, half: i < 120 ? "a" : "b" }];
  });
}

const rowsOf = (frame: Frame): Row[] => toRows(columnsOf(frame));
const known = (rows: readonly Row[], name: string): Row[] =>
  rows.filter((row) => row[name] !== null);

/** Statistics without those that count or weigh rows that have no value. */
const valuesOf = (frame: Frame): unknown[] =>
  rowsOf(frame).filter(({ name }) => !String(name).startsWith("missing"))
    .map(({ name, value, n }) => [name, value, n]);

/** For each verb its numbers, which must not change; or why it has none. */
const VERBS: Readonly<Record<string, ((rows: Row[]) => unknown) | string>> = {
  align: (rows) =>
    rowsOf(series.align({ rows }, {
      every: "6h",
      tz,
      aggregate: { rows: { value: "mean", other: "sum" } },
    })),
  around: (rows) =>
    rowsOf(series.around(rows, [{ time: "2024-03-27T12:00Z" }, { time: "2024-03-30T12:00Z" }], {
      y: "value",
      every: "3h",
      before: "12h",
      after: "12h",
      tz,
    })),
  between: "it keeps rows as they are",
  // Intervals depend on how values correlate by distance, and the rows set the distances.
  changePoint: (rows) => rowsOf(series.changePoint(rows, { y: "value", tz, every: "6h" }).frame),
  changePoints: (rows) => rowsOf(series.changePoints(rows, { y: "value", tz, every: "6h" }).frame),
  compare: (rows) =>
    valuesOf(series.compare(rows, { y: "value", condition: "half", seed: 1, tz }).frame)
      .filter((row) => /^(?:mean_|difference$|n_[ab]$)/.test(String((row as unknown[])[0]))),
  convert: (rows) =>
    known(
      rowsOf(series.convert(rows, { value: { from: "lb", to: "kg" } }, { times: ["time"] })),
      "value",
    ),
  correlate: (rows) =>
    rowsOf(series.correlate(rows, { y: ["value", "other"], dependent: false, tz })),
  cosinor: (rows) => valuesOf(series.cosinor(rows, { y: "value", tz }).frame),
  dateParts: "it adds columns to rows as they are",
  decompose: (rows) =>
    rowsOf(
      series.decompose(rows, { y: "value", tz, every: "6h", period: "24h" }).frame,
    ),
  effort: (rows) => rowsOf(series.effort(rows, { y: "value", max: 100, tz })),
  extendedCosinor: (rows) => valuesOf(series.extendedCosinor(rows, { y: "value", tz }).frame),
  fluctuations: (rows) => valuesOf(series.fluctuations(rows, { y: "value", gaps: "join" }).frame),
  fragmentation: (rows) =>
    valuesOf(series.fragmentation(rows, { y: "value", threshold: 60 }).frame),
  fromSamples: "its samples have values: tests/series/fromSamples_test.ts",
  hrv: (rows) =>
    valuesOf(
      series.hrv(
        rows.map((row) => ({
          ...row,
          value: row["value"] === null ? null : 800 + Number(row["value"]),
        })),
        { y: "value", adjacent: "all" },
      ).frame,
    ),
  instant: "it is an expression of one moment",
  intensityGradient: (rows) =>
    valuesOf(series.intensityGradient(rows, { y: "value", width: 5, last: 100 }).frame),
  interrupted: (rows) =>
    valuesOf(
      series.interrupted(rows, { y: "value", at: "2024-03-31", tz, every: "1h" }).frame,
    ),
  light: (rows) => valuesOf(series.light(rows, { y: "value", threshold: 60, tz }).frame),
  mixed: (rows) => valuesOf(series.mixed(rows, { y: "value", x: "other", person: "half" }).frame),
  paired: (rows) =>
    valuesOf(
      series.paired(rows, { y: "value", condition: "half", person: "other" }).frame,
    ).filter((row) => (row as unknown[])[0] !== "incomplete"),
  periodogram: (rows) =>
    // p and threshold, as the intervals of compare
    rowsOf(series.periodogram(rows, { y: "value", step: "1h" })).map(({ period_h, power }) => [
      period_h,
      Number(Number(power).toPrecision(9)),
    ]),
  resample: (rows) =>
    rowsOf(series.resample(rows, {
      every: "1d",
      tz,
      aggregate: { value: ["mean", "min", "max", "count"], other: ["sum", "median"] },
    })),
  restingRate: (rows) => {
    const sessions = [25, 26, 28].map((day) => ({
      start_time: `2024-03-${day}T22:00Z`,
      end_time: `2024-03-${day + 1}T06:00Z`,
    }));
    return valuesOf(series.restingRate(rows, { y: "value", sessions }).frame);
  },
  rhythm: (rows) => valuesOf(series.rhythm(rows, { y: "value", tz }).frame),
  rolling: (rows) => {
    const found = rowsOf(series.rolling(rows, {
      window: "6h",
      tz,
      aggregate: { value: ["mean", "min", "count"] },
    }));
    const times = new Set(known(rows, "value").map(({ time }) => Date.parse(String(time))));
    return found.filter(({ time }) => times.has(Date.parse(String(time))));
  },
  streaks: (rows) => {
    const { frame, longest, current, days_met } = series.streaks(rows, {
      y: "value",
      atLeast: 65,
      tz,
    });
    return [rowsOf(frame), longest, current, days_met];
  },
  thin: (rows) => known(rowsOf(series.thin(rows, { points: 1000, y: ["value"], tz })), "value"),
  trend: (rows) => valuesOf(series.trend(rows, { y: "value", tz, every: "6h" }).frame),
  unusual: (rows) => rowsOf(series.unusual(rows, { y: "value", tz }).frame),
  withoutNonWear: "a minute without a value counts as zero: tests/series/withoutNonWear_test.ts",
};

Deno.test("the law of nulls covers every verb of series", () => {
  const verbs = Object.entries(series).filter(([, verb]) => typeof verb === "function");
  assertEquals(Object.keys(VERBS), verbs.map(([name]) => name).sort(), "add it to VERBS");
});

for (const [name, compute] of Object.entries(VERBS)) {
  if (typeof compute === "string") continue;
  Deno.test(`${name}() treats rows without a value like missing rows`, () => {
    fc.assert(
      fc.property(hours, (all) => {
        assertEquals(
          compute(rowsWhere(all, ["value", "null"])),
          compute(rowsWhere(all, ["value"])),
        );
      }),
      { numRuns: 3 },
    );
  });
}
