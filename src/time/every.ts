/** Window length, parsed from text such as `15m`, `1d` or `1h30m`. */
export type Every =
  | { readonly kind: "clock"; readonly micros: bigint }
  | { readonly kind: "calendar"; readonly days: number; readonly months: number };

/** Longest length of time, 9,999 years, in microseconds: no record is older. */
export const MAX_LENGTH = 9999n * 366n * 86_400_000_000n;

const CLOCK: Readonly<Record<string, bigint>> = {
  us: 1n,
  ms: 1_000n,
  s: 1_000_000n,
  m: 60_000_000n,
  h: 3_600_000_000n,
};
const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7 };
const MONTHS: Readonly<Record<string, number>> = { mo: 1, q: 3, y: 12 };
const MAX_MONTHS = 12 * 9999, MAX_DAYS = 366 * 9999;
const PART = /(\d+)(us|ms|mo|[smhdwqy])/gy;
/** Units in words and in other notations, each as a whole word. */
const UNIT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:s|secs?|seconds?)$/i, "s"],
  [/^(?:m|[Tt]|[Mm]ins?|[Mm]inutes?)$/, "m"],
  [/^(?:h|hrs?|hours?|hourly)$/i, "h"],
  [/^(?:d|days?|daily)$/i, "d"],
  [/^(?:w|wks?|weeks?|weekly)$/i, "w"],
  [/^(?:M|ME|MS|[Mm]on|[Mm]onths?|monthly)$/, "mo"],
  [/^(?:q|quarters?|quarterly)$/i, "q"],
  [/^(?:y|yrs?|years?|yearly)$/i, "y"],
];

/** Returns the end of a message about a length that other tools accept, such as `5min` or `1 hour`. */
export function meantLength(text: string): string {
  const [, count = "", word = ""] = /^(\d*)[ _-]?([a-z]+)$/i.exec(text.trim()) ?? [];
  const unit = UNIT_WORDS.find(([form]) => form.test(word))?.[1];
  return unit === undefined ? "" : `; did you mean "${count || 1}${unit}"?`;
}

/**
 * Parses a window length as Polars writes it: `15m`, `1h30m`, `1d`, `1w`, `1mo`, `1q`, `1y`. `s`,
 * `m`, `h` (and `ms`, `us`) are elapsed time; `d`, `w`, `mo`, `q`, `y` count calendar days or
 * months in a zone. Clock units, days and months cannot be combined.
 *
 * @throws {RangeError} if the text is not a window length, combines kinds of units, or is zero
 */
export function every(text: string): Every {
  let micros = 0n, days = 0, months = 0, at = 0;
  PART.lastIndex = 0;
  for (let part = PART.exec(text); part !== null; part = PART.exec(text)) {
    const count = part[1]!, unit = part[2]!;
    micros += BigInt(count) * (CLOCK[unit] ?? 0n);
    days += Number(count) * (DAYS[unit] ?? 0);
    months += Number(count) * (MONTHS[unit] ?? 0);
    at = PART.lastIndex;
  }
  if (at === 0 || at !== text.length) {
    throw new RangeError(
      `Cannot read window length ${
        JSON.stringify(text)
      }: write a number and a unit, such as 15m, 1h, 1d, 1w or 1mo${meantLength(text)}`,
    );
  }
  if (micros === 0n && days === 0 && months === 0) {
    throw new RangeError(`Cannot use window length ${JSON.stringify(text)}: it is zero`);
  }
  if ((micros > 0n && (days > 0 || months > 0)) || (days > 0 && months > 0)) {
    throw new RangeError(
      `Cannot use window length ${JSON.stringify(text)}: clock units, days and months do not mix`,
    );
  }
  if (micros > MAX_LENGTH || days > MAX_DAYS || months > MAX_MONTHS) {
    throw tooLong(`window length ${JSON.stringify(text)}`);
  }
  return micros > 0n ? { kind: "clock", micros } : { kind: "calendar", days, months };
}

/** Returns the error for a length of time that no record can fill. */
export function tooLong(length: string, cause?: unknown): RangeError {
  return new RangeError(`Cannot use ${length}: it is longer than 9,999 years`, { cause });
}
