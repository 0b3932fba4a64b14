import { localInstant, nextChange, zonedTime } from "../../time/zones.ts";
import { localTime } from "../../time/localText.ts";
import type { Labels } from "../picture/labels.ts";
import { lengthLabel } from "./lengthLabel.ts";
import { upperFirst } from "../picture/letterCase.ts";
import { joinLines, textWidth } from "../picture/textWidth.ts";
import { DAY_MS, HOUR_MS } from "../../time/units.ts";

/** A change of a zone's clock. */
export interface ClockChange {
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** What the clock showed then, as if the wall were in UTC. */
  readonly wall: number;
  /** By how much it was set, in milliseconds: above 0 forward. */
  readonly by: number;
}

/** The changes of a zone's clock after the start and before the end of a span. */
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
  return `clock ${by > 0 ? "forward" : "back"} ${lengthLabel(Math.abs(by))} at ${
    labels.in("UTC").clock(wall)
  }`;
}

/** The most changes that are named one by one: those of a year. */
const MOST = 2;

/** `Clock forward 1 h at 02:00 on Sun 31 Mar`, for the changes that a picture shows, in lines that fit. */
export function changeNote(
  changes: readonly ClockChange[],
  labels: Labels,
  width: number,
): string[] {
  const named = changes.slice(0, MOST).map((change) =>
    `${changeText(change, labels)} on ${labels.in("UTC").day(change.wall)}`
  );
  const more = changes.length > MOST ? [`${changes.length - MOST} more changes`] : [];
  return joinLines([...named, ...more], "; ", (line) => textWidth(line) <= width).map(upperFirst);
}

/** A time that a clock skips, in a row of hours. */
export interface SkippedTime {
  /** The row from the top. */
  readonly row: number;
  /** Its start in hours after the row's. */
  readonly from: number;
  readonly to: number;
}

/**
 * Where clocks skip a time on rows of days: nothing can lie there.
 *
 * @param slots The slots of the rows' days, ascending.
 * @param from The hour of the clock at which rows begin, those after noon on the day before.
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

/** From the first to the last instant of days, in milliseconds since 1970. */
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
