import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { fileURLToPath } from "node:url";
import pl from "nodejs-polars";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { hrv, type HrvOptions } from "../../src/series/hrv.ts";
import { random } from "../../src/series/numerics/random.ts";
import { rowsOf } from "../sleep/hypnograms.ts";

const FILE = new URL("../fixtures/tsflex_empatica_ibi.parquet", import.meta.url);

/** Beats at the ends of intervals in milliseconds; a null is a gap of ten seconds. */
const beats = (intervals: readonly (number | null)[], start = Date.UTC(2024, 2, 31, 0, 50)) => {
  let micros = BigInt(start) * 1000n;
  return intervals.flatMap((ms) => {
    micros += BigInt(Math.round((ms ?? 10_000) * 1000));
    return ms === null ? [] : [{ time: Temporal.Instant.fromEpochNanoseconds(micros * 1000n), ms }];
  });
};
const found = (
  intervals: readonly (number | null)[],
  options: HrvOptions & { by?: undefined } = {},
) => hrv(beats(intervals), options);

/** Intervals whose statistics numpy and pandas have computed (numpy.diff, ddof = 1). */
const MADE = [812, 845, 790, 903, 861, 777, 842, 960, 885, 820, 799, 851];

Deno.test("hrv() agrees with numpy on intervals without gaps", () => {
  const made = found(MADE);
  assertAlmostEquals(made.meanNN!, 845.4166666666666, 1e-9);
  assertAlmostEquals(made.SDNN!, 52.194493498022865, 1e-9);
  assertAlmostEquals(made.RMSSD!, 71.88817073002409, 1e-9);
  assertAlmostEquals(made.pNN50!, 100 * 8 / 11, 1e-9);
  assertAlmostEquals(made.heart_rate!, 60_000 / made.meanNN!, 1e-9);
  const seconds = hrv(beats(MADE).map(({ time, ms }) => ({ time, s: ms / 1000 })), { unit: "s" });
  assertAlmostEquals(seconds.RMSSD!, made.RMSSD!, 1e-9);
});

Deno.test("hrv() of a wristband's recorded beats agrees with numpy and pandas", () => {
  const rows = pl.readParquet(fileURLToPath(FILE));
  const frame = rows as unknown as Frame;
  const all = hrv(frame, { time: "timestamp", y: "IBI", unit: "s", adjacent: "all" });
  assertAlmostEquals(all.meanNN!, 930.3524, 1e-4);
  assertAlmostEquals(all.SDNN!, 92.39627, 1e-5);
  assertAlmostEquals(all.RMSSD!, 82.44892, 1e-5);
  assertAlmostEquals(all.pNN50!, 36.85924, 1e-5);
  // pandas: diff() where the times differ by the interval to 10 %
  const gaps = hrv(frame, { time: "timestamp", y: "IBI", unit: "s" });
  assertEquals([all.pairs, gaps.pairs, gaps.meanNN], [1229, 1013, all.meanNN]);
  assertAlmostEquals(gaps.RMSSD!, 65.28682895076172, 1e-6);
  assertAlmostEquals(gaps.pNN50!, 30.404738400789732, 1e-9);
});

Deno.test("hrv() uses no difference across a gap, unless all rows are adjacent", () => {
  const gapped = [...MADE.slice(0, 6), null, ...MADE.slice(6)];
  const gap = found(gapped), steps = MADE.map((ms, i) => ms - (MADE[i - 1] ?? NaN)).slice(1);
  const own = steps.filter((_, i) => i !== 5);
  assertEquals([gap.pairs, gap.meanNN], [10, found(MADE).meanNN]);
  assertAlmostEquals(
    gap.RMSSD!,
    Math.sqrt(own.reduce((sum, step) => sum + step * step, 0) / 10),
    1e-9,
  );
  assertEquals(found(gapped, { adjacent: "all" }).RMSSD, found(MADE).RMSSD);
  const { coverage } = rowsOf(gap.frame)[0]!;
  assertAlmostEquals(Number(coverage), 10145 / 20145, 1e-6);
});

Deno.test("hrv() drops intervals by Malik's rule as published, or like hrv-analysis", () => {
  const intervals = [800, 810, 790, 805, 1200, 795, 800, 640, 830, 845, 780, 900];
  const paper = found(intervals, { filter: "malik" });
  const kept = (...dropped: number[]) => intervals.filter((_, i) => !dropped.includes(i + 1));
  const mean = (of: number[]) => of.reduce((a, b) => a + b) / of.length;
  assertEquals(paper.dropped, 3);
  assertAlmostEquals(paper.meanNN!, mean(kept(5, 6, 9)), 1e-9);
  assertEquals(paper.pairs, 6); // 1-2-3-4, 7-8, 10-11-12
  const theirs = found(intervals, { filter: "malik", variant: "hrv-analysis" });
  assertEquals(theirs.dropped, 2);
  assertAlmostEquals(theirs.meanNN!, mean(kept(5, 9)), 1e-9);
  assertEquals(found(intervals, { filter: "kamath" }).dropped, 2); // 1200 and 795
  assertEquals(found(intervals, { filter: "karlsson" }).dropped, 3); // 1200, its neighbour, 640
  assertEquals(found([...Array(10).fill(800), 1000, 800], { filter: "acar" }).dropped, 1);
});

