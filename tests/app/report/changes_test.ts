import { assert, assertEquals } from "@std/assert";
import { changesOf, changeText, intervalText } from "../../../src/app/report/changes.ts";
import type { MeasuredDays } from "../../../src/app/report/measures.ts";
import { compare } from "../../../src/series/compare.ts";
import { normals } from "../../series/simulated.ts";
import { statistics } from "../../series/statistic.ts";

const FIRST = Temporal.PlainDate.from("2025-01-01");
const period = (from: number, days: number) => ({
  first: FIRST.add({ days: from }),
  last: FIRST.add({ days: from + days - 1 }),
});

/** A measure with one value per day from 1 January; `undefined` is a day without a value. */
function measure(values: readonly (number | undefined)[]): MeasuredDays {
  const text = (value: number, decimals = 0): string => `${value.toFixed(decimals)} bpm`;
  return {
    label: "Resting heart rate",
    unit: "bpm",
    sentence: "It was",
    isNight: false,
    text: (value) => text(value),
    difference: text,
    band: (low, high) => `${low} to ${high}`,
    round: (value, decimals = 0) => Number(value.toFixed(decimals)),
    words: ["higher", "lower"],
    vendor: new Set(),
    values: new Map(
      values.flatMap((value, i): [string, number][] =>
        value === undefined ? [] : [[FIRST.add({ days: i }).toString(), value]]
      ),
    ),
  };
}

/** Independent values with a level as their mean, the same for the same seed. */
function noise(days: number, level: number, seed: number, spread = 1): number[] {
  const normal = normals(seed), drawn = Array.from({ length: days }, () => spread * normal());
  const mean = drawn.reduce((sum, one) => sum + one, 0) / days;
  return drawn.map((one) => level + one - mean);
}

Deno.test("the band is the quartiles of R's quantile()", () => {
  // quantile() of type 7: 1.5, 2 and 5
  const [found] = changesOf([measure([1, 1, 2, 2, 4, 6, 9])], period(0, 7), undefined);
  const { mean, low, high, count } = found!.now;
  assertEquals([mean, low, high, count], [25 / 7, 1.5, 5, 7]);
  assertEquals([found!.before, found!.judgement], [undefined, undefined]);
});

Deno.test("a single measure is judged like series.compare() with the period as b", () => {
  const values = [...noise(28, 55, 1), ...noise(28, 57, 2)];
  const [found] = changesOf([measure(values)], period(28, 28), period(0, 28));
  const { difference, low, high, direction } = found!.judgement!;
  const rows = values.map((y, i) => ({ date: FIRST.add({ days: i }).toString(), y, now: i >= 28 }));
  const compared = statistics(compare(rows, { condition: "now", y: "y" }));
  assertEquals([difference, low, high], [
    compared["difference"],
    compared["difference_low"],
    compared["difference_high"],
  ]);
  assertEquals(direction, 1);
});

Deno.test("a change is marked in its direction only if the interval excludes 0", () => {
  const before = noise(28, 55, 1), now = noise(28, 55, 2);
  for (const [shift, direction] of [[0, 0], [3, 1], [-3, -1]] as const) {
    const values = [...before, ...now.map((value) => value + shift)];
    const [found] = changesOf([measure(values)], period(28, 28), period(0, 28));
    const { difference, low, high, direction: marked } = found!.judgement!;
    assertEquals(marked, direction, `${shift}`);
    assertEquals(direction === 0, low <= 0 && high >= 0);
    assert(low < difference && difference < high);
  }
});

Deno.test("variable days in either period hide a change that stable days show", () => {
  const judged = (before: number, now: number) => {
    const values = [...noise(28, 55, 5, before), ...noise(28, 57, 6, now)];
    return changesOf([measure(values)], period(28, 28), period(0, 28))[0]!.judgement!.direction;
  };
  assertEquals([judged(1, 1), judged(9, 1), judged(1, 9)], [1, 0, 0]);
});

Deno.test("the more measures there are, the stricter a mark is", () => {
  const values = [...noise(28, 55, 1), ...noise(28, 56, 2)];
  const widthOf = (count: number) => {
    const measures = Array.from(
      { length: count },
      (_, i) => measure(i === 0 ? values : [...noise(56, 55, 10 + i)]),
    );
    const { low, high } = changesOf(measures, period(28, 28), period(0, 28))[0]!.judgement!;
    return high - low;
  };
  assert(widthOf(11) > 1.2 * widthOf(1));
});

Deno.test("a change needs seven values in each period and 28 in both, and reports this", () => {
  const judged = (before: number, now: number) =>
    changesOf(
      [measure([...noise(before, 50, 3), ...noise(now, 90, 4)])],
      period(before, now),
      period(0, before),
    )[0]!;
  for (const [before, now] of [[6, 30], [30, 6], [14, 13]] as const) {
    const found = judged(before, now);
    assertEquals([found.judgement, changeText(found)], [undefined, "too few days to tell"]);
  }
  for (const [before, now] of [[21, 7], [14, 14], [7, 21]] as const) {
    assertEquals(judged(before, now).judgement!.direction, 1, `${before} and ${now}`);
  }
});

Deno.test("a measure without values in the period is omitted; one without earlier values has no change", () => {
  assertEquals(changesOf([measure([50])], period(1, 1), period(0, 1)), []);
  const [found] = changesOf([measure([undefined, 50])], period(1, 1), period(0, 1));
  assertEquals([found!.judgement, changeText(found!)], [undefined, ""]);
});

Deno.test("a change in words follows its judgement", () => {
  const [found] = changesOf([measure([50, 51])], period(1, 1), period(0, 1));
  const said = (difference: number, low: number, high: number, direction: 1 | 0 | -1) => {
    const change = { ...found!, judgement: { difference, low, high, direction, removed: [] } };
    return [changeText(change), intervalText(change)];
  };
  assertEquals(said(2.4, 0.6, 4.2, 1), ["2 bpm higher", "1 bpm higher to 4 bpm higher"]);
  assertEquals(said(-2.4, -4.2, -0.6, -1), ["2 bpm lower", "4 bpm lower to 1 bpm lower"]);
  assertEquals(said(2.4, -0.6, 5.4, 0), ["no clear change", "1 bpm lower to 5 bpm higher"]);
  assertEquals(said(0.3, 0.1, 0.5, 1), ["slightly higher", "0.1 bpm higher to 1 bpm higher"]);
});

Deno.test("an end of an interval that is not 0 never reads 0, and different ends read differently", () => {
  const [found] = changesOf([measure([50, 51])], period(1, 1), period(0, 1));
  const said = (low: number, high: number): string =>
    intervalText({
      ...found!,
      judgement: { difference: low, low, high, direction: 1, removed: [] },
    });
  assertEquals(said(0.02, 3.4), "0.02 bpm higher to 3 bpm higher");
  assertEquals(said(-3.4, -0.4), "3 bpm lower to 0.4 bpm lower");
  assertEquals(said(-0.04, 3.4), "0.04 bpm lower to 3 bpm higher");
  assertEquals(said(1.21, 1.24), "1.21 bpm higher to 1.24 bpm higher");
  assertEquals(said(0, 3.4), "0 bpm to 3 bpm higher");
  for (const exponent of Array.from({ length: 9 }, (_, i) => i)) {
    const [low, high] = [1.3, 1.6].map((end) => end * 10 ** -exponent) as [number, number];
    const [from, to] = said(low, high).split(" to ").map(parseFloat) as [number, number];
    assert(0 < from && from < to, `${low} to ${high}: ${from} to ${to}`);
  }
});
