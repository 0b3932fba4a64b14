import { openFrame } from "../../src/frame/open.ts";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { align } from "../../src/series/align.ts";
import { around } from "../../src/series/around.ts";
import { compare } from "../../src/series/compare.ts";
import { correlate } from "../../src/series/correlate.ts";
import { cosinor } from "../../src/series/cosinor.ts";
import { periodogram } from "../../src/series/periodogram.ts";
import { resample } from "../../src/series/resample.ts";
import { rhythm } from "../../src/series/rhythm.ts";
import { rolling } from "../../src/series/rolling.ts";
import { changePoint } from "../../src/series/changePoint.ts";
import { changePoints } from "../../src/series/changePoints.ts";
import { interrupted } from "../../src/series/interrupted.ts";
import { decompose } from "../../src/series/decompose.ts";
import { trend } from "../../src/series/trend.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

/** Times in minutes from 29 March 2024 on, and values. */
type Points = readonly { readonly minute: number; readonly value: number | null }[];

/** Creates a frame from a series. */
const MADE: Record<string, (rows: Frame, tz: string) => Frame> = {
  "rhythm": (rows, tz) => rhythm(rows, { y: "value", tz }).frame,
  "rhythm, sample": (rows, tz) => rhythm(rows, { y: "value", tz, variant: "sample" }).frame,
  "rhythm, GGIR": (rows, tz) => rhythm(rows, { y: "value", tz, variant: "GGIR" }).frame,
  "rhythm, pyActigraphy": (rows, tz) =>
    rhythm(rows, { y: "value", tz, variant: "pyActigraphy" }).frame,
  "cosinor": (rows, tz) => cosinor(rows, { y: "value", tz }).frame,
  "cosinor, two harmonics": (rows, tz) => cosinor(rows, { y: "value", tz, harmonics: 2 }).frame,
  "cosinor of days": (rows, tz) => cosinor(rows, { y: "value", tz, errors: "days" }).frame,
  "cosinor of independent values": (rows, tz) =>
    cosinor(rows, { y: "value", tz, errors: "independent" }).frame,
  "rhythm of periods above a threshold": (rows, tz) =>
    rhythm(rows, { y: "value", tz, period: "1d", window: "2h", threshold: 0 }),
  "changePoint": (rows, tz) => changePoint(rows, { y: "value", tz, every: "1h" }).frame,
  "changePoints": (rows, tz) => changePoints(rows, { y: "value", tz, every: "1h" }).frame,
  "interrupted": (rows, tz) =>
    interrupted(rows, { y: "value", at: "2024-01-02", tz, every: "1h" }).frame,
  "decompose": (rows, tz) => decompose(rows, { y: "value", tz, every: "1h", period: "1d" }).frame,
  "trend": (rows, tz) => trend(rows, { y: "value", tz, every: "1h" }).frame,
  "periodogram": (rows) => periodogram(rows, { y: "value", step: "2h" }),
  "periodogram, chi-square": (rows) =>
    periodogram(rows, { y: "value", step: "2h", method: "chi-square" }),
  "periodogram, Rayleigh": (rows) => periodogram(rows, { step: "2h", method: "rayleigh" }),
  "compare": (rows, tz) =>
    compare(rows, {
      y: "value",
      tz,
      a: { start_time: "2024-03-29", end_time: "2024-03-31" },
      b: { start_time: "2024-03-31", end_time: "2024-04-04" },
      resamples: 99,
    }).frame,
  "around": (rows) =>
    around(rows, rows.select("time").slice(0, 3) as Frame, { y: "value", every: "1h" }),
  "around, sd": (rows) =>
    around(rows, rows.select("time").slice(0, 1) as Frame, { y: "value", band: "sd" }),
  "correlations": (rows) =>
    correlate(align({ a: rows, b: rows.slice(1, 99) as Frame }, { every: "2h" })),
  "resample": (rows, tz) => resample(rows, { every: "6h", tz, aggregate: { value: "mean" } }),
  "rolling": (rows, tz) =>
    rolling(rows, { window: "1d", tz, aggregate: { value: "mean" }, minSamples: 2 }),
  "resample, std, var and percentiles": (rows, tz) =>
    resample(rows, { every: "6h", tz, aggregate: { value: ["std", "var", "p0", "p90"] } }),
  "rolling, std, var and percentiles": (rows, tz) =>
    rolling(rows, { window: "1d", tz, aggregate: { value: ["std", "var", "p0", "p90"] } }),
  "align": (rows, tz) =>
    align({ a: rows, b: rows.slice(1, 99) as Frame }, {
      every: "3h",
      tz,
      aggregate: { a: { value: "max" } },
    }),
};

const value = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -100, max: 100, noNaN: true }) },
  { weight: 2, arbitrary: fc.constantFrom(0, -0, 1e-12, 0.1, -7, 1e15, -1e15) },
  { weight: 1, arbitrary: fc.constant(NaN) },
  { weight: 2, arbitrary: fc.constant(null) },
);

/** Rows that are random, constant or null throughout, with gaps of minutes to whole days. */
const series: fc.Arbitrary<Points> = fc.tuple(
  fc.array(fc.tuple(value, fc.constantFrom(0, 10, 60, 60, 60, 120, 480, 1440, 2880)), {
    maxLength: 60,
  }),
  fc.constantFrom("random", "random", "constant", "null"),
).map(([points, kind]) => {
  let minute = 0;
  return points.map(([own, step]) => ({
    minute: minute += step,
    value: kind === "random" ? own : kind === "constant" ? 0.1 : null,
  }));
});

function frameOf(points: Points): Frame {
  const start = BigInt(Date.UTC(2024, 2, 29)) * 1000n;
  return toFrame({
    time: {
      type: "time",
      values: BigInt64Array.from(points, ({ minute }) => start + BigInt(minute) * 60_000_000n),
      zone: "UTC",
    },
    value: {
      type: "float64",
      values: Float64Array.from(points, ({ value }) => value ?? 0),
      valid: Uint8Array.from(points, ({ value }) => value === null ? 0 : 1),
    },
  });
}

/** The columns in which a value is neither null nor finite. */
function notFinite(frame: Frame): string[] {
  return Object.entries(openFrame(frame).columns()).filter(([, column]) =>
    column.type === "float64" &&
    column.values.some((one, row) => column.valid?.[row] !== 0 && !Number.isFinite(one))
  ).map(([name]) => name);
}

for (const [name, make] of Object.entries(MADE)) {
  Deno.test(`${name}: undefined results are null, never NaN or Infinity`, () => {
    fc.assert(
      fc.property(
        series,
        fc.constantFrom("UTC", "Europe/Berlin", "Australia/Lord_Howe"),
        (points, tz) => assertEquals(notFinite(make(frameOf(points), tz)), []),
      ),
      { numRuns: 150, seed: 7 },
    );
  });
}

Deno.test("the property detects a value that is not finite", () => {
  const points = [{ minute: 0, value: Infinity }, { minute: 1, value: 1 }];
  assertEquals(notFinite(MADE["rolling"]!(frameOf(points), "UTC")), ["value"]);
});