Deno.test("hrv() drops intervals by all four filters like hrv-analysis", () => {
  // hrv-analysis 1.0.6: remove_ectopic_beats(rr, method=...), its count of NaN and mean of the rest
  const intervals = Array.from(
    { length: 60 },
    (_, i) => 800 + (i * 37) % 60 + (i % 13 === 7 ? 300 : 0) - (i % 17 === 5 ? 260 : 0),
  );
  const variant = "hrv-analysis";
  for (
    const [filter, dropped, mean] of [
      ["malik", 9, 831.1960784313726],
      ["kamath", 9, 831.1960784313726],
      ["karlsson", 10, 836.38],
      ["acar", 7, 831.2264150943396],
    ] as const
  ) {
    const own = found(intervals, { filter, variant });
    assertEquals(own.dropped, dropped, filter);
    assertAlmostEquals(own.meanNN!, mean, 1e-9, filter);
  }
  const short = [800, 810, 790, 805, 1200, 795, 800, 640, 830, 845, 780, 900];
  assertEquals(
    (["malik", "kamath", "karlsson", "acar"] as const).map((filter) =>
      found(short, { filter, variant }).dropped
    ),
    [2, 1, 3, 0],
  );
});

Deno.test("hrv() finds the power of known waves in their bands", () => {
  const wave = (hertz: number, size: number, minutes: number) => {
    const intervals: number[] = [];
    for (let at = 0; at < minutes * 60;) {
      const ms = 900 + size * Math.sin(2 * Math.PI * hertz * at);
      intervals.push(ms);
      at += ms / 1000;
    }
    return found(intervals);
  };
  const low = wave(0.1, 30, 11), high = wave(0.25, 20, 11);
  assertAlmostEquals(low.LF! / (30 ** 2 / 2), 1, 0.05);
  assertAlmostEquals(high.HF! / (20 ** 2 / 2), 1, 0.08);
  assert(low.LF_HF! > 10 && high.LF_HF! < 0.1);
  assertEquals(rowsOf(low.frame).find(({ name }) => name === "LF")!["n"], 2);
  assertEquals(wave(0.1, 30, 3).reason.LF, "no window of 5 minutes is covered");
});

Deno.test("hrv() of nights does not mix them, across a daylight saving change", () => {
  const next = random(5);
  const nights = ["2024-03-31", "2024-04-01"].flatMap((night, k) =>
    beats(Array.from({ length: 200 }, () => 800 + 40 * next()), Date.UTC(2024, 2, 31 + k, 0, 50))
      .map((row) => ({ ...row, night }))
  );
  const both = rowsOf(hrv(nights, { by: "night", y: "ms", time: "time" }));
  const own = hrv(nights.slice(0, 200).map(({ time, ms }) => ({ time, ms })));
  assertEquals(both.find(({ name }) => name === "RMSSD")!["value"], own.RMSSD);
  assertEquals(both.filter(({ name }) => name === "pairs").map(({ value }) => value), [199, 199]);
});

Deno.test("hrv() counts a beat that is recorded twice once, and counts no differences without pairs", () => {
  const rows = beats(MADE);
  assertEquals(
    hrv(rows.flatMap((row) => [row, row])).frame.toRecords(),
    hrv(rows).frame.toRecords(),
  );
  const one = hrv(rows.slice(0, 1));
  assertEquals([one.NN50, one.pairs, one.meanNN], [null, 0, MADE[0]]);
  const none = hrv(rows.map(({ time }) => ({ time, ms: NaN })));
  assertEquals([none.dropped, none.reason.dropped], [null, "no values"]);
});

Deno.test("hrv() rejects other units and wrong intervals", () => {
  const rows = beats(MADE);
  assertThrows(() => hrv(rows, { unit: "s" }), RangeError, "median interval");
  const rates = rows.map(({ time }) => ({ time, rate: 62 }));
  assertThrows(() => hrv(rates), RangeError, 'Pass unit: "s"');
  assertThrows(() => hrv([...rows, { ...rows[0]!, ms: 0 }]), RangeError, "an interval is 0");
  assertThrows(() => hrv(rows, { filter: "mallik" as "malik" }), RangeError, "Use none, malik");
  assertEquals(hrv(rows.slice(0, 1)).reason.RMSSD, "no two beats follow each other");
});
