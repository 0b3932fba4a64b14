import type { Columns } from "../frame/columns/columns.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { type TimeLike, toMicros } from "../time/instant.ts";
import { type DateLocale, localeOf } from "../time/localText.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { suggest } from "../options/suggest.ts";
import { zone } from "../time/zone.ts";
import { csvColumn, type CsvType } from "./csv/csvColumns.ts";
import { readCsvRows } from "../frame/formats/csv.ts";
import { csvText } from "./csv/csvText.ts";
import { formattedTimes } from "./csv/formattedTimes.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** How CSV is read. */
export interface CsvOptions {
  /** The frame's columns by the names in the file's first line, `{ start_time: "Begin" }`. @default all, as named there */
  columns?: Readonly<Record<string, string>>;
  /**
   * What stands in the frame's columns. @default `time` of columns named time, timestamp, or ending in
   * _time or _date; `float64` of value; `int64` of sleep_stage; else `text`
   */
  types?: Readonly<Record<string, CsvType>>;
  /** The IANA zone of times that name none, and of the frame's times. @default none: such times are rejected, and the frame's are in UTC */
  tz?: string;
  /** What stands between fields, one character. @default "," */
  delimiter?: string;
  /** What stands before the fraction of a number. @default "." */
  decimal?: "." | ",";
  /** Texts that are null, beside the empty one. @default none */
  nulls?: readonly string[];
  /**
   * The form of times, as a pattern of date-fns such as `dd.MM.yyyy HH:mm` or `M/d/yyyy h:mm a`, or a
   * pattern for each column of times. Of `yy`, 69 is 1969 and 68 is 2068.
   * @default ISO 8601, also with a space before the offset
   */
  timeFormat?: string | Readonly<Record<string, string>>;
  /** The language of names in `timeFormat`: a BCP 47 name such as `de`, or a locale of date-fns. @default English */
  locale?: string | DateLocale;
  /** Reads a time where neither ISO 8601 nor a pattern does. @default none */
  parseTime?: (text: string) => TimeLike;
}

const OPTIONS: OptionTable<CsvOptions> = {
  columns: true,
  types: true,
  tz: true,
  delimiter: true,
  decimal: true,
  nulls: true,
  timeFormat: true,
  locale: true,
  parseTime: true,
};

/**
 * Reads CSV (RFC 4180) with a line of names into a frame. It is strict: a field that is not of its
 * column's type is an error that names line and column, and never a null; only nothing is null. A field
 * in quotes may hold line ends; a text in quotes with nothing in it is null too, except in columns of
 * text. Lines with nothing in them are left out.
 *
 * @param source the text, or its bytes in UTF-8, with or without a byte order mark:
 * `await Deno.readFile("steps.csv")`
 * @returns the columns asked for, in that order: times as `datetime[us, tz]`
 * @throws {TypeError} if a column is missing, a line has too few or too many fields, or a field is not
 * of its type
 * @throws {RangeError} if the zone, a type, the delimiter, the locale or a pattern is invalid
 *
 * @example Steps from a table of another language
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const text = "Beginn;Schritte\n2024-03-30 08:00;12,5\n2024-03-30 09:00;\n";
 * const frame = read.csv(text, {
 *   columns: { start_time: "Beginn", value: "Schritte" },
 *   tz: "Europe/Berlin",
 *   delimiter: ";",
 *   decimal: ",",
 * });
 * assertEquals(frame.toRecords().map(({ value }) => value as number | null), [12.5, null]);
 * ```
 *
 * @example Times as a spreadsheet writes them
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const frame = read.csv("time,weight\n30.03.2024 08:00,71.5\n", {
 *   timeFormat: "dd.MM.yyyy HH:mm",
 *   types: { weight: "float64" },
 *   tz: "Europe/Berlin",
 * });
 * assertEquals(Number(frame.toRecords()[0]?.["time"]), Date.UTC(2024, 2, 30, 7));
 * ```
 */
