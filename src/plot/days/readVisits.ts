import { localInstant } from "../../time/zones.ts";
import type { Zones } from "../../time/zone.ts";
import { type FrameLike, openFrame } from "../../frame/open.ts";
import type { Labels } from "../picture/labels.ts";
import { textWidth } from "../picture/textWidth.ts";
import type { Point } from "../../places/vectors.ts";
import type { ColumnNames } from "../../frame/columns/columnNames.ts";
import { say } from "../../words/language.ts";

/** An interval: a visit, a move, or a gap. */
export interface Visit {
  /** In milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  /** Place of a visit, from 0; null for a move, `undefined` for a gap. */
  readonly place: number | null | undefined;
  /** Centre of a visit. */
  readonly middle: Point | null;
}

/** Visits in the order of the frame, with the names of their places. */
export interface Visits {
  /** Zone of the frame's times. */
  readonly zone: string;
  readonly visits: readonly Visit[];
  readonly nameOf: (place: number) => string;
}

const WANTED = {
  kind: "text",
  start_time: "time",
  end_time: "time",
  lat: "float64",
  long: "float64",
  place: "int64",
  "city?": "text",
  "name?": "text",
} as const;

/**
 * Reads a result of `places.visits`. Names come from `names` or the column `name`, otherwise
 * they are the city and number of a place, or the number (from 1).
 *
 * @throws {TypeError} if a column is missing or has another type, or a time is null
 */
export function readVisits(
  frame: FrameLike,
  { action, names = [], columns, tz }: {
    action: string;
    names?: readonly string[] | undefined;
    columns?: ColumnNames | undefined;
    tz?: Zones | undefined;
  },
): Visits {
  const read = openFrame(frame, { action, tz })
    .read(WANTED, { full: ["kind", "start_time", "end_time"], columns });
  const cities = new Map<number, string | null>(), own = new Map<number, string | null>();
  const visits = Array.from(read.kind.values, (kind, row): Visit => {
    const start = Number(read.start_time.values[row]!) / 1000;
    const end = Number(read.end_time.values[row]!) / 1000;
    if (kind === "gap") return { start, end, place: undefined, middle: null };
    if (kind !== "visit") return { start, end, place: null, middle: null };
    const place = Number(read.place.values[row]!);
    cities.set(place, cities.get(place) ?? read.city?.values[row] ?? null);
    own.set(place, own.get(place) ?? read.name?.values[row] ?? null);
    const middle = { latitude: read.lat.values[row]!, longitude: read.long.values[row]! };
    return { start, end, place, middle };
  });
  return {
    zone: read.start_time.zone,
    visits,
    nameOf: (place) => {
      const city = cities.get(place);
      return names[place] ?? own.get(place) ??
        (typeof city === "string"
          ? say("{city}, place {n}", { city, n: place + 1 })
          : say("Place {n}", { n: place + 1 }));
    },
  };
}

/** A place visited on a day. */
export interface DayPlace {
  /** Centre of its first visit. */
  readonly middle: Point;
  readonly name: string;
  /** Name and times of its visits. */
  readonly text: string;
}

/** Returns the places of a day in order of first visit, with the times of all visits. */
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
  const start = Number(localInstant(date, labels.tz)) / 1000;
  const end = Number(localInstant(date.add({ days: 1 }), labels.tz)) / 1000;
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
    name: read.nameOf(place),
    text: `${read.nameOf(place)}: ${
      visits.map((visit) =>
        say("{from} to {to}", { from: clock(visit.start), to: clock(visit.end) })
      )
        .join(", ")
    }`,
  }));
}

/** Wraps a text at commas into lines that fit a width in pixels. */
export function wrapAtCommas(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const piece of text.split(/(?<=, )/)) {
    const longer = (lines.at(-1) ?? "") + piece;
    if (lines.length > 0 && textWidth(longer) > width) lines.push(`\u2003${piece}`);
    else lines[Math.max(0, lines.length - 1)] = longer;
  }
  return lines;
}
