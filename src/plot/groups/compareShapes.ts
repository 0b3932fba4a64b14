// @ts-types="@types/d3-array"
import { quantileSorted } from "d3-array";
import type { ComparedGroup } from "../../series/statistics/readGroups.ts";
import { category } from "../picture/theme.ts";
import type { Length } from "../../time/length.ts";
import { shortLength } from "../../time/length.ts";
import { decimalText, numberText, say, term } from "../../words/language.ts";

/**
 * Maximum number of dots. If there are more values, evenly spaced ones from lowest to highest are
 * drawn.
 */
const MOST_DOTS = 300;
/** Maximum length of a condition's name in characters. */
const LONGEST = 36;

/** Positions of dots and box between the top of a row and the next, as shares of the row. */
export interface RowSpan {
  /** Upper edge of the box. */
  readonly top: number;
  readonly bottom: number;
}

export interface GroupShapes {
  readonly color: string;
  /** Values with an offset, so that equal values do not hide each other. */
  readonly dots: readonly { readonly x: number; readonly y: number }[];
  /** Quartiles and mean; empty without values. */
  readonly box: readonly {
    readonly q1: number;
    readonly median: number;
    readonly q3: number;
    readonly mean: number;
  }[];
}

/** Returns the dots and the box of the group in a row. */
export function groupShapes(
  { values }: ComparedGroup,
  row: number,
  { top, bottom }: RowSpan,
): GroupShapes {
  const count = Math.min(values.length, MOST_DOTS);
  const step = count < 2 ? 1 : (values.length - 1) / (count - 1);
  const at = (share: number): number => quantileSorted([...values], share)!;
  return {
    color: category(row),
    dots: Array.from({ length: count }, (_, i) => ({
      x: values[Math.round(i * step)]!,
      y: row + top + (bottom - top) * (0.15 + 0.7 * vanDerCorput(i + 1)),
    })),
    box: values.length === 0 ? [] : [{
      q1: at(0.25),
      median: at(0.5),
      q3: at(0.75),
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    }],
  };
}

/** Returns the i-th number of van der Corput's sequence: evenly spread from 0 to 1. */
function vanDerCorput(i: number): number {
  let result = 0;
  for (let share = 0.5; i > 0; i >>= 1, share /= 2) result += (i & 1) * share;
  return result;
}

/** Describes a group, in parts. */
export function groupTexts(
  { label, dates, values, missing }: ComparedGroup & { readonly dates: readonly string[] },
  mean: string,
  thing: string,
): string[] {
  const characters = [...label];
  const name = characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : label;
  return [
    name,
    ...dates,
    ...(values.length === 0
      ? [say("no data")]
      : [say("mean {mean}", { mean }), `n ${numberText(values.length)}`]),
    ...(missing === 0 ? [] : [withoutText(missing, thing)]),
  ];
}

/** `2 days without`: units of time that are neither days nor rows have their plural in English. */
function withoutText(n: number, thing: string): string {
  return say("{n} {things} without", { n, things: countedThings(n, thing) });
}

/** Returns the singular or the plural of a length of time or of a row. */
export function countedThings(n: number, thing: string): string {
  return term(n === 1 ? thing : `${thing}s`);
}

const UNITS: Readonly<Record<string, string>> = {
  "1h": "hour",
  "1d": "day",
  "1w": "week",
  "1mo": "month",
  "1q": "quarter",
  "1y": "year",
};

/** Returns the singular name of a length of `every`. */
export function lengthName(every: Length | string): string {
  const short = shortLength(every);
  return UNITS[short] ?? say("span of {length}", { length: short });
}

export function pValueText(p: number): string {
  return p < 0.001
    ? `p < ${decimalText("0.001")}`
    : `p = ${decimalText(String(Number(p.toPrecision(3))))}`;
}
