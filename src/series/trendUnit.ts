/** Time that a slope counts. */
export type TrendUnit = "day" | "week" | "month" | "year";

/** Average number of days of each unit of time in the Gregorian calendar. */
export const DAYS_PER: Readonly<Record<TrendUnit, number>> = {
  day: 1,
  week: 7,
  month: 365.2425 / 12,
  year: 365.2425,
};
