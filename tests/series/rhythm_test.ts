import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { float64Column, timeColumn } from "../../src/frame/columns/columns.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { resample } from "../../src/series/resample.ts";
import { rhythm, type RhythmVariant } from "../../src/series/rhythm.ts";
import { activity } from "./activityRecords.ts";
import { statistic, statistics } from "./statistic.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import type { Length } from "../../src/time/length.ts";

const START = Date.UTC(2024, 0, 10, 13, 47);

function minutes(
  value: (i: number) => number | null,
  count = 7 * 1440 + 500,
  { start = START, step = 1 } = {},
): Frame {
  const at = Array.from({ length: count }, (_, i) => BigInt(start + i * step * 60_000) * 1000n);
  const values = at.map((_, i) => value(i));
  return toFrame({
    time: timeColumn(BigInt64Array.from(at)),
    value: float64Column(
      Float64Array.from(values, (one) => one ?? 0),
      Uint8Array.from(values, (one) => one === null ? 0 : 1),
    ),
  });
}

function assertClose(found: Record<string, number | null>, expected: Record<string, number>): void {
  for (const [name, value] of Object.entries(expected)) {
    assertAlmostEquals(found[name] ?? NaN, value, 1e-10, name);
  }
}

// numpy 1.26.4, from the published formulas
const PUBLISHED: Record<Exclude<RhythmVariant, "pyActigraphy">, Record<string, number>> = {
  population: {
    IS: 0.8137936839264817,
    IV: 0.3175221252034959,
    ISm: 0.7145059000831476,
    IVm: 0.3419686174355339,
    phi: 0.8399777613030264,
  },
  sample: {
    IS: 0.8428473130754939,
    IV: 0.3157382930394313,
    ISm: 0.7228794879212721,
    IVm: 0.341457850665858,
  },
  GGIR: { IS: 0.8004901940007254, IV: 0.31961425392658094 },
};

for (const [variant, expected] of Object.entries(PUBLISHED)) {
  Deno.test(`rhythm() of the variant ${variant} equals its source`, () => {
    const found = rhythm(minutes(activity), { variant: variant as RhythmVariant });
    assertClose(statistics(found), expected);
  });
}

Deno.test("rhythm() skips pairs across a gap, and reports the coverage", () => {
  const gap = minutes((i) => i >= 1800 && i < 3000 ? null : activity(i));
  const found = rhythm(gap);
  // numpy 1.26.4
  assertClose(statistics(found), {
    IS: 0.8203433023538586,
    IV: 0.3218116625876613,
    phi: 0.8305348602562727,
  });
  const { coverage, n } = statistic(found, "IS");
  assertEquals([coverage, n], [159 / 178, 159]);
});

Deno.test("rhythm() with GGIR's variant fits phi like R's arima", () => {
  const steps = minutes((i) => Math.floor(i / 1440), 8 * 1440, { start: Date.UTC(2024, 0, 1) });
  const found = statistics(rhythm(steps, { variant: "GGIR" }));
  assertAlmostEquals(found["phi"]!, 0.9982517, 1e-6); // GGIR 3.3-4, tests/testthat/test_g.IVIS.R
  assertAlmostEquals(found["IS"]!, 0, 0.01);
  assertAlmostEquals(found["IV"]!, 0, 0.01);
  const ml = statistics(rhythm(minutes(activity), { variant: "GGIR" }));
  assertAlmostEquals(ml["phi"]!, 0.837892134, 1e-4); // statsmodels 0.15.0, ARIMA(1, 0, 0)
});

Deno.test("rhythm() of equal days has an IS of 1, and of noise an IV near 2", () => {
  const equal = minutes((i) => (i % 1440) ** 2 % 977, 5 * 1440, { start: Date.UTC(2024, 0, 1) });
  assertClose(statistics(rhythm(equal)), { IS: 1, ISm: 1 });
  const random = minutes((i) => (i * i * 7919 + i * 104729) % 1000003, 100 * 24, { step: 60 });
  const { IS, IV } = statistics(rhythm(random));
  assertAlmostEquals(IV!, 2, 0.15);
  assert(IS! < 0.05, `${IS}`);
});

