import type { CsvType } from "./csvColumns.ts";

/** Type inferred from the fields of a column. */
export interface InferredType {
  readonly type: CsvType;
  /** date-fns pattern of times and dates; `undefined` for ISO 8601. */
  readonly format?: string;
  /** Decimal separator. @default "." */
  readonly decimal?: "," | undefined;
  /** Unit that every field has, such as `%`. @default none */
  readonly unit?: string | undefined;
  /** Thousands separators are removed. @default false */
  readonly isGrouped?: boolean;
  /** Durations with two parts are minutes and seconds. @default hours and minutes */
  readonly isShort?: boolean;
  /** Reason why it is text although it looks like another type. @default none */
  readonly why?: string;
}

export interface InferOptions {
  /** Times without a zone can be read in a zone. */
  readonly hasZone: boolean;
  /** A comma may be a decimal separator. */
  readonly comma: boolean;
  /** Each row that cannot be read is reported, so the column needs no reason. @default false */
  readonly byRow?: boolean;
  /** The name of the column suggests a duration, such as `Time in bed`. @default false */
  readonly isLength?: boolean;
  /** Pattern that times may have, and a test for it. @default none */
  readonly format?:
    | { readonly pattern: string; readonly matches: (text: string) => boolean }
    | undefined;
}

const INTEGER = /^-?(?:0|[1-9]\d{0,14})$/;
const NUMBER = /^[+-]?(?:(?:0|[1-9]\d{0,14})(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const COMMA_NUMBER = /^[+-]?(?:0|[1-9]\d{0,14})(?:,\d+)?$/;
const BOOL = /^(?:true|false)$/i;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?( ?(?:Z|[+-]\d\d:?\d\d))?$/;
/** Day, month and year in the order of a country, optionally with a time of day. */
const LOCAL = /^(\d\d?)([./-])(\d\d?)\2(\d{4})(?:(,? +)(\d\d?):(\d\d)(:\d\d)?( ?[AaPp][Mm])?)?$/;
/** Dates that need a pattern: with a two-digit year, or the name of a month. */
const SHORT_YEAR = /^\d\d?([./-])(\d\d?)\1\d\d(?!\d)/;
const MONTH_NAME =
  /^(?:\p{L}{2,9}\.?,? )?(?:\d\d?(?:\.|st|nd|rd|th)?[ -]\p{L}{3,9}|\p{L}{3,9}\.? \d\d?)[,. -]+\d{4}(?:$|,? \d)/u;
/** Times that only have hours, as the index of an hourly table. */
const HOURLY = /^\d{4}-\d\d-\d\d([T ])\d\d$/;
/** Texts that usually mean that a value is missing. */
const MISSING = /^(?:[-\u2013\u2014]{1,3}|n\/?a|#n\/a|nan|null|none|nil)$/i;
/** A text that starts like a date. */
const DATE_LIKE = /^(?:\d{4}[./-]\d\d?[./-]\d\d?|\d\d?[./-]\d\d?[./-]\d{4})(?!\d)/;
const YEAR_FIRST = /^\d{4}([./-])\d\d?\1\d\d?(?:(,? +|T)(\d\d?):\d\d(:\d\d)?( ?[AaPp][Mm])?)?$/;

/**
 * Infers the type of a column from all its fields: integers, numbers, booleans, dates, times, or
 * otherwise text. Numbers with a leading 0 or with more digits than a number can hold are codes, so
 * they are text. A date such as 03/04/2024 is read only if another field of the column shows
 * whether the day or the month comes first.
 */
export function inferType(fields: readonly (string | null)[], options: InferOptions): InferredType {
  const given = givenOf(fields);
  if (given.length === 0) return { type: "text" };
  const all = (form: RegExp): boolean => given.every((field) => form.test(field));
  if (all(INTEGER)) return { type: "int64" };
  if (all(NUMBER)) return { type: "float64" };
  if (options.comma && all(COMMA_NUMBER)) return { type: "float64", decimal: "," };
  const number = numberWithMarks(given, options);
  if (number !== undefined) return number;
  if (all(BOOL)) return { type: "bool" };
  if (all(DATE)) return { type: "date" };
  const { format } = options;
  if (format !== undefined && given.every(format.matches)) {
    const isDate = !/[HhKkstTX]/.test(format.pattern);
    return { type: isDate ? "date" : "time", format: format.pattern };
  }
  if (all(TIME)) {
    return options.hasZone || given.every((field) => TIME.exec(field)?.[1] !== undefined)
      ? { type: "time" }
      : { type: "text", why: "its times have no zone; pass tz" };
  }
  if (all(CLOCK)) {
    const isLong = given.some((field) => Number.parseInt(field) > 23);
    return isLong || options.isLength
      ? { type: "duration", unit: "min", ...mixesLengths(given) && { isShort: true } }
      : { type: "text", why: CLOCK_ONLY };
  }
  const found = localFormat(given);
  if (found === undefined) {
    const why = whyNoDate(given, options) ?? whyNoNumber(given) ?? whyMissing(given, options);
    return { type: "text", ...why !== undefined && { why } };
  }
  if ("why" in found) return { type: "text", why: found.why };
  if (!/[Hh]/.test(found.format)) return { type: "date", format: found.format };
  return options.hasZone
    ? { type: "time", format: found.format }
    : { type: "text", why: "its times have no zone; pass tz" };
}

/**
 * Returns the pattern that all texts have, the reason if two patterns fit, or `undefined` if none
 * fits.
 */
function localFormat(
  given: readonly string[],
): { readonly format: string } | { readonly why: string } | undefined {
  const yearFirst = matchesOf(given, YEAR_FIRST);
  if (yearFirst !== undefined) {
    return commonFormat(
      yearFirst,
      ([, mark, gap, hour, seconds, half]) =>
        ["yyyy", "M", "d"].join(mark) + clockFormat(gap, hour, seconds, half),
    );
  }
  const hourly = commonFormat(
    matchesOf(given, HOURLY) ?? [],
    ([, gap]) => gap === " " ? "yyyy-MM-dd HH" : "yyyy-MM-dd'T'HH",
  );
  const named = hourly ?? namedFormat(given) ?? clockFirst(given);
  if (named !== undefined) return named;
  const parts = matchesOf(given, LOCAL);
  if (parts === undefined) return undefined;
  const mark = common(parts, (part) => part[2]);
  const clock = common(parts, (part) => clockFormat(part[5], part[6], part[8], part[9]));
  if (mark === undefined || clock === undefined) return undefined;
  const isMonth = (group: number): boolean => parts.every((part) => Number(part[group]) <= 12);
  const dayFirst = isMonth(3), monthFirst = isMonth(1);
  const of = (order: readonly string[]): string => order.join(mark) + clock;
  const day = of(["d", "M", "yyyy"]), month = of(["M", "d", "yyyy"]);
  if (mark === ".") return dayFirst ? { format: day } : undefined; // nobody writes 3.30.2024
  if (dayFirst && monthFirst) return { why: `it may be ${day} or ${month}; pass timeFormat` };
  return dayFirst ? { format: day } : monthFirst ? { format: month } : undefined;
}

/** Months in English, such as in `28 May 2024, 07:32` and `Nov 17, 2018, 2:32:10 AM`. */
const NAMED = new RegExp(
  ["(\\d\\d?)([ -])MONTH\\2(\\d{4})", "MONTH( )(\\d\\d?)(,? )(\\d{4})"]
    .map((date) => `^${date}(?:(,? +)(\\d\\d?):(\\d\\d)(:\\d\\d)?( ?[AaPp][Mm])?)$`).join("|")
    .replaceAll(
      "MONTH",
      "(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:tember)?|" +
        "Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)",
    ),
);

/** Returns the pattern of times whose months are English names; `undefined` if one has another. */
function namedFormat(given: readonly string[]): { readonly format: string } | undefined {
  const parts = matchesOf(given, NAMED);
  if (parts === undefined) return undefined;
  const isShort = parts.every((part) => (part[3] ?? part[10])?.length === 3);
  const month = isShort ? "MMM" : "MMMM";
  return commonFormat(parts, (part) => {
    const [, day, gap, , , ...clock] = part.slice(0, 10);
    if (day === undefined) {
      const [, space, , mark, , ...after] = part.slice(10);
      return `${month}${space}d${mark}yyyy${clockFormat(after[0], after[1], after[3], after[4])}`;
    }
    return ["d", month, "yyyy"].join(gap) + clockFormat(clock[0], clock[1], clock[3], clock[4]);
  });
}

const CLOCK_FIRST = /^(\d\d?):(\d\d)(:\d\d)?( ?[AaPp][Mm])?(,? +)(\d[\d./-]+)$/;

/** Returns the pattern of a time of day before a date, such as `17:04 29.05.2014`. */
function clockFirst(given: readonly string[]): ReturnType<typeof localFormat> {
  const parts = matchesOf(given, CLOCK_FIRST) ?? [];
  const clock = common(parts, (part) => clockFormat("", part[1], part[3], part[4]) + part[5]);
  if (clock === undefined) return undefined;
  const dates = parts.map((part) => part[6] ?? "");
  const date = dates.every((text) => DATE.test(text))
    ? { format: "yyyy-MM-dd" }
    : localFormat(dates);
  return date === undefined || "why" in date ? date : { format: clock + date.format };
}

/** Returns the pattern of a time of day after a date; empty if there is only a date. */
function clockFormat(
  gap: string | undefined,
  hour: string | undefined,
  seconds: string | undefined,
  half: string | undefined,
): string {
  if (hour === undefined) return "";
  return (gap === "T" ? "'T'" : gap) + (half === undefined ? "H" : "h") + ":mm" +
    (seconds === undefined ? "" : ":ss") + (half?.replace(/[AaPp][Mm]/, "a") ?? "");
}

/**
 * Returns why texts that look like dates are not read as dates; `undefined` if most are not dates.
 */
function whyNoDate(given: readonly string[], { byRow }: InferOptions): string | undefined {
  const shortYears = matchesOf(given, SHORT_YEAR);
  if (shortYears !== undefined) {
    const isMonthFirst = shortYears.some(([, , second]) => Number(second) > 12);
    const order = isMonthFirst ? ["M", "d", "yy"] : ["d", "M", "yy"];
    return `its years have two digits; pass timeFormat, such as ${order.join(shortYears[0]?.[1])}`;
  }
  if (given.every((field) => MONTH_NAME.test(field))) {
    return "its months are names; pass timeFormat, such as d MMM yyyy";
  }
  const odd = given.filter((field) => !DATE_LIKE.test(field));
  if (byRow || 2 * odd.length >= given.length) return undefined;
  return odd.length === 0
    ? "its dates differ in format"
    : `${odd.length} of its ${given.length} fields ${
      odd.length === 1 ? "is" : "are"
    } not a date, ` +
      `the first is ${JSON.stringify(odd[0])}; pass nulls if it means that the date is missing`;
}

/** Returns why a column of numbers is text; `undefined` if most fields are not numbers. */
function whyNoNumber(given: readonly string[]): string | undefined {
  const odd = given.filter((field) => !NUMBER.test(field) && !COMMA_NUMBER.test(field));
  if (odd.length === 0) return 'its numbers may have a decimal comma; pass decimal: ","';
  if (10 * odd.length >= given.length) return undefined;
  return `${odd.length} of its ${given.length} fields ${
    odd.length === 1 ? "is not a number" : "are not numbers"
  }, the first is ${JSON.stringify(odd[0])}; pass nulls if it means that the value is missing`;
}

/** Returns which texts mean that a value is missing, if the column otherwise has another type. */
function whyMissing(given: readonly string[], options: InferOptions): string | undefined {
  const known = given.filter((field) => !MISSING.test(field));
  if (known.length === given.length || known.length === 0) return undefined;
  const { type, why } = inferType(known, options);
  if (type === "text" && why === undefined) return undefined;
  const marks = [...new Set(given.filter((field) => MISSING.test(field)))];
  const kind = type === "text" ? "" : `, others are ${NOUNS[type] ?? "numbers"}`;
  return `${
    given.length - known.length
  } of its ${given.length} fields mean that a value is missing` +
    `${kind}; pass nulls: ${JSON.stringify(marks)}`;
}

const NOUNS: Readonly<Partial<Record<CsvType, string>>> = {
  time: "times",
  date: "dates",
  duration: "durations",
  bool: "true or false",
};

/** Returns whether durations such as `44:21` and `1:02:30` are in one column. */
export function mixesLengths(fields: readonly (string | null)[]): boolean {
  const has = (form: RegExp): boolean => fields.some((field) => form.test(field ?? ""));
  return has(/^[0-5]?\d:\d\d$/) && has(/^\d+:\d\d:\d\d$/) && !has(/^(?:[6-9]\d|\d{3,}):\d\d$/);
}

/** Numbers with a percent sign or thousands separators, which all fields have in one style. */
const PERCENT = /^([+-]?[\d.,]+)\s*%$/;
const GROUPED: readonly (readonly [form: RegExp, decimal: "." | ","])[] = [
  [/^[+-]?\d{1,3}(?:,\d{3})*(?:\.\d+)?$/, "."],
  [/^[+-]?\d{1,3}(?:\.\d{3})*(?:,\d+)?$/, ","],
  [/^[+-]?\d{1,3}(?:[ '\u00a0\u202f]\d{3})*(?:\.\d+)?$/, "."],
  [/^[+-]?\d{1,3}(?:[ '\u00a0\u202f]\d{3})*(?:,\d+)?$/, ","],
];

function numberWithMarks(
  given: readonly string[],
  options: InferOptions,
): InferredType | undefined {
  const percentages = matchesOf(given, PERCENT);
  if (percentages !== undefined) {
    const bare = percentages.map(([, number = ""]) => number);
    const found = inferType(bare, { ...options, comma: true });
    const isNumber = found.type === "int64" || found.type === "float64";
    return isNumber ? { ...found, type: "float64", unit: "%" } : undefined;
  }
  for (const [form, decimal] of GROUPED) {
    if (!given.every((field) => form.test(field))) continue;
    const groups = given.filter((field) => /[.,' \u00a0\u202f]\d{3}(?!\d)/.test(field));
    // 1,234 may also be a number with a decimal comma; a second separator or a whole 0 shows it.
    const isSure = given.some((field) => (field.match(/[.,' \u00a0\u202f]/g)?.length ?? 0) > 1) ||
      given.some((field) => /^[+-]?\d+$/.test(field)) || /[ '\u00a0\u202f]/.test(groups[0] ?? "");
    if (groups.length === 0 || !isSure) continue;
    const isWhole = given.every((field) => !field.includes(decimal));
    return {
      type: isWhole ? "int64" : "float64",
      isGrouped: true,
      ...decimal === "," && !isWhole && { decimal },
    };
  }
  return undefined;
}

const CLOCK = /^\d{1,3}:[0-5]\d(?::[0-5]\d)?(?: ?[AaPp][Mm])?$/;

/** Reason for a column of clock times without a date. */
export const CLOCK_ONLY = 'it may be times of day or durations; pass types, such as "duration"';

/** Returns whether at least half of the fields look like dates or times. */
export function looksLikeTimes(fields: readonly (string | null)[]): boolean {
  const given = givenOf(fields);
  const times = given.filter((field) => DATE_LIKE.test(field) || MONTH_NAME.test(field));
  return 2 * times.length >= given.length;
}

/** Returns whether at least half of the fields are true or false. */
export function areBooleans(fields: readonly (string | null)[]): boolean {
  const given = givenOf(fields);
  const count = given.filter((field) => BOOL.test(field)).length;
  return count > 0 && 2 * count >= given.length;
}

/** Returns whether all fields are words without digits, such as `deep` or `True`. */
export function areWords(fields: readonly (string | null)[]): boolean {
  const given = givenOf(fields);
  return given.length > 0 && given.every((field) => !/\d/.test(field) && !MISSING.test(field));
}

function givenOf(fields: readonly (string | null)[]): string[] {
  return fields.filter((field): field is string => field !== null && field !== "");
}

/** Returns the match of each field; `undefined` if a field does not match. */
function matchesOf(given: readonly string[], form: RegExp): RegExpExecArray[] | undefined {
  const found: RegExpExecArray[] = [];
  for (const field of given) {
    const match = form.exec(field);
    if (match === null) return undefined;
    found.push(match);
  }
  return found;
}

/** Returns the value that all matches share; `undefined` if they differ or nothing matches. */
function common(
  matches: readonly RegExpExecArray[],
  of: (match: RegExpExecArray) => string | undefined,
): string | undefined {
  const [value, ...others] = new Set(matches.map(of));
  return others.length === 0 ? value : undefined;
}

function commonFormat(
  matches: readonly RegExpExecArray[],
  of: (match: RegExpExecArray) => string,
): { readonly format: string } | undefined {
  const format = common(matches, of);
  return format === undefined ? undefined : { format };
}
