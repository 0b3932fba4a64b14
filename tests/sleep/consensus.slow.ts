import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { agreement } from "../../src/sleep/agreement.ts";
import { consensus, type ConsensusOptions } from "../../src/sleep/consensus.ts";
import { softAgreement } from "../../src/sleep/softAgreement.ts";
import { statistics } from "../../src/sleep/statistics.ts";
import { fixture, rowsOf, scored, sourceRows, START, valuesOf } from "./hypnograms.ts";
import { stageRows } from "./stageRows.ts";
import { scoredNights } from "../../src/sample/nights/scoredNights.ts";

const aasm = { stages: "aasm" } as const;
const nights: Record<string, Record<string, string>> = JSON.parse(scoredNights());
const expected = fixture("dodh_expected.json");
const SCORERS = ["scorer_1", "scorer_2", "scorer_3", "scorer_4", "scorer_5"];

/**
 * Returns mean and population standard deviation of the known values, like numpy's nanmean and
 * nanstd.
 */
function meanAndSd(values: readonly (number | null)[]): [number, number] {
  const known = values.filter((value) => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return [
    mean,
    Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length),
  ];
}

/** Returns runs as [code, number of 30 s epochs]. */
const encoded = (frame: ReturnType<typeof consensus>) =>
  rowsOf(frame).map(({ sleep_stage, duration_ms }) => [sleep_stage, Number(duration_ms) / 30_000]);

Deno.test("softAgreement() ranks the scorers of DOD-H as published, in all nights", () => {
  const all: Record<string, number[]> = {};
  for (const [night, bySource] of Object.entries(nights)) {
    const found = rowsOf(softAgreement(sourceRows(bySource), aasm));
    assertEquals(found.map(({ source }) => source), expected.records[night].scorer_rank, night);
    const [from, to] = expected.records[night].crop;
    for (const { source, soft_agreement, epochs } of found) {
      assertEquals(epochs, to - from);
      (all[source as string] ??= []).push(soft_agreement as number);
    }
  }
  for (const scorer of SCORERS) {
    assertAlmostEquals(meanAndSd(all[scorer]!)[0], expected.soft_agreement[scorer], 1e-12);
  }
});

Deno.test("softAgreement() skips time that only one source recorded", () => {
  // Ten epochs of both, ten of the watch only, ten of both; in the last, the ring differs twice.
  const rows = sourceRows({
    ring: "2222222222" + "2222222233",
    watch: "2222222222" + "3333333333" + "2222222222",
  });
  const apart = rows.flatMap((row) => {
    if (row["source"] !== "ring") return [row];
    // Moves the ring's second half behind the watch's ten extra epochs.
    const at = (name: string) => Date.parse(row[name] as string);
    const cut = Date.parse(START) + 300_000;
    const shift = (time: number) => new Date(time + 300_000).toISOString();
    const pieces = [];
    if (at("start_time") < cut) {
      const end = new Date(Math.min(at("end_time"), cut)).toISOString();
      pieces.push({ ...row, end_time: end });
    }
    if (at("end_time") > cut) {
      const start = shift(Math.max(at("start_time"), cut));
      pieces.push({ ...row, start_time: start, end_time: shift(at("end_time")) });
    }
    return pieces;
  });
  assertEquals(rowsOf(softAgreement(apart)), [
    { source: "ring", soft_agreement: 0.9, epochs: 20 },
    { source: "watch", soft_agreement: 0.9, epochs: 20 },
  ]);
});

Deno.test("softAgreement() is null if no time is scored by all sources", () => {
  const bed = sourceRows({ bed: "2222" }).map((row) => {
    const later = (name: string) =>
      new Date(Date.parse(row[name] as string) + 86_400_000).toISOString();
    return { ...row, start_time: later("start_time"), end_time: later("end_time") };
  });
  assertEquals(rowsOf(softAgreement([...bed, ...sourceRows({ ring: "22", watch: "23" })])), [
    { source: "bed", soft_agreement: null, epochs: 0 },
    { source: "ring", soft_agreement: null, epochs: 0 },
    { source: "watch", soft_agreement: null, epochs: 0 },
  ]);
});

