import { assertAlmostEquals, assertEquals } from "@std/assert";
import { changesOf, changeText } from "../../../src/app/report/changes.ts";
import type { MeasuredDays } from "../../../src/app/report/measures.ts";

const FIRST = Temporal.PlainDate.from("2025-01-01");
const period = (from: number, days: number) => ({
  first: FIRST.add({ days: from }),
  last: FIRST.add({ days: from + days - 1 }),
});

/** A measure with values from 1 January on, a day each; undefined is a day without one. */
function measure(values: readonly (number | undefined)[]): MeasuredDays {
  const text = (value: number): string => `${value.toFixed(0)} bpm`;
  return {
    label: "Resting heart rate",
    sentence: "It was",
    isNight: false,
    text,
    difference: text,
    band: (low, high) => `${low} to ${high}`,
    round: Math.round,
    words: ["higher", "lower"],
    values: new Map(
      values.flatMap((value, i): [string, number][] =>
        value === undefined ? [] : [[FIRST.add({ days: i }).toString(), value]]
      ),
    ),
  };
}

Deno.test("the spread is that of R's mad(), the band the quartiles of R's quantile()", () => {
  // mad(c(1, 1, 2, 2, 4, 6, 9)) is 1.4826; quantile() of type 7: 1.5, 2 and 5
  const [found] = changesOf([measure([1, 1, 2, 2, 4, 6, 9])], period(0, 7), undefined);
  const { median, low, high, spread, count } = found!.now;
  assertEquals([median, low, high, count], [2, 1.5, 5, 7]);
  assertAlmostEquals(spread, 1.4826);
  assertEquals([found!.before, found!.change, found!.isBeyond], [undefined, undefined, undefined]);
});

Deno.test("a change is beyond the spread of the days before, or within it", () => {
  const before = [52, 53, 54, 55, 56, 57, 58]; // median 55, spread 1.4826 * 2 = 2.97
  for (
    const [shift, isBeyond] of [[2, false], [-2, false], [3, true], [-3, true], [0, false]] as const
  ) {
    const values = [...before, ...before.map((value) => value + shift)];
    const [found] = changesOf([measure(values)], period(7, 7), period(0, 7));
    assertEquals([found!.change, found!.isBeyond], [shift, isBeyond], `${shift}`);
  }
});

Deno.test("a change of fewer than seven values in either period is not held against the spread", () => {
  const six = [50, 50, 50, 50, 50, 50], seven = [...six, 50];
  const to = (values: readonly number[]) => values.map((value) => value + 40);
  for (
    const [before, now, isBeyond] of [
      [[...six, undefined], to(seven), undefined],
      [seven, [...to(six), undefined], undefined],
      [seven, to(seven), true],
    ] as const
  ) {
    const [found] = changesOf([measure([...before, ...now])], period(7, 7), period(0, 7));
    assertEquals(found!.isBeyond, isBeyond);
  }
});

Deno.test("a measure without a value in the period is left out; one without any before has no change", () => {
  assertEquals(changesOf([measure([50])], period(1, 1), period(0, 1)), []);
  const [found] = changesOf([measure([undefined, 50])], period(1, 1), period(0, 1));
  assertEquals([found!.change, changeText(found!)], [undefined, ""]);
});

Deno.test("a change in words is the difference of what is read", () => {
  const said = (before: number, now: number) =>
    changeText(changesOf([measure([before, now])], period(1, 1), period(0, 1))[0]!);
  assertEquals(said(56.6, 57.4), "the same"); // both are 57
  assertEquals(said(56.4, 57.6), "2 bpm higher"); // 56 and 58
  assertEquals(said(60, 57), "3 bpm lower");
});
