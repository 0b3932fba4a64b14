import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Columns, textColumn, timeColumn } from "../../src/frame/columns/columns.ts";
import { nullable } from "../../src/frame/columns/nullable.ts";
import { type FrameLike, openFrame } from "../../src/frame/open.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { align } from "../../src/series/align.ts";
import { around } from "../../src/series/around.ts";
import { compare } from "../../src/series/compare.ts";
import { correlate } from "../../src/series/correlate.ts";
import { cosinor } from "../../src/series/cosinor.ts";
import { extendedCosinor } from "../../src/series/extendedCosinor.ts";
import { fluctuations } from "../../src/series/fluctuations.ts";
import { fragmentation } from "../../src/series/fragmentation.ts";
import { intensityGradient } from "../../src/series/intensityGradient.ts";
import { periodogram } from "../../src/series/periodogram.ts";
import { rhythm } from "../../src/series/rhythm.ts";
import { thin } from "../../src/series/thin.ts";
import { changePoint } from "../../src/series/changePoint.ts";
import { changePoints } from "../../src/series/changePoints.ts";
import { interrupted } from "../../src/series/interrupted.ts";
import { decompose } from "../../src/series/decompose.ts";
import { trend } from "../../src/series/trend.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

type Row = Record<string, unknown> & { user: string; site: number | null; time: Date };

/** Every statistic that takes `by`, as it is called of rows `{ time, value, user, site }`. */
const VERBS: Readonly<Record<string, (rows: readonly Row[] | Frame, by?: string[]) => FrameLike>> =
  {
    "rhythm()": (rows, by) => rhythm(rows, { y: "value", tz: "Europe/Berlin", by }),
    "rhythm() of periods": (rows, by) =>
      rhythm(rows, { y: "value", tz: "Europe/Berlin", period: "1d", window: "3h", by }),
    "rhythm() as pyActigraphy": (rows, by) =>
      rhythm(rows, { y: "value", tz: "UTC", variant: "pyActigraphy", by }),
    "cosinor()": (rows, by) => cosinor(rows, { y: "value", tz: "Europe/Berlin", by }),
    "extendedCosinor()": (rows, by) =>
      extendedCosinor(rows, { y: "value", tz: "Europe/Berlin", by }),
    "fluctuations()": (rows, by) => fluctuations(rows, { y: "value", gaps: "join", by }),
    "fragmentation()": (rows, by) => fragmentation(rows, { y: "value", by }),
    "intensityGradient()": (rows, by) => intensityGradient(rows, { y: "value", by }),
    "changePoint()": (rows, by) =>
      changePoint(rows, { y: "value", tz: "Europe/Berlin", every: "1h", by }),
    "changePoints()": (rows, by) =>
      changePoints(rows, { y: "value", tz: "Europe/Berlin", every: "1h", by }),
    "interrupted()": (rows, by) =>
      interrupted(rows, {
        y: "value",
        at: "2024-03-31",
        tz: "Europe/Berlin",
        every: "1h",
        by,
      }),
    "decompose()": (rows, by) =>
      decompose(rows, { y: "value", tz: "Europe/Berlin", every: "1h", period: "1d", by }),
    "trend()": (rows, by) => trend(rows, { y: "value", tz: "Europe/Berlin", every: "1h", by }),
    "periodogram()": (rows, by) => periodogram(rows, { y: "value", step: "4h", by }),
    "periodogram() by chi-square": (rows, by) =>
      periodogram(rows, { y: "value", method: "chi-square", step: "4h", every: "1h", by }),
    "periodogram() of events": (rows, by) =>
      periodogram(rows, { method: "rayleigh", step: "4h", by }),
    "around()": (rows, by) =>
      around(rows, rows, { y: "value", before: "3h", after: "3h", every: "1h", by }),
    "compare()": (rows, by) =>
      compare(rows, {
        y: "value",
        a: { start_time: "2024-03-29", end_time: "2024-03-31" },
        b: { start_time: "2024-03-31", end_time: "2024-04-02" },
        tz: "Europe/Berlin",
        resamples: 99,
        by,
      }),
    "compare() of conditions": (rows, by) =>
      compare(rows, {
        y: "value",
        condition: "kind",
        a: "x",
        b: "y",
        resamples: 99,
        tz: "UTC",
        by,
      }),
    "correlate()": (rows, by) => correlate(rows, { y: ["value", "other"], tz: "UTC", by }),
    "thin()": (rows, by) => thin(rows, { y: ["value"], points: 10, by }),
    "align()": (rows, by) =>
      align({ left: rows, right: rows }, {
        every: "6h",
        tz: "Europe/Berlin",
        aggregate: { left: { value: "max" }, right: { value: "mean", other: "count" } },
        by,
      }),
  };

const rows = fc.array(
  fc.record({
    user: fc.constantFrom("anna", "ben", "1"),
    site: fc.constantFrom(1, 2, null),
    time: fc.integer({ min: 0, max: 120 })
      .map((i) => new Date(Date.UTC(2024, 2, 29) + i * 3_600_000)),
    value: fc.option(fc.integer({ min: -9, max: 99 }), { freq: 9 }),
    other: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 9 }),
    kind: fc.constantFrom("x", "y"),
  }),
  { minLength: 40, maxLength: 160 },
);

/** A statistic of each group by itself, by a plain loop, the names of its groups put in front. */
function looped(all: readonly Row[], by: readonly string[], call: (own: readonly Row[]) => Frame) {
  const groups = Map.groupBy(all, (row) => JSON.stringify(by.map((name) => row[name])));
  return [...groups.values()].flatMap((own) =>
    call(own).toRecords().map((found) => ({
      ...Object.fromEntries(by.map((name) => [name, own[0]![name]])),
      ...found,
    }))
  );
}

/** The verbs of the table, with their results as frames. */
const CALLS = Object.entries(VERBS).map(([name, verb]) =>
  [name, (...args: Parameters<typeof verb>) => openFrame(verb(...args)).frame()] as const
);

for (const [name, call] of CALLS) {
  for (const by of [["user"], ["user", "site"]]) {
    Deno.test(`${name} by ${by.join(" and ")} equals a loop over the groups, for any kind of input`, () => {
      fc.assert(
        fc.property(rows, (given) => {
          const all = given as unknown as Row[];
          // a group may have only nulls, which give no numeric column by themselves
          const expected = looped(all, by, (own) => call(frameOf(own, by)));
          for (const form of [all, frameOf(all)]) {
            const found = call(form, by);
            assertEquals(found.columns.slice(0, by.length), by);
            assertEquals(found.toRecords(), expected);
          }
        }),
        { numRuns: 8 },
      );
    });
  }
}

function frameOf(rows: readonly Row[], without: readonly string[] = []): Frame {
  const numbers = (name: string) => nullable(rows.map((row) => row[name] as number | null));
  const columns: Columns = {
    user: textColumn(rows.map(({ user }) => user)),
    site: numbers("site"),
    time: timeColumn(BigInt64Array.from(rows, ({ time }) => BigInt(time.getTime()) * 1000n)),
    value: numbers("value"),
    other: numbers("other"),
    kind: textColumn(rows.map((row) => row["kind"] as string)),
  };
  return toFrame(
    Object.fromEntries(Object.entries(columns).filter(([name]) => !without.includes(name))),
  );
}

Deno.test("a verb with groups returns its columns for a frame without rows, after the columns of the groups", () => {
  for (const [name, call] of CALLS) {
    const found = call(frameOf([]), ["user", "site"]);
    assertEquals(found.columns.slice(0, 2), ["user", "site"], name);
    assertEquals(found.shape.height, 0, name);
  }
});
