import { type Columns, textColumn } from "../frame/columns/columns.ts";
import { type Statistic, statisticColumns } from "../frame/statisticFrame.ts";
import { describeValue } from "../options/describeValue.ts";
import { DAY_US } from "../time/units.ts";
import type { DayValues } from "./input/readDays.ts";

/** Time that a slope counts. */
export type TrendUnit = "day" | "week" | "month" | "year";

/** Average number of days of each unit of time in the Gregorian calendar. */
export const DAYS_PER: Readonly<Record<TrendUnit, number>> = {
  day: 1,
  week: 7,
  month: 365.2425 / 12,
  year: 365.2425,
};

/** Statistic of a fit, with the reason for a null value. */
export interface FittedRow extends Statistic {
  readonly note: string | null;
}

/** Statistics of one series, and their finding in words. */
export interface FittedRows<R extends FittedRow = FittedRow> {
  readonly rows: readonly R[];
  readonly finding: string;
}

/** Returns the error of an option that has no such value. */
export function wrongOption(
  action: string,
  name: string,
  value: unknown,
  expected: string,
): RangeError {
  return new RangeError(
    `Cannot ${action}: ${name} is ${describeValue(value)}, expected ${expected}`,
  );
}

/** @throws {RangeError} if the confidence is not between 0 and 1 */
export function checkConfidence(action: string, confidence: number): void {
  if (confidence > 0 && confidence < 1) return;
  throw wrongOption(action, "confidence", confidence, "a number from 0 to 1");
}

/** @throws {RangeError} if the unit of a slope does not exist */
export function checkPer(action: string, per: string): void {
  if (Object.hasOwn(DAYS_PER, per)) return;
  throw wrongOption(action, "per", per, `one of ${Object.keys(DAYS_PER).join(", ")}`);
}

/** Returns why nothing could be fitted to the values. */
export function unfitNote(isEnough: boolean, { value }: Pick<DayValues, "value">): string {
  if (!isEnough) return "too few days";
  return value.every((one) => one === value[0]) ? "no variation" : "not separable";
}

/**
 * Returns the days between the first and the last value, and the number of steps in a month (or
 * `per`). `isCalendar` if steps are days, weeks, months or years: a daylight saving change makes a
 * day shorter, but not the number of days.
 */
export function stepsPer(
  per: TrendUnit,
  { at, value, bounds }: Pick<DayValues, "at" | "value" | "bounds">,
  isCalendar: boolean,
): { readonly days: number; readonly each: number } {
  if (value.length < 2) return { days: 0, each: 0 };
  const first = at[0]!, last = at[value.length - 1]!;
  const elapsed = Number(bounds[last]! - bounds[first]!) / DAY_US;
  const days = isCalendar ? Math.round(elapsed) : elapsed;
  return { days, each: days === 0 ? 0 : DAYS_PER[per] * (last - first) / days };
}

/** Returns the columns of fits; the finding is in the row of the statistic `head`. */
export function fittedColumns(made: readonly FittedRows[], head: string): Columns {
  const rows = made.flatMap(({ rows }) => rows);
  return {
    ...statisticColumns(rows),
    note: textColumn(rows.map(({ note }) => note)),
    finding: textColumn(
      made.flatMap(({ rows, finding }) => rows.map(({ name }) => name === head ? finding : null)),
    ),
  };
}
