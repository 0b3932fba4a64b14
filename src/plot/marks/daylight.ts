import { getTimes } from "suncalc";
import { optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { DAY_MS, HOUR_MS } from "../../time/units.ts";
import type { LegendEntry } from "../picture/header.ts";

/** Where the sun is seen from: degrees, WGS 84; a tenth of a degree is exact to half a minute or so. */
export interface SunPlace {
  /** Degrees north of the equator, -90 to 90. */
  readonly lat: number;
  /** Degrees east of Greenwich, -180 to 180. */
  readonly long: number;
}

/** How daylight is drawn. */
export interface DaylightOptions {
  /** The place at which the time from sunrise to sunset is shaded; it is not written into the picture. @default none */
  sun?: SunPlace;
}

/** The option of what shades daylight. */
export const DAYLIGHT_OPTIONS = optionNames<DaylightOptions>()({ sun: { lat: true, long: true } });

/** How daylight is painted: no stage and no line has this colour. */
export const DAYLIGHT = { fill: "#d9b310", fillOpacity: 0.18 } as const;

/** What daylight is called in a legend. */
export const DAYLIGHT_ENTRY: LegendEntry = {
  label: "Sunrise to sunset",
  color: DAYLIGHT.fill,
  opacity: 0.35,
};

/** A span between sunrise and sunset, in milliseconds since 1970. */
export interface Daylight {
  readonly start: number;
  readonly end: number;
}

/**
 * When the sun is up between two instants, as suncalc computes it (upper edge at the horizon, with
 * refraction): a polar day is one span, a polar night has none.
 *
 * @throws {TypeError} if a coordinate is no number
 * @throws {RangeError} if it is beyond its range
 */
export function daylight(
  start: number,
  end: number,
  place: SunPlace,
  action: string,
): Daylight[] {
  checkPlace(place, action);
  const { lat, long } = place, spans: { start: number; end: number }[] = [];
  // The sun is highest at 12:00 less four minutes for each degree to the east.
  const noon = 12 * HOUR_MS - long / 15 * HOUR_MS;
  for (
    let day = Math.floor(start / DAY_MS) * DAY_MS - DAY_MS;
    day <= end + DAY_MS;
    day += DAY_MS
  ) {
    const { sunrise, sunset, alwaysUp } = getTimes(new Date(day + noon), lat, long);
    const from = alwaysUp === true ? day + noon - DAY_MS / 2 : sunrise?.getTime();
    const to = alwaysUp === true ? day + noon + DAY_MS / 2 : sunset?.getTime();
    if (from === undefined || to === undefined) continue;
    const clipped = { start: Math.max(start, from), end: Math.min(end, to) };
    if (clipped.start >= clipped.end) continue;
    const last = spans.at(-1);
    if (last !== undefined && clipped.start <= last.end) last.end = clipped.end;
    else spans.push(clipped);
  }
  return spans;
}

function checkPlace(place: SunPlace, action: string): void {
  if (typeof place !== "object" || place === null) {
    throw new TypeError(
      `Cannot ${action}: sun is ${describeValue(place)}, expected a place, { lat, long }`,
    );
  }
  for (const [name, most] of [["lat", 90], ["long", 180]] as const) {
    const value: unknown = place[name];
    if (typeof value !== "number") {
      throw new TypeError(
        `Cannot ${action}: ${name} of sun is ${describeValue(value)}, expected degrees`,
      );
    }
    if (!(Math.abs(value) <= most)) {
      throw new RangeError(
        `Cannot ${action}: ${name} of sun is ${value}, expected -${most} to ${most}`,
      );
    }
  }
}
