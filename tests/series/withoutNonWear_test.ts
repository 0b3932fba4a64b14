import { assert, assertEquals, assertThrows } from "@std/assert";
import { resample } from "../../src/series/resample.ts";
import { withoutNonWear, type WithoutNonWearOptions } from "../../src/series/withoutNonWear.ts";
import { fromActivity } from "../../src/sleep/fromActivity.ts";
import { rowsOf } from "./statistic.ts";

type Counts = readonly (number | null)[];

const minutes = (counts: Counts, start = Date.UTC(2024, 2, 30, 12)) =>
  counts.map((value, i) => ({ time: new Date(start + i * 60_000), value }));

/** Runs of minutes: nw not worn, w worn, na without a value, as R's rle prints them. */
function runsOf(counts: Counts, options: Omit<WithoutNonWearOptions, "method"> = {}): string {
  const found = rowsOf(withoutNonWear(minutes(counts), { method: "choi", ...options }));
  const states = found.map(({ value }, i) =>
    counts[i] === null ? "na" : value === null ? "nw" : "w"
  );
  const starts = states.flatMap((state, i) => state === states[i - 1] ? [] : [i]);
  return starts.map((from, k) => `${states[from]}${(starts[k + 1] ?? states.length) - from}`)
    .join(" ");
}

/** Counts of a week with hours of zeros and some artifacts: the same numbers in every language. */
const WEEK: Counts = Array.from({ length: 7 * 1440 }, (_, k) => {
  const i = k + 200, noise = (i * i * 7919 + i * 104729) % 1000003;
  if (i % 4001 < 3) return null;
  const isRest = Math.floor(i / 137) % 3 !== 0;
  return isRest && noise % 71 !== 0 ? 0 : noise % 500;
});

// marking() of couthcommander/PhysicalActivity, commit 17c6db1e0f68b036a3be8739e352ef3b3d71680a:
// source("R/marking.R"); marking(data.frame(axis1 = WEEK), 90, "axis1", streamFrame = 45 or 30)
const HALF_OF_90 = "nw22 w42 nw147 w137 nw274 w230 nw148 w197 nw209 w208 nw148 w230 nw274 w585 " +
  "nw237 w209 nw202 w137 nw96 w69 na3 w318 nw189 w147 nw121 w373 nw155 w248 nw192 w297 nw121 " +
  "w149 nw235 w202 nw236 w153 nw115 w324 nw153 w239 nw31 na3 nw79 w35 nw101 w137 nw102 w50 " +
  "nw122 w198 nw175 w200 nw249 w174 nw184 w222 nw221 w26";
const OF_30 = "nw22 w42 nw147 w137 nw274 w230 nw148 w197 nw247 w170 nw148 w230 nw274 w278 nw133 " +
  "w137 nw274 w209 nw202 w137 nw96 w27 nw42 na3 nw106 w137 nw264 w147 nw121 w5 nw148 w220 nw191 " +
  "w137 nw267 w297 nw121 w149 nw235 w164 nw274 w153 nw115 w324 nw153 w239 nw31 na3 nw215 w137 " +
  "nw102 w50 nw122 w198 nw213 w162 nw249 w137 nw221 w222 nw221 w26";

Deno.test("withoutNonWear() by choi agrees with the authors' R package, with gaps", () => {
  assertEquals(runsOf(WEEK, { variant: "PhysicalActivity" }), HALF_OF_90);
  // The package does not count 22 minutes of zeros at the start as worn; the paper asks for 90.
  assertEquals(runsOf(WEEK), OF_30.replace("nw22 w42", "w64"));
});

Deno.test("withoutNonWear() by choi keeps 89 minutes of zeros, and ignores short artifacts", () => {
  const zeros = (n: number) => Array<number>(n).fill(0), worn = Array<number>(60).fill(9);
  const around = (
    ...middle: readonly (readonly number[])[]
  ) => [...worn, ...middle.flat(), ...worn];
  assertEquals(runsOf(around(zeros(89))), "w209");
  assertEquals(runsOf(around(zeros(90))), "w60 nw90 w60");
  assertEquals(runsOf(around(zeros(45), [7, 7], zeros(45))), "w60 nw92 w60");
  assertEquals(runsOf(around(zeros(45), [7, 7, 7], zeros(45))), "w213");
  assertEquals(runsOf(around(zeros(29), [7], zeros(70))), "w220");
  assertEquals(runsOf(zeros(100)), "nw100");
  assertEquals(runsOf([...zeros(20), ...worn, ...zeros(95)]), "w80 nw95");
});

Deno.test("withoutNonWear() by choi adds up half minutes, and rejects longer steps", () => {
  const halves = Array.from({ length: 600 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1) + i * 30_000),
    value: i >= 200 && i < 400 ? 0 : i % 2, // each minute of the rest has one half without counts
  }));
  const found = rowsOf(withoutNonWear(halves, { method: "choi" }));
  assertEquals(found.map(({ value }) => value === null), halves.map((_, i) => i >= 200 && i < 400));
  const coarse = minutes(Array<number>(400).fill(0)).filter((_, i) => i % 2 === 0);
  assertThrows(
    () => withoutNonWear(coarse, { method: "choi" }),
    RangeError,
    "counts are 120 s apart",
  );
});

