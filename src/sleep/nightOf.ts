import { every } from "../time/every.ts";
import { windows } from "../time/windows.ts";

/** The local time of day at which one night ends and the next begins: `noon`, or `HH:MM`. */
export type NightRule = "noon" | (string & Record<never, never>);

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * The minutes after local midnight at which a rule parts nights.
 *
 * @throws {RangeError} if the rule is no time of day
 */
export function nightMinutes(rule: NightRule): number {
  const found = TIME.exec(rule === "noon" ? "12:00" : rule);
  if (found !== null) return 60 * Number(found[1]) + Number(found[2]);
  throw new RangeError(
    `Cannot use rule ${JSON.stringify(rule)}: write noon, or a time of day such as 18:00`,
  );
}

/**
 * The name of the night in which an instant lies: the local date on which the night ends, as ISO
 * text. A night reaches from the rule's time of one local day to that of the next, 23 to 25 hours
 * later; where a zone leaves out a whole day, the night over it ends on the day that follows.
 *
 * @param at Microseconds since 1970.
 * @param minutes What {@linkcode nightMinutes} made of the rule.
 */
export function nightOf(at: bigint, tz: string, minutes: number): string {
  const bounds = windows({ start: at, end: at + 1n }, every("1d"), { tz, startOfDay: minutes });
  const last = (bounds[1]! - 1n) * 1000n; // the last microsecond: a night that ends at 00:00 ends before
  return new Temporal.ZonedDateTime(last, tz).toPlainDate().toString();
}