Deno.test("consensus() of the four best scorers of DOD-H equals the published one, run for run", () => {
  for (const [night, bySource] of Object.entries(nights)) {
    const found = consensus(sourceRows(bySource), { ...aasm, best: 4 });
    assertEquals(encoded(found), expected.records[night].consensus_top4_rle, night);
  }
});

Deno.test("agreement() with the consensus of the others equals each scorer's published metrics", () => {
  /** Names of Dreem's metrics; scikit-learn sets the F1 of a stage that nobody scored to 0. */
  const metrics: Record<string, (found: Record<string, number | null>) => number | null> = {
    f1_score: (found) => found.F1_weighted!,
    accuracy_score: (found) => found.accuracy!,
    cohen_kappa: (found) => found.kappa!,
    ...Object.fromEntries(
      ["W", "N1", "N2", "N3", "REM"].flatMap((stem, i) => [
        [`f1_score_${i}`, (found: Record<string, number | null>) => found[`${stem}_F1`] ?? 0],
        [
          `accuracy_score_${i}`,
          (found: Record<string, number | null>) => found[`${stem}_sensitivity`]!,
        ],
        [`cohen_kappa_${i}`, (found: Record<string, number | null>) => found[`${stem}_kappa`]!],
      ]),
    ),
  };
  const all: Record<string, Record<string, number | null>[]> = {};
  for (const bySource of Object.values(nights)) {
    const frame = sourceRows(bySource);
    for (const scorer of SCORERS) {
      const others = consensus(frame, { ...aasm, without: [scorer], probability: true });
      const found = agreement(others, scored(bySource[scorer]!), {
        ...aasm,
        weight: "probability",
        unscored: "disagree",
      });
      (all[scorer] ??= []).push(valuesOf(found));
    }
  }
  all["Overall Scorers"] = Object.values(all).flat();
  for (const [scorer, found] of Object.entries(all)) {
    for (const [name, of] of Object.entries(metrics)) {
      const [mean, sd] = meanAndSd(found.map(of));
      const [expectedMean, expectedSd] = expected.metrics[scorer][name];
      assertAlmostEquals(mean, expectedMean, 1e-12, `${scorer} ${name}`);
      assertAlmostEquals(sd, expectedSd, 1e-12, `${scorer} ${name}`);
    }
  }
});

/**
 * Dreem's latency ends with the third epoch of the first three asleep in a row. Its TST starts
 * there and includes time that is not scored. Its WASO is all wake from there on.
 */
Deno.test("statistics() after Dreem's onset of sleep equal the published ones, for scorers and consensus", () => {
  for (const [night, bySource] of Object.entries(nights)) {
    const { crop: [from, to], night_metrics } = expected.records[night];
    const frames = {
      ...Object.fromEntries(SCORERS.map((name) => [name, scored(bySource[name]!)])),
      consensus_top4: consensus(sourceRows(bySource), { ...aasm, best: 4 }),
    };
    const at = (epoch: number): Date => new Date(Date.parse(START) + epoch * 30_000);
    for (const [name, frame] of Object.entries(frames)) {
      const published = night_metrics[name], lightsOn = at(to);
      const lightsOff = at(from + 2 * published["Sleep latency (min)"]);
      const found = valuesOf(statistics(frame, { ...aasm, tz: "UTC", lightsOff, lightsOn }));
      assertEquals(found.TST! + found.Xtib!, published["TST (min)"], `${night} ${name}`);
      assertEquals(found.W_min, published["WASO (min)"]);
      const all = valuesOf(
        statistics(frame, { ...aasm, tz: "UTC", lightsOff: at(from), lightsOn }),
      );
      assertEquals(all.W_min, published["Stage Wake duration (min)"]);
      assertAlmostEquals(100 * all.W_min! / all.TIB!, published["Stage Wake (%)"], 5.1e-5);
      for (const stem of ["N1", "N2", "N3"]) {
        assertEquals(found[`${stem}_min`], published[`Stage ${stem} duration (min)`]);
      }
      assertEquals(found.REM_min, published["REM sleep duration (min)"]);
    }
  }
});

