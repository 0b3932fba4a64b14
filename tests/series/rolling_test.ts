import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import pl from "nodejs-polars";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { rolling, type RollingOptions } from "../../src/series/rolling.ts";

const column = (frame: pl.DataFrame, name = "value"): (number | null)[] =>
  frame.toRecords().map((row) => row[name] as number | null);

function near(actual: (number | null)[], expected: (number | null)[], what: string): void {
  assertEquals(actual.length, expected.length, what);
  actual.forEach((value, i) => {
    if (value === null || expected[i] === null) assertEquals(value, expected[i], `${what} ${i}`);
    else assertAlmostEquals(value, expected[i]!, 1e-9, `${what} ${i}`);
  });
}

const REDUCERS = ["mean", "sum", "min", "max", "median", "count"] as const;

Deno.test("rolling() agrees with Polars' groupByRolling", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          step: fc.integer({ min: 0, max: 40 }),
          value: fc.option(fc.integer({ min: -9, max: 9 }), { freq: 6 }),
        }),
        { minLength: 1, maxLength: 40 },
      ),
      fc.constantFrom("30m", "1h", "2h"),
      fc.constantFrom("left", "right", "both", "none"),
      (points, window, closed) => {
        let minute = 0;
        const time = points.map(({ step }) => new Date((minute += step) * 60_000));
        const rows = points.map(({ value }, i) => ({ time: time[i]!, value }));
        const frame = toFrame({
          time: {
            type: "time",
            values: BigInt64Array.from(time, (at) => BigInt(at.getTime()) * 1000n),
            zone: "UTC",
          },
          value: {
            type: "float64",
            values: Float64Array.from(points, ({ value }) => value ?? 0),
            valid: Uint8Array.from(points, ({ value }) => value === null ? 0 : 1),
          },
        });
        for (const reducer of REDUCERS) {
          const value = pl.col("value");
          const has = value.count().gt(pl.lit(0));
          const made = reducer === "count"
            ? value.count().cast(pl.Float64)
            : pl.when(has).then(value[reducer]()).otherwise(pl.lit(null));
          const expected = frame.groupByRolling({ indexColumn: "time", period: window, closed })
            .agg(made.alias("value"));
          const actual = rolling(rows, { window, closed, aggregate: { value: reducer } });
          near(column(actual), column(expected), `${window} ${closed} ${reducer}`);
        }
      },
    ),
    { numRuns: 40, seed: 21 },
  );
});

Deno.test("rolling() over days follows the zone's clock", () => {
  const cases: [string, string][] = [
    ["Europe/Berlin", "2024-03-25T22:30Z"],
    ["Europe/Berlin", "2024-10-22T22:30Z"],
    ["America/Sao_Paulo", "2018-10-30T02:30Z"],
    ["Asia/Beirut", "2022-03-22T21:30Z"],
    ["Australia/Lord_Howe", "2024-04-03T13:10Z"],
    ["Pacific/Apia", "2011-12-26T09:30Z"],
  ];
  for (const [tz, moment] of cases) {
    const from = Temporal.Instant.from(moment);
    const time = Array.from({ length: 300 }, (_, i) => from.add({ minutes: 47 * i }));
    const rows = time.map((at, i) => ({ time: at, value: i % 11 }));
    for (const [window, days] of [["1d", 1], ["3d", 3]] as const) {
      const expected = time.map((at) => {
        const before = at.toZonedDateTimeISO(tz).subtract({ days }).toInstant();
        // The day that Samoa skipped has no previous day, so elapsed days count.
        const { epochNanoseconds: lower } = before.epochNanoseconds < at.epochNanoseconds
          ? before
          : at.subtract({ hours: 24 * days });
        return time.reduce((sum, other, k) => {
          const inside = other.epochNanoseconds > lower &&
            other.epochNanoseconds <= at.epochNanoseconds;
          return inside ? sum + k % 11 : sum;
        }, 0);
      });
      const actual = rolling(rows, { window, tz, aggregate: "sum" });
      near(column(actual), expected, `${tz} ${window}`);
    }
  }
});

