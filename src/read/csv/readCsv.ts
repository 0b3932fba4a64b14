import type { Columns } from "../../frame/columns/columns.ts";
import { readCsvRows } from "../../frame/formats/csv.ts";
import { LIMITS } from "../../options/limits.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { zone } from "../../time/zone.ts";
import { type CsvColumn, csvColumn, type CsvType } from "./csvColumns.ts";
import type { CsvOptions } from "./csvOptions.ts";
import { csvText } from "./csvText.ts";
import { type HeaderColumn, headerColumns } from "./headerColumns.ts";
import { inferDelimiter } from "./inferDelimiter.ts";
import { type InferredType, inferType } from "./inferType.ts";
import { type TimeReaders, timeReaders } from "./timeReaders.ts";

/** How a column of CSV is read. */
export interface CsvColumnInfo {
  /** Its name in the frame. */
  readonly name: string;
  /** What stands in it. */
  readonly type: CsvType;
  /** Whether the type was found out from its fields. */
  readonly inferred: boolean;
  /** The pattern by which its times or dates are read; undefined where they are ISO 8601, or it has none. */
  readonly format?: string | undefined;
  /** What stands before the fraction of its numbers. */
  readonly decimal: "." | ",";
  /** Why it is text although it looks like times, and what helps. */
  readonly why?: string | undefined;
}

/** A row that was left out. */
export interface CsvProblem {
  /** Line in which the row begins. */
  readonly line: number;
  /** Reason with the value. */
  readonly reason: string;
}

/** A table of CSV, and how it was read. */
export interface CsvTable {
  /** Its columns. */
  readonly columns: Columns;
  /** What stands between its fields. */
  readonly delimiter: string;
  /** How each column was read, in order. */
  readonly info: readonly CsvColumnInfo[];
  /** Number of rows in the file. */
  readonly rows: number;
  /** Rows that were left out, in order. */
  readonly problems: readonly CsvProblem[];
}

/** What is known of the file. */
interface FileFacts {
  readonly options: CsvOptions;
  readonly delimiter: string;
  readonly tz: string | undefined;
  readonly readers: TimeReaders;
  /** The line that each row begins in. */
  readonly lines: readonly number[];
}

/** A column as it stands in the file. */
interface RawColumn extends HeaderColumn {
  readonly fields: (string | null)[];
}

