import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
// @ts-types="@types/d3-array"
import { deviation, mean, quantile, variance } from "d3-array";
import fc from "fast-check";
import { align } from "../../../src/series/align.ts";
import { resample } from "../../../src/series/resample.ts";
import { rolling } from "../../../src/series/rolling.ts";

type Value = number | null;

/** Expected values of a window, from d3. */
const ORACLE: Readonly<Record<string, (values: number[]) => number | undefined>> = {
  mean,
  std: deviation,
  var: variance,
  p0: (values) => quantile(values, 0),
  "p2.5": (values) => quantile(values, 0.025),
  p90: (values) => quantile(values, 0.9),
  p100: (values) => quantile(values, 1),
};
const NAMES = Object.keys(ORACLE) as ("std" | "var" | "p2.5" | "p90" | "mean" | "p0" | "p100")[];

const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -9, max: 9 }) },
  { weight: 4, arbitrary: fc.double({ min: 1e6, max: 1e6 + 1, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(null, NaN) },
);

const rows = fc.array(
  fc.record({
    minute: fc.integer({ min: 0, max: 400 }),
    length: fc.integer({ min: 0, max: 90 }),
    v: value,
    user: fc.constantFrom("a", "b"),
  }),
  { minLength: 1, maxLength: 60 },
);

const at = (minute: number): Date => new Date(Date.UTC(2024, 0, 1, 0, minute));
const isKnown = (one: Value): one is number => one !== null && !Number.isNaN(one);

function assertSame(found: unknown, values: number[], name: string): void {
  const wanted = ORACLE[name]!(values) ?? null;
  if (wanted === null) return assertEquals(found, null, name);
  const scale = Math.max(1, ...values.map(Math.abs)) ** (name === "var" ? 1.3 : 1);
  assertAlmostEquals(found as number, wanted, 1e-9 * scale, `${name} of ${values}`);
}

Deno.test("resample() agrees with d3 on std, var and percentiles of each window", () => {
  const reached = { one: 0, several: 0, none: 0 };
  fc.assert(fc.property(rows, (given) => {
    for (const kind of ["points", "spans", "groups"] as const) {
      const frame = given.map(({ minute, length, v, user }) => ({
        time: at(minute),
        ...(kind === "spans" ? { end: at(minute + length) } : {}),
        ...(kind === "groups" ? { user } : {}),
        v,
      }));
      if (!frame.some(({ v }) => typeof v === "number")) continue;
      const found = resample(frame, {
        every: "1h",
        tz: "UTC",
        aggregate: { v: NAMES },
        ...(kind === "spans" ? { end: "end" } : {}),
        ...(kind === "groups" ? { by: "user" } : {}),
      });
      for (const row of found.toRecords()) {
        const start = (row["time"] as unknown as Date).getTime() / 60_000, end = start + 60;
        const own = given.filter((one) => {
          const from = at(one.minute).getTime() / 60_000;
          const to = kind === "spans" ? from + one.length : from;
          const isIn = to > from ? from < end && to > start : from >= start && from < end;
          return isIn && (kind !== "groups" || one.user === row["user"]) && isKnown(one.v);
        }).map(({ v }) => v as number);
        for (const name of NAMES) assertSame(row[`v_${name}`], own, name);
        reached[own.length === 0 ? "none" : own.length === 1 ? "one" : "several"]++;
      }
    }
  }));
  for (const [branch, count] of Object.entries(reached)) assert(count > 100, `${branch} ${count}`);
});

Deno.test("rolling() agrees with d3 on std, var and percentiles of each window", () => {
  fc.assert(fc.property(rows, fc.constantFrom("30m", "2h", "1d"), (given, window) => {
    const frame = given.map(({ minute, v }) => ({ time: at(minute), v }));
    if (!frame.some(({ v }) => typeof v === "number")) return;
    const minutes = { "30m": 30, "2h": 120, "1d": 1440 }[window];
    const found = rolling(frame, { window, tz: "UTC", aggregate: NAMES }).toRecords();
    given.forEach(({ minute }, i) => {
      const own = given.filter((one) =>
        one.minute > minute - minutes && one.minute <= minute && isKnown(one.v)
      ).map(({ v }) => v as number);
      for (const name of NAMES) assertSame(found[i]![`v_${name}`], own, name);
    });
  }));
});

const RATE = [
  { time: "2024-01-01T08:00Z", heart_rate: 60, steps: 5 },
  { time: "2024-01-01T08:20Z", heart_rate: 90, steps: 7 },
];

Deno.test("several functions of a column make a column each, named after both", () => {
  const { columns } = resample(RATE, {
    every: "1h",
    aggregate: { heart_rate: ["mean", "max"], steps: "sum" },
  });
  assertEquals(columns, ["time", "heart_rate_mean", "heart_rate_max", "steps"]);
  const [row] = resample(RATE, { every: "1h", aggregate: ["min", "weighted mean"] }).toRecords();
  assertEquals({ ...row, time: 0 }, {
    time: 0,
    heart_rate_min: 60,
    heart_rate_weighted_mean: 80,
    steps_min: 5,
    steps_weighted_mean: (5 * 20 + 7 * 40) / 60,
  });
  const week = rolling(RATE, { window: "1h", aggregate: { heart_rate: ["mean", "p50"] } });
  assertEquals(week.columns, ["time", "heart_rate_mean", "heart_rate_p50"]);
  const both = align({ a: RATE, b: RATE }, {
    every: "1h",
    aggregate: { a: { steps: ["min", "max"] }, b: { steps: "p90" } },
  });
  assertEquals(both.columns, ["time", "a_steps_min", "a_steps_max", "b"]);
});

Deno.test("a duplicate result column is reported", () => {
  const frame = [{ time: "2024-01-01T08:00Z", a: 1, a_max: 2 }];
  assertThrows(
    () => resample(frame, { every: "1h", aggregate: { a: ["max"], a_max: "mean" } }),
    RangeError,
    'there would be two columns "a_max"',
  );
  assertThrows(
    () => rolling(frame, { window: "1h", aggregate: { a: ["max"], a_max: "mean" } }),
    RangeError,
    'there would be two columns "a_max"',
  );
});

Deno.test("an unknown function is reported with the nearest name", () => {
  for (
    const [aggregate, words] of [
      ["maxx", 'did you mean "max"?'],
      ["average", 'did you mean "mean"?'],
      ["SD", 'did you mean "std"?'],
      ["p101", "percentiles are p0 to p100, such as p90"],
      ["90%", "percentiles are p0 to p100, such as p90"],
      [["mean", "mediann"], 'did you mean "median"?'],
      [{ heart_rate: ["mean", "stdd"] }, 'did you mean "std"?'],
      ["zzzzzzzz", "available: mean, sum, min, max, median, std, var, p90"],
    ] as const
  ) {
    const wrong = aggregate as unknown as "mean";
    assertThrows(() => resample(RATE, { every: "1h", aggregate: wrong }), RangeError, words);
    if (aggregate === "zzzzzzzz") continue;
    assertThrows(() => rolling(RATE, { window: "1h", aggregate: wrong }), RangeError, words);
  }
  const number = 0.9 as unknown as "mean";
  assertThrows(
    () => resample(RATE, { every: "1h", aggregate: number }),
    TypeError,
    'aggregate is the number 0.9, expected a function; for that quantile write "p90"',
  );
  assertThrows(
    () => resample(RATE, { every: "1h", aggregate: null as unknown as "mean" }),
    TypeError,
    "aggregate is null. Leave it out for the default.",
  );
});
