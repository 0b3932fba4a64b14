import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";
import * as sleep from "../../src/sleep/mod.ts";
import { type FrameLike, openFrame } from "../../src/frame/open.ts";

/** Returns coverage and n of every statistic of a frame, by name. */
function counts(found: FrameLike): Map<string, readonly [coverage: number, n: number]> {
  return new Map(
    toRows(columnsOf(openFrame(found).frame())).map((
      row,
    ) => [row["name"] as string, [row["coverage"] as number, row["n"] as number]]),
  );
}

function assertCounts(
  found: Map<string, readonly [number, number]>,
  expected: Readonly<Record<string, readonly [coverage: number, n: number]>>,
): void {
  assertEquals([...found.keys()].sort(), Object.keys(expected).sort());
  for (const [name, [coverage, n]] of found) {
    assertAlmostEquals(coverage, expected[name]![0], 1e-9, `coverage of ${name}`);
    assertEquals(n, expected[name]![1], `n of ${name}`);
  }
}

type State = "W" | "N1" | "N2" | "N3" | "R" | null;

/** States of minutes, in runs; null is not scored or missing. */
const minutes = fc.array(
  fc.record({
    state: fc.constantFrom<State>("W", "N1", "N2", "N3", "R", null, "N2", "W"),
    length: fc.integer({ min: 1, max: 25 }),
  }),
  { minLength: 1, maxLength: 25 },
).map((pieces) => pieces.flatMap(({ state, length }) => new Array<State>(length).fill(state)));

const isAsleep = (state: State): boolean => state !== null && state !== "W";

function runsOf(states: readonly State[]): State[] {
  return states.filter((state, i) => i === 0 || state !== states[i - 1]);
}

const START = "2024-01-01T22:00Z";
const moment = (minute: number): string =>
  Temporal.Instant.from(START).add({ minutes: minute }).toString();

Deno.test("coverage and n of every night statistic agree with a count of minutes", () => {
  fc.assert(
    fc.property(minutes, fc.boolean(), (states, leavesOut) => {
      // Time that is not scored is either missing from the frame or marked.
      const frame = sleep.fromHypnogram(states.map((state) => state ?? "?"), {
        tz: "UTC",
        start: START,
        epoch: "PT1M",
      }).toRecords().filter(({ sleep_stage }) => !(leavesOut && sleep_stage === -1));
      const found = counts(
        sleep.statistics(frame, {
          tz: "UTC",
          stages: "aasm",
          lightsOff: START,
          lightsOn: moment(states.length),
        }),
      );
      const first = states.findIndex(isAsleep), last = states.findLastIndex(isAsleep);
      const period = first < 0 ? [] : states.slice(first, last + 1);
      const runs = runsOf(states), inside = runsOf(period);
      const known = states.filter((state) => state !== null).length / states.length;
      const changes = (into: (state: State) => boolean, among = runs): number =>
        among.filter((state, i) => i > 0 && isAsleep(among[i - 1]!) && into(state)).length;
      const of = (among: readonly State[], is: (state: State) => boolean): number =>
        among.filter(is).length;
      const persists = (length: number): number =>
        states.some((_, i) =>
            i + length <= states.length && states.slice(i, i + length).every(isAsleep)
          )
          ? 1
          : 0;
      const sleeps = of(runs, isAsleep), once = first < 0 ? 0 : 1;
      const hasRem = states.includes("R") ? 1 : 0;
      const n: Record<string, number> = {
        TIB: runs.length,
        SPT: inside.length,
        TST: sleeps,
        WASO: of(inside, (state) => state === "W"),
        X: of(inside, (state) => state === null),
        WASOtib: once,
        Xtib: of(runs, (state) => state === null),
        SE: sleeps,
        SME: sleeps,
        SOL: once,
        SOL5: persists(5),
        LPS10: persists(10),
        REM_latency: hasRem,
        REM_latency_lightsoff: hasRem,
        awakenings: changes((state) => state === "W", inside),
        SFI: changes((state) => state === "W"),
        SFI_N1: changes((state) => state === "W" || state === "N1"),
      };
      for (
        const [stem, stage] of [["W", "W"], ["N1", "N1"], ["N2", "N2"], ["N3", "N3"], ["REM", "R"]]
      ) {
        const own = of(runs, (state) => state === stage);
        for (const suffix of ["min", "pct", "runs", "run_median", "run_longest"]) {
          if (stem !== "W" || suffix !== "pct") n[`${stem}_${suffix}`] = own;
        }
      }
      const expected = Object.entries(n).map(([name, n]) => [name, [known, n]] as const);
      assertCounts(found, Object.fromEntries(expected));
    }),
    { numRuns: 150 },
  );
});

