import type { Columns } from "../../frame/columns/columns.ts";
import { csvSteps } from "../../frame/formats/csv.ts";
import { callSignal } from "../../options/callSignal.ts";
import { LIMITS } from "../../options/limits.ts";
import { inSteps, makePause, type Pause } from "../../options/pause.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { zone } from "../../time/zone.ts";
import { type CsvColumn, csvColumn, type CsvType } from "./csvColumns.ts";
import type { CsvOptions } from "./csvOptions.ts";
import { csvText } from "./csvText.ts";
import type { CsvColumnInfo, RawColumn } from "./csvColumnInfo.ts";
import { csvTimes } from "./csvTimes.ts";
import { headerColumns } from "./headerColumns.ts";
import { headerZone } from "./headerZone.ts";
import { addClocks } from "./addClocks.ts";
import { anotherTable } from "./anotherTable.ts";
import {
  areBooleans,
  areWords,
  CLOCK_ONLY,
  type InferredType,
  inferType,
  looksLikeTimes,
  mixesLengths,
} from "./inferType.ts";
import { tableShape } from "./tableShape.ts";
import { type TimeReaders, timeReaders } from "./timeReaders.ts";

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
  /** Number of lines before the table. */
  readonly skip: number;
  /** `false` if the columns are `column_1` and so on, because the header row is missing. */
  readonly hasHeader: boolean;
  /** Encoding of bytes that are not UTF-8, if the options have none. */
  readonly assumed: "windows-1252" | undefined;
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

/** Number of fields that are converted without a pause. */
const ROWS = 10_000;

/**
 * Reads CSV column by column. Types that are not given are inferred.
 *
 * @param isLenient Returns the columns even if most rows cannot be read.
 */