Deno.test("rhythm() does not change if values are shifted or scaled", () => {
  const hours = (scale: number, shift: number) =>
    statistics(rhythm(minutes((i) => activity(i * 60) * scale + shift, 100, { step: 60 })));
  const one = hours(1, 0);
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 1000, noNaN: true }),
      fc.double({ min: -1000, max: 1000, noNaN: true }),
      (scale, shift) => {
        const other = hours(scale, shift);
        for (const name of ["IS", "IV", "phi", "L5_onset", "M10_onset"]) {
          assertAlmostEquals(other[name]!, one[name]!, 1e-6, name);
        }
        assertAlmostEquals(other["L5"]!, one["L5"]! * scale + shift, 1e-6 * (1 + scale));
      },
    ),
    { numRuns: 30 },
  );
});

Deno.test("rhythm() accepts rows in any order, and other names", () => {
  const rows = Array.from({ length: 96 }, (_, i) => ({
    when: new Date(Date.UTC(2024, 0, 1, (i * 37) % 96)),
    lux: activity(((i * 37) % 96) * 60),
    watts: 3,
  }));
  const found = rhythm(rows, { time: "when", y: "lux", tz: "UTC" });
  const sorted = rows.toSorted((a, b) => a.when.getTime() - b.when.getTime());
  assertEquals(
    found.frame.toRecords(),
    rhythm(sorted, { time: "when", y: "lux", tz: "UTC" }).frame.toRecords(),
  );
  assertThrows(() => rhythm(rows, { time: "when" }), TypeError, "several numeric columns");
});

/** Activity from 08:00 to 22:00 by the clock of a zone, by half hours over some days. */
function byTheClock(start: string, days: number, tz: string): Frame {
  const from = Temporal.PlainDate.from(start).toZonedDateTime(tz);
  const until = from.add({ days }).epochMilliseconds;
  const count = (until - from.epochMilliseconds) / 1_800_000;
  return minutes(
    (i) => {
      const { hour } = from.add({ minutes: 30 * i });
      return hour >= 8 && hour < 22 ? 100 : 0;
    },
    count,
    { start: from.epochMilliseconds, step: 30 },
  );
}

for (
  const [tz, start, hours] of [
    ["Europe/Berlin", "2024-03-28", 167],
    ["Europe/Berlin", "2024-10-24", 169],
    ["America/Sao_Paulo", "2018-11-01", 167], // midnight of 4 November was skipped
    ["Asia/Beirut", "2022-03-24", 167], // midnight of 27 March was skipped, too
    ["Australia/Lord_Howe", "2024-04-03", 168],
    ["Australia/Lord_Howe", "2024-10-03", 168],
  ] as const
) {
  Deno.test(`rhythm() follows the clock of ${tz} from ${start}, across its offset change`, () => {
    const found = rhythm(byTheClock(start, 7, tz), { tz });
    const { IS, L5_onset, M10_onset, L5, M10 } = statistics(found);
    // an hour more or less in one of seven days moves the formula slightly away from 1
    assertAlmostEquals(IS!, 1, hours === 168 ? 1e-12 : 0.003);
    assertEquals([L5_onset, M10_onset, L5, M10], [0, 8, 0, 100]);
    assertEquals(statistic(found, "IS")["n"], hours);
    assertEquals(statistic(found, "IS")["coverage"], 1);
    const elsewhere = statistics(rhythm(byTheClock(start, 7, tz), { tz: "UTC" }));
    assert(elsewhere["IS"]! < 0.99 || elsewhere["M10_onset"] !== 8);
  });
}

