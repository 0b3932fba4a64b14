import type { utc } from "@date-fns/utc";
import type { parse } from "date-fns";
import { toMicros } from "../../time/instant.ts";
import { loadModule } from "../../options/loadModule.ts";
import { type Locale, localText } from "../../time/localText.ts";
import { checkPattern, patternHas } from "../../time/textPatterns.ts";
import { csvTimes } from "./csvTimes.ts";

export interface FormattedTimesOptions {
  /** Zone of texts if their pattern has none. */
  readonly tz: string | undefined;
  /** Language of month and day names. @default English */
  readonly locale?: Locale | undefined;
}

/** Dates that date-fns takes missing parts from; they only have the century in common. */
const REFERENCES = [
  Date.UTC(2019, 5, 15, 12, 34, 56, 789),
  Date.UTC(2023, 0, 2, 3, 4, 5, 6),
] as const;
const SAMPLE = Date.UTC(2024, 2, 5, 15, 7, 9, 123);
/** Tokens for an offset, or for seconds or milliseconds since 1970. */
const INSTANTS = /[xXtT]/;

/**
 * Returns a function that reads times in a pattern such as `dd.MM.yyyy HH:mm`: date-fns reads the
 * parts. Local times that the zone skips or repeats are rejected like in `toMicros`. A date is its
 * first moment in the zone. Nothing is guessed: a pattern needs year, month and day, and `a` for a
 * 12-hour clock.
 *
 * @returns a function from a text to microseconds since 1970
 * @throws {TypeError} if neither the pattern nor `tz` has a zone
 * @throws {RangeError} if the pattern is invalid, or has no year, month or day
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
      `Cannot read times: timeFormat ${JSON.stringify(pattern)} has no offset. Pass tz.`,
    );
  }
  const hasClock = patternHas(pattern, "clock"), local = csvTimes(tz);
  return (text) => {
    const written = new Date(parts(text)).toISOString();
    return hasClock ? local(written.slice(0, -1)) : toMicros(written.slice(0, 10), { tz });
  };
}

/** Reads the parts of a text as if they were in UTC, in milliseconds since 1970. */
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
      throw new RangeError(
        `${JSON.stringify(text)} does not have the format ${JSON.stringify(pattern)}`,
      );
    }
    if (at < MIN) {
      throw new RangeError(
        `the year of ${JSON.stringify(text)} has two digits; use yy in the pattern`,
      );
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
    reject("a 12-hour clock needs a. Use HH, or add a");
  }
  if (/S{4}/.test(bare)) reject("times have milliseconds. Use SSS");
  const sample = localText(SAMPLE, "UTC", pattern, locale);
  let found: number[] = [];
  try {
    found = REFERENCES.map((reference) => parts(sample, reference));
  } catch (cause) {
    reject(`it cannot be read, ${(cause as Error).message}`, cause);
  }
  if (found[0] === found[1]) return;
  reject("expected year, month and day");
}
