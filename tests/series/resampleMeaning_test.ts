import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import pl from "nodejs-polars";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { resample } from "../../src/series/resample.ts";
import { every } from "../../src/time/every.ts";
import { windows } from "../../src/time/windows.ts";
import type { ResampleOptions } from "../../src/series/windows/resampleOptions.ts";
import type { Length } from "../../src/time/length.ts";

const MINUTE = 60_000_000n;
const START = BigInt(Date.UTC(2024, 2, 30, 20)) * 1000n; // before Berlin's clock goes forward

interface Span {
  from: number;
  to: number;
  value: number | null;
}

const at = (minute: number): Date => new Date(Number(START / 1000n) + minute * 60_000);
const rowsOf = (spans: readonly Span[]) =>
  spans.map(({ from, to, value }) => ({ time: at(from), end: at(to), value }));
const column = (frame: pl.DataFrame, name: string): unknown[] =>
  frame.toRecords().map((row) => row[name]);
const labels = (frame: pl.DataFrame): bigint[] => [
  ...frame.getColumn("time").cast(pl.Int64).toTypedArray() as unknown as BigInt64Array,
];

/** The minutes of each window from the first row to the last, counted from the start. */
function minutesOf(last: number, length: string, tz: string, first: number): number[][] {
  const edges = windows(
    { start: START + BigInt(first) * MINUTE, end: START + BigInt(last) * MINUTE },
    every(length),
    { tz },
  );
  const minute = (edge: bigint): number => Number((edge - START) / MINUTE);
  return Array.from(edges.slice(0, -1), (edge, i) => {
    const from = minute(edge);
    return Array.from({ length: minute(edges[i + 1]!) - from }, (_, k) => from + k);
  });
}

const span = fc.record({
  from: fc.integer({ min: 0, max: 900 }),
  length: fc.integer({ min: 1, max: 400 }),
  value: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 5 }) }, fc.constant(null)),
}).map(({ from, length, value }): Span => ({ from, to: from + length, value }));

const LENGTHS = ["20m", "1h", "5h", "1d"] as const,
  ZONES = ["UTC", "Europe/Berlin", "Australia/Lord_Howe"];

Deno.test("resample() of spans equals a grid of minutes, with each function", () => {
  fc.assert(
    fc.property(
      fc.array(span, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...LENGTHS),
      fc.constantFrom(...ZONES),
      (spans, length, tz) => {
        const options = { every: length, tz, end: "end" } as const;
        const first = Math.min(...spans.map(({ from }) => from));
        const last = Math.max(...spans.map(({ to }) => to));
        const grid = minutesOf(last, length, tz, first);
        const held = spans.filter((one): one is Span & { value: number } => one.value !== null);
        const inWindow = grid.map((minutes) =>
          minutes.flatMap((m) => held.filter(({ from, to }) => from <= m && m < to))
        );
        const near = (actual: unknown[], expected: (number | null)[], what: string): void => {
          assertEquals(actual.length, expected.length, what);
          actual.forEach((value, i) => {
            if (expected[i] === null) assertEquals(value, null, what);
            else assertAlmostEquals(value as number, expected[i]!, 1e-9, what);
          });
        };
        const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);
        const of = (aggregate: ResampleOptions["aggregate"]) =>
          resample(rowsOf(spans), { ...options, aggregate: aggregate!, coverage: true });
        near(
          column(of("weighted mean"), "value"),
          inWindow.map((own) =>
            own.length === 0 ? null : sum(own.map(({ value }) => value)) / own.length
          ),
          "weighted mean",
        );
        near(
          column(of("sum"), "value"),
          inWindow.map((own) =>
            own.length === 0 ? null : sum(own.map(({ value, from, to }) => value / (to - from)))
          ),
          "sum",
        );
        near(
          column(of("max"), "value"),
          inWindow.map((own) =>
            own.length === 0 ? null : Math.max(...own.map(({ value }) => value))
          ),
          "max",
        );
        near(
          column(of("count"), "value"),
          inWindow.map((own) => new Set(own).size),
          "count",
        );
        const durations = of("durations");
        for (const category of new Set(held.map(({ value }) => value))) {
          near(
            column(durations, `value_${category}`),
            inWindow.map((own) =>
              own.length === 0
                ? null
                : own.filter(({ value }) => value === category).length * 60_000
            ),
            "durations",
          );
        }
        near(
          column(durations, "coverage"),
          grid.map((minutes) =>
            minutes.filter((m) => held.some(({ from, to }) => from <= m && m < to)).length /
            minutes.length
          ),
          "coverage",
        );
      },
    ),
    { numRuns: 40, seed: 11 },
  );
});

