import type { CsvType } from "./csvColumns.ts";

/** What the fields of a column are found to be. */
export interface InferredType {
  /** The type that all of them have. */
  readonly type: CsvType;
  /** The pattern of date-fns by which times and dates are read; undefined where they are ISO 8601. */
  readonly format?: string;
  /** What stands before the fraction. @default "." */
  readonly decimal?: "," | undefined;
  /** Why it is text although it looks like something else. @default it does not */
  readonly why?: string;
}

/** What a column may be, and what its fields are told by. */
export interface InferOptions {
  /** Whether there is a zone in which times without one can be read. */
  readonly hasZone: boolean;
  /** Whether a comma may stand before a fraction. */
  readonly comma: boolean;
  /** Whether each row that cannot be read is reported, so that no reason of the column is needed. @default false */
  readonly byRow?: boolean;
  /** A pattern that times may have, and what tells whether a text has it. @default none */
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
/** Day, month and year in the order of a country, and perhaps a time of day. */
const LOCAL = /^(\d\d?)([./-])(\d\d?)\2(\d{4})(?:(,? )(\d\d?):(\d\d)(:\d\d)?( ?[AaPp][Mm])?)?$/;
/** Dates that only a pattern can tell: with a year of two digits, or the name of a month. */
const SHORT_YEAR = /^\d\d?([./-])\d\d?\1\d\d(?!\d)/;
const MONTH_NAME =
  /^(?:\p{L}{2,9}\.?,? )?(?:\d\d?(?:\.|st|nd|rd|th)?[ -]\p{L}{3,9}|\p{L}{3,9}\.? \d\d?)[,. -]+\d{4}(?:$|,? \d)/u;
/** A text that begins as a date does. */
const DATE_LIKE = /^(?:\d{4}[./-]\d\d?[./-]\d\d?|\d\d?[./-]\d\d?[./-]\d{4})(?!\d)/;
const YEAR_FIRST = /^\d{4}\/\d\d?\/\d\d?(?:( )(\d\d?):\d\d(:\d\d)?)?$/;

/**
 * What all fields of a column are: integers, numbers, truth, dates, times, or else text. Numbers that
 * begin with a 0, or have more digits than a number can hold, are text: they are codes. A date such as
 * 03/04/2024 is read only if another one of the column tells whether the day or the month is first.
 */
export function inferType(fields: readonly (string | null)[], options: InferOptions): InferredType {
  const given = fields.filter((field) => field !== null && field !== "") as string[];
  if (given.length === 0) return { type: "text" };
  const all = (form: RegExp): boolean => given.every((field) => form.test(field));
  if (all(INTEGER)) return { type: "int64" };
  if (all(NUMBER)) return { type: "float64" };
  if (options.comma && all(COMMA_NUMBER)) return { type: "float64", decimal: "," };
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
      : { type: "text", why: "its times name no zone; give tz" };
  }
  const found = localFormat(given);
  if (found === undefined) {
    const why = whyNoDate(given, options);
    return { type: "text", ...why !== undefined && { why } };
  }
  if ("why" in found) return { type: "text", why: found.why };
  if (!/[Hh]/.test(found.format)) return { type: "date", format: found.format };
  return options.hasZone
    ? { type: "time", format: found.format }
    : { type: "text", why: "its times name no zone; give tz" };
}

/** The pattern that all texts have; why there is none where two of them fit; undefined where none does. */
function localFormat(
  given: readonly string[],
): { readonly format: string } | { readonly why: string } | undefined {
  if (given.every((field) => YEAR_FIRST.test(field))) {
    const [, space, hour, seconds] = YEAR_FIRST.exec(given[0]!)!;
    const format = "yyyy/M/d" + (hour === undefined ? "" : `${space}H:mm${seconds ? ":ss" : ""}`);
    return isOneShape(given, (field) => {
        const [, , hour, seconds] = YEAR_FIRST.exec(field)!;
        return `${hour !== undefined}${seconds !== undefined}`;
      })
      ? { format }
      : undefined;
  }
  const parts = given.map((field) => LOCAL.exec(field));
  if (parts.includes(null)) return undefined;
  const shape = (part: RegExpExecArray | null): string =>
    [part![2], part![5], part![8] && ":", part![9]?.replace(/[AaPp][Mm]/, "a")].join("|");
  if (parts.some((part) => shape(part) !== shape(parts[0]!))) return undefined;
  const most = (group: number): number => Math.max(...parts.map((part) => Number(part![group])));
  const dayFirst = most(3) <= 12, monthFirst = most(1) <= 12;
  const [, , mark, , , gap, hour, , seconds, half] = parts[0]!;
  const clock = hour === undefined ? "" : gap + (half === undefined ? "H" : "h") + ":mm" +
    (seconds === undefined ? "" : ":ss") + (half?.replace(/[AaPp][Mm]/, "a") ?? "");
  const of = (order: readonly string[]): string => order.join(mark) + clock;
  const day = of(["d", "M", "yyyy"]), month = of(["M", "d", "yyyy"]);
  if (mark === ".") return dayFirst ? { format: day } : undefined; // nobody writes 3.30.2024
  if (dayFirst && monthFirst) return { why: `it may be ${day} or ${month}; give timeFormat` };
  return dayFirst ? { format: day } : monthFirst ? { format: month } : undefined;
}

/** Why texts that look like dates are not read as such; `undefined` if most of them do not. */
function whyNoDate(given: readonly string[], { byRow }: InferOptions): string | undefined {
  if (given.every((field) => SHORT_YEAR.test(field))) {
    return "its years have two digits; give timeFormat, such as d/M/yy";
  }
  if (given.every((field) => MONTH_NAME.test(field))) {
    return "its months are names; give timeFormat, such as d MMM yyyy";
  }
  const odd = given.filter((field) => !DATE_LIKE.test(field));
  if (byRow || 2 * odd.length >= given.length) return undefined;
  return odd.length === 0
    ? "its dates differ in format"
    : `${odd.length} of its ${given.length} fields ${
      odd.length === 1 ? "is" : "are"
    } not a date, ` +
      `the first is ${JSON.stringify(odd[0])}; give nulls if it means that the date is missing`;
}

function isOneShape(given: readonly string[], shape: (field: string) => string): boolean {
  const first = shape(given[0]!);
  return given.every((field) => shape(field) === first);
}
