import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { type DateLocale, localeOf } from "../../time/localText.ts";
import type { TimeTextOptions } from "../../time/textPatterns.ts";

/** Default size, precision and language of tables. */
export interface ShowOptions {
  /**
   * Maximum number of rows, 1 to 100. A longer table shows its first and last rows. @default 30,
   * then 5 and 5
   */
  rows?: number | undefined;
  /** Maximum number of columns, at least 1. @default 16 */
  columns?: number | undefined;
  /** Maximum number of decimals, 0 to 15. @default by unit, at most 4 */
  decimals?: number | undefined;
  /**
   * Language of dates, numbers and words: a BCP 47 name such as `de`, or a date-fns locale.
   * @default English
   */
  locale?: string | DateLocale | undefined;
}

const LARGEST = { rows: 100, columns: Infinity, decimals: 15 } as const;
const OPTIONS = optionNames<ShowOptions>()("rows columns decimals locale");

let current: ShowOptions = {};

/**
 * Sets the default size, precision and language of the tables in all cells; `undefined` restores an
 * option's default. Returns the options that are set. Without an argument it only returns them.
 *
 * ```ts
 * import { show } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * show.options({ decimals: 1 });
 * assertEquals(String(show.table([{ value: 54.83 }])).split("\n").at(-1)!.trim(), "54.8");
 * assertEquals(show.options({ decimals: undefined }), {});
 * ```
 *
 * @throws {TypeError} if an option does not exist
 * @throws {RangeError} if a number is out of range, or the locale does not exist; nothing is set
 * then
 */
export function options(given: ShowOptions = {}): ShowOptions {
  const action = "set the display of tables";
  checkOptions(action, given, OPTIONS);
  const { locale, ...numbers } = given;
  if (locale !== undefined) localeOf(locale);
  for (const [name, value] of Object.entries(numbers)) {
    const least = name === "decimals" ? 0 : 1, most = LARGEST[name as keyof typeof LARGEST];
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) {
      continue;
    }
    const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new RangeError(`Cannot ${action}: ${name} is ${value}. Pass a whole number ${range}.`);
  }
  const set = Object.entries({ ...current, ...given }).filter(([, value]) => value !== undefined);
  current = Object.fromEntries(set);
  return { ...current };
}

export function shownLimits(): ShowOptions {
  return current;
}

/** Adds the locale of all tables to the options of one, unless they have a locale. */
export function inShownLocale<T extends TimeTextOptions>(own: T): T {
  const { locale } = current;
  return locale === undefined ? own : { ...own, locale: own.locale ?? locale };
}