Deno.test("rhythm() pairs the hours on both sides of a skipped hour", () => {
  // 01:00 and 03:00 on 31 March in Berlin follow each other.
  const start = Date.UTC(2024, 2, 30, 23);
  const found = rhythm(minutes((i) => i, 3, { start, step: 60 }), { tz: "Europe/Berlin" });
  assertEquals(statistics(found)["IV"], 3 * 2 / (2 * 2));
});

Deno.test("rhythm() finds the lowest hours across midnight", () => {
  const night = minutes((i) => i % 24 >= 22 || i % 24 < 3 ? 1 : 50, 72, {
    start: Date.UTC(2024, 0, 1),
    step: 60,
  });
  const { L5, L5_onset } = statistics(rhythm(night));
  assertEquals([L5, L5_onset], [1, 22]);
});

Deno.test("rhythm() returns null, not 0 or NaN, for undefined statistics", () => {
  const constant = statistics(rhythm(minutes(() => 5.3, 3000), { tz: "UTC" }));
  assertEquals([constant["IS"], constant["IV"], constant["phi"]], [null, null, null]);
  assertAlmostEquals(constant["RA"]!, 0, 1e-12);
  const oneDay = statistics(rhythm(minutes(activity, 1000), { tz: "UTC" }));
  assertEquals(oneDay["IS"], null);
  assert(oneDay["IV"]! > 0);
  const none = rhythm(minutes(() => null, 3000), { tz: "UTC" });
  assert(none.frame.toRecords().every((row) => row["value"] === null && row["coverage"] === 0));
  assertEquals(rhythm([], { tz: "UTC" }).frame.shape.height, 10);
  const day = minutes((i) => i % 1440 < 480 ? null : 7, 3 * 1440, { start: Date.UTC(2024, 0, 1) });
  const { L5_onset } = statistics(rhythm(day, { tz: "UTC" }));
  assert(L5_onset! >= 7.5, "a night without data does not count as rest");
});

Deno.test("rhythm() rejects invalid options", () => {
  assertThrows(() => rhythm([], { variant: "other" as "sample" }), RangeError, "variant");
  assertThrows(
    () => rhythm(minutes(activity, 60), { resolution: 7 }),
    RangeError,
    "does not divide 60",
  );
  assertThrows(
    () => rhythm([{ time: "2024-01-01T00:00Z", note: "x" }]),
    TypeError,
    "Cannot compute the rhythm: the frame has no numeric column",
  );
  assertThrows(
    () => rhythm([{ time: "2024-01-01T00:00Z", activity: "much" }], { y: "activity" }),
    TypeError,
    "activity",
  );
});

Deno.test("rhythm() has no relative amplitude if values are below 0", () => {
  const below = statistics(rhythm(minutes((i) => activity(i) - 100)));
  assert(below["L5"]! < 0 && below["M10"]! > 0);
  assertEquals(below["RA"], null);
});

Deno.test("rhythm() does not average ISm and IVm over windows finer than the data", () => {
  const found = rhythm(minutes((i) => i % 7, 500, { step: 30 }));
  assertEquals(statistic(found, "ISm")["n"], 7); // 30, 32, 36, 40, 45, 48 and 60 minutes
});

Deno.test("rhythm() uses hours of the day for a step of more than an hour", () => {
  const found = statistics(
    rhythm(minutes((i) => Math.floor(i * 75 / 60) % 24, 576, { start: 0, step: 75 })),
  );
  assertEquals([found["L5_onset"], found["L5"], found["M10_onset"], found["M10"]], [
    0,
    2,
    14,
    18.5,
  ]);
});

Deno.test("rhythm() returns the earliest of equal stretches, despite rounding", () => {
  const { L5_onset, M10_onset } = statistics(
    rhythm(minutes((i) => i % 2 === 0 ? 0.1 : 0.7, 4 * 1440, { start: 0 }), { resolution: 2 }),
  );
  assertEquals([L5_onset, M10_onset], [0, 0]);
});

