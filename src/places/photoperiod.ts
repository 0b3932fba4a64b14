import { argSort } from "../frame/columns/argSort.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { dateColumn, float64Column, textColumn, timeColumn } from "../frame/columns/columns.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import { recordMade } from "../frame/cite/made.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { takeRows } from "../frame/takeRows.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { dayStart, localDay } from "../time/day.ts";
import { HOUR_MS } from "../time/units.ts";
import { localZone, type Zones } from "../time/zone.ts";
import { checkPoint } from "./metersBetween.ts";
import type { Point } from "./vectors.ts";
import { onEarth } from "./readPoints.ts";
import { type SunTimes, sunTimes } from "./sunTimes.ts";

/** Options of {@linkcode photoperiod}. */
export interface PhotoperiodOptions {
  /** Place of all days. @default the first known location of each day in the frame */
  place?: Point;
  /**
   * Angle of the sun below the horizon at dawn and dusk, in degrees: 6 is civil twilight, 12
   * nautical and 18 astronomical, and 0.833 is sunrise and sunset. @default 6
   */
  angle?: number;
  /** IANA zone of the days. @default the zone of the time column */
  tz?: Zones;
  /** Columns that define groups, such as `user`. @default none */
  by?: string | readonly string[];
  /**
   * Names of columns that differ from the usual ones, such as `{ time: "at" }`. @default none
   */
  columns?: ColumnNames;
}

const ACTION = "compute the photoperiod";

const OPTIONS = optionNames<PhotoperiodOptions>()({
  place: { latitude: true, longitude: true },
  angle: true,
  tz: true,
  by: true,
  columns: true,
});

/**
 * Computes dawn, dusk and the time between them for each local date of a frame (formulas: Meeus
 * 1998, Astronomical Algorithms, 2nd ed., chapters 12, 13 and 25). It needs no network.
 *
 * Dawn and dusk belong to the solar noon nearest to 12:00 on the clock, so that dusk can be after
 * midnight. Formulas are accurate to some seconds between 1900 and 2100. With an angle of 0.833, which
 * includes an average refraction, weather and hills matter more: minutes.
 *
 * @param frame one column of times or dates (`time`, `night`, `date`, `timestamp`, …), in any order,
 * and locations (`latitude_degrees`, `longitude_degrees`, or `lat`, `long`) unless you pass `place`.
 * @returns a row for each date of the frame, in order: the columns of `by`, `date` `date`, `dawn`,
 * `noon` (highest sun), `dusk` `datetime[us, tz]`, `photoperiod` `f64` (hours from dawn to dusk),
 * and `note` `str`, the reason for a null: a polar day, a polar night or no location.
 * @throws {TypeError} if a column is missing or of another type, or a time is null
 * @throws {RangeError} if a location is not on Earth, or an option is invalid
 *
 * @example Civil twilight on the longest day of Berlin
 * ```ts
 * import { places } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const berlin = { latitude: 52.52, longitude: 13.405 };
 * const days = places.photoperiod([{ date: "2024-06-20" }], { place: berlin, tz: "Europe/Berlin" });
 * assertEquals(days.getColumn("dawn").dt.strftime("%H:%M").toArray(), ["03:52"]);
 * assertEquals(days.getColumn("dusk").dt.strftime("%H:%M").toArray(), ["22:23"]);
 * ```
 */
