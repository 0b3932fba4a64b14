import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import pl from "nodejs-polars";
import type { Column } from "../../src/frame/columns/columns.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toValues } from "../../src/frame/polars/rows.ts";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import { toArrow } from "../../src/frame/arrow/toArrow.ts";
import { type Calculation, CALCULATION_PREFIX } from "../../src/frame/columns/calculations.ts";
import { fromSamples, type FromSamplesOptions } from "../../src/series/fromSamples.ts";
import { type Length, localLabel } from "./localLabel.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

interface Sample {
  start: number;
  end: number;
  value: number;
}

const SECOND = 1_000_000;
const END = 120;

const at = (seconds: number) => new Temporal.Instant(BigInt(Math.round(seconds * 1e9)));

const rows = (samples: readonly Sample[]) =>
  samples.map(({ start, end, value }) => ({ start_date: at(start), end_date: at(end), value }));

const RANGE = { start_time: at(0), end_time: at(END) };

const values = (frame: Frame, name = "value"): unknown[] =>
  toValues((columnsOf(frame) as Record<string, Column>)[name]!);

const micros = (frame: Frame): bigint[] => [
  ...(columnsOf(frame) as unknown as { time: { values: BigInt64Array } }).time.values,
];

const ALL: readonly Calculation[] = [
  "max",
  "min",
  "delta",
  "mean",
  "uniques",
  "allpoints",
  "rollingmean",
  "mode",
];

/** Every statistic of every slot, each slot looking at all samples. */
function bruteForce(samples: readonly Sample[], every: number): Record<string, unknown[]> {
  const sorted = samples.map((sample, i) => ({ ...sample, i }))
    .sort((a, b) => a.start - b.start || a.i - b.i);
  const slots = Array.from({ length: Math.ceil(END / every) }, (_, i) => ({
    from: i * every,
    to: Math.min((i + 1) * every, END),
  }));
  const reaches = (sample: Sample, from: number, to: number): boolean =>
    sample.start === sample.end
      ? from <= sample.start && sample.start < to
      : sample.start < to && sample.end > from;
  const own = slots.map(({ from, to }) =>
    sorted.filter((sample) => reaches(sample, from, to)).map(({ value }) => value)
  );
  const since = slots.map(({ to }) =>
    sorted.filter((sample) => reaches(sample, 0, to)).map(({ value }) => value)
  );
  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((a, b) => a + b, 0) / numbers.length;
  const mode = (numbers: readonly number[]): number => {
    const times = (value: number): number => numbers.filter((other) => other === value).length;
    return [...numbers].sort((a, b) => times(b) - times(a) || a - b)[0]!;
  };
  const each = <T>(lists: readonly number[][], make: (numbers: number[]) => T): (T | null)[] =>
    lists.map((numbers) => numbers.length === 0 ? null : make(numbers));
  return {
    value: each(own, mean),
    max_value: each(own, (numbers) => Math.max(...numbers)),
    min_value: each(own, (numbers) => Math.min(...numbers)),
    delta_value: each(own, (numbers) => Math.max(...numbers) - Math.min(...numbers)),
    mean_value: each(own, mean),
    uniq_value: each(own, (numbers) => [...new Set(numbers)]),
    all_value: each(own, (numbers) => numbers),
    rollingmean_value: each(since, mean),
    mode_value: each(own, mode),
  };
}

const sample = fc.record({
  start: fc.integer({ min: -20, max: END + 10 }),
  length: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
  value: fc.integer({ min: -3, max: 3 }),
}).map(({ start, length, value }): Sample => ({ start, end: start + length, value }));

Deno.test("fromSamples() equals a brute force over all samples", () => {
  fc.assert(
    fc.property(
      fc.array(sample, { maxLength: 12 }),
      fc.integer({ min: 1, max: 130 }),
      (samples, every) => {
        const frame = fromSamples(rows(samples), RANGE, {
          kind: "discrete",
          every,
          calculations: ALL,
        });
        assertEquals(columnNames(frame), [
          "time",
          "value",
          ...ALL.map((name) => `${CALCULATION_PREFIX[name]}value`),
        ]);
        for (const [name, expected] of Object.entries(bruteForce(samples, every))) {
          values(frame, name).forEach((value, i) => {
            const wanted = expected[i];
            if (typeof value === "number" && typeof wanted === "number") {
              assertAlmostEquals(value, wanted, 1e-9, name);
            } else assertEquals(value, wanted, name);
          });
        }
      },
    ),
    { numRuns: 120, seed: 4 },
  );
});

