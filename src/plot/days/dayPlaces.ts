import type { FrameLike } from "../../frame/open.ts";
import type { Labels } from "../picture/labels.ts";
import { readVisits, type Visit } from "./readVisits.ts";
import { textWidth } from "../picture/textWidth.ts";
import type { Point } from "../../places/point.ts";

/** A place that was visited on a day. */
export interface DayPlace {
  /** The middle of its first visit. */
  readonly middle: Point;
  /** Its name and the times of its visits. */
  readonly text: string;
}

/** The places of a day in order of their first visit, with the times of all their visits. */
export function placesOf(
  date: Temporal.PlainDate,
  { frame, labels, names }: {
    frame: FrameLike | undefined;
    labels: Labels;
    names: readonly string[] | undefined;
  },
): DayPlace[] {
  if (frame === undefined) return [];
  const read = readVisits(frame, { action: "draw visits", names, tz: labels.tz });
  const start = date.toZonedDateTime(labels.tz).epochMilliseconds;
  const end = date.add({ days: 1 }).toZonedDateTime(labels.tz).epochMilliseconds;
  const byPlace = new Map<number, Visit[]>();
  for (const visit of read.visits) {
    if (typeof visit.place !== "number" || visit.start >= end || visit.end <= start) continue;
    byPlace.getOrInsertComputed(visit.place, () => []).push(visit);
  }
  const clock = (at: number): string => {
    return at >= end ? labels.hour(24) : labels.clock(Math.max(at, start));
  };
  return [...byPlace].map(([place, visits]) => ({
    middle: visits[0]!.middle!,
    text: `${read.nameOf(place)}: ${
      visits.map((visit) => `${clock(visit.start)} to ${clock(visit.end)}`).join(", ")
    }`,
  }));
}

/** A text in lines of at most so many pixels, broken at commas. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const piece of text.split(/(?<=, )/)) {
    const longer = (lines.at(-1) ?? "") + piece;
    if (lines.length > 0 && textWidth(longer) > width) lines.push(`\u2003${piece}`);
    else lines[Math.max(0, lines.length - 1)] = longer;
  }
  return lines;
}
