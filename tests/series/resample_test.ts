import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import pl from "nodejs-polars";
import { type Column, textColumn, timeColumn } from "../../src/frame/columns/columns.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toValues } from "../../src/frame/polars/rows.ts";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import { toArrow } from "../../src/frame/arrow/toArrow.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import type { Reducer } from "../../src/series/input/reducers.ts";
import { resample } from "../../src/series/resample.ts";
import { rolling } from "../../src/series/rolling.ts";
import { type Length, localLabel } from "./localLabel.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import type { ResampleOptions } from "../../src/series/windows/resampleOptions.ts";
import reference from "../fixtures/resample_dst_reference.json" with { type: "json" };

const MINUTE = 60_000_000n;

const values = (frame: Frame, name = "value"): unknown[] =>
  toValues((columnsOf(frame) as Record<string, Column>)[name]!);

const micros = (frame: Frame): bigint[] => [
  ...(columnsOf(frame) as unknown as { time: { values: BigInt64Array } }).time.values,
];

const instantOf = (text: string): bigint => Temporal.Instant.from(text).epochNanoseconds / 1000n;

/** Returns values at minutes after an instant, as a frame. */
function frameAt(
  moment: string,
  minutes: readonly number[],
  values: readonly (number | null)[],
  zone = "UTC",
): Frame {
  const start = instantOf(moment);
  return toFrame({
    time: {
      type: "time",
      zone,
      values: BigInt64Array.from(
        minutes,
        (minute) => start + BigInt(Math.round(minute * 60)) * 1_000_000n,
      ),
    },
    value: {
      type: "float64",
      values: Float64Array.from(values, (value) => value ?? 0),
      valid: Uint8Array.from(values, (value) => value === null ? 0 : 1),
    },
  });
}

const REDUCERS = ["mean", "sum", "min", "max", "median", "first", "last", "count"] as const;
const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "America/St_Johns"];
const LENGTHS = ["15m", "1h", "1d", "1w", "1mo"] as const;
const MOMENTS = [
  "2024-03-29T10:07Z",
  "2024-10-25T10:07Z",
  "2024-03-08T07:00Z",
  "2024-11-01T20:00Z",
];

Deno.test("resample() agrees with Polars' windows across both daylight saving changes", () => {
  for (const tz of ZONES) {
    for (const moment of MOMENTS) {
      const minutes = Array.from({ length: 700 }, (_, i) => i * 9.5 + (i % 7));
      const frame = frameAt(moment, minutes, minutes.map((_, i) => Math.sin(i) * 100), tz);
      for (const every of LENGTHS) {
        const [first, ...rest] = REDUCERS.map((name) => pl.col("value")[name]().alias(name));
        const expected = frame.groupByDynamic({ indexColumn: "time", every, startBy: "window" })
          .agg(first!, ...rest);
        const rows = new Map(micros(expected).map((label, row) => [label, row]));
        for (const name of REDUCERS) {
          const actual = resample(frame, { every, tz, aggregate: { value: name } });
          const wanted = values(expected, name) as number[], got = values(actual);
          const labels = micros(actual);
          assertEquals(labels.filter((label) => rows.has(label)).length, rows.size);
          labels.forEach((label, i) => {
            const row = rows.get(label);
            if (row === undefined) assertEquals(got[i], name === "count" ? 0 : null);
            else assertAlmostEquals(got[i] as number, wanted[row]!, 1e-9, `${tz} ${every} ${name}`);
          });
        }
      }
    }
  }
});