Deno.test("resample() of points holds each value until the next one, up to the limit", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom("20m", "1h", "5h"),
      fc.constantFrom(undefined, 15, 90),
      (minutes, length, most) => {
        const sorted = [...minutes].sort((a, b) => a - b);
        const rows = minutes.map((minute) => ({ time: at(minute), value: minute % 4 }));
        const grid = minutesOf(sorted.at(-1)! + 1, length, "Europe/Berlin", sorted[0]!);
        const options = {
          every: length,
          tz: "Europe/Berlin",
          ...(most === undefined ? {} : { maxAge: `${most}m` as const }),
        };
        const known = (m: number): number | undefined => {
          const last = sorted.findLast((minute) => minute <= m);
          return last === undefined || (most !== undefined && m - last >= most) ? undefined : last;
        };
        const means = column(resample(rows, { ...options, aggregate: "weighted mean" }), "value");
        const lasts = column(resample(rows, { ...options, aggregate: "last known" }), "value");
        assertEquals(means.length, grid.length);
        grid.forEach((own, i) => {
          const values = own.map(known).filter((minute) => minute !== undefined);
          if (values.length === 0) assertEquals(means[i], null);
          else {
            const mean = values.reduce((sum, minute) => sum + minute % 4, 0) / values.length;
            assertAlmostEquals(means[i] as number, mean, 1e-9);
          }
          const last = sorted.findLast((minute) => minute <= own.at(-1)!)!;
          const isOld = most !== undefined && own[0]! - last > most;
          assertEquals(lasts[i], isOld ? null : last % 4);
        });
      },
    ),
    { numRuns: 60, seed: 12 },
  );
});

Deno.test("resample() by sum preserves a span over any grid, across offset changes", () => {
  const cases: [string, string][] = [
    ["Europe/Berlin", "2024-03-30T10:00Z"],
    ["Europe/Berlin", "2024-10-26T10:00Z"],
    ["America/Sao_Paulo", "2018-11-03T10:00Z"],
    ["Asia/Beirut", "2022-03-26T10:00Z"],
    ["Australia/Lord_Howe", "2024-04-06T10:00Z"],
    ["Pacific/Apia", "2011-12-29T08:00Z"],
  ];
  for (const [tz, moment] of cases) {
    const from = Temporal.Instant.from(moment);
    for (const every of ["17s", "15m", "1h", "7h", "1d", "1w", "1mo", "1q", "1y"] as const) {
      for (const anchor of ["wall", "local-day", moment] as const) {
        const rows = [
          { time: from, end_time: from.add({ hours: 49, seconds: 5 }), steps: 12_345 },
          { time: from.add({ minutes: 7 }), end_time: from.add({ hours: 1 }), steps: 77 },
          { time: from.add({ hours: 3 }), end_time: from.add({ hours: 3 }), steps: 1 },
        ];
        const sums = resample(rows, { every, tz, anchor, end: "end_time", aggregate: "sum" });
        const total = column(sums, "steps").reduce((a: number, b) => a + (b as number ?? 0), 0);
        assertAlmostEquals(total, 12_423, 1e-6, `${tz} ${every} ${anchor}`);
      }
    }
  }
});

Deno.test("resample() has days of 1380 and 1500 minutes, and hourly windows as on the clock", () => {
  const count = (from: string, minutes: number, length: Length, anchor: "wall" | "local-day") => {
    const start = Temporal.Instant.from(from);
    const rows = Array.from(
      { length: minutes },
      (_, i) => ({ time: start.add({ minutes: i }), n: i }),
    );
    return column(
      resample(rows, { every: length, tz: "Europe/Berlin", anchor, aggregate: "count" }),
      "n",
    );
  };
  assertEquals(count("2024-10-26T22:00Z", 2940, "1d", "wall"), [1500, 1440]);
  assertEquals(count("2024-03-30T23:00Z", 2820, "1d", "wall"), [1380, 1440]);
  assertEquals(count("2024-10-26T22:00Z", 2940, "1h", "wall"), Array(49).fill(60));
  assertEquals(count("2024-03-30T23:00Z", 2820, "1h", "local-day"), Array(47).fill(60));
  assertEquals(count("2024-10-26T22:00Z", 2940, "12h", "wall"), [780, 720, 720, 720]);
  assertEquals(count("2024-10-26T22:00Z", 2940, "12h", "local-day"), [720, 720, 60, 720, 720]);
  assertEquals(count("2024-03-30T23:00Z", 2820, "12h", "wall"), [660, 720, 720, 720]);
});

Deno.test("resample() closes and labels windows like Polars' groupByDynamic", () => {
  const minutes = [0, 15, 30, 31, 45, 60, 60, 75, 90, 150, 150, 165, 195, 240];
  for (const shift of [0, 7]) {
    const time = BigInt64Array.from(minutes, (m) => START + BigInt(m + shift) * MINUTE);
    const frame = toFrame({
      time: { type: "time", values: time, zone: "Europe/Berlin" },
      value: { type: "float64", values: Float64Array.from(minutes, (_, i) => i * i) },
    });
    for (const length of ["15m", "1h", "1d"] as const) {
      for (const closed of ["left", "right", "both", "none"] as const) {
        for (const label of ["left", "right", "datapoint"] as const) {
          for (const reducer of ["sum", "last"] as const) {
            const expected = frame.groupByDynamic({
              indexColumn: "time",
              every: length,
              startBy: "window",
              closed,
              label,
            }).agg(pl.col("value")[reducer]());
            const actual = resample(frame, { every: length, closed, label, aggregate: reducer });
            const values = column(actual, "value");
            const keep = values.map((value) => value !== null);
            const what = `${length} ${closed} ${label} ${reducer}`;
            assertEquals(labels(actual).filter((_, i) => keep[i]), labels(expected), what);
            assertEquals(values.filter((_, i) => keep[i]), column(expected, "value"), what);
          }
        }
      }
    }
  }
});

