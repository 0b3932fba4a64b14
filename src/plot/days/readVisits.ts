import { type FrameLike, openFrame } from "../../frame/open.ts";
import type { ColumnNames } from "../../frame/columns/columnNames.ts";
import type { Point } from "../../places/point.ts";

/** A stretch of time: a visit, a move, or a gap. */
export interface Visit {
  /** When it began, in milliseconds since 1970. */
  readonly start: number;
  /** When it ended. */
  readonly end: number;
  /** Its place, from 0, where it is a visit; null of a move, undefined of a gap. */
  readonly place: number | null | undefined;
  /** The middle of a visit. */
  readonly middle: Point | null;
}

/** Visits in the order of the frame, and what their places are called. */
export interface Visits {
  /** The zone of the frame's times. */
  readonly zone: string;
  /** The stretches. */
  readonly visits: readonly Visit[];
  /** The name of a place. */
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
} as const;

/**
 * Reads what `places.visits` gives. A place is called as `names` says, else by its city and number,
 * else by its number, from 1.
 *
 * @throws {TypeError} if a column is missing or of another type, or a time is null
 */
export function readVisits(
  frame: FrameLike,
  { action, names = [], columns, tz }: {
    action: string;
    names?: readonly string[] | undefined;
    columns?: ColumnNames | undefined;
    tz?: string | undefined;
  },
): Visits {
  const read = openFrame(frame, { action, tz })
    .read(WANTED, { full: ["kind", "start_time", "end_time"], columns });
  const cities = new Map<number, string | null>();
  const visits = Array.from(read.kind.values, (kind, row): Visit => {
    const start = Number(read.start_time.values[row]!) / 1000;
    const end = Number(read.end_time.values[row]!) / 1000;
    if (kind === "gap") return { start, end, place: undefined, middle: null };
    if (kind !== "visit") return { start, end, place: null, middle: null };
    const place = Number(read.place.values[row]!);
    cities.set(place, cities.get(place) ?? read.city?.values[row] ?? null);
    const middle = { latitude: read.lat.values[row]!, longitude: read.long.values[row]! };
    return { start, end, place, middle };
  });
  return {
    zone: read.start_time.zone,
    visits,
    nameOf: (place) => {
      const city = cities.get(place);
      return names[place] ??
        (typeof city === "string" ? `${city}, place ${place + 1}` : `Place ${place + 1}`);
    },
  };
}