Deno.test("resample() has every window between the first and the last, in any zone", () => {
  const zones = [...ZONES, "America/Sao_Paulo", "Africa/Cairo", "America/Havana", "Asia/Beirut"];
  // Zones with days that skip midnight, for which Polars' own days are wrong.
  const moments = [
    "2018-11-02T10:00Z",
    "2024-04-24T10:00Z",
    "2024-03-08T10:00Z",
    "2022-03-25T10:00Z",
  ];
  for (const tz of zones) {
    for (const moment of moments) {
      for (const every of ["1h", "1d", "1w", "1mo"] satisfies Length[]) {
        const start = instantOf(moment);
        const at = Array.from({ length: 10 * 24 * 2 }, (_, i) => start + BigInt(i * 30) * MINUTE);
        const frame = toFrame({
          time: { type: "time", values: BigInt64Array.from(at), zone: tz },
          value: { type: "float64", values: Float64Array.from(at, (_, i) => i) },
        });
        const counts = new Map<bigint, number>();
        for (const moment of at) {
          const label = localLabel(moment, every, tz);
          counts.set(label, (counts.get(label) ?? 0) + 1);
        }
        const actual = resample(frame, { every, aggregate: "count" });
        assertEquals(micros(actual), [...counts.keys()], `${tz} ${every} ${moment}`);
        assertEquals(values(actual), [...counts.values()], `${tz} ${every} ${moment}`);
      }
    }
  }
});

Deno.test("resample() handles the half hour of Lord Howe, and the day that Samoa skipped", () => {
  const count = (moment: string, hours: number, options: ResampleOptions): unknown[] => {
    const minutes = Array.from({ length: hours * 6 }, (_, i) => i * 10);
    return values(resample(frameAt(moment, minutes, minutes), { ...options, aggregate: "count" }));
  };
  // At 02:00 on 2024-04-07 the clock moves back by 30 minutes, within the same hour.
  const tz = "Australia/Lord_Howe";
  assertEquals(count("2024-04-06T13:00Z", 24.5, { every: "1d", tz }), [147]);
  assertEquals(count("2024-04-06T13:00Z", 4, { every: "1h", tz }).slice(0, 3), [6, 9, 6]);
  // 30 December 2011 does not exist in Apia.
  const apia = resample(
    frameAt("2011-12-29T10:00Z", [0, 60 * 24, 60 * 48], [1, 2, 3]),
    { every: "1d", tz: "Pacific/Apia", aggregate: "count" },
  );
  assertEquals(values(apia, "time"), [
    "2011-12-29T00:00:00-10:00",
    "2011-12-31T00:00:00+14:00",
    "2012-01-01T00:00:00+14:00",
  ]);
  assertEquals(values(apia), [1, 1, 1]);
});

Deno.test("resample() has the measured bins of Polars and pandas", () => {
  const tz = reference.zone;
  let seen = 0;
  for (const { from_utc, to_utc_exclusive, samples, ...bins } of Object.values(reference.cases)) {
    const minutes = Array.from({ length: samples }, (_, i) => i);
    assertEquals(instantOf(from_utc) + BigInt(samples) * MINUTE, instantOf(to_utc_exclusive));
    const frame = frameAt(from_utc, minutes, minutes);
    for (const [engine, expected] of Object.entries(bins)) {
      const every = engine.split(" ")[1] as "1d" | "1h";
      // Calendar days and hours need no anchor. Other clock windows match if they count from the
      // start.
      const anchor = every === "1d" || every === "1h" ? "wall" : from_utc;
      const actual = resample(frame, { every, tz, anchor, aggregate: "count" });
      const rows = values(actual, "time").map((time, i) => [time, values(actual)[i]]);
      assertEquals(rows, expected, engine);
      seen++;
    }
  }
  assertEquals(seen, 16);
});

Deno.test("resample() starts six-hour windows at 00, 06, 12 and 18 o'clock, or again at each midnight", () => {
  const minutes = Array.from({ length: 25 * 4 }, (_, i) => i * 15);
  const frame = frameAt("2024-10-26T22:00Z", minutes, minutes);
  const count = (anchor: "wall" | "local-day") =>
    values(resample(frame, { every: "6h", tz: "Europe/Berlin", aggregate: "count", anchor }));
  assertEquals(count("wall"), [28, 24, 24, 24]);
  assertEquals(count("local-day"), [24, 24, 24, 24, 4]);
});