Deno.test("rhythm() of periods equals rhythm() of each period's rows, with days in the zone", () => {
  // From Monday, 25 March, 10:00, across the daylight saving change on Sunday; 17 days and an hour.
  const first = Temporal.ZonedDateTime.from("2024-03-25T10:00[Europe/Berlin]");
  const hours = 17 * 24 + 1, tz = "Europe/Berlin";
  const all = Array.from({ length: hours }, (_, i) => ({
    time: new Date(first.epochMilliseconds + i * 3_600_000),
    value: activity(i * 60),
  }));
  const found = rhythm(all, { tz, period: "7d" });
  const weeks = ["2024-03-25T10:00", "2024-04-01T10:00", "2024-04-08T10:00"]
    .map((text) =>
      new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(tz).epochMilliseconds)
    );
  const expected = [0, 1].flatMap((week) => {
    const [start_time, end_time] = [weeks[week]!, weeks[week + 1]!];
    const own = all.filter(({ time }) => time >= start_time && time < end_time);
    assertEquals(own.length, week === 0 ? 167 : 168);
    return rhythm(own, { tz }).frame.toRecords().map((row) => ({ start_time, end_time, ...row }));
  });
  assertEquals(found.toRecords() as unknown[], expected);
  assertEquals(
    String(found.getColumn("start_time").dtype),
    String(found.getColumn("end_time").dtype),
  );
  assertEquals(rhythm(all, { tz, period: "18d" }).shape.height, 0);
  assertEquals(rhythm(all, { tz, period: "240h" }).shape.height, 10);
});

Deno.test("rhythm() with longer windows equals rhythm() of their means", () => {
  const frame = minutes(activity, 6 * 1440, { start: Date.UTC(2024, 0, 10) });
  for (const window of ["20m", "2h"] as const) {
    const means = rhythm(resample(frame, { every: window, tz: "UTC" }), { window, tz: "UTC" });
    const found = statistics(rhythm(frame, { window, tz: "UTC" }));
    const expected = statistics(means);
    for (const name of ["IS", "IV", "phi"]) {
      assertAlmostEquals(found[name]!, expected[name]!, 1e-12);
    }
  }
  const one = (window: Length) => statistics(rhythm(frame, { window, tz: "UTC" }));
  const both = statistics(rhythm(frame, { windows: ["20m", "2h"], tz: "UTC" }));
  assertAlmostEquals(both["ISm"]!, (one("20m")["IS"]! + one("2h")["IS"]!) / 2, 1e-12);
  assertAlmostEquals(both["IVm"]!, (one("20m")["IV"]! + one("2h")["IV"]!) / 2, 1e-12);
});

Deno.test("rhythm() with a threshold equals rhythm() of ones and zeros", () => {
  const above = minutes((i) => activity(i) > 60 ? 1 : 0, 5000);
  assertEquals(
    rhythm(minutes(activity, 5000), { threshold: 60 }).frame.toRecords(),
    rhythm(above).frame.toRecords(),
  );
});

Deno.test("rhythm() rejects windows that do not divide a day, and a group name that is taken", () => {
  for (
    const [options, words] of [
      [{ window: "7m" }, 'window "7m" does not divide a day'],
      [{ windows: ["10m", "24h"] }, 'windows "24h" does not divide a day'],
      [{ windows: [] }, "windows is empty"],
      [{ period: "1m" }, "more than 100000 periods"],
    ] as const
  ) {
    const long = [{ time: "2020-01-01T00:00Z", v: 1 }, { time: "2021-01-01T00:00Z", v: 2 }];
    assertThrows(() => rhythm(long, { tz: "UTC", ...options }), RangeError, words);
  }
  assertThrows(
    () => rhythm([{ time: "2024-01-01T00:00Z", v: 1, name: "anna" }], { tz: "UTC", by: "name" }),
    RangeError,
    'Cannot compute the rhythm by "name": the result has a column of that name',
  );
});

