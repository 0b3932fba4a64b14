import type { TZDate } from "@date-fns/tz";
import type { Locale } from "date-fns";
import type { format } from "date-fns-tz";
import { loadModule } from "../options/loadModule.ts";
import { zonedTime } from "./zones.ts";

/**
 * The only file that formats local times, and the only one that uses date-fns-tz: only `format`
 * with a `TZDate`. The functions `formatInTimeZone`, `toZonedTime` and `getTimezoneOffset` depend
 * on the zone of the machine. Temporal computes days and offsets.
 */

export type { Locale };

/** A locale of date-fns, as `date-fns/locale` exports it. */
export interface DateLocale {
  /** BCP 47 name. */
  readonly code: string;
}

interface Library {
  readonly format: typeof format;
  readonly ZonedDate: typeof TZDate;
}

let library: Library | undefined;

/** Loads the library for the first label: loading takes about 40 ms and must be synchronous. */
function load(): Library {
  return library ??= {
    format: loadModule<{ format: typeof format }>("date-fns-tz/format").format,
    ZonedDate: loadModule<{ TZDate: typeof TZDate }>("@date-fns/tz/date").TZDate,
  };
}

/**
 * Formats an instant in the local time of a zone.
 *
 * @param at Milliseconds since 1970.
 * @param pattern date-fns pattern, such as `EEE d MMM yyyy HH:mm`.
 * @param locale Language of names. @default English
 * @throws {RangeError} if the pattern is invalid
 */
export function localText(at: number, tz: string, pattern: string, locale?: Locale): string {
  const { format, ZonedDate } = load();
  const options = locale === undefined ? {} : { locale };
  const { offsetNanoseconds, timeZoneId } = localTime(at, tz);
  if (offsetNanoseconds % 60e9 === 0) {
    return format(new ZonedDate(at, timeZoneId), pattern, { ...options, timeZone: timeZoneId });
  }
  // Offsets of mean solar time have seconds, which TZDate rounds.
  const wall = at + offsetNanoseconds / 1e6;
  return format(new ZonedDate(wall, "UTC"), pattern, { ...options, timeZone: "UTC" });
}

/** Returns an instant in milliseconds since 1970 with the clock and date of a zone. */
export function localTime(at: number, tz: string): Temporal.ZonedDateTime {
  return zonedTime(BigInt(Math.floor(at * 1000)), tz);
}

const locales = new Map<string, Locale>();

/**
 * Finds the date-fns locale of a BCP 47 name such as `de`, `en-GB` or `pt-BR`. If date-fns has no
 * locale for the region, it returns the language's.
 *
 * @throws {TypeError} if it is neither a name nor a locale
 * @throws {RangeError} if date-fns has no such locale
 */
export function localeOf(locale: string | DateLocale): Locale {
  if (typeof locale === "object" && locale !== null && "formatLong" in locale) {
    return locale as Locale;
  }
  if (typeof locale !== "string") {
    throw new TypeError(
      `Cannot use a locale: it is ${
        locale === null ? "null" : typeof locale
      }; pass a name such as "de", or a locale of date-fns`,
    );
  }
  const known = locales.get(locale);
  if (known !== undefined) return known;
  for (const name of candidates(locale)) {
    const found = loadLocale(name);
    if (found !== undefined) {
      locales.set(locale, found);
      return found;
    }
  }
  throw new RangeError(
    `Cannot use locale ${
      JSON.stringify(locale)
    }: date-fns has no locale of that name; pass one such as "de", "en-GB" or "pt-BR"`,
  );
}

/** Lists names to try: the given one, its language, and its most likely region. */
function candidates(name: string): string[] {
  try {
    const { baseName, language, script } = new Intl.Locale(name);
    const { region } = new Intl.Locale(language).maximize();
    const scripted = script === undefined ? [] : [`${language}-${script}`];
    return [...new Set([baseName, ...scripted, language, `${language}-${region}`])];
  } catch {
    return []; // not a BCP 47 name
  }
}

function loadLocale(name: string): Locale | undefined {
  try {
    return loadModule<Record<string, Locale>>(`date-fns/locale/${name}`)[name.replaceAll("-", "")];
  } catch {
    return undefined; // no such file
  }
}
