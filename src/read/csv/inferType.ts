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
const SHORT_YEAR = /^\d\d?([./-])\d\d?\1\d\d(?!\d)/;
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
  const given = fields.filter((field) => field !== null && field !== "") as string[];
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
    return options.hasZone || given.every((field) => TIME.exec(field)![1] !== undefined)
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
  if (given.every((field) => YEAR_FIRST.test(field))) {
    const [, mark, gap, hour, seconds, half] = YEAR_FIRST.exec(given[0]!)!;
    const format = ["yyyy", "M", "d"].join(mark) + clockFormat(gap, hour, seconds, half);
    return isOneShape(given, (field) => {
        const [, mark, gap, hour, seconds, half] = YEAR_FIRST.exec(field)!;
        return mark + clockFormat(gap, hour, seconds, half);
      })
      ? { format }
      : undefined;
  }
  if (given.every((field) => HOURLY.test(field)) && isOneShape(given, (field) => field[10]!)) {
    return { format: given[0]![10] === " " ? "yyyy-MM-dd HH" : "yyyy-MM-dd'T'HH" };
  }
  const named = namedFormat(given) ?? clockFirst(given);
  if (named !== undefined) return named;
  const parts = given.map((field) => LOCAL.exec(field));
  if (parts.includes(null)) return undefined;
  const clockOf = (part: RegExpExecArray | null): string =>
    clockFormat(part![5], part![6], part![8], part![9]);
  const shape = (part: RegExpExecArray | null): string => part![2] + clockOf(part);
  if (parts.some((part) => shape(part) !== shape(parts[0]!))) return undefined;
  const isMonth = (group: number): boolean => parts.every((part) => Number(part![group]) <= 12);
  const dayFirst = isMonth(3), monthFirst = isMonth(1);
  const [, , mark] = parts[0]!, clock = clockOf(parts[0]!);
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
  const parts = given.map((field) => NAMED.exec(field));
  if (parts.includes(null)) return undefined;
  const isShort = parts.every((part) => (part![3] ?? part![10])!.length === 3);
  const month = isShort ? "MMM" : "MMMM";
  const formatOf = (part: RegExpExecArray): string => {
    const [, day, gap, , , ...clock] = part.slice(0, 10);
    if (day === undefined) {
      const [, space, , mark, , ...after] = part.slice(10);
      return `${month}${space}d${mark}yyyy${clockFormat(after[0], after[1], after[3], after[4])}`;
    }
    return ["d", month, "yyyy"].join(gap) + clockFormat(clock[0], clock[1], clock[3], clock[4]);
  };
  const format = formatOf(parts[0]!);
  return parts.every((part) => formatOf(part!) === format) ? { format } : undefined;
}

const CLOCK_FIRST = /^(\d\d?):(\d\d)(:\d\d)?( ?[AaPp][Mm])?(,? +)(\d[\d./-]+)$/;

/** Returns the pattern of a time of day before a date, such as `17:04 29.05.2014`. */
function clockFirst(given: readonly string[]): ReturnType<typeof localFormat> {
  const parts = given.map((field) => CLOCK_FIRST.exec(field));
  if (parts.includes(null)) return undefined;
  const clockOf = (part: RegExpExecArray | null): string =>
    clockFormat("", part![1], part![3], part![4]) + part![5];
  const clock = clockOf(parts[0]!), dates = parts.map((part) => part![6]!);
  if (parts.some((part) => clockOf(part) !== clock)) return undefined;
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
  if (given.every((field) => SHORT_YEAR.test(field))) {
    const isMonthFirst = given.some((field) => Number(/^\d+\D(\d+)/.exec(field)![1]) > 12);
    const [, mark] = SHORT_YEAR.exec(given[0]!)!;
    const order = isMonthFirst ? ["M", "d", "yy"] : ["d", "M", "yy"];
    return `its years have two digits; pass timeFormat, such as ${order.join(mark)}`;
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

/** Returns why a column of numbers is text; `undefined` if most fields are no numbers. */
function whyNoNumber(given: readonly string[]): string | undefined {
  const odd = given.filter((field) => !NUMBER.test(field) && !COMMA_NUMBER.test(field));
  if (odd.length === 0) return 'its numbers may have a decimal comma; pass decimal: ","';
  if (10 * odd.length >= given.length) return undefined;
  return `${odd.length} of its ${given.length} fields ${
    odd.length === 1 ? "is no number" : "are no numbers"
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
  if (given.every((field) => PERCENT.test(field))) {
    const bare = given.map((field) => PERCENT.exec(field)![1]!);
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
  const given = fields.filter((field) => field !== null && field !== "") as string[];
  const times = given.filter((field) => DATE_LIKE.test(field) || MONTH_NAME.test(field));
  return 2 * times.length >= given.length;
}

/** Returns whether at least half of the fields are true or false. */
export function areBooleans(fields: readonly (string | null)[]): boolean {
  const given = fields.filter((field) => field !== null && field !== "") as string[];
  const count = given.filter((field) => BOOL.test(field)).length;
  return count > 0 && 2 * count >= given.length;
}

/** Returns whether all fields are words without digits, such as `deep` or `True`. */
export function areWords(fields: readonly (string | null)[]): boolean {
  const given = fields.filter((field) => field !== null && field !== "") as string[];
  return given.length > 0 && given.every((field) => !/\d/.test(field) && !MISSING.test(field));
}

function isOneShape(given: readonly string[], shape: (field: string) => string): boolean {
  const first = shape(given[0]!);
  return given.every((field) => shape(field) === first);
}
