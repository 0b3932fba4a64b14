import { toFrame } from "../frame/polars/toFrame.ts";
import { withDisplay } from "../frame/polars/withDisplay.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { CSV_OPTIONS, type CsvOptions } from "./csv/csvOptions.ts";
import { type CsvColumnInfo, type CsvProblem, type CsvTable, readCsv } from "./csv/readCsv.ts";
import { type TextSource, wholeText } from "./zip/wholeFile.ts";

const ACTION = "read CSV";

/**
 * Reads CSV (RFC 4180) with a line of names into a frame.
 *
 * What is not said of a column is inferred from all its fields, never from some: integers, numbers,
 * truth, dates and times, also in the order of day, month and year of a country, if a field of the column
 * tells which it is; all else is text. What was inferred beyond that stands above the table where it is shown,
 * and {@linkcode csvInfo} gives it: the delimiter, the decimal comma, patterns of times, and why a column
 * that looks like times is text.
 *
 * A row that cannot be read, because it has too few or too many fields or one that is not of its
 * column's type, is left out: a field never becomes a null. `onProblem` is called with the lines and
 * reasons, the title of the table and {@linkcode csvInfo} have them too. If half of the rows or more
 * cannot be read, or with `strict`, the first of them is an error that names line and column. Only
 * nothing is null. A field in quotes may hold line ends; a text in quotes with nothing in it is null
 * too, except in columns of text. Lines with nothing in them are left out.
 *
 * @param source a path, a URL, bytes in UTF-8 with or without a byte order mark, a Blob, a stream, or
 * the text itself as `{ text }`
 * @returns the columns asked for, in that order: times as `datetime[us, tz]`, days as `date`
 * @throws {TypeError} if there is no such file, a column is missing, or half of the rows cannot be read, or one if `strict`
 * @throws {RangeError} if the zone, a type, the delimiter, the locale or a pattern is invalid
 *
 * @example Steps from a table of another language
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const text = "Beginn;Schritte\n2024-03-30 08:00;12,5\n2024-03-30 09:00;\n";
 * const columns = { start_time: "Beginn", value: "Schritte" };
 * const frame = await read.csv({ text }, { columns, tz: "Europe/Berlin" });
 * assertEquals(frame.toRecords().map(({ value }) => value as number | null), [12.5, null]);
 * ```
 *
 * @example Times as a spreadsheet writes them
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const text = "time,weight\n30.03.2024 08:00,71.5\n";
 * const frame = await read.csv({ text }, { timeFormat: "dd.MM.yyyy HH:mm", tz: "Europe/Berlin" });
 * assertEquals(Number(frame.toRecords()[0]?.["time"]), Date.UTC(2024, 2, 30, 7));
 * ```
 */
export async function csv(source: TextSource, options: CsvOptions = {}): Promise<Frame> {
  checkOptions(ACTION, options, CSV_OPTIONS);
  const table = readCsv(await wholeText(source, ACTION), options),
    frame = toFrame(table.columns),
    title = titleOf(table);
  const problems = problemsOf(table);
  // deno-lint-ignore no-console -- a notebook shows it in the cell
  if (problems !== "") (options.onProblem ?? console.warn)(problems);
  return title === "" ? frame : withDisplay(frame, { title });
}

/** How a file of CSV is read. */
export interface CsvInfo {
  /** What stands between its fields. */
  readonly delimiter: string;
  /** How each column is read, in order. */
  readonly columns: readonly CsvColumnInfo[];
  /** Rows that are left out, with their lines and reasons. */
  readonly problems: readonly CsvProblem[];
}

/**
 * How {@linkcode csv} reads a file with the same options: the delimiter, and of each column its type,
 * whether that was inferred, its pattern of times, and why it is text although it looks like times.
 *
 * @throws as `read.csv` does
 *
 * @example Is it March or April?
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const { columns } = await read.csvInfo({ text: "date,mood\n03/04/2024,4\n04/04/2024,5\n" });
 * assertEquals(columns.map(({ type }) => type), ["text", "int64"]);
 * assertEquals(columns[0]?.why, "it may be d/M/yyyy or M/d/yyyy; give timeFormat");
 * ```
 */
export async function csvInfo(source: TextSource, options: CsvOptions = {}): Promise<CsvInfo> {
  checkOptions(ACTION, options, CSV_OPTIONS);
  const { delimiter, info, problems } = readCsv(await wholeText(source, ACTION), options);
  return { delimiter, columns: info, problems };
}

/** What was inferred beyond types, which the table shows anyway; empty where that is nothing. */
function titleOf({ delimiter, info, rows, problems }: CsvTable): string {
  const columns = info.flatMap(({ name, inferred, format, decimal, type, why }) => [
    ...inferred && format !== undefined ? [`${name} is read as ${format}`] : [],
    ...inferred && decimal === "," ? [`${name} has decimal commas`] : [],
    ...why === undefined || type !== "text" ? [] : [`${name} is text: ${why}`],
  ]);
  const named: Readonly<Record<string, string>> = { ";": "semicolons", "\t": "tabs", "|": "bars" };
  const between = named[delimiter];
  const left = problems.length === 0 ? [] : [`${problems.length} of ${rows} rows are left out`];
  const fields = between === undefined ? [] : [`fields are between ${between}`];
  return [...fields, ...columns, ...left].join("; ");
}

/** Most problems that a warning names. */
const SHOWN = 5;

/** Rows that are left out, and columns that stay text although they look like times; empty if there are none. */
function problemsOf({ info, rows, problems }: CsvTable): string {
  const columns = info.flatMap(({ name, type, why }) =>
    why === undefined || type !== "text"
      ? []
      : [`column ${JSON.stringify(name)} stays text: ${why}`]
  );
  const more = problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : [];
  const left = problems.length === 0 ? [] : [
    `${problems.length} of ${rows} rows are left out`,
    ...problems.slice(0, SHOWN).map(({ reason }) => `  ${reason}`),
    ...more.map((text) => `  ${text}`),
  ];
  const lines = [...columns, ...left];
  return lines.length === 0 ? "" : ["read.csv:", ...lines].join("\n");
}
