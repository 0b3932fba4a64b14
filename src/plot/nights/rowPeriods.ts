import { localTime } from "../../time/localText.ts";
import { DAY_MS } from "../../time/units.ts";
import { say } from "../../words/language.ts";
import { rowLabels, type RowName } from "../axis/rowAxis.ts";
import { MOST_DAYS_BY_WEEK } from "../days/longSpans.ts";
import type { Labels } from "../picture/labels.ts";

/** Days that share a row, or a mean, of a chart of many days. */
export interface RowPeriod {
  readonly unit: "day" | "week" | "month";
  /** Maximum number of days. */
  readonly days: number;
  /** Returns the slot of the first day of the period of a day. */
  readonly startOf: (slot: number) => number;
  /** Returns the names of rows, given the first day of each. */
  readonly namesOf: (starts: readonly number[], labels: Labels) => RowName[];
}

const DAY: RowPeriod = { unit: "day", days: 1, startOf: (slot) => slot, namesOf: rowLabels };
const WEEK: RowPeriod = { unit: "week", days: 7, startOf: mondayOf, namesOf: monthNames };
const MONTH: RowPeriod = { unit: "month", days: 31, startOf: monthOf, namesOf: yearNames };

/**
 * Returns weeks from Monday (ISO 8601) for up to two years, months for more.
 *
 * @param most Maximum number of days that are apart. @default 0
 */
export function rowPeriod(days: number, most = 0): RowPeriod {
  return days <= most ? DAY : days <= MOST_DAYS_BY_WEEK ? WEEK : MONTH;
}

/** Names the means of a measure: `Steps per hour, mean of each week`. */
export function meanLabel(name: string, { unit }: RowPeriod): string {
  return unit === "day"
    ? say("{name}, mean of each day", { name })
    : unit === "week"
    ? say("{name}, mean of each week", { name })
    : say("{name}, mean of each month", { name });
}

/** Returns the slot of the Monday of a day's week; 1 January 1970 was a Thursday. */
function mondayOf(slot: number): number {
  return slot - (((slot / DAY_MS + 3) % 7 + 7) % 7) * DAY_MS;
}

function monthOf(slot: number): number {
  const { year, month } = localTime(slot, "UTC");
  return Date.UTC(year, month - 1);
}

/** Names months at their first week, as many as fit. */
function monthNames(mondays: readonly number[], labels: Labels): RowName[] {
  const { monthYear } = labels.in("UTC");
  const firsts = mondays.flatMap((monday, i) => {
    const text = monthYear(monday);
    return i > 0 && text === monthYear(mondays[i - 1]!) ? [] : [{ y: i + 0.5, text }];
  });
  const step = Math.ceil(firsts.length / MOST_NAMES);
  return firsts.filter((_, i) => i % step === 0);
}

const MOST_NAMES = 20;

/** Names years at their January. */
function yearNames(months: readonly number[], labels: Labels): RowName[] {
  const { year } = labels.in("UTC");
  return months.flatMap((slot, i) =>
    localTime(slot, "UTC").month === 1 ? [{ y: i + 0.5, text: year(slot) }] : []
  );
}
