import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { fromActivity, type FromActivityOptions } from "../../src/sleep/fromActivity.ts";
import { regularity } from "../../src/sleep/regularity.ts";
import { webster } from "../../src/sleep/scoring/countScores.ts";
import { sessions } from "../../src/sleep/sessions.ts";
import { madeCounts, WEEK_OF_COUNTS } from "../series/madeCounts.ts";
import { rowsOf } from "./hypnograms.ts";

/** Counts of 5 seconds that R draws in GGIR's test_HASIB.R, with the 461 zeros in the middle. */
const DRAWN = [
  `
  21 73 73 51 27 34 16 46 3 15 28 37 43 2 74 15 94 34 35 74 29 54 64 24 59 10 83 74 46
  28 33 59 5 32 44 8 6 70 23
  `,
  "0 ".repeat(461),
  `
  41 28 43 31 31 18 15 62 11 6 78 74 57 12 18 13 41 21 27 85 23 31 35 20 54 79 34 39
  62 20 2 53 16 85 17 57 25 0 28 30 81 105 52 65 28 95 34 8 20 56 2 42 19 26 10 14 31
  91 12 1 133 80 11 14 6 94 22 43 56 45 63 63 47 28 56 7 5 11 43 6 21 8 58 51 34 63 14
  41 87 54 31 20 97 13 1 54 3 1 14 14 4 24 38 45 47 37 6 16 15 6 18 67 61 50 52 7 37
  78 36 74 66 71 105 68 25 12 28 13 19 114 42 30 16 4 22 134 7 35 67 66 8 14 48 31 30
  25 16 8 18 89 20 18 6 63 24 117 36 20 14 35 85 10 52 25 30 15 47 61 66 54 47 61 83
  23 31 34 98 62 80 61 71 54 66 7 52 29 30 51 1 11 24 3 30 4 31 3 0 35 38 14 18 22 32
  13 40 31 51 55 29 42 38 55 12 25 37 40 15 59 26 34 30 66 76 39 54 26 6 60 20 52 9 25
  20 49 61 78 8 8 6 3 60 50 34 70 1 5 93 24 6 43 63 130 54 39 23 70 106 26 63 84 64 12
  9 23 55 4 19 68 92 47 4 93 50 42 85 42 44 10 13 29 10
  `,
].flatMap((text) => text.trim().split(/\s+/)).map(Number);

const fiveSeconds = (values: readonly (number | null)[]) =>
  values.map((value, i) => ({ time: new Date(Date.UTC(2024, 0, 1) + i * 5000), value }));
const minutes = (values: readonly (number | null)[], start = Date.UTC(2024, 2, 30, 12)) =>
  values.map((value, i) => ({ time: new Date(start + i * 60_000), value }));

/** Minutes in a state. */
const minutesOf = (
  rows: Parameters<typeof fromActivity>[0],
  options: FromActivityOptions,
  code = 1,
): number =>
  rowsOf(fromActivity(rows, { tz: "UTC", ...options })).filter((row) =>
    Number(row["sleep_stage"]) === code
  ).reduce((sum, row) => sum + length(row), 0);
const length = ({ start_time, end_time }: Record<string, unknown>): number =>
  (instant(end_time) - instant(start_time)) / 60_000;
