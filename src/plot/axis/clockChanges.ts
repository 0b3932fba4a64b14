import { localInstant, nextChange, zonedTime } from "../../time/zones.ts";
import { localTime } from "../../time/localText.ts";
import { type Labels, lengthLabel } from "../picture/labels.ts";
import { joinLines, textWidth } from "../picture/textWidth.ts";
import { DAY_MS, HOUR_MS } from "../../time/units.ts";
import { say } from "../../words/language.ts";

/** A change of a zone's UTC offset. */
export interface ClockChange {
  /** Instant in milliseconds since 1970. */
  readonly at: number;
  /** Wall clock time before the change, as if it were UTC. */
  readonly wall: number;
  /** Size of the change in milliseconds; above 0 is forward. */
  readonly by: number;
}

/** Returns the clock changes after the start and before the end of an interval. */
export function clockChanges(start: number, end: number, tz: string): ClockChange[] {
  const changes: ClockChange[] = [];
  const offset = (at: bigint): number => zonedTime(at, tz).offsetNanoseconds / 1e6;
  for (
    let next = nextChange(BigInt(Math.floor(start * 1000)), tz);
    next !== undefined && next < BigInt(Math.ceil(end * 1000));
    next = nextChange(next, tz)
  ) {
    const before = offset(next - 1n), by = offset(next) - before, at = Number(next) / 1000;
    if (by !== 0) changes.push({ at, wall: at + before, by });
  }
  return changes;
}

/** `clock forward 1 h at 02:00` */
export function changeText({ wall, by }: ClockChange, labels: Labels): string {
  const values = { length: lengthLabel(Math.abs(by)), time: labels.in("UTC").clock(wall) };
  return by > 0
    ? say("clock forward {length} at {time}", values)
    : say("clock back {length} at {time}", values);
}

/** `clock forward 1 h at 02:00 on Sun 31 Mar` */
export function datedChange(change: ClockChange, labels: Labels): string {
  return say("{change} on {day}", {
    change: changeText(change, labels),
    day: labels.in("UTC").day(change.wall),
  });
}

/** Returns the clock changes of a night for its caption: `, clock forward 1 h at 02:00`. */
export function nightChanges(start: number, end: number, labels: Labels): string {
  return clockChanges(start, end, labels.tz).map((change) => `, ${changeText(change, labels)}`)
    .join("");
}

/** Maximum number of changes that are listed: one year has two. */
const MOST = 2;

/**
 * Describes the changes within a chart, in lines that fit: `clock forward 1 h at 02:00 on Sun 31
 * Mar`, or `20 clock changes` of several years.
 */
export function changeNote(
  changes: readonly ClockChange[],
  labels: Labels,
  width: number,
): string[] {
  if (changes.length > MOST) return [say("{n} clock changes", { n: changes.length })];
  const named = changes.map((change) => datedChange(change, labels));
  return joinLines(named, "; ", (line) => textWidth(line) <= width);
}

/** A time that a clock skips, in a row of hours. */
export interface SkippedTime {
  /** Row, counted from the top. */
  readonly row: number;
  /** Start in hours after the start of the row. */
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the times that the clock skips on rows of days.
 *
 * @param slots Slots of the rows' days, ascending.
 * @param from Hour at which rows start; for hours after noon, on the day before.
 */
export function skippedTimes(
  changes: readonly ClockChange[],
  slots: readonly number[],
  from = 0,
): SkippedTime[] {
  const first = slots[0]! - (from >= 12 ? DAY_MS : 0) + from * HOUR_MS;
  return changes.filter(({ by }) => by > 0).flatMap(({ wall, by }) => {
    const intervals: SkippedTime[] = [];
    for (let at = wall; at < wall + by;) {
      const row = Math.floor((at - first) / DAY_MS), start = first + row * DAY_MS;
      const until = Math.min(wall + by, start + DAY_MS);
      intervals.push({ row, from: (at - start) / HOUR_MS, to: (until - start) / HOUR_MS });
      at = until;
    }
    return intervals.filter(({ row }) => row >= 0 && row < slots.length);
  });
}

/** Returns the first and last instant of days, in milliseconds since 1970. */
export function daysSpan(
  slots: readonly number[],
  tz: string,
  from = 0,
): { start: number; end: number } {
  const begin = (slot: number): number =>
    Number(
      localInstant(
        localTime(slot, "UTC").toPlainDate().subtract({ days: from >= 12 ? 1 : 0 })
          .toPlainDateTime(new Temporal.PlainTime(from)),
        tz,
      ),
    ) / 1000;
  return { start: begin(slots[0]!) - 1, end: begin(slots.at(-1)! + DAY_MS) };
}