Deno.test("rhythm() returns a number for each name, and the reason for each null", () => {
  const hours = (count: number, value: (i: number) => number) =>
    Array.from(
      { length: count },
      (_, i) => ({ time: new Date(Date.UTC(2024, 0, 1, i)), value: value(i) }),
    );
  const tz = "UTC", found = rhythm(hours(72, (i) => i % 24), { tz });
  assertEquals<object>({ ...found }, statistics(found.frame));
  assertEquals([found.IS, found.reason.IS, found.unit.L5_onset], [1, null, "h"]);
  const day = rhythm(hours(24, (i) => i), { tz });
  assertEquals([day.IS, day.reason.IS], [null, "too few days at some times of day"]);
  // The evening is high and known on one day of ten: 5/24 of the hours would carry most of IS.
  const evenings = hours(240, (i) => i % 24 < 19 ? 60 + i % 2 : 100)
    .filter((_, i) => i < 24 || i % 24 < 19);
  const worn = rhythm(evenings, { tz });
  assertEquals([worn.IS, worn.reason.IS], [null, "too few days at some times of day"]);
  assert(worn.IV !== null && worn.L5 !== null);
  const equal = rhythm(hours(72, () => 5), { tz });
  assertEquals([equal.IV, equal.reason.IV, equal.reason.phi], [
    null,
    "no variation",
    "no variation",
  ]);
  const morning = rhythm(hours(4, (i) => i), { tz });
  assertEquals([morning.M10, morning.reason.M10_onset], [null, "too few hours of the day"]);
  assertEquals(morning.reason.RA, "too few hours of the day");
  const negative = rhythm(hours(72, (i) => i % 24 - 12), { tz });
  assertEquals([negative.RA, negative.reason.RA], [null, "L5 is below 0, or M10 is not above 0"]);
  const none = rhythm(hours(72, () => NaN), { tz });
  for (const [name, value] of Object.entries(none)) {
    assertEquals([value, none.reason[name as keyof typeof none.reason]], [null, "no values"], name);
  }
  const byDay = rhythm(hours(72, (i) => i), { tz, period: "1d" });
  assertEquals(byDay.columns.slice(0, 2), ["start_time", "end_time"]);
});

/** Activity of four days from noon to noon: the same numbers in every language. */
const fromNoon = (i: number): number => {
  const minute = (i + 720) % 1440, day = Math.floor((i + 720) / 1440);
  const noise = ((i * i * 7919 + i * 104729) % 1000003) / 1000003;
  return (minute + 37 * day) % 1440 > 430
    ? 50 + 200 * noise * (1 + minute / 720)
    : 20 * noise * (1 + Math.abs(minute - 200) / 100);
};

// g.getM5L5(day, 60, 0, 24, 10, 5 or 10, UnitReScale = 1) of wadpac/GGIR, commit
// 388064b707df4fcfb7f9b755c5a43a477d371092: L5 and its hour after noon, M10 and its hour after noon
const GGIR_DAYS = [
  [17.87225001, 12.8333, 304.1801126, 1.83333],
  [16.50443536, 12.6667, 305.5809376, 1.33333],
  [18.08513283, 12.3333, 299.5337974, 0.833333],
  [24.19176205, 11.6667, 289.2473168, 0.166667],
] as const;
const daysOf = (frame: Frame) =>
  Map.groupBy(
    frame.toRecords(),
    ({ start_time, user = "" }) => `${user} ${Number(start_time)}`,
  ).values()
    .map((rows) =>
      Object.fromEntries(rows.map(({ name, value }) => [name, value as number | null]))
    )
    .toArray();

Deno.test("rhythm() of days that start at noon agrees with GGIR on L5 and M10 of every day", () => {
  const start = Date.UTC(2024, 0, 1, 12), options = { period: "1d", resolution: 10 } as const;
  const own = daysOf(
    rhythm(minutes(fromNoon, 4 * 1440, { start }), { ...options, dayStart: "12:00", tz: "UTC" }),
  );
  assertEquals(own.length, 4);
  own.forEach((found, day) => {
    const [l5, low, m10, high] = GGIR_DAYS[day]!;
    assertAlmostEquals(found["L5"]!, l5, 1e-7);
    assertAlmostEquals((found["L5_onset"]! + 12) % 24, low, 1e-4);
    assertAlmostEquals(found["M10"]!, m10, 1e-6);
    assertAlmostEquals((found["M10_onset"]! + 12) % 24, high, 1e-4);
  });
});

