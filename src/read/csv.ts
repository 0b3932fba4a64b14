import { toFrameInTurns } from "../frame/polars/toFrame.ts";
import { withDisplay } from "../frame/polars/withDisplay.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { callSignal } from "../options/callSignal.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { loadLate } from "../options/loadLate.ts";
import { makePause } from "../options/pause.ts";
import { CSV_OPTIONS, type CsvOptions } from "./csv/csvOptions.ts";
import type { CsvColumnInfo } from "./csv/csvColumnInfo.ts";
import type { CsvProblem, CsvTable } from "./csv/readCsv.ts";
import { type TextSource, wholeText } from "./zip/wholeFile.ts";

const ACTION = "read CSV";

/**
 * Reads CSV (RFC 4180) into a frame. Lines before the header row are skipped, and so are repeated header
 * rows and another table below an empty line.
 *
 * Column types are inferred from all fields of a column: integers, numbers (also with percent signs
 * or thousands separators), booleans, dates, times and durations such as `27:30`, which become
 * minutes; everything else is text. With `tz`, a column of clock times is combined with the column
 * of dates. Columns without a name are `column_3` and so on, or left out if they are empty; the
 * second column `x` is `x_2`. Dates in a country's order of day, month and year are detected if
 * at least one field is unambiguous. Times without a zone are in the one that the column names, such
 * as `Start (UTC)`, or in `tz`. Spaces around names and values are removed, except in text columns.
 * Other detected details appear above the table when it is
 * displayed, and {@linkcode csvInfo} returns them: the delimiter, the decimal comma, time patterns,
 * and why a column that looks like times is text.
 *
 * Skips a row that cannot be read, because it has too few or too many fields, or a field of the
 * wrong type. Such a field never becomes null. `onProblem` receives the lines and reasons; the
 * table's title and {@linkcode csvInfo} have them too. Throws at the first such row, naming line
 * and column, if at least half of the rows have a field of the wrong type, if no row can be read, or
 * with `strict`. Only empty fields are
 * null. A quoted field may contain line breaks; an empty quoted field is null as well, except in
 * text columns. Empty lines are skipped.
 *
 * @param source a path, a URL, bytes in UTF-8 (or in UTF-16 with a byte order mark; bytes that are
 * plainly Windows-1252 are read as such, which is reported), a Blob or a stream; or the text itself as `{ text }`
 * @returns the requested columns, in that order: times as `datetime[us, tz]`, days as `date`
 * @throws {TypeError} if the file does not exist, a column is missing, or too many rows
 * cannot be read; with `strict`, if any row cannot be read
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
  const { readCsv } = await csvReader();
  const table = await readCsv(await wholeText(source, ACTION), options),
    pause = makePause(callSignal(options.signal)),
    frame = await toFrameInTurns(table.columns, pause),
    title = titleOf(table);
  const problems = problemsOf(table);
  // deno-lint-ignore no-console -- a notebook shows it in the cell
  if (problems !== "") (options.onProblem ?? console.warn)(problems);
  return title === "" ? frame : withDisplay(frame, { title });
}

/** Details of how {@linkcode csv} reads a file. */
export interface CsvInfo {
  /** Number of lines before the table. */
  readonly skip: number;
  /** Separator of fields. */
  readonly delimiter: string;
  /** Type and format of each column, in order. */
  readonly columns: readonly CsvColumnInfo[];
  /** Skipped rows, with their lines and reasons. */
  readonly problems: readonly CsvProblem[];
  /**
   * Options that read the file in the same way, to paste and change: `{ delimiter: ";", types: {
   * Tag: "date" } }`.
   */
  readonly options: string;
}

/**
 * Returns how {@linkcode csv} reads a file with the same options: lines before the table, the
 * delimiter and, for each column, its type, whether that was inferred, its time pattern, its unit,
 * and why it is text although it looks like times. Also returns these options as a text to paste.
 * Answers for files that `read.csv` rejects, too: `problems` has the reasons.
 *
 * @throws {TypeError} if the file does not exist or is not in the encoding, or an option is invalid
 * @throws {RangeError} as `read.csv` does
 *
 * @example Is it March or April?
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const { columns } = await read.csvInfo({ text: "date,mood\n03/04/2024,4\n04/04/2024,5\n" });
 * assertEquals(columns.map(({ type }) => type), ["text", "int64"]);
 * assertEquals(columns[0]?.why, "it may be d/M/yyyy or M/d/yyyy; pass timeFormat");
 * ```
 */
export async function csvInfo(source: TextSource, options: CsvOptions = {}): Promise<CsvInfo> {
  checkOptions(ACTION, options, CSV_OPTIONS);
  const { readCsv } = await csvReader();
  const text = await wholeText(source, ACTION);
  const reading = { ...options, strict: false };
  try {
    const table = await readCsv(text, reading, true);
    const { delimiter, skip, hasHeader, assumed, info, problems } = table;
    const known = { delimiter, skip, columns: info, problems };
    return { ...known, options: optionsText({ ...known, hasHeader, assumed }, options) };
  } catch (cause) {
    if (
      !(cause instanceof TypeError) ||
      !/header row|has no name|columns, more|not a table|closing quotes|not closed/
        .test(cause.message)
    ) {
      throw cause;
    }
    const reason = cause.message.replace(/^Cannot read CSV: /, "");
    const problems = [{ line: 1, reason }];
    return { delimiter: options.delimiter ?? ",", skip: 0, columns: [], problems, options: "{}" };
  }
}

