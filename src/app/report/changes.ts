// @ts-types="@types/d3-array"
import { median, quantile } from "d3-array";
import type { PageLabels } from "../page/pageLabels.ts";
import type { MeasuredDays } from "./measures.ts";

/** What is usual in a period: of the days or nights that count. */
export interface Usual {
  /** The median. */
  readonly median: number;
  /** The 25th percentile: half of the values lie between it and `high`. */
  readonly low: number;
  /** The 75th percentile. */
  readonly high: number;
  /** 1.4826 times the median absolute deviation: the standard deviation of what is normal (Rousseeuw and Croux 1993). */
  readonly spread: number;
  /** How many values. */
  readonly count: number;
}

/** A measure in a period, beside the period before it. */
export interface Change extends MeasuredDays {
  /** What was usual in the period. */
  readonly now: Usual;
  /** What was usual before; undefined where nothing is known of it. */
  readonly before: Usual | undefined;
  /** The difference of the medians; undefined without a period before. */
  readonly change: number | undefined;
  /** Whether it is larger than the person's own spread before; undefined where too little is known. */
  readonly isBeyond: boolean | undefined;
}

/** From how many values in each period on a change is held against the spread. */
export const LEAST = 7;

/** Dates of a period, the first and the last, inclusive. */
export interface Dates {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/** Measures of a period beside those of another; one without a value in the period is left out. */
export function changesOf(
  measures: readonly MeasuredDays[],
  period: Dates,
  before: Dates | undefined,
): Change[] {
  return measures.flatMap((measure) => {
    const now = usualIn(measure, period);
    if (now === undefined) return [];
    const was = before && usualIn(measure, before);
    const change = was && now.median - was.median;
    const isEnough = was !== undefined && was.count >= LEAST && now.count >= LEAST;
    const isBeyond = isEnough ? Math.abs(change!) > was.spread && change !== 0 : undefined;
    return [{ ...measure, now, before: was, change, isBeyond }];
  });
}

function usualIn({ values }: MeasuredDays, { first, last }: Dates): Usual | undefined {
  const from = `${first}`, to = `${last}`;
  const inside = [...values].filter(([date]) => date >= from && date <= to).map(([, value]) =>
    value
  );
  const middle = median(inside);
  if (middle === undefined) return undefined;
  return {
    median: middle,
    low: quantile(inside, 0.25)!,
    high: quantile(inside, 0.75)!,
    spread: 1.4826 * median(inside, (value) => Math.abs(value - middle))!,
    count: inside.length,
  };
}

/** The middle half of the values; empty of fewer than four. */
export function bandText(
  { band }: MeasuredDays,
  { low, high, count }: Usual,
  labels: PageLabels,
): string {
  return count < 4 ? "" : band(low, high, labels);
}

/** A median with the middle half of the values: `57 bpm (56 to 58 bpm)`. */
export function usualText(measure: MeasuredDays, usual: Usual, labels: PageLabels): string {
  const middle = measure.text(usual.median, labels), band = bandText(measure, usual, labels);
  return band === "" ? middle : `${middle} (${band})`;
}

/** A change in words: `22 min more`; `the same` where nothing is to be seen of it. */
export function changeText({ now, before, round, difference, words }: Change): string {
  if (before === undefined) return "";
  const seen = round(now.median) - round(before.median);
  if (seen === 0) return "the same";
  return `${difference(Math.abs(seen))} ${words[seen > 0 ? 0 : 1]}`;
}