Deno.test("rhythm() of days finds the same stretches as trying them all, with gaps and clock changes", () => {
  const tz = "Europe/Berlin";
  for (const start of [Date.UTC(2024, 2, 29, 5), Date.UTC(2024, 9, 25, 5)]) {
    const isGap = (i: number) => i % 1999 < 45;
    const frame = minutes((i) => isGap(i) ? null : fromNoon(i), 4 * 1440, { start });
    const found = daysOf(rhythm(frame, { period: "1d", dayStart: "18:30", tz }));
    const faces = Array.from(
      { length: 4 * 1440 },
      (_, i) => Temporal.Instant.fromEpochMilliseconds(start + i * 60_000).toZonedDateTimeISO(tz),
    );
    /** Sums of each minute from 18:30 on, in each day. */
    const days = Map.groupBy(faces.keys(), (i) => {
      const face = faces[i]!, late = face.hour * 60 + face.minute >= 1110;
      return face.toPlainDate().add({ days: late ? 0 : -1 }).toString();
    });
    const whole = [...days.values()].slice(1, -1);
    assertEquals(found.length, whole.length);
    whole.forEach((rows, day) => {
      const slots = Array.from({ length: 1440 }, (): number[] => []);
      for (const i of rows) {
        const { hour, minute } = faces[i]!;
        if (!isGap(i)) slots[(hour * 60 + minute - 1110 + 1440) % 1440]!.push(fromNoon(i));
      }
      const mean = slots.map((own) =>
        own.length === 0 ? NaN : own.reduce((a, b) => a + b) / own.length
      );
      for (const [name, width, sign] of [["L5", 300, -1], ["M10", 600, 1]] as const) {
        let best = -Infinity, at = NaN;
        for (let from = 0; from + width <= 1440; from++) {
          const known = mean.slice(from, from + width).filter((one) => !Number.isNaN(one));
          const value = sign * known.reduce((a, b) => a + b, 0) / known.length;
          if (known.length < 0.9 * width || !(value > best + 1e-9)) continue;
          best = value;
          at = from;
        }
        assertAlmostEquals(found[day]![name]!, sign * best, 1e-8, `${name} of day ${day}`);
        assertAlmostEquals(found[day]![`${name}_onset`]!, ((at + 1110) % 1440) / 60, 1e-9);
      }
    });
  }
});

Deno.test("rhythm() of days keeps people apart, and also starts longer periods on the hour", () => {
  const frame = minutes(fromNoon, 4 * 1440, { start: Date.UTC(2024, 0, 1, 9) }).toRecords();
  const two = ["b", "a"].flatMap((user) =>
    frame.map((row) => ({ ...row, user, value: Number(row["value"]) * (user === "a" ? 2 : 1) }))
  );
  const options = { y: "value", period: "1d", dayStart: "12:00", tz: "UTC" } as const;
  const found = daysOf(rhythm(two, { ...options, by: "user" }));
  assertEquals(found.length, 6);
  assertAlmostEquals(found[3]!["L5"]!, 2 * found[0]!["L5"]!, 1e-9);
  const pairs = rhythm(frame, { ...options, period: "2d" }).toRecords();
  assertEquals(new Date(Number(pairs[0]!["start_time"])).toISOString(), "2024-01-01T12:00:00.000Z");
  for (const dayStart of ["12", "24:00", "noon"]) {
    assertThrows(() => rhythm(frame, { ...options, dayStart }), RangeError, "Use a time such as");
  }
  assertThrows(() => rhythm(frame, { dayStart: "12:00", tz: "UTC" }), RangeError, "needs a period");
});