Deno.test("coverage and n of agreement agree with a count of epochs", () => {
  fc.assert(
    fc.property(minutes, minutes, fc.boolean(), (ours, theirs, disagrees) => {
      const frame = (states: readonly State[]) =>
        sleep.fromHypnogram(states.map((state) => state ?? "?"), { start: START, epoch: "PT1M" });
      const options = disagrees ? { unscored: "disagree" as const } : {};
      const found = counts(
        sleep.agreement(frame(ours), frame(theirs), { epoch: "PT1M", ...options }),
      );
      const expected = ours.flatMap((state, i) =>
        state === null ? [] : [[state, theirs[i] ?? null]]
      );
      const both = expected.filter(([, other]) => other !== null);
      const used = disagrees ? expected : both;
      const coverage = expected.length === 0 ? 0 : both.length / expected.length;
      const all: Record<string, readonly [number, number]> = {};
      for (const name of ["epochs", "accuracy", "kappa", "MCC", "F1_macro", "F1_weighted"]) {
        all[name] = [coverage, used.length];
      }
      for (
        const [stem, stage] of [["W", "W"], ["N1", "N1"], ["N2", "N2"], ["N3", "N3"], ["REM", "R"]]
      ) {
        const own = used.filter(([state]) => state === stage).length;
        all[`${stem}_sensitivity`] = [coverage, own];
        all[`${stem}_specificity`] = [coverage, used.length - own];
        all[`${stem}_PPV`] = [coverage, used.filter(([, other]) => other === stage).length];
        all[`${stem}_F1`] = [coverage, used.length];
        for (const name of ["kappa", "accuracy", "PABAK", "prevalence"]) {
          all[`${stem}_${name}`] = [coverage, used.length];
        }
        all[`${stem}_NPV`] = [coverage, used.filter(([, other]) => other !== stage).length];
      }
      assertCounts(found, all);
    }),
    { numRuns: 60 },
  );
});

Deno.test("coverage and n of timing agree with a count of dates", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 2, max: 29 }), { minLength: 1 }), (days) => {
      const nights = days.map((day): Row => ({
        start_time: `2024-03-${String(day - 1).padStart(2, "0")}T22:00Z`,
        end_time: `2024-03-${String(day).padStart(2, "0")}T06:00Z`,
        sleep_stage: 1,
      }));
      const found = counts(sleep.timing(nights, { tz: "UTC" }));
      const first = Math.min(...days), last = Math.max(...days);
      const dates = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      const isFree = (day: number): boolean =>
        [0, 6].includes(new Date(Date.UTC(2024, 2, day)).getUTCDay());
      const of = (counts: (day: number) => boolean): readonly [number, number] => {
        const own = dates.filter(counts), slept = own.filter((day) => days.includes(day));
        return [own.length === 0 ? 0 : slept.length / own.length, slept.length];
      };
      const all = of(() => true), work = of((day) => !isFree(day)), free = of(isFree);
      const adjacent = dates.filter((day) => days.includes(day) && days.includes(day + 1)).length;
      const pairs = [dates.length < 2 ? 0 : adjacent / (dates.length - 1), adjacent] as const;
      const expected: Record<string, readonly [number, number]> = {};
      for (const name of ["onset", "wake", "midpoint"]) {
        for (const suffix of ["", "_sd", "_R"]) expected[`${name}${suffix}`] = all;
        expected[`${name}_RMSSD`] = pairs;
      }
      for (const name of ["SOw", "SDw", "MSW"]) expected[name] = work;
      for (const name of ["SOf", "SDf", "MSF"]) expected[name] = free;
      for (
        const name of ["SDweek", "MSFsc", "SJL_rel", "SJL", "SJLsc_rel", "SJLsc", "SLoss_week"]
      ) {
        expected[name] = all;
      }
      expected["CPD"] = pairs;
      assertCounts(found, expected);
      const missing = dates.filter((day) => !days.includes(day)).length;
      const [row] = toRows(columnsOf(sleep.timing(nights, { tz: "UTC" }).frame));
      assertEquals(((row!["missing"] as string | null)?.split(", ") ?? []).length, missing);
    }),
    { numRuns: 60 },
  );
});