Deno.test("rolling() has seven values of daily days in every zone, and follows the calendar for months", () => {
  for (const tz of ["UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Beirut"]) {
    for (const first of ["2018-10-25", "2022-03-18", "2024-10-18"]) {
      const rows = Array.from({ length: 20 }, (_, i) => ({
        time: Temporal.PlainDate.from(first).add({ days: i }).toZonedDateTime(tz).toInstant(),
        value: 1,
      }));
      const counts = column(rolling(rows, { window: "7d", tz, aggregate: "count" }));
      assertEquals(counts, rows.map((_, i) => Math.min(7, i + 1)), `${tz} ${first}`);
    }
  }
  const dates = ["2024-01-31", "2024-02-10", "2024-02-29", "2024-03-29", "2024-03-31"];
  const rows = dates.map((date) => ({ time: `${date}T12:00Z`, value: 1 }));
  assertEquals(column(rolling(rows, { tz: "UTC", window: "1mo", aggregate: "count" })), [
    1,
    2,
    3,
    1,
    2,
  ]);
});

Deno.test("rolling() with centred windows looks equally far ahead and back", () => {
  const rows = [0, 1, 2, 3, 10].map((hour) => ({ time: new Date(hour * 3_600_000), value: hour }));
  const options = { window: "2h", center: true, closed: "both" } as const;
  assertEquals(column(rolling(rows, options)), [0.5, 1, 2, 2.5, 10]);
  const days = [0, 1, 2, 3].map((day) => ({ time: new Date(day * 86_400_000), value: day }));
  assertEquals(column(rolling(days, { tz: "UTC", window: "3d", center: true })), [0.5, 1, 2, 2.5]);
});

Deno.test("rolling() can require a number of values and a share of the window", () => {
  const rows = [0, 1, 2, 3, 9, 10].map((day) => ({
    time: new Date(day * 86_400_000),
    value: day === 2 ? NaN : day,
  }));
  const means = (options: Partial<RollingOptions>) =>
    column(rolling(rows, { tz: "UTC", window: "4d", ...options }));
  assertEquals(means({}), [0, 0.5, 0.5, 4 / 3, 9, 9.5]);
  assertEquals(means({ minSamples: 2 }), [null, 0.5, 0.5, 4 / 3, null, 9.5]);
  assertEquals(means({ minCoverage: 0.75 }), [null, null, null, 4 / 3, null, null]);
  assertEquals(
    column(rolling(rows, { tz: "UTC", window: "4d", aggregate: "count", minSamples: 3 })),
    [
      1,
      2,
      2,
      3,
      1,
      2,
    ],
  );
});

Deno.test("rolling() stays within its group, and keeps the order of rows", () => {
  const row = (user: string, hour: number, value: number) => ({
    user,
    time: new Date(hour * 3_600_000),
    value,
  });
  const rows = [row("b", 2, 1), row("a", 0, 10), row("b", 1, 2), row("a", 1, 20), row("b", 9, 3)];
  const sums = rolling(rows, { window: "3h", by: "user", aggregate: "sum" });
  assertEquals(column(sums), [3, 10, 2, 30, 3]);
  assertEquals(sums.getColumn("user").toArray(), ["b", "a", "b", "a", "b"]);
  const ends = (aggregate: "first" | "last") =>
    column(rolling(rows, { window: "3h", by: "user", aggregate }));
  assertEquals([ends("first"), ends("last")], [[2, 10, 2, 10, 3], [1, 10, 2, 20, 3]]);
});

Deno.test("rolling() agrees with LightLogR on the exponential average, for each person and across daylight saving changes", () => {
  // R: D <- D + log(2) / (decay / epoch) * (x - D), from 0
  const every = (minutes: number, lux: readonly (number | null)[], start: string) =>
    lux.map((value, i) => ({
      time: new Date(Date.parse(start) + i * minutes * 60_000),
      lux: value,
    }));
  const ema = { window: "90m", aggregate: "ema" } as const;
  const decay = column(
    rolling(every(1, Array.from({ length: 180 }, (_, i) => i < 90 ? 10 : 0), "2024-01-01"), ema),
    "lux",
  );
  const close = (found: readonly unknown[], theirs: readonly number[]): void =>
    theirs.forEach((one, i) => assertAlmostEquals(Number(found[i]), one, 1e-12));
  close(
    [0, 89, 90, 179].map((i) => decay[i]),
    [0.0770163533955495, 5.0133968591994229, 4.9747855047773992, 2.4999820524163581],
  );
  const coarse = [23.1049060186648, 75.5288042440136, 58.0779450064129, 160.1836204884336];
  for (const start of ["2024-03-31T00:00Z", "2024-10-27T00:00Z"]) {
    const rows = every(30, [100, 250, 0, 500], start);
    close(column(rolling(rows, { ...ema, tz: "Europe/Berlin" }), "lux"), coarse);
    // a person's rows do not change another's
    const two = rows.flatMap((row) => [{ ...row, who: "a", lux: 7 }, { ...row, who: "b" }]);
    const own = column(rolling(two, { ...ema, by: "who" }), "lux");
    close(own.filter((_, i) => i % 2 === 1), coarse);
  }
  // after a gap, a value counts for every step since the last one
  const gap = every(1, [10, null, null, 40, 5, 5], "2024-01-01");
  const filled = column(rolling(every(1, [10, 40, 40, 40, 5, 5], "2024-01-01"), ema), "lux");
  const found = column(rolling(gap, ema), "lux");
  assertEquals([found[1], found[2]], [null, null]);
  [0, 3, 4, 5].forEach((i) => assertAlmostEquals(Number(found[i]), Number(filled[i]), 1e-12));
  assertEquals(column(rolling(gap.filter(({ lux }) => lux !== null), ema), "lux")[1], found[3]);
  assertEquals(column(rolling(gap.slice(0, 1), ema), "lux"), [null]);
  const infinite = gap.map((row, i) => i === 1 ? { ...row, lux: Infinity } : row);
  assertEquals(column(rolling(infinite, ema), "lux"), found);
});