Deno.test("resample() gives each group separate windows and gaps, and never fills across groups", () => {
  const row = (user: string | null, minute: number, value: number | null) => ({
    user,
    team: 1,
    time: at(minute),
    value,
  });
  const rows = [
    row("b", 130, 4),
    row("a", 0, 1),
    row("b", 0, null),
    row("a", 190, 3),
    row(null, 60, 9),
  ];
  for (const aggregate of ["mean", "weighted mean"] as const) {
    const frame = resample(rows, {
      every: "1h",
      by: ["user", "team"],
      aggregate: { value: aggregate },
      maxAge: "1m",
      fill: "last",
    });
    assertEquals(column(frame, "user"), ["b", "b", "b", "a", "a", "a", "a", null]);
    assertEquals(column(frame, "team"), Array(8).fill(1));
    assertEquals(column(frame, "value"), [null, null, 4, 1, 1, 1, 3, 9]);
  }
});

Deno.test("resample() computes coverage of points by the median step, or by an option", () => {
  const minutes = [...Array(30).keys(), 60, 61, 62, 180];
  const rows = minutes.map((minute) => ({ time: at(minute), value: 1, other: "x" }));
  const share = (options: Partial<ResampleOptions>) =>
    column(
      resample(rows, { every: "1h", coverage: true, aggregate: { value: "mean" }, ...options }),
      "coverage",
    );
  assertEquals(share({}), [0.5, 0.05, 0, 1 / 60]);
  assertEquals(share({ step: "30m" })[3], 0.5);
  assertEquals(share({ step: "2h" }), [1, 1, 1, 1]);
  const alone = resample(rows.slice(0, 1), { every: "1h", coverage: true, aggregate: "count" });
  assertEquals(column(alone, "coverage"), [null], "one point has no step");
});

Deno.test("resample() keeps a known place up to the limit", () => {
  const rows = [{ time: at(10), place: "home" }, { time: at(70), place: null }, {
    time: at(310),
    place: "work",
  }];
  const places = (maxAge?: Length) =>
    column(
      resample(rows, { every: "1h", aggregate: "last known", ...(maxAge ? { maxAge } : {}) }),
      "place",
    );
  assertEquals(places(), ["home", "home", "home", "home", "home", "work"]);
  assertEquals(places("110m"), ["home", "home", "home", null, null, "work"]);
  const stages = resample(
    [{ time: at(0), end: at(90), stage: "N2" }, { time: at(90), end: at(110), stage: "REM" }],
    { every: "1h", end: "end", aggregate: "durations" },
  );
  assertEquals(column(stages, "stage_N2"), [3_600_000, 1_800_000]);
  assertEquals(column(stages, "stage_REM"), [0, 1_200_000]);
});

Deno.test("resample() by meaning reports what it cannot do", () => {
  const rows = rowsOf([{ from: 0, to: 10, value: 1 }]);
  const refuse = (options: Partial<ResampleOptions>, type: typeof RangeError, message: string) =>
    assertThrows(
      () => resample(rows, { tz: "UTC", every: "1h", end: "end", ...options }),
      type,
      message,
    );
  refuse({ maxAge: "1d" }, RangeError, 'maxAge "1d": it is elapsed time');
  refuse({ closed: "right" }, RangeError, "spans are half-open");
  refuse({ label: "middle" as "left" }, RangeError, 'label "middle": use one of left, right');
  refuse({ by: "user" }, TypeError, 'column "user" is missing; the columns are time, end, value');
  refuse({ end: "until" }, TypeError, "until");
  assertThrows(
    () => resample(rowsOf([{ from: 5, to: 1, value: 1 }]), { tz: "UTC", every: "1h", end: "end" }),
    RangeError,
    "in row 0, before the start",
  );
  assertThrows(
    () =>
      resample(
        Array.from({ length: 1001 }, (_, i) => ({ time: at(i), value: i })),
        { tz: "UTC", every: "1d", aggregate: "durations" },
      ),
    RangeError,
    "more than 1000 values",
  );
});

Deno.test("resample() holds a value past a row without one, until the next value", () => {
  const values = [[0, 1], [5, null], [8, 3]] as const;
  const rows = values.map(([minute, value]) => ({ time: at(minute), value }));
  const found = resample(rows, { every: "10m", aggregate: "weighted mean" });
  const [mean] = column(found, "value");
  assertAlmostEquals(mean as number, (8 * 1 + 2 * 3) / 10, 1e-12);
});

Deno.test("resample() only weighs spans if an instant is among them", () => {
  const rows = rowsOf([{ from: 0, to: 4, value: 2 }, { from: 5, to: 5, value: 50 }]);
  const found = resample(rows, { every: "10m", end: "end", aggregate: "weighted mean" });
  assertEquals(column(found, "value"), [2]);
});
