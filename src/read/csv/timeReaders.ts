import { toMicros } from "../../time/instant.ts";
import { localeOf } from "../../time/localText.ts";
import type { CsvOptions } from "./csvOptions.ts";
import { formattedTimes } from "./formattedTimes.ts";

/** How the times of a file are read. */
export interface TimeReaders {
  /** What reads texts that have a pattern as microseconds since 1970; undefined where they are ISO 8601. */
  reader(pattern: string | undefined): ((text: string) => bigint) | undefined;
  /** What reads dates that have a pattern, as midnight in UTC. */
  dateReader(pattern: string | undefined): ((text: string) => bigint) | undefined;
  /** Whether a text has a pattern. */
  matches(pattern: string): (text: string) => boolean;
}

/**
 * What reads the times of a file.
 *
 * @throws {TypeError} if both `timeFormat` and `parseTime` are given
 * @throws {RangeError} if the locale is none
 */
export function timeReaders(
  { timeFormat, parseTime, ...options }: CsvOptions,
  tz: string | undefined,
): TimeReaders {
  if (parseTime !== undefined && timeFormat !== undefined) {
    throw new TypeError("Cannot read CSV: give either timeFormat or parseTime, not both");
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