Deno.test("rolling() rejects invalid options", () => {
  const rows = [{ time: new Date(0), value: 1, note: "x" }];
  const refuse = (options: Partial<RollingOptions>, type: typeof RangeError, message: string) =>
    assertThrows(
      () => rolling(rows, { tz: "UTC", window: "1h", aggregate: { value: "mean" }, ...options }),
      type,
      message,
    );
  refuse({ window: "week" as never }, RangeError, "Cannot read window length");
  refuse({ window: "1mo", center: true }, RangeError, "have no middle");
  refuse({ minSamples: 0 }, RangeError, "minSamples is 0");
  refuse({ minCoverage: 2 }, RangeError, "minCoverage is 2");
  refuse({ closed: "open" as "left" }, RangeError, 'closed "open"');
  refuse({ aggregate: "mean" }, TypeError, 'column "note" is text, not a number');
  refuse({ aggregate: { steps: "sum" } }, TypeError, "Cannot roll windows: column");
});

Deno.test("rolling() with centred windows of days handles the end of daylight saving time", () => {
  const tz = "Europe/Berlin", from = Temporal.Instant.from("2024-10-27T00:30Z"); // 02:30, again at 01:30Z
  const time = Array.from({ length: 200 }, (_, i) => from.add({ minutes: 10 * i }));
  const end = (at: Temporal.Instant, hours: number): bigint =>
    at.toZonedDateTimeISO(tz).toPlainDateTime().add({ hours }).toZonedDateTime(tz)
      .epochNanoseconds;
  for (const aggregate of ["sum", "max", "median"] as const) {
    const rows = time.map((at, i) => ({ time: at, value: (i * 37) % 101 }));
    const expected = time.map((at) => {
      const [low, high] = [end(at, -12), end(at, 12)];
      const inside = rows.filter(({ time: { epochNanoseconds: one } }) => one > low && one <= high)
        .map(({ value }) => value).sort((a, b) => a - b);
      if (aggregate === "sum") return inside.reduce((sum, value) => sum + value, 0);
      const half = inside.length >> 1;
      if (aggregate === "max") return inside.at(-1)!;
      return inside.length % 2 === 1 ? inside[half]! : (inside[half - 1]! + inside[half]!) / 2;
    });
    const actual = rolling(rows, { window: "1d", tz, center: true, aggregate });
    near(column(actual), expected, aggregate);
  }
});

Deno.test("rolling() is exact to the microsecond, before 1970 and centuries after it", () => {
  for (const start of [-60_000_000_000_000_007n, -3n, 4_294_967_295n, 7_000_000_000_000_001n]) {
    const values = BigInt64Array.of(start, start + 1n, start + 1000n, start + 1001n);
    const frame = toFrame({
      time: { type: "time", values, zone: "UTC" },
      value: { type: "float64", values: Float64Array.of(1, 10, 100, 1000) },
    });
    const sums = (closed: "left" | "right" | "both" | "none") =>
      column(rolling(frame, { window: "1ms", closed, aggregate: "sum" }));
    assertEquals(sums("right"), [1, 11, 110, 1100]);
    assertEquals(sums("both"), [1, 11, 111, 1110]);
    assertEquals(sums("left"), [null, 1, 11, 110]);
  }
});