export function csv(source: string | Uint8Array, options: CsvOptions = {}): Frame {
  checkOptions("read CSV", options, OPTIONS);
  const { delimiter = ",", decimal = ".", nulls = [] } = options;
  if (decimal !== "." && decimal !== ",") {
    throw new RangeError(`Cannot read CSV: decimal ${JSON.stringify(decimal)} is none of ".", ","`);
  }
  if (delimiter.length !== 1 || /["\r\n]/.test(delimiter)) {
    throw new RangeError(
      `Cannot read CSV: delimiter is ${JSON.stringify(delimiter)}, not one character`,
    );
  }
  const tz = options.tz === undefined ? undefined : zone(options.tz);
  const readTime = timeReader(options, tz);
  const isNull = new Set(nulls);
  let wanted: Wanted[] | undefined, width = 0;
  readCsvRows(csvText(source), { delimiter }, (fields, line) => {
    if (wanted === undefined) {
      width = fields.length;
      const places = wantedColumns(fields, options);
      checkFormats(options.timeFormat, places);
      wanted = places.map(({ name, header, place, type }) => ({
        name,
        header,
        place,
        type,
        column: csvColumn(type, { tz, decimal, readTime: readTime(name) }),
      }));
      return;
    }
    if (fields.length !== width) {
      throw new TypeError(
        `Cannot read CSV: line ${line} has ${fields.length} fields, the first has ${width}`,
      );
    }
    for (const { column, place, header, type } of wanted) {
      const field = fields[place]!;
      const nothing = field === null || isNull.has(field) || (field === "" && type !== "text");
      try {
        column.add(nothing ? null : field);
      } catch (cause) {
        throw fieldError(line, header, field!, type, cause as Error);
      }
    }
  });
  if (wanted === undefined) throw new TypeError("Cannot read CSV: there is no line of names");
  return toFrame(
    Object.fromEntries(
      (wanted as Wanted[]).map(({ name, column }) => [name, column.column()]),
    ) as Columns,
  );
}

/** What reads the times of a column; undefined where they are ISO 8601. */
function timeReader(
  { timeFormat, parseTime, ...options }: CsvOptions,
  tz: string | undefined,
): (name: string) => ((text: string) => bigint) | undefined {
  if (parseTime !== undefined) {
    if (timeFormat !== undefined) {
      throw new TypeError("Cannot read CSV: give either timeFormat or parseTime, not both");
    }
    return () => (text) => toMicros(parseTime(text), { tz });
  }
  const locale = options.locale === undefined ? undefined : localeOf(options.locale);
  return (name) => {
    const pattern = typeof timeFormat === "string" ? timeFormat : timeFormat?.[name];
    return pattern === undefined ? undefined : formattedTimes(pattern, { tz, locale });
  };
}

interface HeaderColumn {
  readonly name: string;
  readonly header: string;
  readonly place: number;
  readonly type: CsvType;
}

interface Wanted extends HeaderColumn {
  readonly column: ReturnType<typeof csvColumn>;
}

function wantedColumns(headers: readonly (string | null)[], options: CsvOptions): HeaderColumn[] {
  const { types = {} } = options;
  const columns = options.columns ??
    Object.fromEntries(headers.map((header) => [header ?? "", header ?? ""]));
  const unknown = Object.keys(types).find((name) => !Object.hasOwn(columns, name));
  if (unknown !== undefined) {
    throw new TypeError(
      `Cannot read CSV: types has ${JSON.stringify(unknown)}, which is no column`,
    );
  }
  return Object.entries(columns).map(([name, header]) => {
    const place = headers.findIndex((given) => (given ?? "") === header);
    if (name === "") {
      throw new TypeError(
        `Cannot read CSV: column ${place + 1} has no name; name those you want in columns`,
      );
    }
    const quoted = JSON.stringify(header);
    if (place < 0) {
      throw new TypeError(
        `Cannot read CSV: there is no column ${quoted}; there are ${headers.join(", ")}`,
      );
    }
    if (headers.lastIndexOf(headers[place]!) !== place) {
      throw new TypeError(`Cannot read CSV: there are two columns ${quoted}`);
    }
    return { name, header, place, type: types[name] ?? usualType(name) };
  });
}

/** A pattern for what is no column of times would have no effect. */
function checkFormats(timeFormat: CsvOptions["timeFormat"], places: readonly HeaderColumn[]): void {
  if (typeof timeFormat !== "object") return;
  const times = places.filter(({ type }) => type === "time").map(({ name }) => name);
  const unknown = Object.keys(timeFormat).find((name) => !times.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(
    `Cannot read CSV: timeFormat has ${JSON.stringify(unknown)}, which is no column of times` +
      suggest(unknown, times),
  );
}

function usualType(name: string): CsvType {
  if (/^(?:time|timestamp)$|_(?:time|date)$/.test(name)) return "time";
  return name === "value" ? "float64" : name === "sleep_stage" ? "int64" : "text";
}

function fieldError(
  line: number,
  header: string,
  field: string,
  type: CsvType,
  cause: Error,
): TypeError {
  const what = `line ${line}, column ${JSON.stringify(header)} is ${JSON.stringify(field)}`;
  const why = type === "time" || type.startsWith("epoch_")
    ? `expected a time: ${cause.message}${
      cause.message.endsWith("not an ISO 8601 time")
        ? '; give its form as timeFormat, such as "dd.MM.yyyy HH:mm"'
        : ""
    }`
    : `expected ${cause.message}`;
  return new TypeError(`Cannot read CSV: ${what}, ${why}`, { cause });
}