/** Acceleration twice a second for 20 hours and 7 minutes. */
const AXES = (() => {
  const hertz = 2, n = 20 * 3600 * hertz + 7 * 60 * hertz;
  return Array.from({ length: n }, (_, i) => {
    const noise = (k: number) => (i * 7919 + (i % 997) * (i % 991) * k) % 1000003 / 1000003 - 0.5;
    const part = Math.floor(i / (hertz * 600)), block = Math.floor(part / 11);
    const still = block % 2 === 0;
    return {
      time: new Date(Date.UTC(2024, 2, 30, 18) + i * 1000 / hertz),
      x: (still && part % 13 !== 0 ? 0.03 : 0.4) * noise(3) + 1,
      y: (still ? 0.04 : 0.3) * noise(5),
      z: (block % 3 === 0 ? 0.02 : 0.3) * noise(7),
    };
  });
})();

// NWav of detect_nonwear_clipping(AXES, sf = 2), wadpac/GGIR, commit
// 388064b707df4fcfb7f9b755c5a43a477d371092: axes that are still in each 15 minutes
const STILL = "22233000000000000111000011100002211000000000003330000000000001120000111000021111";

Deno.test("withoutNonWear() by van Hees finds the same quarters of an hour as GGIR", () => {
  const rows = rowsOf(withoutNonWear(AXES, { method: "van-hees-2013" }));
  const quarters = Array.from(STILL, (_, block) => rows[block * 1800]!["x"] === null ? 1 : 0);
  assertEquals(quarters, Array.from(STILL, (still) => Number(still) >= 2 ? 1 : 0));
  rows.forEach((row, i) => {
    const isWorn = quarters[Math.min(79, Math.floor(i / 1800))] === 0;
    for (const axis of ["x", "y", "z"] as const) {
      if (row[axis] !== (isWorn ? AXES[i]![axis] : null)) throw new Error(`${axis} of row ${i}`);
    }
  });
  // GGIR's own test, test_detect_nonwear.R, has scores of 3 in blocks 4 to 6 and 97 to 100 of its
  // made file of two days, and no others above 0; so does this function.
  const short = AXES.slice(0, 7199);
  assertEquals(
    rowsOf(withoutNonWear(short, { method: "van-hees-2013" })).at(0)!["x"],
    short[0]!.x,
  );
});

Deno.test("withoutNonWear() by van Hees needs half of an hour's values", () => {
  const few = AXES.filter((_, i) => i < 600 || i >= 7200);
  const rows = rowsOf(withoutNonWear(few, { method: "van-hees-2013" }));
  assertEquals(rows[0]!["x"], few[0]!.x);
});

Deno.test("withoutNonWear() keeps people apart, and all other columns and rows", () => {
  const rows = ["b", "a"].flatMap((user) =>
    minutes(Array<number>(200).fill(user === "a" ? 0 : 3)).map((row) => ({ ...row, user, n: 1 }))
  );
  const mixed = rows.map((_, i) => rows[(i * 7) % rows.length]!);
  const found = rowsOf(
    withoutNonWear(mixed, { method: "choi", y: "value", time: "time", by: "user" }),
  );
  assertEquals(found.map(({ user, n }) => [user, n]), mixed.map(({ user, n }) => [user, n]));
  assert(found.every(({ user, value }) => value === (user === "a" ? null : 3)));
});

Deno.test("withoutNonWear() leaves hours of a day that other verbs count, across both clock changes", () => {
  for (
    const [start, day, hours] of [
      [Date.UTC(2024, 2, 30, 23), "2024-03-31", 21],
      [Date.UTC(2024, 9, 26, 22), "2024-10-27", 23],
    ] as const
  ) {
    const length = hours === 21 ? 23 : 25;
    const counts = Array.from({ length: length * 60 }, (_, i) => i >= 60 && i < 180 ? 0 : 500);
    const worn = withoutNonWear(minutes(counts, start), { method: "choi" });
    const tz = "Europe/Berlin", aggregate = { value: "count" } as const;
    const [row, ...more] = rowsOf(resample(worn, { every: "1d", tz, aggregate }));
    assertEquals([row!["value"], more.length], [hours * 60, 0], day);
    const asleep = rowsOf(fromActivity(worn, { algorithm: "sadeh", tz, wake: "all" }));
    assert(asleep.every(({ sleep_stage }) => Number(sleep_stage) === 2), day);
  }
});

Deno.test("withoutNonWear() rejects unknown options and wrong columns", () => {
  const rows = minutes(Array<number>(100).fill(1));
  const of = (options: object) => () => withoutNonWear(rows, options as WithoutNonWearOptions);
  assertThrows(of({ method: "choy" }), RangeError, 'did you mean "choi"?');
  assertThrows(of({ method: "choi", variant: "GGIR" }), RangeError, "Use paper or Physical");
  assertThrows(of({ method: "van-hees-2013", y: "value" }), RangeError, "three columns");
  assertThrows(of({ method: "choi", y: ["value", "time"] }), RangeError, "one column");
  assertThrows(of({ method: "van-hees-2013" }), TypeError, "x");
  assertThrows(of({ method: "choi", window: 60 }), TypeError, "window");
  const negative = minutes(Array.from({ length: 100 }, (_, i) => i === 60 ? -3 : 1));
  assertThrows(
    () => withoutNonWear(negative, { method: "choi" }),
    RangeError,
    "a count is -3, at 2024-03-30T13:00:00",
  );
  assertEquals(rowsOf(withoutNonWear([], { method: "choi" })), []);
  assertEquals(rowsOf(withoutNonWear([], { method: "van-hees-2013" })), []);
});