Deno.test("fromSamples() starts its grid at start_time and cuts the last slot at end_time", () => {
  const frame = fromSamples(rows([{ start: 0, end: 1000, value: 1000 }]), {
    start_time: at(37),
    end_time: at(187),
  }, {
    kind: "cumulative",
    every: 60,
  });
  assertEquals(micros(frame), [37, 97, 157].map((second) => BigInt(second * SECOND)));
  assertEquals(values(frame).map((value) => Math.round(value as number)), [60, 60, 30]);
});

Deno.test("fromSamples() makes a row every 60 seconds by default", () => {
  assertEquals(micros(fromSamples([], RANGE, { kind: "discrete" })), [0n, 60n * 1_000_000n]);
});

Deno.test("fromSamples() accepts fractions of a second between rows", () => {
  const frame = fromSamples(rows([{ start: 0, end: 1, value: 8 }]), {
    start_time: at(0),
    end_time: at(1),
  }, {
    kind: "cumulative",
    every: 0.125,
  });
  assertEquals(micros(frame), Array.from({ length: 8 }, (_, i) => BigInt(i * 125_000)));
  assertEquals(values(frame), Array(8).fill(1));
  const uneven = fromSamples([], { ...RANGE, end_time: at(1) }, { kind: "discrete", every: 1 / 3 });
  assertEquals(micros(uneven), [0n, 333_333n, 666_666n, 999_999n]);
});

Deno.test("fromSamples() returns no rows for an empty range, and empty rows without samples", () => {
  const nothing = fromSamples([], { ...RANGE, end_time: at(0) }, {
    kind: "discrete",
    calculations: ["uniques"],
  });
  assertEquals([micros(nothing), values(nothing), values(nothing, "uniq_value")], [[], [], []]);
  assertEquals(values(fromSamples([], RANGE, { kind: "discrete" })), [null, null]);
  assertEquals(values(fromSamples([], RANGE, { kind: "cumulative" })), [null, null]);
});

Deno.test("fromSamples() fills with 0 and empty lists, and drops rows without data", () => {
  const samples = rows([{ start: 70, end: 70, value: 5 }]);
  const calculations = ["max", "allpoints", "rollingmean"] as const;
  const filled = fromSamples(samples, RANGE, { kind: "discrete", calculations, fill: 0 });
  assertEquals(values(filled), [0, 5]);
  assertEquals(values(filled, "max_value"), [0, 5]);
  assertEquals(values(filled, "all_value"), [[], [5]]);
  assertEquals(values(filled, "rollingmean_value"), [0, 5]);
  const dropped = fromSamples(samples, RANGE, { kind: "discrete", calculations, dropNulls: true });
  assertEquals(micros(dropped), [60_000_000n]);
  assertEquals(values(dropped, "all_value"), [[5]]);
});

Deno.test("fromSamples() names the value column, and accepts names that Polars uses", () => {
  const frame = fromSamples(rows([{ start: 0, end: 0, value: 5 }]), RANGE, {
    kind: "discrete",
    name: "height",
    calculations: ["max"],
  });
  assertEquals(columnNames(frame), ["time", "height", "max_height"]);
  assertEquals(values(frame, "height"), [5, null]);
});

Deno.test("fromSamples() reads frames, Arrow tables and records alike", () => {
  const records = rows([{ start: 0, end: 90, value: 9 }, { start: 100, end: 110, value: 1 }]);
  const columns = {
    start_date: { type: "time", values: BigInt64Array.of(0n, 100_000_000n), zone: "UTC" },
    end_date: { type: "time", values: BigInt64Array.of(90_000_000n, 110_000_000n), zone: "UTC" },
    value: { type: "int64", values: BigInt64Array.of(9n, 1n) },
  } as const;
  const table = toArrow(columns);
  const options = { kind: "cumulative" } as const;
  assertEquals(values(fromSamples(records, RANGE, options)), [6, 4]);
  assertEquals(values(fromSamples(table, RANGE, options)), [6, 4]);
});

Deno.test("fromSamples() reads milliseconds without a zone as UTC, and a categorical source", () => {
  const ms = (numbers: number[]) =>
    pl.Series("", Float64Array.from(numbers)).cast(pl.Int64).cast(pl.Datetime("ms"));
  const frame = pl.DataFrame([
    ms([0, 60_000, 0]).alias("start_time"),
    ms([60_000, 120_000, 120_000]).alias("end_time"),
    pl.Series("value", [6, 12, 100]),
    pl.Series("source", ["watch", "watch", "phone"]).cast(pl.Categorical),
  ]);
  const options = { kind: "cumulative", sourcePriority: ["watch"] } as const;
  assertEquals(values(fromSamples(frame, RANGE, options)), [6, 12]);
});

