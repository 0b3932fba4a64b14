import { DAY_MS } from "../../time/units.ts";
import { localInstant } from "../../time/zones.ts";
import { type Labels, zoneText } from "../picture/labels.ts";
import { say } from "../../words/language.ts";

/** A local day of a chart. */
interface SummaryDay {
  readonly slot: number;
  readonly value: unknown;
  /** `true` if the day is not over, or cut by the range. @default false */
  readonly partial?: boolean;
}

/**
 * Returns the first and last day, their zone, and the number of days with data: whole days, or all
 * days with a value if none is whole.
 */
export function daysSummary(days: readonly SummaryDay[], labels: Labels): string {
  const { date } = labels.in("UTC");
  const [first, last] = [days[0]!.slot, days.at(-1)!.slot];
  const span = { start: midnight(first, labels.tz), end: midnight(last + DAY_MS, labels.tz) };
  const dates = say("{from} to {to}", { from: date(first), to: date(last) });
  return `${dates}, ${zoneText(labels.tz, span)}: ${daysWithData(days)}`;
}

/** `28 of 30 days have data` */
export function daysWithData(days: readonly SummaryDay[]): string {
  const known = days.filter(({ value }) => value !== null);
  const whole = known.filter(({ partial = false }) => !partial);
  return say("{known} of {all} {all|day has|days have} data", {
    known: (whole.length === 0 ? known : whole).length,
    all: days.length,
  });
}

/** Returns the local midnight of a day, in milliseconds UTC. */
function midnight(slot: number, tz: string): number {
  const day = Temporal.Instant.fromEpochMilliseconds(slot).toZonedDateTimeISO("UTC").toPlainDate();
  return Number(localInstant(day, tz)) / 1000;
}
