/** Effects that two columns, or two groups of days, can share without having to do with each other. */
export type SharedEffect = "trend" | "weekday";

/** Number of rows per weekday needed for a separate effect of each weekday. */
const WEEKS = 4;

/** Day of the week of Saturday, counted from Monday as 1. */
const SATURDAY = 6;

/**
 * Returns the columns of a regression that stand for a shared effect, without a constant.
 *
 * A trend is a straight line over the steps. Weekdays are one column each from four weeks of rows on;
 * with fewer rows one column separates Saturday and Sunday from the other days. An effect that does not
 * vary has no columns.
 *
 * @param weekday Day of the week of each row, from 1 for Monday to 7; 0 without a weekday.
 */
export function effectColumns(
  effect: SharedEffect,
  { at, weekday, rows }: {
    at: ArrayLike<number>;
    weekday: ArrayLike<number>;
    /** Number of rows that decides about single weekdays, such as the size of the smaller group. */
    rows: number;
  },
): Float64Array[] {
  const n = at.length;
  if (effect === "trend") {
    const first = at[0] ?? 0, length = (at[n - 1] ?? 0) - first;
    return length > 0 ? [Float64Array.from(at, (one) => (one - first) / length - 0.5)] : [];
  }
  const kind = rows >= 7 * WEEKS
    ? Array.from(weekday)
    : Array.from(weekday, (day) => day >= SATURDAY ? 1 : 0);
  return [...new Set(kind)].sort().slice(1).map((one) =>
    Float64Array.from(kind, (own) => own === one ? 1 : 0)
  );
}