Deno.test("resample() fills gaps with null, 0 or the last value", () => {
  const frame = frameAt("2024-01-01T00:00Z", [0, 61, 200], [1, null, 3]);
  const filled = (fill: null | 0 | "last", aggregate: Reducer = "mean") =>
    values(resample(frame, { every: "1h", aggregate, fill }));
  assertEquals(filled(null), [1, null, null, 3]);
  assertEquals(filled(0), [1, 0, 0, 3]);
  assertEquals(filled("last"), [1, 1, 1, 3]);
  assertEquals(filled(null, "sum"), [1, null, null, 3]);
  assertEquals(filled("last", "count"), [1, 0, 0, 1]);
});

Deno.test("resample() fills nothing before the first value", () => {
  const frame = frameAt("2024-01-01T00:00Z", [0, 61], [null, 3]);
  assertEquals(values(resample(frame, { every: "1h", fill: "last" })), [null, 3]);
  assertEquals(values(resample(frame, { every: "1h", fill: 0 })), [0, 3]);
});

Deno.test("resample() skips nulls and NaN with every function", () => {
  const frame = frameAt("2024-01-01T00:00Z", [0, 1, 2, 3, 60, 120], [null, NaN, 4, null, NaN, 7]);
  for (const aggregate of REDUCERS) {
    const [first, second, third] = values(resample(frame, { every: "1h", aggregate }));
    assertEquals(first, aggregate === "count" ? 1 : 4, aggregate);
    assertEquals(second, aggregate === "count" ? 0 : null, aggregate);
    assertEquals(third, aggregate === "count" ? 1 : 7, aggregate);
  }
});

Deno.test("resample() does not depend on the order of its rows, and does not change them", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 60 }),
      fc.constantFrom(...REDUCERS),
      (minutes, aggregate) => {
        const sorted = [...minutes].sort((a, b) => a - b);
        const options = { every: "1h", tz: "Asia/Kolkata", aggregate } as const;
        const actual = resample(frameAt("2024-03-30T00:00Z", minutes, minutes), options);
        const expected = resample(frameAt("2024-03-30T00:00Z", sorted, sorted), options);
        assert(actual.frameEqual(expected));
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("resample() by people gives the counts and sums of comparing every row with every window", () => {
  const row = fc.record({
    user: fc.option(fc.constantFrom("a", "b", "c"), { nil: null }),
    minute: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 9000 })),
    value: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom(null, NaN)),
  });
  const byUser = (a: { user: string | null }, b: { user: string | null }): number =>
    String(a.user) < String(b.user) ? -1 : 1;
  fc.assert(fc.property(fc.array(row, { minLength: 1 }), fc.boolean(), (rows, inTurn) => {
    if (inTurn) rows.sort((a, b) => byUser(a, b) || a.minute - b.minute);
    const at = (minute: number): bigint => BigInt(minute) * MINUTE;
    const frame = toFrame({
      user: textColumn(rows.map(({ user }) => user)),
      time: timeColumn(BigInt64Array.from(rows, ({ minute }) => at(minute))),
      value: {
        type: "float64",
        values: Float64Array.from(rows, ({ value }) => value ?? 0),
        valid: Uint8Array.from(rows, ({ value }) => value === null ? 0 : 1),
      },
    });
    const users = [...new Set(rows.map(({ user }) => user))];
    const expected = users.flatMap((user) => {
      const own = rows.filter((row) => row.user === user);
      const windows = own.map(({ minute }) => Math.floor(minute / 15));
      const first = Math.min(...windows), count = Math.max(...windows) - first + 1;
      return Array.from({ length: count }, (_, i) => {
        const there = own.filter((_, row) => windows[row] === first + i)
          .flatMap(({ value }) => value === null || Number.isNaN(value) ? [] : [value]);
        const sum = there.length === 0 ? null : there.reduce((a, b) => a + b, 0);
        return [user, at(15 * (first + i)), there.length, sum];
      });
    });
    const actual = resample(frame, {
      every: "15m",
      tz: "UTC",
      by: "user",
      aggregate: { value: ["count", "sum"] },
    });
    const of = (name: string): unknown[] => values(actual, name);
    const [user, count, sum] = [of("user"), of("value_count"), of("value_sum")];
    assertEquals(micros(actual).map((at, i) => [user[i], at, count[i], sum[i]]), expected);
  }));
});

