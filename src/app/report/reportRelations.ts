// @ts-types="@types/d3-array"
import { deviation } from "d3-array";
import { isoDateColumn } from "../../frame/columns/columns.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { openFrame } from "../../frame/open.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { correlate } from "../../series/correlate.ts";
import { intervalEnds } from "../../series/sentenceParts.ts";
import { adjustP } from "../../series/numerics/adjustP.ts";
import type { Dates } from "./changes.ts";
import { inSentence } from "./frontPage.ts";
import { labelText, type MeasuredDays } from "./measures.ts";
import { say, term } from "../../words/language.ts";

/** Minimum length of a period in days; shorter ones cannot have weekdays removed. */
export const LEAST_RELATED = 28;

/** Maximum chance that a report lists any pair although nothing varies together. */
const FALSE_REPORTS = 0.05;

/** Two measures that vary together beyond chance, with the slope in words. */
export interface Relation {
  readonly first: string;
  readonly second: string;
  /** Change of the second measure, with its interval. */
  readonly change: string;
}

/**
 * Finds measures of days that vary together with measures of the night before or after. It uses
 * `series.correlate` with trend and weekdays removed, corrected for all pairs (Holm). Values and
 * ranks both have to vary together, so a few extreme days do not count as a relation.
 *
 * @returns the relations, and the number of pairs that could be judged
 */
export function relationsOf(
  measures: readonly MeasuredDays[],
  { first, last }: Dates,
): { readonly relations: readonly Relation[]; readonly pairs: number } {
  const count = first.until(last).days + 1;
  const names = new Map(measures.map((measure) => [measure.label, measure]));
  const labelsOf = (isNight: boolean): string[] =>
    measures.filter((measure) => measure.isNight === isNight).map(({ label }) => label);
  const days = labelsOf(false), nights = labelsOf(true);
  if (count < LEAST_RELATED || days.length === 0 || nights.length === 0) {
    return { relations: [], pairs: 0 };
  }
  const dates = Array.from({ length: count }, (_, i) => first.add({ days: i }).toString());
  const frame = toFrame({
    date: isoDateColumn(dates),
    ...Object.fromEntries(
      measures.map(({ label, values }) => [
        label,
        nullable(dates.map((date) => values.get(date) ?? null)),
      ]),
    ),
  });
  const tested = [{ x: nights, y: days, lag: [0] }, { x: days, y: nights, lag: [1] }]
    .flatMap((pairs) => {
      const { a, b, lag, p, slope, slope_low, slope_high } = openFrame(
        correlate(frame, {
          ...pairs,
          partial: ["trend", "weekday"],
          method: ["pearson", "spearman"],
          adjust: "none",
        }),
      ).read({
        a: "text",
        b: "text",
        lag: "int64",
        p: "float64",
        slope: "float64",
        slope_low: "float64",
        slope_high: "float64",
      });
      const chance = (row: number): number => p.valid?.[row] === 0 ? NaN : p.values[row]!;
      // Two rows for each pair: the values, then their ranks.
      return a.values.flatMap((name, i) =>
        i % 2 === 1 ? [] : [{
          a: names.get(name!)!,
          b: names.get(b.values[i]!)!,
          isAfter: lag.values[i] !== 0n,
          p: Math.max(chance(i), chance(i + 1)),
          slopes: [slope, slope_low, slope_high].map(({ values }) => values[i]!),
        }]
      );
    });
  const corrected = adjustP(tested.map(({ p }) => p), "holm");
  return {
    pairs: tested.filter(({ p }) => !Number.isNaN(p)).length,
    relations: tested.filter((_, i) => corrected[i]! < FALSE_REPORTS).map(
      ({ a, b, isAfter, slopes }) => ({
        first: a.label,
        second: isAfter
          ? say("{name}, the night after", { name: labelText(b.label) })
          : say("{name}, the day after", { name: labelText(b.label) }),
        change: slopeText(a, b, slopes, dates),
      }),
    ),
  };
}

/** Describes a slope per 1, 10, 100 ... units of `a`, close to the spread of its values. */
function slopeText(
  a: MeasuredDays,
  b: MeasuredDays,
  slopes: readonly number[],
  dates: readonly string[],
): string {
  const known = dates.flatMap((date) => a.values.get(date) ?? []);
  const step = 10 ** Math.round(Math.log10(deviation(known)!));
  const [middle, low, high] = slopes.map((slope) => slope * step) as [number, number, number];
  const [one, other] = [Math.abs(low), Math.abs(high)];
  const [near, far] = intervalEnds(
    Math.min(one, other),
    Math.max(one, other),
    (end, more) => b.difference(b.round(end, more), more),
  );
  const size = b.round(Math.abs(middle)), more = term(b.words[middle > 0 ? 0 : 1]);
  const change = size === 0 ? say("slightly {more}", { more }) : `${b.difference(size)} ${more}`;
  return say("{change} per {step} ({from} to {to})", {
    change,
    step: `${a.difference(step)} ${term(a.words[0])}`,
    from: near,
    to: far,
  });
}

/**
 * Describes measures that vary together: `Goes together, whatever the cause: REM sleep, the night after
 * steps, 12 min less per 1,000 steps more (3 min to 21 min).` Empty for too few days.
 */
export function relationFacts(measures: readonly MeasuredDays[], period: Dates): string[] {
  return relationsOf(measures, period).relations.map(({ first, second, change }) =>
    say("Goes together, whatever the cause: {second} {first}, {change}.", {
      second,
      first: inSentence(first),
      change,
    })
  );
}