const instant = (value: unknown): number => Date.parse(String(value).replace(/\[.*/, ""));

Deno.test("fromActivity() gives the same sleep duration as GGIR's test of algorithms", () => {
  // test_HASIB.R, commit 388064b707df4fcfb7f9b755c5a43a477d371092, in epochs of 5 seconds
  assertEquals(DRAWN.length, 781);
  const rows = fiveSeconds(DRAWN);
  assertEquals(minutesOf(rows, { algorithm: "sadeh" }) * 12, 372);
  const ggir = { algorithm: "cole-kripke", variant: "GGIR", rescore: false } as const;
  assertEquals(minutesOf(rows, ggir) * 12, 372);
  assertEquals(minutesOf(rows, { algorithm: "oakley", threshold: 20 }) * 12, 435);
  assertEquals(minutesOf(rows, { algorithm: "galland" }) * 12, 396);
  const angles = [
    ...Array(10).fill(0),
    10,
    20,
    30,
    ...Array(310).fill(30),
    ...[20, 10, -5, -20, 0, -15, -30],
    ...Array(400).fill(-40),
  ];
  const padded = [...angles, ...Array(781 - angles.length).fill(0)];
  assertEquals(Math.round(minutesOf(fiveSeconds(padded), { algorithm: "van-hees" }) * 12), 713);
});

// pyActigraphy's record example_01.AWD (18,401 minutes, GPL, not shipped; commit
// e9e5e64f95ce2579bda5896f85945e7257545446) gives 9,519 minutes asleep by sadeh with the variant
// pyActigraphy, 8,620 by scripps with that variant and 7,346 by roenneberg, as theirs. Without the
// variant scripps gives 8,628: the last 8 minutes have a score, since weights there are 0.

Deno.test("fromActivity() by scripps leaves out minutes without a score, or scores them awake like pyActigraphy", () => {
  const still = minutes(Array(60).fill(0));
  assertEquals(minutesOf(still, { algorithm: "scripps" }), 48);
  const theirs = { algorithm: "scripps", variant: "pyActigraphy" } as const;
  assertEquals([minutesOf(still, theirs), minutesOf(still, { ...theirs, wake: "all" }, 2)], [
    40,
    20,
  ]);
});

Deno.test("fromActivity() by galland agrees with the formula, for counts of any size", () => {
  const counts = madeCounts(200).map((count, i) => i % 50 < 20 ? 0 : count);
  const active = counts.filter((count) => count > 0);
  const mean = active.reduce((a, b) => a + b) / active.length;
  let asleep = 0;
  for (let i = 4; i < 198; i++) {
    const sum = [1, 2, 3, 4, 5, 3, 1].reduce((a, weight, k) => a + weight * counts[i + k - 4]!, 0);
    if (2.7 * sum / mean < 1) asleep++;
  }
  assert(asleep > 20 && asleep < 190, `${asleep}`);
  for (const scale of [1, 7]) {
    const rows = minutes(counts.map((count) => count * scale));
    assertEquals(minutesOf(rows, { algorithm: "galland" }), asleep);
  }
  assertEquals(minutesOf(minutes(Array(60).fill(0)), { algorithm: "galland" }), 54);
});

/** Angles of three days from noon to noon in steps of 5 seconds: the same numbers in every language. */
const ANGLES = Array.from({ length: 3 * 17280 }, (_, i) => {
  const noise = (k: number) => (i * 7919 + (i % 9973) * (i % 9931) * k) % 1000003 / 1000003 - 0.5;
  const hour = (i / 720) % 24, day = Math.floor(i / 17280);
  const still = [
    hour >= 11 && hour < 19,
    hour >= 10 && hour < 18 && !(hour >= 13 && hour < 13.8) || hour >= 3 && hour < 3.7,
    hour >= 12.5 && hour < 17,
  ][day];
  const turned = (Math.floor(i / 564) * 37) % 120 - 60;
  const angle = still ? turned + [0.02, 0.06, 0.3][day]! * noise(3) : 80 * noise(5);
  return Math.round(angle * 1e4) / 1e4;
});
const NOON = Date.UTC(2024, 0, 1, 12);
const angles = (values: readonly (number | null)[], start = NOON, step = 5) =>
  values.map((angle, i) => ({ time: new Date(start + i * step * 1000), angle }));
/** Start, end and sleep of each night, in steps of 5 seconds from the first. */
const nightsOf = (rows: ReturnType<typeof angles>, options: object = {}, first = NOON) =>
  rowsOf(
    sessions(fromActivity(rows, { algorithm: "hdcza", tz: "UTC", ...options }), { tz: "UTC" }),
  ).map((row) => [
    ...[row["start_time"], row["end_time"]].map((at) => (instant(at) - first) / 5000),
    Math.round(Number(row["asleep"]) * 12),
  ]);

// wadpac/GGIR, commit 388064b707df4fcfb7f9b755c5a43a477d371092, unaltered, with zoo 1.8-11:
// HASIB("vanHees2015") of ANGLES has 18250 epochs in 9 bouts; those that overlap HASPT("HDCZA") of
// each day (7921 to 13680, 7201 to 12960 and 9002 to 12238, thresholds 0.13, 0.13 and 0.1815):
const GGIR_NIGHTS = [[7918, 13680, 5762], [24479, 30721, 5666], [43559, 46800, 3241]];

Deno.test("fromActivity() by hdcza finds the nights of GGIR, and leaves out a nap", () => {
  assertEquals(nightsOf(angles(ANGLES)), GGIR_NIGHTS);
  const all = minutesOf(angles(ANGLES), { algorithm: "van-hees" });
  assertAlmostEquals(all * 12, 18250, 1e-6);
});

Deno.test("fromActivity() by hdcza finds the period of GGIR's own test", () => {
  // test_HASPT.R: epochs 5000 to 6000 and 6100 to 8000 do not move, SPTE_start 5000, SPTE_end 8000
  const still = Array.from(
    { length: 17280 },
    (_, i) => i >= 4999 && i < 6000 || i >= 6099 && i < 8000 ? 0 : 20 + 40 * (i % 2),
  );
  const [[start, end] = [], ...more] = nightsOf(angles(still));
  assertEquals([start, end, more], [4998, 8000, []]); // inactivity begins with the last movement
});

Deno.test("fromActivity() by hdcza prefers the diary's night, for the same person and day", () => {
  const at = (hours: number) => new Date(NOON + hours * 3_600_000);
  const diary = [
    { user: "a", start_time: at(26.5), end_time: at(28) }, // the nap of the second day
    { user: "b", start_time: at(11), end_time: at(12) },
  ];
  const rows = ["a", "b"].flatMap((user) => angles(ANGLES).map((row) => ({ ...row, user })));
  const stages = fromActivity(rows, {
    algorithm: "hdcza",
    by: "user",
    y: "angle",
    tz: "UTC",
    diary,
  });
  const found = rowsOf(sessions(stages, { tz: "UTC", by: "user" }));
  assertEquals(found.map(({ user }) => user), ["a", "a", "a", "b", "b", "b"]);
  const starts = found.map(({ start_time }) =>
    Math.floor((instant(start_time) - NOON) / 3_600_000)
  );
  assertEquals(starts, [10, 26, 60, 10, 33, 60]);
  // GGIR: a night lasts from the first bout of inactivity that overlaps the diary's to the last one
  const bouts = rowsOf(fromActivity(angles(ANGLES), { algorithm: "van-hees", tz: "UTC" }))
    .filter(({ sleep_stage }) => Number(sleep_stage) === 1)
    .map((row) => [instant(row["start_time"]), instant(row["end_time"])] as const);
  for (const [row, { start_time, end_time }] of [[1, diary[0]!], [3, diary[1]!]] as const) {
    const inside = bouts.filter(([from, to]) => from < +end_time && to > +start_time);
    assertEquals(
      [found[row]!["start_time"], found[row]!["end_time"]].map(instant),
      [inside[0]![0], inside.at(-1)![1]],
    );
  }
  assertThrows(
    () =>
      fromActivity(rows, {
        algorithm: "hdcza",
        by: [],
        tz: "UTC",
        y: "angle",
        diary: [{ start_time: at(2), end_time: at(1) }],
      }),
    RangeError,
    "row 0 does not end after it starts",
  );
});

Deno.test("fromActivity() by hdcza treats unknown angles neither as sleep nor as wake", () => {
  const gaps = ANGLES.map((angle, i) => i >= 9000 && i < 9500 ? null : angle);
  const [[start, end, asleep] = []] = nightsOf(angles(gaps));
  assertEquals([start, end], GGIR_NIGHTS[0]!.slice(0, 2));
  assertAlmostEquals(asleep!, GGIR_NIGHTS[0]![2]! - 500, 2);
});

Deno.test("fromActivity() by hdcza cuts days at local noon across both clock changes", () => {
  for (const start of [Date.UTC(2024, 2, 30, 11), Date.UTC(2024, 9, 26, 10)]) {
    const tz = "Europe/Berlin";
    const stages = fromActivity(angles(ANGLES, start), { algorithm: "hdcza", tz });
    const found = rowsOf(sessions(stages, { tz }));
    assertEquals(found.length, 3);
    const lengths = found.map(({ start_time, end_time }) =>
      instant(end_time) - instant(start_time)
    );
    assertEquals(lengths.map((ms) => ms / 5000), GGIR_NIGHTS.map(([from, to]) => to! - from!));
  }
});

Deno.test("fromActivity() by hdcza rejects epochs other than 5 seconds", () => {
  for (const step of [1, 30]) {
    assertThrows(
      () =>
        fromActivity(angles(ANGLES.slice(0, 100), NOON, step), { algorithm: "hdcza", tz: "UTC" }),
      RangeError,
      `values are ${step} s apart. hdcza needs epochs of 5 s.`,
    );
  }
});

/** Minutes at which rest starts and ends, from the first. */
const restOf = (rows: ReturnType<typeof minutes>) => {
  const first = rows[0]!.time.getTime();
  return rowsOf(fromActivity(rows, { algorithm: "crespo", tz: "UTC" }))
    .filter(({ sleep_stage }) => Number(sleep_stage) === 1)
    .map((row) => [row["start_time"], row["end_time"]].map((at) => (instant(at) - first) / 60_000));
};

Deno.test("fromActivity() by crespo finds the same rest as pyActigraphy", () => {
  // pyActigraphy 1.2.2, Crespo() of WEEK_OF_COUNTS (with pandas 2, whose date_range() has inclusive instead of
  // closed, and expanding() no center). It also finds rest in the first and the last hour, where its
  // windows are not centred. In its record example_01.AWD (GPL, not shipped) both find the same 12
  // periods, and 22 of the 24 ends are equal; the last period is 5 to 6 minutes later here.
  const theirs = [[504, 1016], [1959, 2484], [3422, 3895], [4837, 5358], [6295, 6768], [
    7712,
    8194,
  ]];
  assertEquals(restOf(minutes(WEEK_OF_COUNTS)), [...theirs, [9167, 9648]]);
});

Deno.test("fromActivity() by crespo mistakes neither an hour without counts nor a gap for rest", () => {
  const gap = WEEK_OF_COUNTS.map((count, i) => i >= 700 && i < 730 ? null : count);
  const [before = [], after = [], ...others] = restOf(minutes(gap));
  assertEquals([before[1], after[0]], [700, 730]);
  const whole = restOf(minutes(WEEK_OF_COUNTS)).flat();
  [before[0], after[1], ...others.flat()].forEach((at, i) =>
    assertAlmostEquals(at!, whole[i]!, 20)
  );
});

Deno.test("fromActivity() by crespo finds the same minutes across both clock changes", () => {
  for (const start of [Date.UTC(2024, 2, 28, 13), Date.UTC(2024, 9, 24, 12)]) {
    const tz = "Europe/Berlin";
    const stages = fromActivity(minutes(WEEK_OF_COUNTS, start), { algorithm: "crespo", tz });
    const nights = rowsOf(sessions(stages, { tz }));
    const length = (row: Record<string, unknown>) => Math.round(Number(row["asleep"]));
    assertEquals(
      nights.map(length),
      restOf(minutes(WEEK_OF_COUNTS)).map(([from, to]) => to! - from!),
    );
  }
});

Deno.test("webster() rescores the sleep in pyActigraphy's test vector, and no more", () => {
  const run = (score: number, n: number) => Array<number>(n).fill(score);
  const vector = Float64Array.from([
    ...[...run(0, 4), 1], // first rule
    ...[...run(0, 10), ...run(1, 3)], // second rule
    ...[...run(0, 15), ...run(1, 4)], // third rule
    ...[...run(0, 10), ...run(1, 6), ...run(0, 10)], // fourth rule
    ...[...run(0, 20), ...run(1, 10), ...run(0, 20)], // fifth rule
  ]);
  assertEquals(webster(vector), new Float64Array(vector.length));
  const kept = Float64Array.from([...run(0, 15), ...run(1, 30), ...run(0, 3), ...run(1, 5)]);
  assertEquals([...webster(kept)], [...run(0, 19), ...run(1, 26), ...run(0, 3), ...run(1, 5)]);
});

Deno.test("fromActivity() agrees with the formulas, minute by minute", () => {
  const counts = madeCounts(400).map((count, i) => i % 100 < 50 ? Math.round(count / 8) : 0);
  const stages = rowsOf(
    fromActivity(minutes(counts), { algorithm: "sadeh", wake: "all", tz: "UTC" }),
  );
  let checked = 0;
  for (const row of stages) {
    const from = (instant(row["start_time"]) - Date.UTC(2024, 2, 30, 12)) / 60_000;
    for (let i = from; i < from + length(row); i++) {
      const around = counts.slice(i - 5, i + 6), last = counts.slice(i - 5, i + 1);
      const mean = last.reduce((a, b) => a + b) / 6;
      const SD = Math.sqrt(last.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 5);
      const PS = 7.601 - 0.065 * around.reduce((a, b) => a + b) / 11 -
        1.08 * around.filter((one) => one >= 50 && one < 100).length - 0.056 * SD -
        0.703 * Math.log(counts[i]! + 1);
      assertEquals(Number(row["sleep_stage"]), PS >= 0 ? 1 : 2, `minute ${i}`);
      checked++;
    }
  }
  assertEquals(checked, 390, "five minutes at each end have no score");
});

Deno.test("fromActivity() leaves out gaps and the minutes that need them", () => {
  const counts: (number | null)[] = Array(300).fill(0);
  counts.fill(null, 100, 150);
  const found = rowsOf(
    fromActivity(minutes(counts), { algorithm: "sadeh", wake: "all", tz: "UTC" }),
  );
  assertEquals(found.map(length), [90, 140]);
  const without = minutes(counts).filter(({ value }) => value !== null);
  assertEquals(rowsOf(fromActivity(without, { algorithm: "sadeh", tz: "UTC" })), found);
});

Deno.test("fromActivity() rejects negative counts, but not negative angles", () => {
  const rows = minutes(Array.from({ length: 300 }, (_, i) => i === 60 ? -3 : i % 9));
  const of = (algorithm: FromActivityOptions["algorithm"]) => () =>
    fromActivity(rows, { algorithm, tz: "UTC" });
  for (
    const algorithm of [
      "cole-kripke",
      "sadeh",
      "scripps",
      "galland",
      "oakley",
      "crespo",
      "roenneberg",
    ] as const
  ) assertThrows(of(algorithm), RangeError, "a count is -3, at 2024-03-30T13:00:00.000000Z. Drop");
  of("van-hees")();
});

Deno.test("fromActivity() finds one night per day, across both daylight saving changes", () => {
  for (const start of [Date.UTC(2024, 2, 28, 12), Date.UTC(2024, 9, 24, 12)]) {
    const counts = Array.from({ length: 6 * 1440 }, (_, i) => {
      const hour = (12 + i / 60) % 24;
      return hour >= 22 || hour < 6 ? 0 : 200 + (i * 7919) % 200;
    });
    for (
      const algorithm of [
        "cole-kripke",
        "sadeh",
        "scripps",
        "galland",
        "roenneberg",
      ] as const
    ) {
      const stages = fromActivity(minutes(counts, start), { algorithm, tz: "Europe/Berlin" });
      const nights = rowsOf(sessions(stages, { tz: "Europe/Berlin" }));
      assertEquals(nights.length, 6, algorithm);
      for (const { asleep } of nights.slice(1, 5)) {
        assertAlmostEquals(Number(asleep), 480, 25, algorithm);
      }
      const short = rowsOf(stages).filter(({ sleep_stage }) => Number(sleep_stage) === 2);
      assert(short.every((row) => length(row) <= 60), algorithm);
      const { SRI } = regularity(stages, { tz: "Europe/Berlin", minDays: 1 });
      assert(SRI! > 95, `${algorithm}: ${SRI}`);
    }
  }
});

Deno.test("fromActivity() rejects epochs that a paper does not rescale, and options of other algorithms", () => {
  const coarse = minutes(Array(20).fill(0)).filter((_, i) => i % 2 === 0);
  const of = (rows: readonly { time: Date }[], options: object) => () =>
    fromActivity(rows, { tz: "UTC", ...options } as FromActivityOptions);
  assertThrows(of(coarse, { algorithm: "sadeh" }), RangeError, "values are 120 s apart");
  assertThrows(of(coarse, { algorithm: "sade" }), RangeError, "sadeh");
  assertThrows(
    of(coarse, { algorithm: "sadeh", threshold: 4 }),
    RangeError,
    "does not use threshold",
  );
  assertThrows(of(coarse, { algorithm: "scripps", variant: "GGIR" }), RangeError, "Use paper, py");
  assertThrows(of(coarse, { algorithm: "oakley", threshold: -1 }), RangeError, "above 0");
  assertEquals(rowsOf(fromActivity([], { algorithm: "sadeh", tz: "UTC", y: "v" })), []);
});

Deno.test("fromActivity() scores several people separately", () => {
  const rows = ["b", "a"].flatMap((user) =>
    minutes(Array(60).fill(user === "a" ? 0 : 500)).map((row) => ({ ...row, user }))
  );
  const found = rowsOf(
    fromActivity(rows, { algorithm: "sadeh", by: "user", y: "value", wake: "all", tz: "UTC" }),
  );
  assertEquals(found.map(({ user, sleep_stage }) => [user, Number(sleep_stage)]), [["b", 2], [
    "a",
    1,
  ]]);
});