Deno.test("resample() computes first and last in the given order among rows with equal times", () => {
  const frame = frameAt("2024-01-01T00:00Z", [60, 0, 0, 0], [9, 3, 1, 2]);
  const one = (aggregate: Reducer) => values(resample(frame, { every: "1h", aggregate }));
  assertEquals([one("first"), one("last")], [[3, 9], [2, 9]]);
});

Deno.test("resample() keeps text, booleans and times by first and last, with nulls in gaps", () => {
  const at = ["2024-01-01T00:10Z", "2024-01-01T00:20Z", "2024-01-01T02:00Z"];
  const rows = at.map((time, i) => ({
    time,
    text: ["a", null, "c"][i],
    flag: [true, false, null][i],
    moment: new Date(at[i]!),
    list: [i, i],
  }));
  const actual = resample(rows, {
    every: "1h",
    aggregate: { text: "last", flag: "first", moment: "last", list: "first" },
  });
  assertEquals(columnNames(actual), ["time", "text", "flag", "moment", "list"]);
  assertEquals(values(actual, "text"), ["a", null, "c"]);
  assertEquals(values(actual, "flag"), [true, null, null]);
  assertEquals(values(actual, "moment"), ["2024-01-01T00:20:00Z", null, "2024-01-01T02:00:00Z"]);
  assertEquals(values(actual, "list"), [[0, 0], null, [2, 2]]);
  const filled = resample(rows, { every: "1h", aggregate: { text: "last" }, fill: "last" });
  assertEquals(values(filled, "text"), ["a", "a", "c"]);
});

Deno.test("resample() keeps only the named columns, and reads no others", () => {
  const time = pl.Series("time", Float64Array.of(0, 3.6e12)).cast(pl.Int64).cast(pl.Datetime("ns"));
  const odd = pl.Series("odd", Float64Array.of(1, 2)).cast(pl.Int64).cast(pl.Time);
  const frame = pl.DataFrame([time, odd, pl.Series("value", [1, 2])]);
  const actual = resample(frame, { every: "1h", aggregate: { value: "sum" } });
  assertEquals(columnNames(actual), ["time", "value"]);
  assertEquals(values(actual), [1, 2]);
});

Deno.test("resample() adds up small integers beyond their own width, as numbers", () => {
  const time = pl.Series("time", Float64Array.of(0, 1, 2)).cast(pl.Int64).cast(pl.Datetime("us"));
  for (const type of [pl.Int8, pl.UInt8, pl.Int32, pl.UInt32, pl.UInt64, pl.Float32]) {
    const large = type === pl.Int8 ? 100 : type === pl.UInt8 ? 200 : 2_000_000_000;
    const frame = pl.DataFrame([time, pl.Series("value", [large, large, large]).cast(type)]);
    const [sum] = values(resample(frame, { tz: "UTC", every: "1d", aggregate: "sum" }));
    assertEquals(sum, 3 * large, String(type));
  }
});

Deno.test("resample() reads dates, milliseconds, nanoseconds and times without a zone as UTC", () => {
  const seconds = Float64Array.of(0, 86_400);
  const days = pl.Series("time", Int32Array.of(0, 1)).cast(pl.Date);
  const of = (unit: "ms" | "us" | "ns", times: number, zone?: string) =>
    pl.Series("time", seconds.map((second) => second * times)).cast(pl.Int64)
      .cast(pl.Datetime(unit, zone));
  for (const time of [days, of("ms", 1e3), of("us", 1e6), of("ns", 1e9), of("us", 1e6, "UTC")]) {
    const frame = pl.DataFrame([time, pl.Series("value", [1, 2])]);
    const actual = resample(frame, { tz: "UTC", every: "1d" });
    assertEquals(values(actual, "time"), ["1970-01-01T00:00:00Z", "1970-01-02T00:00:00Z"]);
    assertEquals(values(actual), [1, 2]);
  }
});

