import { lastChange, nextChange, zonedTime } from "../../time/zones.ts";
import { isoDay } from "../../time/day.ts";
import { every } from "../../time/every.ts";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import { DAY_MICROS, MINUTE_MICROS } from "../../time/units.ts";
import { floorTo, windows } from "../../time/windows.ts";

/**
 * Local time of day at which one night ends and the next starts: `auto` finds it from the person's
 * own sleep, `noon` and `HH:MM` set it.
 */
export type NightRule = "auto" | "noon" | (string & Record<never, never>);

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * Returns the minutes after local midnight at which a fixed rule separates nights.
 *
 * @throws {RangeError} if the rule is not a time of day
 */
export function nightMinutes(rule: NightRule): number {
  const found = TIME.exec(rule === "noon" ? "12:00" : rule);
  if (found !== null) return 60 * Number(found[1]) + Number(found[2]);
  throw new RangeError(
    `Cannot use rule ${
      JSON.stringify(rule)
    }: it is not a time of day. Write auto, noon, or a time such as 18:00.`,
  );
}

/** Formats a local time as `HH:MM`, from microseconds since 1970 in local time. */
export function clockText(shown: bigint): string {
  const minutes = Number((shown - floorTo(shown, DAY_MICROS)) / MINUTE_MICROS);
  const two = (number: number): string => `${number}`.padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Interval with a constant UTC offset in a zone. */
export interface ClockSeason extends Interval {
  /** UTC offset in microseconds. */
  readonly offset: bigint;
}

/**
 * Returns the interval of constant UTC offset around an instant (in microseconds since 1970),
 * within the years 1 to 9999.
 */
export function clockSeason(at: bigint, tz: string): ClockSeason {
  return {
    start: lastChange(at, tz) ?? MIN_MICROS,
    end: nextChange(at, tz) ?? MAX_MICROS,
    offset: BigInt(zonedTime(at, tz).offsetNanoseconds) / 1000n,
  };
}

/**
 * Returns a function that names the night of an instant (in microseconds since 1970): the local
 * date on which the night ends, as ISO text. A night reaches from the rule's time of one local day
 * to the same time of the next, 23 to 25 hours later. If a zone skips a whole day, the night over
 * it ends on the next day.
 *
 * @param minutes Result of {@linkcode nightMinutes}.
 */
export function nightNamer(tz: string, minutes: number): (at: bigint) => string {
  let season: ClockSeason | undefined;
  const rule = BigInt(minutes) * MINUTE_MICROS;
  return (at) => {
    if (season === undefined || at < season.start || at >= season.end) season = clockSeason(at, tz);
    // Far from offset changes, nights have 24 hours; all others are looked up in the calendar.
    const isEven = at - season.start > 2n * DAY_MICROS && season.end - at > 2n * DAY_MICROS;
    if (!isEven) return nightAt(at, tz, minutes);
    const end = floorTo(at + season.offset - rule, DAY_MICROS) + DAY_MICROS + rule;
    return isoDay(Number(floorTo(end - 1n, DAY_MICROS) / DAY_MICROS)); // one that ends at 00:00 ends before
  };
}

/** Names the night of an instant by the calendar. */
function nightAt(at: bigint, tz: string, minutes: number): string {
  const bounds = windows({ start: at, end: at + 1n }, every("1d"), { tz, startOfDay: minutes });
  // By its last microsecond: a night that ends at 00:00 ends on the previous date.
  const local = zonedTime(bounds[1]! - 1n, tz);
  return local.toPlainDate().toString();
}
