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

/** Details of how a CSV column is read. */
export interface CsvColumnInfo {
  /** Name in the frame. */
  readonly name: string;
  /** Type of the column. */
  readonly type: CsvType;
  /** `true` if the type was inferred from the fields. */
  readonly inferred: boolean;
  /** Pattern of times or dates; `undefined` for ISO 8601 or other types. */
  readonly format?: string | undefined;
  /** Decimal separator. */
  readonly decimal: "." | ",";
  /** Reason why it is text although it looks like times, and how to read it. */
  readonly why?: string | undefined;
}

/** A skipped row. */
export interface CsvProblem {
  /** Line in which the row starts. */
  readonly line: number;
  /** Reason with the value. */
  readonly reason: string;
}

export interface CsvTable {
  readonly columns: Columns;
  /** Separator of fields. */
  readonly delimiter: string;
  readonly info: readonly CsvColumnInfo[];
  /** Number of rows in the file. */
  readonly rows: number;
  /** Skipped rows, in order. */
  readonly problems: readonly CsvProblem[];
}

interface FileFacts {
  readonly options: CsvOptions;
  readonly delimiter: string;
  readonly tz: string | undefined;
  readonly readers: TimeReaders;
  /** Line in which each row starts. */
  readonly lines: readonly number[];
}

/** A column of raw text, before type inference. */
interface RawColumn extends HeaderColumn {
  readonly fields: (string | null)[];
}

/** Reads CSV with a header row, column by column. Types that are not given are inferred. */
export function readCsv(source: string | Uint8Array, options: CsvOptions): CsvTable {
  const { decimal = ".", nulls = [] } = options;
  if (decimal !== "." && decimal !== ",") {
    throw new RangeError(
      `Cannot read CSV: expected decimal "." or ",", got ${JSON.stringify(decimal)}`,
    );
  }
  const text = csvText(source), delimiter = options.delimiter ?? inferDelimiter(text);
  if (delimiter.length !== 1 || /["\r\n]/.test(delimiter)) {
    throw new RangeError(
      `Cannot read CSV: expected a delimiter of one character, got ${JSON.stringify(delimiter)}`,
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
  if (raw === undefined) throw new TypeError("Cannot read CSV: the header row is missing");
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

/** Returns how to read a column: as the caller or its name says, otherwise by its fields. */
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
      column.add(null); // the row is skipped
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
    ? `; ${why ?? 'pass its format as timeFormat, such as "dd.MM.yyyy HH:mm"'}`
    : "";
  const reason = isTime ? `a time: ${cause.message}${help}` : cause.message;
  return new TypeError(`Cannot read CSV: ${what}, expected ${reason}`, { cause });
}