Deno.test("coverage and n of regularity agree with a count of minutes", () => {
  const piece = fc.record({
    length: fc.integer({ min: 60, max: 1500 }),
    state: fc.constantFrom(0, 1, 0, 1, null),
  });
  const DAY = 1440;
  let reached = 0;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 6, maxLength: 20 }), (pieces) => {
      const states = pieces.flatMap(({ length, state }) =>
        new Array<number | null>(length).fill(state)
      );
      const rows = states.flatMap((state, i) =>
        state === null ? [] : [{
          start_time: new Date((720 + i) * 60_000),
          end_time: new Date((721 + i) * 60_000),
          sleep_stage: state === 1 ? 1 : 2,
        }]
      );
      const first = states.findIndex((state) => state !== null);
      const last = states.findLastIndex((state) => state !== null);
      const from = Math.floor(first / DAY), to = Math.ceil((last + 1) / DAY);
      const knownOf = (day: number): number =>
        Array.from({ length: DAY }, (_, minute) => day * DAY + minute).filter((at) =>
          (states[at] ?? null) !== null && (states[at + DAY] ?? null) !== null
        ).length;
      const known = first < 0
        ? []
        : Array.from({ length: Math.max(0, to - from - 1) }, (_, i) => knownOf(from + i));
      const total = known.reduce((sum, one) => sum + one, 0);
      const valid = known.filter((one) => one / DAY >= 0.66);
      if (valid.length > 0) reached++;
      const options = { tz: "UTC", uncovered: "missing" as const };
      assertCounts(counts(sleep.regularity(rows, options)), {
        SRI: [known.length === 0 ? 0 : total / (known.length * DAY), valid.length],
      });
      const pairs = toRows(columnsOf(sleep.regularity(rows, { ...options, per: "pair" })));
      assertEquals(pairs.map(({ n }) => n), known.map((one) => one / DAY >= 0.66 ? 1 : 0));
      pairs.forEach(({ coverage }, i) =>
        assertAlmostEquals(coverage as number, known[i]! / DAY, 1e-9)
      );
    }),
    { numRuns: 40 },
  );
  assert(reached > 5, `only ${reached} had a valid pair`);
});

Deno.test("coverage and n of limits of agreement agree with a count of rows", () => {
  const value = fc.option(fc.oneof(fc.double({ noNaN: false, min: -9, max: 9 })), { freq: 3 });
  fc.assert(
    fc.property(fc.array(fc.record({ a: value, b: value }), { minLength: 1 }), (rows) => {
      const found = counts(sleep.blandAltman(rows, { reference: "a", other: "b" }));
      const is = (one: number | null): boolean => one !== null && Number.isFinite(one);
      const n = rows.filter(({ a, b }) => is(a) && is(b)).length;
      const own = [n / rows.length, n] as const;
      assertCounts(found, {
        bias: own,
        bias_low: own,
        bias_high: own,
        SD: own,
        lower: own,
        upper: own,
      });
    }),
    { numRuns: 60 },
  );
});
