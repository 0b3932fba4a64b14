// @ts-types="@types/d3-array"
import { quantileSorted } from "d3-array";
import type { ComparedGroup } from "../../series/statistics/readGroups.ts";
import { category } from "../picture/theme.ts";
import type { Length } from "../../time/length.ts";
import { shortLength } from "../../time/length.ts";

/** Of more values than this so many are drawn, evenly from the lowest to the highest. */
const MOST_DOTS = 300;
/** A condition's name is cut after so many characters. */
const LONGEST = 36;

/** Where a row of dots and its box lie between the row's top and the next's, in shares of it. */
export interface RowSpan {
  /** The upper edge of the box. */
  readonly top: number;
  readonly bottom: number;
}

/** The shapes of one group. */
export interface GroupShapes {
  readonly color: string;
  /** Its values, set apart so that equal ones do not hide each other. */
  readonly dots: readonly { readonly x: number; readonly y: number }[];
  /** Its quartiles and mean; empty where it has no values. */
  readonly box: readonly {
    readonly q1: number;
    readonly median: number;
    readonly q3: number;
    readonly mean: number;
  }[];
}

/** The dots and the box of the group of a row. */
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

/** Numbers from 0 to 1 that keep apart from those before: van der Corput's sequence. */
function vanDerCorput(i: number): number {
  let result = 0;
  for (let share = 0.5; i > 0; i >>= 1, share /= 2) result += (i & 1) * share;
  return result;
}

/** What is said of a group, in parts. */
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
    ...(values.length === 0 ? ["no data"] : [`mean ${mean}`, `n ${values.length}`]),
    ...(missing === 0 ? [] : [`${missing} ${thing}${missing === 1 ? "" : "s"} without`]),
  ];
}

const UNITS: Readonly<Record<string, string>> = {
  "1h": "hour",
  "1d": "day",
  "1w": "week",
  "1mo": "month",
  "1q": "quarter",
  "1y": "year",
};

/** What a length of `every` is called, in the singular. */
export function lengthName(every: Length | string): string {
  const short = shortLength(every);
  return UNITS[short] ?? `span of ${short}`;
}

/** A p value in words. */
export function pValueText(p: number): string {
  return p < 0.001 ? "p < 0.001" : `p = ${Number(p.toPrecision(3))}`;
}