export function photoperiod(frame: FrameLike, options: PhotoperiodOptions = {}): Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { angle = 6, by } = options;
  if (!(angle >= -90 && angle <= 90)) {
    throw new RangeError(
      `Cannot ${ACTION}: angle is ${angle}. Use degrees below the horizon, -90 to 90.`,
    );
  }
  if (options.place !== undefined) {
    checkPoint(options.place, "place", ACTION);
    onEarth(options.place.latitude, options.place.longitude, "place", ACTION);
  }
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const { time, locate } = readPlaces(data, options);
  const tz = localZone(options.tz, time.zone, ACTION), groups = data.groups(by);
  // days of each group, with the first known location
  const found: Map<number, Point | undefined>[] = [];
  const order = argSort(time.values);
  let day = 0, until = time.values.length === 0 ? 0n : -(2n ** 63n);
  for (let i = 0; i < time.values.length; i++) {
    const row = order?.[i] ?? i, at = time.values[row] ?? 0n;
    if (at >= until) {
      day = localDay(at, tz);
      until = dayStart(day + 1, tz);
    }
    const days = found[groups?.codes[row] ?? 0] ??= new Map();
    if (days.get(day) === undefined) days.set(day, locate(row));
  }
  const rows = found.flatMap((days, group) =>
    Array.from(days, ([day, point]) => ({ group, day, ...sunOf(day, point, { angle, tz }) }))
  );
  const times = (name: "rise" | "noon" | "set") =>
    timeColumn(
      BigInt64Array.from(rows, ({ sun }) => BigInt(Math.round((sun?.[name] ?? 0) * 1000))),
      tz,
      Uint8Array.from(rows, ({ sun }) => sun?.[name] === undefined ? 0 : 1),
    );
  const hours = rows.map(({ sun }) => ((sun?.set ?? NaN) - (sun?.rise ?? NaN)) / HOUR_MS);
  return recordMade(
    toFrame(
      {
        ...groups && takeRows(groups.columns, Uint32Array.from(rows, ({ group }) => group)),
        date: dateColumn(Int32Array.from(rows, ({ day }) => day)),
        dawn: times("rise"),
        noon: times("noon"),
        dusk: times("set"),
        photoperiod: float64Column(
          Float64Array.from(hours),
          Uint8Array.from(hours, (one) => Number.isNaN(one) ? 0 : 1),
        ),
        note: textColumn(rows.map(({ note }) => note)),
      },
      { photoperiod: "h" },
      data.range,
    ),
    "places.photoperiod",
    options,
  );
}

const WANTED = {
  time: "time",
  "lat?": "float64",
  "long?": "float64",
  "latitude_degrees?": "float64",
  "longitude_degrees?": "float64",
} as const;

/** Reads the times, and a function that returns the location of a row. */
function readPlaces(data: OpenFrame, { place, columns = {} }: PhotoperiodOptions) {
  const usual = ["slice_time", "timestamp"].find((name) => data.names.includes(name));
  const found = data.read(WANTED, {
    full: ["time"],
    columns: { time: usual ?? data.timeName(), ...columns },
  });
  const { time, lat = found.latitude_degrees, long = found.longitude_degrees } = found;
  if (place !== undefined) return { time, locate: () => place };
  if (lat === undefined || long === undefined) {
    throw new TypeError(
      `Cannot ${ACTION}: the frame has no column ${
        lat === undefined ? "lat or latitude_degrees" : "long or longitude_degrees"
      }. Pass place, such as place: { latitude: 52.5, longitude: 13.4 }.`,
    );
  }
  return {
    time,
    locate: (row: number): Point | undefined => {
      const north = lat.values[row] ?? NaN, east = long.values[row] ?? NaN;
      if (lat.valid?.[row] === 0 || long.valid?.[row] === 0) return undefined;
      return Number.isNaN(north + east) ? undefined : onEarth(north, east, `row ${row}`, ACTION);
    },
  };
}

function sunOf(
  day: number,
  point: Point | undefined,
  { angle, tz }: { readonly angle: number; readonly tz: string },
): { readonly sun: SunTimes | undefined; readonly note: string | null } {
  if (point === undefined) return { sun: undefined, note: "no location" };
  const midday = (Number(dayStart(day, tz)) + Number(dayStart(day + 1, tz))) / 2000;
  const sun = sunTimes(midday, point, -angle);
  if (sun.rise !== undefined && sun.set !== undefined) return { sun, note: null };
  return { sun, note: `the sun stays ${sun.isUp ? "above" : "below"} -${angle}°` };
}