/** Returns the options that read a file in the same way, as source code. */
function optionsText(
  { delimiter, skip, columns, hasHeader, assumed }:
    & Omit<CsvInfo, "problems" | "options">
    & Pick<CsvTable, "hasHeader" | "assumed">,
  { tz, decimal, encoding = assumed }: CsvOptions,
): string {
  const word = (name: string): string =>
    /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  const record = (entries: readonly (readonly [name: string, value: string])[]): string =>
    `{ ${entries.map(([name, value]) => `${word(name)}: ${JSON.stringify(value)}`).join(", ")} }`;
  // Combined times, percent signs and thousands separators are found again.
  const types = columns
    .filter(({ dates, unit, isGrouped }) => dates === undefined && unit !== "%" && !isGrouped)
    .map(({ name, type }) => [name, type] as const);
  const formats = columns.flatMap(({ name, format }) =>
    format === undefined ? [] : [[name, format] as const]
  );
  const comma = decimal ?? (columns.some((column) => column.decimal === ",") ? "," : undefined);
  const parts = [
    ...skip > 0 ? [`skip: ${skip}`] : [],
    ...hasHeader ? [] : ["header: false"],
    ...encoding === undefined ? [] : [`encoding: ${JSON.stringify(encoding)}`],
    ...delimiter === "," ? [] : [`delimiter: ${JSON.stringify(delimiter)}`],
    ...comma === "," ? ['decimal: ","'] : [],
    ...tz === undefined ? [] : [`tz: ${JSON.stringify(tz)}`],
    ...formats.length > 0 ? [`timeFormat: ${record(formats)}`] : [],
    ...types.length > 0 ? [`types: ${record(types)}`] : [],
  ];
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

/** Returns what was inferred other than types, which the table shows anyway. */
function titleOf({ delimiter, skip, hasHeader, assumed, info, rows, problems }: CsvTable): string {
  const columns = info.flatMap(({ name, inferred, format, decimal, type, why, ...more }) => [
    ...more.dates === undefined ? [] : [`${name} is combined with ${more.dates}`],
    ...type === "duration" ? [`${name} is in minutes`] : [],
    ...more.isGrouped ? [`${name} has thousands separators`] : [],
    ...more.zone === undefined ? [] : [`${name} is read in ${more.zone}, which its name says`],
    ...inferred && format !== undefined ? [`${name} uses the format ${format}`] : [],
    ...inferred && decimal === "," ? [`${name} has decimal commas`] : [],
    ...why === undefined || type !== "text" ? [] : [`${name} is text: ${why}`],
  ]);
  const named: Readonly<Record<string, string>> = { ";": "semicolons", "\t": "tabs", "|": "bars" };
  const between = named[delimiter];
  const left = problems.length === 0 ? [] : [skippedText(problems.length, rows)];
  const fields = between === undefined ? [] : [`fields are separated by ${between}`];
  const before = skip === 0 ? [] : [
    skip === 1
      ? "1 line before the table is skipped"
      : `${skip} lines before the table are skipped`,
  ];
  const names = hasHeader ? [] : ["the header row is missing"];
  const encoded = assumed === undefined ? [] : ["the encoding is Windows-1252"];
  return [...before, ...encoded, ...names, ...fields, ...columns, ...left].join("; ");
}

function skippedText(count: number, rows: number): string {
  return `${count} of ${rows} rows ${count === 1 ? "is" : "are"} skipped`;
}

/** Loads fifteen files, which most scripts never need. */
const csvReader = () =>
  loadLate<typeof import("./csv/readCsv.ts")>("./csv/readCsv.ts", import.meta);

/** Maximum number of problems in a warning. */
const SHOWN = 5;

/** Describes an assumed encoding, skipped rows, and columns that stay text although they look like times. */
function problemsOf({ assumed, info, rows, problems }: CsvTable): string {
  const columns = info.flatMap(({ name, type, why }) =>
    why === undefined || type !== "text"
      ? []
      : [`column ${JSON.stringify(name)} stays text: ${why}`]
  );
  const more = problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : [];
  const left = problems.length === 0 ? [] : [
    skippedText(problems.length, rows),
    ...problems.slice(0, SHOWN).map(({ reason }) => `  ${reason}`),
    ...more.map((text) => `  ${text}`),
  ];
  const encoded = assumed === undefined
    ? []
    : [`it is not UTF-8; it is read as Windows-1252. Pass encoding: "${assumed}" if that is right`];
  const lines = [...encoded, ...columns, ...left];
  return lines.length === 0 ? "" : ["read.csv:", ...lines].join("\n");
}
