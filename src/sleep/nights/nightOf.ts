import { every } from "../../time/every.ts";
import type { Interval } from "../../time/interval.ts";
import { windows } from "../../time/windows.ts";
import { HOUR_MICROS } from "../../time/units.ts";

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

/** The most hours that are remembered: ten years and more. */
const MOST = 100_000;

/** Of the last zone and rule that were asked for: those of all people are usually alike. */
let last: { readonly key: string; readonly namer: (at: bigint) => string } | undefined;

/**
 * Names the night in which an instant (in microseconds since 1970) lies: the local date on which the
 * night ends, as ISO text. A night reaches from the rule's time of one local day to that of the next,
 * 23 to 25 hours later; where a zone leaves out a whole day, the night over it ends on the day that
 * follows.
 *
 * @param minutes What {@linkcode nightMinutes} made of the rule.
 */
export function nightNamer(tz: string, minutes: number): (at: bigint) => string {
  const key = `${tz} ${minutes}`;
  if (last?.key !== key) last = { key, namer: newNamer(tz, minutes) };
  return last.namer;
}

function newNamer(tz: string, minutes: number): (at: bigint) => string {
  const known = new Map<bigint, NamedNight[]>(); // the nights of each hour
  return (at) => {
    const hour = at / HOUR_MICROS, nights = known.get(hour) ?? [];
    const found = nights.find(({ start, end }) => start <= at && at < end);
    if (found !== undefined) return found.name;
    const night = nightAt(at, tz, minutes);
    if (known.size >= MOST) known.clear();
    known.set(hour, [...nights, night]);
    return night.name;
  };
}

interface NamedNight extends Interval {
  readonly name: string;
}

function nightAt(at: bigint, tz: string, minutes: number): NamedNight {
  const bounds = windows({ start: at, end: at + 1n }, every("1d"), { tz, startOfDay: minutes });
  const start = bounds[0]!, end = bounds[1]!;
  // By its last microsecond: a night that ends at 00:00 ends before.
  const local = new Temporal.ZonedDateTime((end - 1n) * 1000n, tz);
  return { start, end, name: local.toPlainDate().toString() };
}
