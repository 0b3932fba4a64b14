import type { utc } from "@date-fns/utc";
import type { parse } from "date-fns";
import { toMicros } from "../../time/instant.ts";
import { loadModule } from "../../options/loadModule.ts";
import { type Locale, localText } from "../../time/localText.ts";
import { checkPattern, patternHas } from "../../time/textPatterns.ts";
import { csvTimes } from "./csvTimes.ts";

/** How a text becomes an instant. */
export interface FormattedTimesOptions {
  /** The zone of texts whose pattern names none. */
  readonly tz: string | undefined;
  /** The language of names of months and days. @default English */
  readonly locale?: Locale | undefined;
}

/** From these, date-fns takes what a pattern leaves out; they have nothing but the century in common. */
const REFERENCES = [
  Date.UTC(2019, 5, 15, 12, 34, 56, 789),
  Date.UTC(2023, 0, 2, 3, 4, 5, 6),
] as const;
const SAMPLE = Date.UTC(2024, 2, 5, 15, 7, 9, 123);
/** Tokens that name an offset, or an instant as seconds or milliseconds since 1970. */
const INSTANTS = /[xXtT]/;

/**
 * Reads times in a form of their own, such as `dd.MM.yyyy HH:mm`: date-fns reads the parts, and what
 * no clock of the zone showed, or showed twice, is rejected as in `toMicros`. A date alone is its first
 * moment in the zone. Nothing is guessed: a pattern must name year, month and day, and of a 12-hour
 * clock the half of the day.
 *
 * @returns what reads a text as microseconds since 1970
 * @throws {TypeError} if the pattern names no zone, and neither does `tz`
 * @throws {RangeError} if the pattern is invalid, or leaves out a part of the date
 */
export function formattedTimes(
  pattern: string,
  { tz, locale }: FormattedTimesOptions,
): (text: string) => bigint {
  checkPattern(pattern, locale);
  const parts = readParts(pattern, locale);
  const bare = pattern.replaceAll(/'(?:''|[^'])*'/g, "");
  checkDetermined(pattern, bare, locale, parts);
  if (INSTANTS.test(bare)) return (text) => BigInt(parts(text)) * 1000n;
  if (tz === undefined) {
    throw new TypeError(
      `Cannot read times: timeFormat ${JSON.stringify(pattern)} names no offset; name a tz`,
    );
  }
  const hasClock = patternHas(pattern, "clock"), local = csvTimes(tz);
  return (text) => {
    const written = new Date(parts(text)).toISOString();
    return hasClock ? local(written.slice(0, -1)) : toMicros(written.slice(0, 10), { tz });
  };
}

/** The parts of a text as if they were in UTC, in milliseconds since 1970. */
function readParts(
  pattern: string,
  locale: Locale | undefined,
): (text: string, reference?: number) => number {
  const read = loadModule<{ parse: typeof parse }>("date-fns/parse").parse;
  const zone = loadModule<{ utc: typeof utc }>("@date-fns/utc/utc").utc;
  const options = { in: zone, ...(locale === undefined ? {} : { locale }) };
  return (text, reference = REFERENCES[0]) => {
    const at = read(text.trim(), pattern, reference, options).getTime();
    if (Number.isNaN(at)) {
      throw new RangeError(`${JSON.stringify(text)} is not of the form ${JSON.stringify(pattern)}`);
    }
    if (at < MIN) {
      throw new RangeError(`the year of ${JSON.stringify(text)} has two digits; its pattern is yy`);
    }
    return at;
  };
}

const MIN = Date.UTC(1000, 0, 1);

function checkDetermined(
  pattern: string,
  bare: string,
  locale: Locale | undefined,
  parts: ReturnType<typeof readParts>,
): void {
  const reject = (reason: string, cause?: unknown): never => {
    throw new RangeError(`Cannot use timeFormat ${JSON.stringify(pattern)}: ${reason}`, { cause });
  };
  if (/[hK]/.test(bare) && !/[abB]/.test(bare)) {
    reject("it has a 12-hour clock without a; use HH, or add a");
  }
  if (/S{4}/.test(bare)) reject("it is read to the millisecond; use SSS");
  const sample = localText(SAMPLE, "UTC", pattern, locale);
  let found: number[] = [];
  try {
    found = REFERENCES.map((reference) => parts(sample, reference));
  } catch (cause) {
    reject(`it cannot be read, ${(cause as Error).message}`, cause);
  }
  if (found[0] === found[1]) return;
  reject("it does not name year, month and day");
}
