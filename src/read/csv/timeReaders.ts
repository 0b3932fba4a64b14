import { toMicros } from "../../time/instant.ts";
import { localeOf } from "../../time/localText.ts";
import type { CsvOptions } from "./csvOptions.ts";
import { formattedTimes } from "./formattedTimes.ts";

export interface TimeReaders {
  /**
   * Returns a function that reads texts with a pattern as microseconds since 1970; `undefined` for
   * ISO 8601.
   */
  reader(pattern: string | undefined): ((text: string) => bigint) | undefined;
  /** Returns a function that reads dates with a pattern, as midnight in UTC. */
  dateReader(pattern: string | undefined): ((text: string) => bigint) | undefined;
  /** Returns a test of whether a text has the pattern. */
  matches(pattern: string): (text: string) => boolean;
}

/**
 * Creates readers for the times of a file.
 *
 * @throws {TypeError} if both `timeFormat` and `parseTime` are given
 * @throws {RangeError} if the locale does not exist
 */
export function timeReaders(
  { timeFormat, parseTime, ...options }: CsvOptions,
  tz: string | undefined,
): TimeReaders {
  if (parseTime !== undefined && timeFormat !== undefined) {
    throw new TypeError(
      "Cannot read CSV: timeFormat and parseTime cannot be combined. Pass only one of them.",
    );
  }
  const locale = options.locale === undefined ? undefined : localeOf(options.locale);
  const dateReader = (pattern: string | undefined) =>
    pattern === undefined ? undefined : formattedTimes(pattern, { tz: "UTC", locale });
  return {
    reader: (pattern) => {
      if (parseTime !== undefined) return (text) => toMicros(parseTime(text), { tz });
      return pattern === undefined ? undefined : formattedTimes(pattern, { tz, locale });
    },
    dateReader,
    matches: (pattern) => {
      const read = dateReader(pattern)!;
      return (text) => {
        try {
          read(text);
          return true;
        } catch {
          return false;
        }
      };
    },
  };
}