Deno.test("resample() shows windows in the zone of the times by default", () => {
  const frame = frameAt("2024-06-01T23:30Z", [0], [1], "Europe/Berlin");
  assertEquals(values(resample(frame, { every: "1d" }), "time"), ["2024-06-02T00:00:00+02:00"]);
  assertEquals(
    values(resample(frame, { every: "1d", tz: "UTC" }), "time"),
    ["2024-06-01T00:00:00Z"],
  );
});

Deno.test("resample() reads frames, Arrow tables and records alike, with names that Polars uses", () => {
  const columns = {
    at: { type: "time", values: BigInt64Array.of(0n, 60_000_000n), zone: "UTC" },
    height: { type: "float64", values: Float64Array.of(1, 2) },
    select: { type: "int64", values: BigInt64Array.of(3n, 4n) },
  } as const;
  const records = [
    { at: new Date(0), height: 1, select: 3 },
    { at: new Date(60_000), height: 2, select: 4 },
  ];
  const options = { every: "1m", time: "at", aggregate: "max" } as const;
  for (const input of [toFrame(columns), toArrow(columns), records]) {
    const actual = resample(input, options);
    assertEquals(columnNames(actual), ["at", "height", "select"]);
    assertEquals(values(actual, "height"), [1, 2]);
    assertEquals(values(actual, "select"), [3, 4]);
  }
});

Deno.test("resample() without columns only returns the windows", () => {
  const frame = frameAt("2024-01-01T00:00Z", [0, 100, 200], [1, 2, 3]);
  for (const anchor of ["wall", "local-day"] as const) {
    const grid = resample(frame, { every: "1h", aggregate: {}, anchor, tz: "Asia/Kathmandu" });
    assertEquals([columnNames(grid), micros(grid).length], [["time"], 5]);
  }
});

Deno.test("resample() without rows returns its columns", () => {
  const empty = resample(frameAt("2024-01-01T00:00Z", [], []), { every: "1h", aggregate: "count" });
  assertEquals([micros(empty), values(empty)], [[], []]);
  const text = toFrame({
    time: { type: "time", values: new BigInt64Array(0), zone: "Asia/Tokyo" },
    note: { type: "text", values: [] },
  });
  assertEquals(columnNames(resample(text, { every: "1h", aggregate: "last" })), ["time", "note"]);
});

Deno.test("resample() rejects invalid options", () => {
  const frame = frameAt("2024-01-01T00:00Z", [0, 1], [1, 2]);
  const text = [{ time: "2024-01-01T00:00Z", note: "x" }, { time: "2024-01-01T05:00Z", note: "y" }];
  const unknown = "average" as Reducer;
  const early = pl.DataFrame([
    pl.Series("time", Float64Array.of(0, 8.64e15)).cast(pl.Int64).cast(pl.Datetime("ms")),
    pl.Series("value", [1, 2]),
  ]);
  const cases: [() => unknown, typeof RangeError | typeof TypeError, string][] = [
    [
      () => resample(frame, { every: "1h", aggregate: { steps: "sum" } }),
      TypeError,
      'column "steps" is missing; available: value',
    ],
    [
      () => resample(frame, { every: "1h", aggregate: { time: "first" } }),
      TypeError,
      'column "time" is the time',
    ],
    [
      () => resample(frame, { every: "1h", aggregate: { value: unknown } }),
      RangeError,
      'Cannot resample value by "average": there is no such function; did you mean "mean"?',
    ],
    [() => resample(frame, { every: "1h", aggregate: unknown }), RangeError, "Cannot resample"],
    [
      () => resample(text, { every: "1h", aggregate: "mean" }),
      TypeError,
      'Cannot resample: column "note" is text, not a number; use first, last or count',
    ],
    [
      () => resample(text, { every: "1h", aggregate: "last", fill: 0 }),
      TypeError,
      'Cannot fill column "note" with 0: it is text, not a number',
    ],
    [
      () => resample(frame, { every: "1h", time: "at" }),
      TypeError,
      'Cannot resample: column "at" is missing; the columns are time, value',
    ],
    [
      () => resample(frame, { every: "1h", time: "value" }),
      TypeError,
      'column "value" is float64, expected time',
    ],
    [
      () => resample([{ time: null, value: 1 }], { every: "1h" }),
      TypeError,
      "time is null in row 0",
    ],
    [
      () => resample([{ time: new Date(0), pair: { n: 1 } }], { every: "1h", aggregate: "last" }),
      TypeError,
      'column "pair" is made of structs; unnest it first',
    ],
    [() => resample(frame, { every: "hour" as never }), RangeError, "Cannot read window length"],
    [() => resample(frame, { every: "1d12h" }), RangeError, "do not mix"],
    [() => resample(frame, { every: "1h", tz: "+01:00" }), RangeError, "an offset is not a zone"],
    [() => resample(frame, { every: "1h", anchor: "noon" }), RangeError, "Cannot read anchor"],
    [() => resample(early, { every: "1d" }), RangeError, "is outside the years 1 to 9999"],
    [
      () => resample(frameAt("2024-01-01T00:00Z", [0, 1e6], [1, 2]), { every: "1us" }),
      RangeError,
      "the maximum is 20000000",
    ],
  ];
  for (const [call, type, message] of cases) assertThrows(call, type, message);
});