export async function readCsv(
  source: string | Uint8Array,
  options: CsvOptions,
  isLenient = false,
): Promise<CsvTable> {
  const { decimal = ".", nulls = [] } = options;
  if (decimal !== "." && decimal !== ",") {
    throw new RangeError(
      `Cannot read CSV: expected decimal "." or ",", got ${JSON.stringify(decimal)}`,
    );
  }
  checkSkip(options.skip);
  const signal = callSignal(options.signal), pause = makePause(signal);
  signal?.throwIfAborted();
  const { text, assumed } = await inSteps(csvText(source, options.encoding), pause);
  checkTable(text);
  const shape = await inSteps(tableShape(text, options), pause);
  const { delimiter, skip } = shape, { header = shape.hasHeader } = options;
  if (delimiter.length !== 1 || /["\r\n]/.test(delimiter)) {
    throw new RangeError(
      `Cannot read CSV: expected a delimiter of one character, got ${JSON.stringify(delimiter)}`,
    );
  }
  const tz = options.tz === undefined ? undefined : zone(options.tz);
  const readers = timeReaders(options, tz), isNull = new Set(nulls), lines: number[] = [];
  const problems = new Map<number, TypeError>(), ragged = new Set<number>();
  let raw: RawColumn[] | undefined, width = 0, names: readonly (string | null)[] = [];
  const another = anotherTable();
  const leave = (line: number, error: TypeError): void => {
    if (options.strict || raw === undefined) throw error;
    if (problems.has(line)) return;
    problems.set(line, error);
    if (problems.size <= LIMITS.csvProblems.most) return;
    const [first = error] = problems.values();
    const reason = first.message.replace("Cannot read CSV: ", "");
    throw new TypeError(
      `Cannot read CSV: more than ${LIMITS.csvProblems.most} ${LIMITS.csvProblems.error}; the first: ${reason}`,
    );
  };
  const onFault = (reason: string, at: number): void => {
    ragged.add(at + skip);
    const moved = reason.replace(/\bline (\d+)/g, (_, line) => `line ${Number(line) + skip}`);
    leave(at + skip, new TypeError(`Cannot read CSV: ${moved}`));
  };
  const steps = csvSteps(text.slice(shape.start), { delimiter, onFault }, (fields, at) => {
    const line = at + skip;
    if (raw === undefined) {
      names = header === true
        ? fields
        : header === false
        ? fields.map((_, place) => `column_${place + 1}`)
        : header;
      width = names.length;
      raw = headerColumns(names, options).map((column) => ({ ...column, fields: [] }));
      if (header === true) return;
    }
    if (at <= 1 + shape.further && shape.further > 0) {
      ragged.add(line);
      return leave(line, new TypeError(`Cannot read CSV: line ${line} continues the header row`));
    }
    const part = another(fields, at, names);
    if (part !== undefined) {
      ragged.add(line);
      const reason = part === "repeated"
        ? "repeats the header row"
        : `starts another table, which is not read; pass skip: ${line - 1} to read it`;
      if (part !== "rest") leave(line, new TypeError(`Cannot read CSV: line ${line} ${reason}`));
      return;
    }
    const isLonger = fields.slice(width).some((field) => field !== null && field.trim() !== "");
    if (fields.length < width || isLonger) {
      const reason = `line ${line} has ${fields.length} fields, the first has ${width}`;
      ragged.add(line);
      return leave(line, new TypeError(`Cannot read CSV: ${reason}`));
    }
    lines.push(line);
    for (const { place, fields: all } of raw) {
      const field = fields[place] ?? null;
      const isMissing = field !== null && (isNull.has(field) || isNull.has(field.trim()));
      all.push(isMissing ? null : field);
    }
  });
  for (const _ of steps) await pause();
  if (raw === undefined) throw new TypeError("Cannot read CSV: the header row is missing");
  const facts = { options, delimiter, tz, readers, lines };
  const kept = (raw as RawColumn[]).filter(({ isUnnamed, fields }) =>
    !isUnnamed || options.columns !== undefined || fields.some((field) => field?.trim())
  );
  const inferred: CsvColumnInfo[] = [], read: { name: string; filled: CsvColumn }[] = [];
  for (const column of kept) {
    await pause();
    inferred.push(infoOf(column, facts));
  }
  const { columns: combined, infos } = addClocks(kept, inferred, { tz, readers });
  for (const [i, column] of combined.entries()) {
    const info = infos[i]!;
    read.push({
      name: info.name,
      filled: await filledColumn(column, info, facts, { leave, pause }),
    });
  }
  const rows = new Set([...lines, ...problems.keys()]).size;
  const [first] = problems.values();
  // Rows of another length do not indicate a wrong type, so they count only if nothing else is
  // left.
  const wrong = [...problems.keys()].filter((line) => !ragged.has(line)).length;
  const isLost = problems.size === rows || 2 * wrong >= rows;
  if (first !== undefined && isLost && !isLenient) throw first;
  const intact = rowsWhere(lines.length, (row) => !problems.has(lines[row]!));
  const columns = Object.fromEntries(read.map(({ name, filled }) => [name, filled.column()]));
  return {
    columns: problems.size === 0 ? columns : takeRows(columns, intact),
    delimiter,
    skip,
    hasHeader: header !== false,
    assumed,
    info: infos,
    rows,
    problems: [...problems].sort(([a], [b]) => a - b).map(([line, { message }]) => ({
      line,
      reason: message.replace("Cannot read CSV: ", ""),
    })),
  };
}

/** Starts of JSON, and of XML or HTML. */
const FOREIGN = [
  [/^\s*(?:\[\s*)*(?:\{\s*(?:"|\}\s*$)|\[\s*(?:"[^"]*"\s*[,\]]|-?\d|\]\s*$))/, "JSON"],
  [/^\s*<(?:\?xml|!doctype|!--|[a-z][\w:-]*[\s>])/i, "XML or HTML"],
] as const;

/**
 * Rejects a file of another kind, which would otherwise be read as a table with names such as
 * `{"id": 1`.
 */
function checkTable(text: string): void {
  const start = text.slice(text.charCodeAt(0) === 0xfeff ? 1 : 0, 200);
  const kind = FOREIGN.find(([form]) => form.test(start))?.[1];
  if (kind === undefined) return;
  throw new TypeError(
    `Cannot read CSV: it is ${kind}, not a table. Read the export of an app with read.any.`,
  );
}

/** Returns how to read a column: as the caller or its name says, otherwise by its fields. */
function infoOf(column: RawColumn, facts: FileFacts): CsvColumnInfo {
  const { name, header, type } = column, fields = withoutSpaces(column.fields);
  const { options: { timeFormat, decimal }, delimiter, tz, readers } = facts;
  const pattern = typeof timeFormat === "string" ? timeFormat : timeFormat?.[name];
  const zone = headerZone(header), hasZone = zone !== undefined && { zone };
  const unit = zone === undefined ? UNIT.exec(header)?.[1] : undefined;
  const hasUnit = unit !== undefined && { unit };
  const known = {
    name,
    inferred: false,
    format: pattern,
    decimal: decimal ?? ".",
    ...hasUnit,
  } as const;
  let { usual } = column;
  if (type !== undefined) {
    return {
      ...known,
      type,
      ...type === "time" && hasZone,
      ...type === "duration" && mixesLengths(fields) && { isShort: true },
    };
  }
  if (usual === "time" && (pattern !== undefined || facts.options.parseTime !== undefined)) {
    return { ...known, ...hasZone, type: usual };
  }
  const found: InferredType = inferType(fields, {
    hasZone: (zone ?? tz) !== undefined,
    byRow: usual !== undefined,
    comma: decimal === "," || (decimal === undefined && delimiter !== ","),
    isLength: LENGTH.test(header),
    format: pattern === undefined ? undefined : { pattern, matches: readers.matches(pattern) },
  });
  const mark = decimal ?? found.decimal ?? ".", isBool = areBooleans(fields);
  const isTime = found.type === "time" || found.type === "date" ||
    found.type === "text" && (found.why ?? CLOCK_ONLY) !== CLOCK_ONLY || looksLikeTimes(fields);
  // The name alone makes a column neither a time nor a number.
  const isOther = usual === "time" ? !isTime : usual === "int64" ? areWords(fields) : isBool;
  if (isOther) usual = undefined;
  const isEpoch = found.type === "int64" && fields.some((field) => Number(field) >= LEAST_EPOCH);
  const why = column.usual === "time" && usual === undefined && isEpoch
    ? 'its numbers may be times since 1970; pass types, such as "epoch_s" or "epoch_ms"'
    : found.why;
  if (usual === undefined) {
    const where = found.type === "time" && hasZone;
    return {
      ...hasUnit,
      ...where,
      ...found,
      name,
      inferred: true,
      decimal: mark,
      ...why && { why },
    };
  }
  const { isGrouped } = found, marks = found.unit === "%" ? { unit: "%" } : {};
  return {
    ...known,
    ...marks,
    ...usual === "time" && hasZone,
    ...isGrouped && { isGrouped },
    type: usual,
    format: found.format,
    decimal: mark,
    why: found.why,
  };
}

/** Returns fields without spaces around them, as typed columns are read. */
function withoutSpaces(fields: readonly (string | null)[]): readonly (string | null)[] {
  return fields.some((field) => field !== null && EDGE.test(field))
    ? fields.map((field) => field === null ? null : field.trim())
    : fields;
}

const EDGE = /^\s|\s$/;

/** Unit at the end of a header, such as `(kg)`. */
const UNIT = /[([]([^()[\]]{1,20})[)\]]\s*$/;

/** Smallest number that may be a time since 1970, in seconds: 1973. */
const LEAST_EPOCH = 1e8;

/** Headers of durations. */
const LENGTH = /duration|elapsed|asleep|awake|in bed|time in|hours|length|minutes/i;

function checkSkip(skip: number | undefined): void {
  if (skip === undefined || (Number.isInteger(skip) && skip >= 0)) return;
  throw new RangeError(`Cannot read CSV: skip is ${skip}. Pass a whole number of at least 0.`);
}

async function filledColumn(
  { header, fields }: RawColumn,
  { type, format, decimal, why, isGrouped, isShort, unit, dates, zone }: CsvColumnInfo,
  { options, tz, lines, ...facts }: FileFacts,
  { leave, pause }: {
    readonly leave: (line: number, error: TypeError) => void;
    readonly pause: Pause;
  },
): Promise<CsvColumn> {
  const readers = zone === undefined ? facts.readers : timeReaders(options, zone);
  const readTime = type === "date"
    ? readers.dateReader(format)
    : type === "time"
    ? readers.reader(dates === undefined ? format : undefined) ?? csvTimes(zone ?? tz)
    : undefined;
  const column = csvColumn(type, { tz, decimal, readTime, isGrouped, isShort, unit });
  const bare = type === "text" ? fields : withoutSpaces(fields);
  for (const [row, field] of bare.entries()) {
    if (row % ROWS === 0) await pause();
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

/** Maximum number of characters of a field in an error. */
const MOST_SHOWN = 200;

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
  const short = field.length > MOST_SHOWN ? `${field.slice(0, MOST_SHOWN)}…` : field;
  const what = `line ${line}, column ${JSON.stringify(header)} is ${JSON.stringify(short)}`;
  const isTime = type === "time" || type.startsWith("epoch_");
  const help = cause.message.endsWith("not an ISO 8601 time")
    ? `; ${why ?? 'pass its format as timeFormat, such as "dd.MM.yyyy HH:mm"'}`
    : "";
  const said = cause.message.replaceAll(field, () => short);
  const reason = isTime ? `a time: ${said}${help}` : said;
  return new TypeError(`Cannot read CSV: ${what}, expected ${reason}`, { cause });
}