/** Reads CSV with a line of names, column by column: what is not said of a column is inferred. */
export function readCsv(source: string | Uint8Array, options: CsvOptions): CsvTable {
  const { decimal = ".", nulls = [] } = options;
  if (decimal !== "." && decimal !== ",") {
    throw new RangeError(`Cannot read CSV: decimal ${JSON.stringify(decimal)} is none of ".", ","`);
  }
  const text = csvText(source), delimiter = options.delimiter ?? inferDelimiter(text);
  if (delimiter.length !== 1 || /["\r\n]/.test(delimiter)) {
    throw new RangeError(
      `Cannot read CSV: delimiter is ${JSON.stringify(delimiter)}, not one character`,
    );
  }
  const tz = options.tz === undefined ? undefined : zone(options.tz);
  const readers = timeReaders(options, tz), isNull = new Set(nulls), lines: number[] = [];
  const problems = new Map<number, TypeError>();
  let raw: RawColumn[] | undefined, width = 0;
  const leave = (line: number, error: TypeError): void => {
    if (options.strict || raw === undefined) throw error;
    if (problems.has(line)) return;
    problems.set(line, error);
    if (problems.size <= LIMITS.csvProblems.most) return;
    const [first] = problems.values();
    const reason = first!.message.replace("Cannot read CSV: ", "");
    throw new TypeError(
      `Cannot read CSV: more than ${LIMITS.csvProblems.most} ${LIMITS.csvProblems.error}; the first: ${reason}`,
    );
  };
  const onFault = (reason: string, line: number): void =>
    leave(line, new TypeError(`Cannot read CSV: ${reason}`));
  readCsvRows(text, { delimiter, onFault }, (fields, line) => {
    if (raw === undefined) {
      width = fields.length;
      raw = headerColumns(fields, options).map((column) => ({ ...column, fields: [] }));
      return;
    }
    if (fields.length !== width) {
      const reason = `line ${line} has ${fields.length} fields, the first has ${width}`;
      return leave(line, new TypeError(`Cannot read CSV: ${reason}`));
    }
    lines.push(line);
    for (const { place, fields: all } of raw) {
      const field = fields[place]!;
      all.push(field !== null && isNull.has(field) ? null : field);
    }
  });
  if (raw === undefined) throw new TypeError("Cannot read CSV: there is no line of names");
  const facts = { options, delimiter, tz, readers, lines };
  const infos = (raw as RawColumn[]).map((column) => infoOf(column, facts));
  const read = (raw as RawColumn[]).map((column, i) => ({
    name: infos[i]!.name,
    filled: filledColumn(column, infos[i]!, facts, leave),
  }));
  const rows = new Set([...lines, ...problems.keys()]).size;
  const [first] = problems.values();
  if (first !== undefined && 2 * problems.size >= rows) throw first;
  const kept = rowsWhere(lines.length, (row) => !problems.has(lines[row]!));
  const columns = Object.fromEntries(read.map(({ name, filled }) => [name, filled.column()]));
  return {
    columns: problems.size === 0 ? columns : takeRows(columns, kept),
    delimiter,
    info: infos,
    rows,
    problems: [...problems].sort(([a], [b]) => a - b).map(([line, { message }]) => ({
      line,
      reason: message.replace("Cannot read CSV: ", ""),
    })),
  };
}

/** How a column is to be read: as the caller or its name says, else as its fields are. */
function infoOf({ name, type, usual, fields }: RawColumn, facts: FileFacts): CsvColumnInfo {
  const { options: { timeFormat, decimal }, delimiter, tz, readers } = facts;
  const pattern = typeof timeFormat === "string" ? timeFormat : timeFormat?.[name];
  const known = { name, inferred: false, format: pattern, decimal: decimal ?? "." } as const;
  if (type !== undefined) return { ...known, type };
  if (usual === "time" && (pattern !== undefined || facts.options.parseTime !== undefined)) {
    return { ...known, type: usual };
  }
  const found: InferredType = inferType(fields, {
    hasZone: tz !== undefined,
    byRow: usual !== undefined,
    comma: decimal === "," || (decimal === undefined && delimiter !== ","),
    format: pattern === undefined ? undefined : { pattern, matches: readers.matches(pattern) },
  });
  const mark = decimal ?? found.decimal ?? ".";
  if (usual === undefined) return { ...found, name, inferred: true, decimal: mark };
  return { ...known, type: usual, format: found.format, decimal: mark, why: found.why };
}

function filledColumn(
  { header, fields }: RawColumn,
  { type, format, decimal, why }: CsvColumnInfo,
  { tz, readers, lines }: FileFacts,
  leave: (line: number, error: TypeError) => void,
): CsvColumn {
  const readTime = type === "date"
    ? readers.dateReader(format)
    : type === "time"
    ? readers.reader(format)
    : undefined;
  const column = csvColumn(type, { tz, decimal, readTime });
  for (const [row, field] of fields.entries()) {
    try {
      column.add(field === "" && type !== "text" ? null : field);
    } catch (cause) {
      const line = lines[row]!;
      leave(line, fieldError({ line, header, field: field!, type, why }, cause as Error));
      column.add(null); // its row is left out
    }
  }
  return column;
}

function fieldError(
  { line, header, field, type, why }: {
    line: number;
    header: string;
    field: string;
    type: CsvType;
    why: string | undefined;
  },
  cause: Error,
): TypeError {
  const what = `line ${line}, column ${JSON.stringify(header)} is ${JSON.stringify(field)}`;
  const isTime = type === "time" || type.startsWith("epoch_");
  const help = cause.message.endsWith("not an ISO 8601 time")
    ? `; ${why ?? 'give its form as timeFormat, such as "dd.MM.yyyy HH:mm"'}`
    : "";
  const reason = isTime ? `a time: ${cause.message}${help}` : cause.message;
  return new TypeError(`Cannot read CSV: ${what}, expected ${reason}`, { cause });
}
