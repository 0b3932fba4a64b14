import { localTime } from "../../time/localText.ts";
import type { Labels } from "../picture/labels.ts";

/** Returns the dates to show next to rows: all, or as many Mondays or firsts of a month as fit. */
export function rowLabels(
  days: readonly number[],
  labels: Labels,
): { y: number; text: string }[] {
  const dated = days.map((slot, i) => ({ y: i + 0.5, slot, date: localTime(slot, "UTC") }));
  const some = days.length <= 31
    ? dated
    : days.length <= 150
    ? dated.filter(({ date }) => date.dayOfWeek === 1)
    : dated.filter(({ date }) => date.day === 1);
  const { day, monthYear } = labels.in("UTC");
  return some.map(({ y, slot }) => ({ y, text: days.length <= 150 ? day(slot) : monthYear(slot) }));
}