Deno.test("resample() follows a column of zones, with one function for all columns too", () => {
  // No other call names these zones: the column is enough.
  const rows = Array.from({ length: 96 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 14, i, 7)),
    tz: i < 60 ? "Africa/Lagos" : "America/Bogota",
    steps: 100,
  }));
  const days = new Map<string, number>();
  for (const { time, tz } of rows) {
    const date = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(tz)
      .toPlainDate().toString();
    days.set(date, (days.get(date) ?? 0) + 100);
  }
  for (const aggregate of ["sum", { steps: "sum" }, ["sum", "count"]] as const) {
    for (const frame of [rows, pl.DataFrame(rows)]) {
      const found = resample(frame, { every: "1d", aggregate });
      const name = columnNames(found).find((name) => name.startsWith("steps"))!;
      assertEquals(found.getColumn(name).toArray(), [...days.values()]);
      assert(!columnNames(found).some((name) => name.startsWith("tz")));
    }
  }
  // The first of several columns of text that is not a zone is still refused.
  assertThrows(
    () => resample(rows.map((row) => ({ ...row, tz: 1, place: "x" })), { tz: "UTC", every: "1d" }),
    TypeError,
    "place",
  );
});

Deno.test("resample() and rolling() count true as 1 and false as 0, and skip null", () => {
  const days = [true, false, null, true].map((headache, i) => ({
    time: new Date(Date.UTC(2025, 0, 30 + i)),
    headache,
  }));
  const monthly = (aggregate: NonNullable<ResampleOptions["aggregate"]>) =>
    values(resample(days, { every: "1mo", tz: "UTC", aggregate }), "headache");
  assertEquals(monthly("sum"), [1, 1]);
  assertEquals(monthly("mean"), [0.5, 1]);
  assertEquals(monthly("count"), [2, 1]);
  assertEquals(monthly("first"), [true, true]);
  assertEquals(values(rolling(days, { window: "2d", tz: "UTC" }), "headache"), [1, 0.5, 0, 1]);
});

Deno.test("resample() and rolling() leave out texts that describe the rows of our own tables", () => {
  const rows = [1, 2].map((day) => ({
    time: new Date(Date.UTC(2025, 0, day)), // in one ISO week
    TST: 400 + day,
    reason: day === 1 ? "not recorded" : null,
    activities: "running",
    sources: "Watch",
  }));
  const mean = resample(rows, { every: "1w", tz: "UTC" });
  assertEquals([mean.columns, mean.getColumn("TST").toArray()], [["time", "TST"], [401.5]]);
});
