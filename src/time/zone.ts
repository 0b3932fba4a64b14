import { describeValue } from "../options/describeValue.ts";
import { nearest } from "../options/suggestions/nearest.ts";
import { type TimeLike, toMicros } from "./instant.ts";
import type { ZoneName } from "./zoneName.ts";
import { FROM, MissingZoneError, NO_ZONE, zonesText } from "./zones.ts";

/** IANA zone. Editors complete current names; aliases such as `US/Eastern` are accepted too. */
export type Zone = ZoneName | (string & Record<never, never>);

/** Zone of a traveller from an instant on. */
export interface ZoneFrom {
  /**
   * Instant of arrival. Text without a zone is read in the previous zone. The first instant is
   * ignored: its zone also applies before it.
   */
  readonly from: TimeLike;
  /** IANA zone. */
  readonly tz: Zone;
}

/** IANA zone, or the zones of a traveller in order. */
export type Zones = Zone | readonly ZoneFrom[];

const known = new Set<string>();

/** Returns the zone of a call: the option's, else the data's, which may be unknown. */
export function zoneOrOwn(tz: Zones | undefined, own: string): string {
  return tz === undefined && own === NO_ZONE ? own : zone(tz ?? own);
}

/**
 * Returns the zone of a call that needs local days or clock times.
 *
 * @throws {RangeError} if neither the option nor the data names one
 */
export function localZone(tz: Zones | undefined, own: string, action: string): string {
  if (tz === undefined && own === NO_ZONE) throw new MissingZoneError(action);
  return zone(tz ?? own);
}

/**
 * Checks a time zone, or the zones of a traveller, and returns the text that the code passes on as
 * `tz`.
 *
 * @throws {TypeError} if it is neither text nor a list of `{ from, tz }`
 * @throws {RangeError} if a zone does not exist, or the zones are not in order
 */
export function zone(tz: Zones): string {
  if (typeof tz === "string" && known.has(tz)) return tz;
  if (typeof tz === "string" && tz.includes(FROM)) return zone(staysOfText(tz));
  if (!Array.isArray(tz)) return zoneName(tz as string);
  const stays: { start: bigint; tz: string }[] = [];
  for (const [i, stay] of tz.entries()) {
    if (typeof stay !== "object" || stay === null || !("from" in stay) || !("tz" in stay)) {
      throw new TypeError(
        `Cannot use time zones: item ${i} is ${
          describeValue(stay)
        }. Pass each as { from: "2024-03-10T12:00Z", tz: "America/New_York" }.`,
      );
    }
    const name = zoneName(stay.tz), before = stays.at(-1);
    const start = toMicros(stay.from, { tz: before?.tz ?? name, what: `from of ${name}` });
    if (before !== undefined && start <= before.start) {
      throw new RangeError(
        `Cannot use time zones: ${name} does not start after ${before.tz}. List them by their start.`,
      );
    }
    stays.push({ start, tz: name });
  }
  if (stays.length === 0) {
    throw new RangeError("Cannot use time zones: the list is empty. Pass at least one zone.");
  }
  const text = zonesText(stays);
  known.add(text);
  return text;
}

/** Splits text from {@linkcode zone} into its zones, such as the zones of a column. */
function staysOfText(text: string): ZoneFrom[] {
  const [first = "", ...later] = text.split(FROM);
  return [
    { from: "0001-01-01T00:00Z", tz: first },
    ...later.map((stay) => {
      const [from = "", tz = ""] = stay.split(" ");
      return { from, tz };
    }),
  ];
}

/**
 * Checks and returns the name of a time zone: an exact IANA name or alias that this runtime knows,
 * such as `Europe/Berlin` or `US/Eastern`. Offsets are rejected, because they do not follow
 * daylight saving time. Other spellings are rejected too.
 *
 * @throws {TypeError} if it is not text
 * @throws {RangeError} if the zone does not exist, is an offset, or has another case
 */
function zoneName(name: string): string {
  if (known.has(name)) return name;
  if (typeof name !== "string") {
    throw new TypeError(
      `Cannot use time zone: it is ${
        describeValue(name)
      }, expected an IANA name such as "Europe/Berlin"`,
    );
  }
  if (/^[+-]/.test(name)) {
    throw new RangeError(
      `Cannot use time zone ${
        JSON.stringify(name)
      }: an offset is not a zone; use an IANA name such as "Europe/Berlin"`,
    );
  }
  let id: string;
  try {
    id = new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch (cause) {
    const near = likelyZone(name);
    throw new RangeError(
      `Cannot use time zone ${JSON.stringify(name)}: it is not an IANA time zone` +
        (near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`),
      { cause },
    );
  }
  if (id !== name) {
    throw new RangeError(
      `Cannot use time zone ${JSON.stringify(name)}: write it ${JSON.stringify(id)}`,
    );
  }
  known.add(name);
  return name;
}

/** Current names of zones that the runtime lists under a former name. */
const RENAMED = [
  "America/Nuuk",
  "Asia/Ho_Chi_Minh",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Asia/Yangon",
  "Europe/Kyiv",
];

/**
 * Finds the zone that a text most likely means: by its city, such as `Berlin`, otherwise by the
 * whole name.
 */
function likelyZone(text: string): string | undefined {
  const plain = (name: string): string => name.replaceAll(/[\s_]/g, "").toLowerCase();
  const zones = [...Intl.supportedValuesOf("timeZone"), ...RENAMED];
  const wanted = plain(text);
  const ofCity = zones.find((zone) => plain(zone.slice(zone.lastIndexOf("/") + 1)) === wanted);
  if (ofCity !== undefined) return ofCity;
  const near = nearest(text.replaceAll(" ", "_"), zones);
  if (near !== undefined || text.length < 5 || text.includes("/")) return near;
  const cities = new Map(zones.map((zone) => [zone.slice(zone.lastIndexOf("/") + 1), zone]));
  const city = nearest(text, [...cities.keys()]);
  return city && cities.get(city);
}

/** Returns whether this runtime supports a zone. */
export function isZone(name: string): boolean {
  try {
    // The error of `zone` suggests a name, which takes long; an unknown name ends here.
    if (!name.includes(FROM)) new Temporal.ZonedDateTime(0n, name);
    zone(name);
    return true;
  } catch {
    return false;
  }
}
