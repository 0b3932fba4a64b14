import { zonedTime } from "../../time/zones.ts";
import type { PageLabels } from "../page/pageLabels.ts";

/** The days of a figure: how many there are, which are left out, and why. */
export interface DayCount {
  /** How many days the range touches. */
  readonly days: number;
  /** How many the figure rests on. */
  readonly counted: number;
  /** The days that have data and are left out, because they are not over or the range cuts them. */
  readonly partial: readonly Temporal.PlainDate[];
  /** The present, by the client's clock. */
  readonly now: Temporal.Instant;
  /** IANA zone of the days. */
  readonly tz: string;
}

/** On how many days a figure rests: `20 of 31 days; 21 March is not over`. */
export function dayCountText(
  { days, counted, partial, now, tz }: DayCount,
  labels: PageLabels,
): string {
  const today = zonedTime(now.epochNanoseconds / 1000n, tz).toPlainDate();
  const words = partial.map((date) =>
    `${labels.date(date)} ${date.equals(today) ? "is not over" : "is cut by the range"}`
  );
  return [`${counted} of ${days} ${days === 1 ? "day" : "days"}`, ...words].join("; ");
}