const brief = (frame: Parameters<typeof consensus>[0], options: ConsensusOptions = {}) =>
  rowsOf(consensus(frame, { ...aasm, ...options }))
    .map(({ sleep_stage, duration_ms }) => String(sleep_stage).repeat(Number(duration_ms) / 30_000))
    .join("");

Deno.test("consensus() gives a tie to the source of the highest rank", () => {
  const frame = sourceRows({ a: "022240", b: "022340", c: "033300", d: "033300" });
  assertEquals(brief(frame, { rank: ["a", "b", "c", "d"] }), "022340");
  assertEquals(brief(frame, { rank: ["c"] }), "033300");
  assertEquals(brief(frame, { rank: ["b"], best: 1 }), "022340");
  assertEquals(brief(frame, { without: ["a", "b"] }), "033300");
});

Deno.test("consensus() returns the share of the votes for its stage", () => {
  const frame = sourceRows({ a: "0222", b: "0223", c: "0233" });
  const found = rowsOf(consensus(frame, { ...aasm, probability: true }));
  assertEquals(
    found.map((
      { sleep_stage, duration_ms, probability },
    ) => [sleep_stage, duration_ms, probability]),
    [[0, 30_000, 1], [2, 30_000, 1], [2, 30_000, 2 / 3], [3, 30_000, 2 / 3]],
  );
});

Deno.test("consensus() ignores sources without a record, and time in bed", () => {
  const rows = stageRows([
    { start: 0, end: 10, stage: 3, source: "ring" },
    { start: 20, end: 30, stage: 5, source: "ring" },
    { start: 0, end: 30, stage: 4, source: "watch" },
    { start: 0, end: 30, stage: 0, source: "watch" },
  ]);
  const found = rowsOf(consensus(rows, { rank: ["ring"], epoch: "PT1M" }));
  assertEquals(
    found.map(({ sleep_stage, duration_ms }) => [sleep_stage, Number(duration_ms) / 6e4]),
    [
      [3, 10],
      [4, 10],
      [5, 10],
    ],
  );
});

const sources = fc.array(
  fc.string({ unit: fc.constantFrom(..."01234"), minLength: 20, maxLength: 20 }),
  { minLength: 1, maxLength: 5 },
);

Deno.test("laws of consensus(): the majority wins, the order of rows does not matter, one source is unchanged", () => {
  fc.assert(
    fc.property(sources, (codes) => {
      const bySource = Object.fromEntries(codes.map((code, i) => [`source ${i}`, code]));
      const frame = sourceRows(bySource), found = brief(frame);
      assertEquals(brief([...frame].reverse()), found);
      if (codes.length === 1) assertEquals(found, codes[0]);
      [...found].forEach((stage, i) => {
        const votes = Map.groupBy(codes, (code) => code[i]!);
        for (const [other, { length }] of votes) {
          assert(other === stage || length <= codes.length / 2, `${codes}: epoch ${i}`);
        }
      });
    }),
    { numRuns: 40 },
  );
});

Deno.test("consensus() rejects invalid sources and ranks", () => {
  const frame = sourceRows({ a: "0222", b: "0223" });
  const of = (options: ConsensusOptions) => () => consensus(frame, { ...aasm, ...options });
  assertThrows(of({ rank: ["c"] }), RangeError, 'unknown source "c"; available: a, b');
  assertThrows(of({ without: ["a", "b"] }), RangeError, "no source has a vote");
  assertThrows(of({ best: 0 }), RangeError, "best is 0");
  assertThrows(() => consensus(rowsOf(scored("012")), aasm), TypeError, '"source" is missing');
  const nobody = frame.map((row) => ({ ...row, source: null }));
  assertThrows(() => consensus(nobody, aasm), TypeError, "source is null in row 0");
  assertThrows(
    () => consensus([...frame, ...sourceRows({ c: "...." })], aasm),
    RangeError,
    'source "c" scored nothing',
  );
  assertThrows(
    () => consensus([...frame, ...frame], aasm),
    RangeError,
    'source "a": stages overlap',
  );
});
