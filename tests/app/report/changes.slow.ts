import { assert } from "@std/assert";
import { changesOf } from "../../../src/app/report/changes.ts";
import type { MeasuredDays } from "../../../src/app/report/measures.ts";
import { autoregression, normals } from "../../series/simulated.ts";

const FIRST = Temporal.PlainDate.from("2025-01-01");
const period = (from: number, days: number) => ({
  first: FIRST.add({ days: from }),
  last: FIRST.add({ days: from + days - 1 }),
});

/** A measure with one value per day from 1 January. */
function measure(values: readonly number[]): MeasuredDays {
  const text = (value: number): string => `${value.toFixed(0)} bpm`;
  return {
    label: "Resting heart rate",
    unit: "bpm",
    sentence: "It was",
    isNight: false,
    text,
    difference: text,
    band: (low, high) => `${low} to ${high}`,
    round: Math.round,
    words: ["higher", "lower"],
    vendor: new Set(),
    values: new Map(
      values.map((value, i) => [FIRST.add({ days: i }).toString(), value]),
    ),
  };
}

/**
 * Share of pages of eleven measures with at least one mark, for days correlated with the day
 * before.
 */
function markedPages(phi: number, pages: number, shift = 0): { any: number; shifted: number } {
  const normal = normals(1000 * phi + 5);
  let any = 0, shifted = 0;
  for (let page = 0; page < pages; page++) {
    const measures = Array.from({ length: 11 }, (_, i) =>
      measure(
        Array.from(autoregression(60, phi, normal), (v, day) =>
          v + (i === 0 && day >= 30 ? shift : 0)),
      ));
    const found = changesOf(measures, period(30, 30), period(0, 30));
    if (found.some(({ judgement }) => judgement!.direction !== 0)) any++;
    if (found[0]!.judgement!.direction === 1) shifted++;
  }
  return { any: any / pages, shifted: shifted / pages };
}

Deno.test("pages without changes rarely have a mark, whatever the autocorrelation", () => {
  for (const phi of [0.3, 0.8]) {
    const { any } = markedPages(phi, 40);
    assert(any <= 0.125, `${phi}: ${any}`); // 5 of 40: beyond it in 1.4 % of tries if the truth is 5 %
  }
});

Deno.test("a shift of 1.5 standard deviations in one of eleven measures usually has a mark", () => {
  const { shifted } = markedPages(0.3, 30, 1.5);
  assert(shifted >= 0.6, `${shifted}`);
});
