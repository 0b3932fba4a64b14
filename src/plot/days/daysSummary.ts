import { zoneLabel } from "../../time/zones.ts";
import type { Labels } from "../picture/labels.ts";

/** Which days there are, of which zone, and how many of them have a value. */
export function daysSummary(
  days: readonly { readonly slot: number; readonly value: unknown }[],
  labels: Labels,
): string {
  const { date } = labels.in("UTC");
  const known = days.filter(({ value }) => value !== null).length;
  return `${date(days[0]!.slot)} to ${date(days.at(-1)!.slot)}, ${zoneLabel(labels.tz)}: ` +
    `${known} of ${days.length} days have data`;
}
