import { getTimes } from "suncalc";
import { optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { DAY_MS, HOUR_MS } from "../../time/units.ts";
import type { LegendEntry } from "../picture/header.ts";
import { DAYLIGHT_COLOR } from "../picture/theme.ts";
import { say } from "../../words/language.ts";

/** Location for sunrise and sunset, in degrees (WGS 84); a tenth is about half a minute. */
export interface SunPlace {
  /** Degrees north of the equator, -90 to 90. */
  readonly lat: number;
  /** Degrees east of Greenwich, -180 to 180. */
  readonly long: number;
}

/** Options of charts that shade daylight. */
export interface DaylightOptions {
  /** Location of the sunrise and sunset to shade, which the chart does not name. @default none */
  sun?: SunPlace;
}

export const DAYLIGHT_OPTIONS = optionNames<DaylightOptions>()({ sun: { lat: true, long: true } });

/** Paint of daylight, in a colour of no stage or line. */
export const DAYLIGHT = { fill: DAYLIGHT_COLOR } as const;

/** Returns the legend entry of daylight. */
export function daylightEntry(): LegendEntry {
  return { label: say("Sunrise to sunset"), color: DAYLIGHT.fill };
}

/** An interval from sunrise to sunset, in milliseconds since 1970. */
export interface Daylight {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns when the sun is up between two instants, as computed by suncalc (upper edge at the
 * horizon, with refraction): a polar day is one interval, a polar night has none.
 *
 * @throws {TypeError} if a coordinate is not a number
 * @throws {RangeError} if a coordinate is out of range
 */
export function daylight(
  start: number,
  end: number,
  place: SunPlace,
  action: string,
): Daylight[] {
  checkPlace(place, action);
  const { lat, long } = place, spans: { start: number; end: number }[] = [];
  // The sun is highest at 12:00, four minutes earlier per degree east.
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