Deno.test("fromSamples() skips samples without a value, and treats a sample without an end as an instant", () => {
  const samples = [
    { start_date: at(0), end_date: null, value: 4 },
    { start_date: at(10), end_date: at(20), value: null },
    { start_date: at(30), end_date: at(40), value: NaN },
    { start_date: at(50), value: 6 },
  ];
  assertEquals(values(fromSamples(samples, RANGE, { kind: "discrete" })), [5, null]);
});

const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "America/Sao_Paulo"];
const MOMENTS = [
  "2018-11-02T10:07Z", // Sao Paulo skips midnight on the 4th
  "2024-03-29T22:11Z",
  "2024-10-25T21:59Z",
  "2024-11-02T03:00Z",
];

Deno.test("fromSamples() splits windows on the clock and calendar of a zone", () => {
  for (const tz of ZONES) {
    for (const every of ["15m", "1h", "1d", "1w", "1mo"] satisfies Length[]) {
      for (const moment of MOMENTS) {
        const from = Temporal.Instant.from(moment);
        const count = every === "15m" ? 200 : 400;
        const step = every === "1mo" ? 11 : every === "1w" ? 5 : every === "1d" ? 2 : 0.13;
        const samples = Array.from({ length: count }, (_, i) => ({
          start_date: from.add({ seconds: Math.round(i * step * 3600) }),
          value: 1,
        }));
        const end = samples.at(-1)!.start_date.add({ microseconds: 1 });
        const frame = fromSamples(samples, { start_time: from, end_time: end }, {
          every,
          tz,
          kind: "cumulative",
          fill: 0,
        });
        const expected = new Map<bigint, number>();
        for (const { start_date } of samples) {
          const label = localLabel(start_date.epochNanoseconds / 1000n, every, tz);
          expected.set(label, (expected.get(label) ?? 0) + 1);
        }
        const labels = micros(frame), sums = values(frame);
        assertEquals(labels[0], localLabel(from.epochNanoseconds / 1000n, every, tz));
        labels.forEach((label, i) => assertEquals(sums[i], expected.get(label) ?? 0, tz));
        assertEquals(labels.filter((label) => expected.has(label)).length, expected.size);
      }
    }
  }
});

Deno.test("fromSamples() splits days in the zone of the frame", () => {
  const frame = pl.DataFrame({
    start_date: [new Date("2025-02-28T23:00Z"), new Date("2025-03-01T23:00Z")], // 00:00 in Berlin
    value: [1, 2],
  }).withColumns(pl.col("start_date").cast(pl.Datetime("ms", "Europe/Berlin")));
  const range = {
    start_time: Temporal.ZonedDateTime.from("2025-03-01T00:00[Europe/Berlin]"),
    end_time: Temporal.ZonedDateTime.from("2025-03-03T00:00[Europe/Berlin]"),
  };
  const days = fromSamples(frame, range, { kind: "discrete", every: "1d" });
  assertEquals(micros(days), [1740783600000000n, 1740870000000000n]);
  assertEquals(values(days), [1, 2]);
  assertEquals(days.getColumn("time").dtype.toString().includes("Europe/Berlin"), true);
});

Deno.test("fromSamples() clips the first and last window to the range", () => {
  const frame = fromSamples(
    [
      { start_date: "2024-03-30T12:00+01:00", end_date: "2024-04-01T12:00+02:00", value: 47 },
    ],
    { start_time: "2024-03-30T18:00+01:00", end_time: "2024-04-01T06:00+02:00" },
    {
      every: "1d",
      tz: "Europe/Berlin",
      kind: "cumulative",
    },
  );
  assertEquals(toValues(columnsOf(frame)["time"]!), [
    "2024-03-30T00:00:00+01:00",
    "2024-03-31T00:00:00+01:00",
    "2024-04-01T00:00:00+02:00",
  ]);
  values(frame).forEach((value, i) => assertAlmostEquals(value as number, [6, 23, 6][i]!, 1e-9));
});

