import { type DateLocale, type Locale, localeOf, localText } from "./localText.ts";

/** Options for formatting local times. */
export interface TimeTextOptions {
  /**
   * Language and order of dates, and in charts also of words and numbers: a BCP 47 name such as
   * `de`, or a date-fns locale. @default English, day before month
   */
  locale?: string | DateLocale;
  /**
   * date-fns pattern for times, such as `h:mm a` or `dd.MM.yyyy HH:mm`. Tables use the whole
   * pattern; charts use its time of day.
   * @default HH:mm, or the usual format of the locale
   */
  timeFormat?: string;
}

/** date-fns patterns for charts and tables. */
export interface TextPatterns {
  /** Language of names. */
  readonly locale: Locale | undefined;
  /** `23:05` */
  readonly clock: string;
  /** `23:05:10` */
  readonly second: string;
  /** `Sat 26` */
  readonly shortDay: string;
  /** `26 Oct` */
  readonly dayMonth: string;
  /** `Sat 26 Oct` */
  readonly day: string;
  /** `Sat 26 Oct 2024` */
  readonly date: string;
  /** `Oct 2024` */
  readonly monthYear: string;
  /** Numeric date in tables: `2024-10-26`. */
  readonly figures: string;
  /** The caller's pattern for whole times; `undefined` if none was given. */
  readonly whole: string | undefined;
}

const ENGLISH: TextPatterns = {
  locale: undefined,
  clock: "HH:mm",
  second: "HH:mm:ss",
  shortDay: "EEE d",
  dayMonth: "d MMM",
  day: "EEE d MMM",
  date: "EEE d MMM yyyy",
  monthYear: "MMM yyyy",
  figures: "uuuu-MM-dd",
  whole: undefined,
};

/** Matches a repeated letter with the suffix of an ordinal, or quoted text. */
const TOKENS = /([A-Za-z])\1*o?|''|'(?:''|[^'])+(?:'|$)/g;
const CLOCK_LETTERS = "HhKkmsSabB", DATE_LETTERS = "yYuRQqMLwIdDEeci";

/**
 * Returns the patterns for a language and a time format.
 *
 * @throws {TypeError} if an option is of another type
 * @throws {RangeError} if the locale does not exist, or the pattern is invalid
 */
export function textPatterns({ locale, timeFormat }: TimeTextOptions = {}): TextPatterns {
  const found = locale === undefined ? ENGLISH : patternsOf(localeOf(locale));
  if (timeFormat === undefined) return found;
  checkPattern(timeFormat, found.locale);
  const clock = partOf(timeFormat, CLOCK_LETTERS);
  return {
    ...found,
    ...(clock === undefined ? {} : { clock, second: withSeconds(clock) }),
    figures: partOf(timeFormat, DATE_LETTERS) ?? found.figures,
    whole: timeFormat,
  };
}

const known = new WeakMap<Locale, TextPatterns>();

/** Returns the patterns for a locale, in its order of day, month and year. */
function patternsOf(locale: Locale): TextPatterns {
  const cached = known.get(locale);
  if (cached !== undefined) return cached;
  const medium: string = locale.formatLong.date({ width: "medium" });
  const d = medium.includes("do") ? "do" : /d\./.test(medium) ? "d." : "d";
  const places = ["y", "M", "d"].map((letter) => medium.indexOf(letter));
  const [year, month, day] = places as [number, number, number];
  const dayMonth = month < day ? `MMM ${d}` : `${d} MMM`;
  const clock: string = locale.formatLong.time({ width: "short" });
  const patterns = {
    locale,
    clock,
    second: withSeconds(clock),
    shortDay: `EEE ${d}`,
    dayMonth,
    day: `EEE ${dayMonth}`,
    date: year < day
      ? `EEE yyyy MMM ${d}`
      : month < day
      ? `EEE ${dayMonth}, yyyy`
      : `EEE ${dayMonth} yyyy`,
    monthYear: year < month ? "yyyy MMM" : "MMM yyyy",
    figures: locale.formatLong.date({ width: "short" }) as string,
    whole: undefined,
  };
  known.set(locale, patterns);
  return patterns;
}

function withSeconds(clock: string): string {
  return /s/.test(clock) ? clock : clock.replace(/m+(?!.*m)/, "$&:ss");
}

/**
 * Matches a quoted word that belongs to the token before it: it follows immediately, or ends the
 * pattern.
 */
const WORD = /^'(?:''|[^'])+'|^\s+'(?:''|[^'])+'$/;

/**
 * Returns the pattern from the first to the last token with one of these letters; `undefined`
 * without such a token.
 */
function partOf(pattern: string, letters: string): string | undefined {
  const tokens = [...pattern.matchAll(TOKENS)].filter(({ 1: letter }) =>
    letter !== undefined && letters.includes(letter)
  );
  const first = tokens[0], last = tokens.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const end = last.index + last[0].length;
  return pattern.slice(first.index, end + (WORD.exec(pattern.slice(end))?.[0].length ?? 0));
}

/** Returns whether a pattern contains a date or a time of day. */
export function patternHas(pattern: string, what: "clock" | "date"): boolean {
  return partOf(pattern, what === "clock" ? CLOCK_LETTERS : DATE_LETTERS) !== undefined;
}

/**
 * Rejects an invalid pattern.
 *
 * @throws {TypeError} if it is not text
 * @throws {RangeError} if date-fns does not support a letter, or the letter is usually a mistake
 */
export function checkPattern(pattern: string, locale?: Locale): void {
  if (typeof pattern !== "string" || pattern === "") {
    throw new TypeError(
      `Cannot use a timeFormat: it is ${
        pattern === "" ? "empty" : pattern === null ? "null" : typeof pattern
      }; pass a pattern such as "dd.MM.yyyy HH:mm"`,
    );
  }
  const wrong = [...pattern.matchAll(TOKENS)].find(({ 1: letter }) =>
    letter === "Y" || letter === "D"
  )?.[0];
  let reason = wrong === undefined
    ? undefined
    : `${wrong} is not the ${wrong.startsWith("Y") ? "year" : "day of the month"}; did you mean ${
      JSON.stringify(wrong.toLowerCase())
    }?`;
  if (reason === undefined) {
    try {
      localText(0, "UTC", pattern, locale);
      return;
    } catch (error) {
      reason = (error as Error).message;
    }
  }
  throw new RangeError(`Cannot use timeFormat ${JSON.stringify(pattern)}: ${reason}`);
}
