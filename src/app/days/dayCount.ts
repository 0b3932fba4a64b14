import { zonedTime } from "../../time/zones.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import { say } from "../../words/language.ts";

/** Days behind a value: their number, the days that are left out, and the reasons. */
export interface DayCount {
  /** Number of days that the range touches. */
  readonly days: number;
  /** Number of days that count. */
  readonly counted: number;
  /** Days with data that are left out, because they are not over or only partly in the range. */
  readonly partial: readonly Temporal.PlainDate[];
  /** Current time of the client's clock. */
  readonly now: Temporal.Instant;
  readonly tz: string;
}

/** Describes the days behind a value: `20 of 31 days; 21 March is not over`. */
export function dayCountText(
  { days, counted, partial, now, tz }: DayCount,
  labels: PageLabels,
): string {
  const today = zonedTime(now.epochNanoseconds / 1000n, tz).toPlainDate();
  const words = partial.map((date) =>
    date.equals(today)
      ? say("{day} is not over", { day: labels.date(date) })
      : say("{day} is only partly in the range", { day: labels.date(date) })
  );
  return [say("{counted} of {n} {n|day|days}", { counted, n: days }), ...words].join("; ");
}