Deno.test("fromSamples() reports what it cannot do", () => {
  const one = rows([{ start: 0, end: 10, value: 1 }]);
  const cases: [() => unknown, typeof RangeError | typeof TypeError, string][] = [
    [
      () => fromSamples(one, RANGE, { kind: "cumulative", calculations: ["max", "min"] }),
      RangeError,
      "Cannot calculate max, min: a cumulative metric has sums, not readings",
    ],
    [
      () => fromSamples(one, RANGE, { kind: "discrete", calculations: ["median" as Calculation] }),
      RangeError,
      'Cannot calculate "median": use one of max, min, delta',
    ],
    [
      () => fromSamples(one, RANGE, { kind: "sum" as FromSamplesOptions["kind"] }),
      RangeError,
      'kind is "sum", expected "cumulative" or "discrete"',
    ],
    [
      () => fromSamples(one, RANGE, { kind: "discrete", name: "time" }),
      RangeError,
      'not be named "time"',
    ],
    [
      () => fromSamples(one, RANGE, { kind: "discrete", every: 0 }),
      RangeError,
      "0 seconds between rows",
    ],
    [
      () => fromSamples(one, RANGE, { kind: "discrete", every: NaN }),
      RangeError,
      "NaN seconds between rows",
    ],
    [
      () => fromSamples(one, RANGE, { kind: "discrete", every: "1 day" as never }),
      RangeError,
      "Cannot read window length",
    ],
    [
      () => fromSamples(one, RANGE, { kind: "discrete", every: 1e-6 }),
      RangeError,
      "grid of 120000000 rows",
    ],
    [
      () => fromSamples(one, RANGE, { kind: "discrete", tz: "Berlin" }),
      RangeError,
      "not an IANA time zone",
    ],
    [
      () => fromSamples(one, { ...RANGE, end_time: at(-1) }, { kind: "discrete" }),
      RangeError,
      "is before start_time",
    ],
    [
      () =>
        fromSamples(rows([one, one].map(() => ({ start: 5, end: 4, value: 1 }))), RANGE, {
          kind: "discrete",
        }),
      RangeError,
      "Cannot make a series: the end is before the start in row 0",
    ],
    [
      () => fromSamples([{ start_date: null, value: 1 }], RANGE, { kind: "discrete" }),
      TypeError,
      "start_date is null in row 0",
    ],
    [
      () => fromSamples([{ value: 1 }], RANGE, { kind: "discrete" }),
      TypeError,
      "there is neither a column start_date nor start_time",
    ],
    [
      () => fromSamples([{ start_date: at(0) }], RANGE, { kind: "discrete" }),
      TypeError,
      'column "value" is missing; the columns are start_date',
    ],
    [
      () => fromSamples([{ start_date: at(0), value: "high" }], RANGE, { kind: "discrete" }),
      TypeError,
      'column "value": row 0 is "high", expected a number',
    ],
    [
      () =>
        fromSamples(rows(Array(200).fill({ start: 0, end: 1e6, value: 1 })), {
          ...RANGE,
          end_time: at(1e6),
        }, {
          kind: "discrete",
          every: 1,
        }),
      RangeError,
      "rows overlap more than 100000000 windows in total",
    ],
  ];
  for (const [call, type, message] of cases) assertThrows(call, type, message);
});

Deno.test("fromSamples() returns a separate series for each group, with its own sources", () => {
  const sample = (
    user: string | null,
    source: string,
    start: number,
    end: number,
    value: number,
  ) => ({
    user,
    from: source,
    begin: at(start),
    end_time: at(end),
    value,
  });
  const samples = [
    sample("b", "phone", 0, 120, 12),
    sample("a", "watch", 60, 120, 5),
    sample("b", "watch", 0, 60, 30),
    sample(null, "watch", 90, 120, 1),
  ];
  const names = { start_time: "begin", source: "from" };
  const options = {
    kind: "discrete",
    by: "user",
    columns: names,
    sourcePriority: ["watch"],
  } as const;
  const sums = fromSamples(samples, RANGE, { ...options, kind: "cumulative" });
  assertEquals(columnNames(sums), ["user", "time", "value"]);
  assertEquals(values(sums, "user"), ["b", "b", "a", "a", null, null]);
  assertEquals(values(sums), [30, 6, null, 5, null, 1]);
  for (const user of ["a", "b"]) {
    const alone = fromSamples(samples.filter((row) => row.user === user), RANGE, {
      kind: "discrete",
      columns: names,
      calculations: ALL,
    });
    const all = fromSamples(samples, RANGE, { ...options, calculations: ALL });
    const rows = values(all, "user").map((name, i) => name === user ? i : -1).filter((i) => i >= 0);
    for (const name of columnNames(alone)) {
      assertEquals(rows.map((row) => values(all, name)[row]), values(alone, name), name);
    }
  }
  const filled = fromSamples(samples, RANGE, { ...options, fill: 0 });
  assertEquals(values(filled, "user").slice(-1), [null]);
  assertThrows(
    () => fromSamples(samples, RANGE, { ...options, columns: { stop: "x" } }),
    TypeError,
    'columns has "stop", which is not one of the columns read',
  );
});
