import { type CsvField, csvSteps } from "../../frame/formats/csv.ts";

/** Shape of a table in a text. */
export interface TableShape {
  readonly delimiter: string;
  /** Number of lines before the table: a preamble, or lines that the caller skips. */
  readonly skip: number;
  /** Number of lines below the first line of the header row that continue it, such as units. */
  readonly further: number;
  /** `false` if the first row has values: see `isDated` and `isMeasured`. */
  readonly hasHeader: boolean;
  /** Index of the first character of the table. */
  readonly start: number;
}

const DELIMITERS = [",", ";", "\t", "|"];

/** Number of characters that are examined. */
const SAMPLE_CHARACTERS = 262_144;

/** Minimum number of lines before a table without a header row. */
const LEAST_PREAMBLE = 2;

/** Maximum number of lines of a header row below its first. */
const MOST_FURTHER = 8;

/**
 * Finds the header row of a table and its delimiter. Lines before the first row that is as wide as
 * most rows are a preamble. If no width is common, the first line is the header row. Others can run
 * between its steps.
 */
export function* tableShape(
  text: string,
  { delimiter, skip }: { delimiter?: string | undefined; skip?: number | undefined },
): Generator<void, TableShape> {
  const first = text.charCodeAt(0) === 0xfeff ? 1 : 0, plain = { further: 0, hasHeader: true };
  if (skip !== undefined) {
    const start = afterLines(text, skip, first), rest = text.slice(start, SAMPLE_CHARACTERS);
    return { ...plain, delimiter: delimiter ?? inferDelimiter(rest), skip, start };
  }
  const sample = text.slice(first, SAMPLE_CHARACTERS);
  const usual = delimiter ?? inferDelimiter(sample), own = yield* headerIn(sample, usual);
  const isOwn = delimiter !== undefined || own.skip === 0 && own.score > 0;
  // The header row's own delimiter counts, unless it is a preamble for another one.
  let found = own;
  for (const mark of isOwn ? [] : DELIMITERS) {
    const other = yield* headerIn(sample, mark);
    if (other.score > found.score) found = other;
  }
  const { score: _, ...best } = found;
  return { ...best, start: afterLines(text, best.skip, first) };
}

/** Returns the most frequent separator in the first line, without commas of numbers such as `1,5;2`. */
function inferDelimiter(text: string): string {
  const line = /[^\r\n]+/.exec(text)?.[0] ?? "";
  const bare = line.replaceAll(/"(?:""|[^"])*"?/g, "");
  const counts = DELIMITERS.map((mark) => bare.split(mark).length - 1);
  const areDecimal = !/(?<!\d),|,(?!\d)/.test(bare);
  if (areDecimal && counts.some((count, i) => i > 0 && count > 0)) counts[0] = 0;
  const most = Math.max(...counts);
  return most === 0 ? "," : DELIMITERS[counts.indexOf(most)]!;
}

/** A number, date or time, which no header row has. */
const VALUE = /^\s*[+-]?(?=[^\d\s]*\d)[\d.,:/%-]+\s*$/;

type Header = Omit<TableShape, "start"> & {
  /** Number of fields in rows of the common width; 0 if no width is common. */
  readonly score: number;
};

function* headerIn(sample: string, delimiter: string): Generator<void, Header> {
  const rows: { width: number; line: number; isNamed: boolean }[] = [], top: CsvField[][] = [];
  yield* csvSteps(sample, { delimiter, onFault: () => {} }, (fields, line) => {
    const width = widthOf(fields);
    if (width === 0) return;
    if (top.length < 2) top.push([...fields]);
    const isNamed = !fields.some((field) => field !== null && VALUE.test(field));
    rows.push({ width, line, isNamed });
  });
  const counts = Map.groupBy(rows, ({ width }) => width);
  let width = 0, most = 0;
  for (const [one, { length }] of counts) {
    if (length > most || (length === most && one > width)) [width, most] = [one, length];
  }
  const found = { delimiter, skip: 0, further: 0, hasHeader: true, score: 0 };
  if (width < 2 || 2 * most <= rows.length) return found;
  const at = rows.findIndex((row) => row.width >= width), header = rows[at]!;
  if (at === 0) {
    return { ...found, hasHeader: !isDated(top) && !isMeasured(top), score: most * width };
  }
  if (!header.isNamed && at < LEAST_PREAMBLE) return found;
  const below = rows.slice(at + 1), values = below.filter(({ isNamed }) => !isNamed).length;
  const end = below.findIndex(({ isNamed }) => !isNamed);
  const isTall = header.isNamed && end > 0 && end <= MOST_FURTHER && 2 * values > below.length;
  return {
    delimiter,
    skip: header.line - 1,
    further: isTall ? below[end - 1]!.line - header.line : 0,
    hasHeader: header.isNamed,
    score: most * width,
  };
}

const DAY = /^\s*(?:\d{4}([-./])\d\d?\1\d\d?|\d\d?([-./])\d\d?\2(?:\d{4}|\d\d))(?!\d)/;

/** Returns whether a field of the first of two rows is a date, and so is the field below it. */
function isDated([first = [], second = []]: readonly (readonly CsvField[])[]): boolean {
  return first.some((field, place) => DAY.test(field ?? "") && DAY.test(second[place] ?? ""));
}

/** A decimal fraction, or a time since 1970. */
const MEASURED = /\d[.,]\d|^\s*\d{9,}/;

/**
 * Returns whether two rows only have numbers, and the first has a fraction or a time since 1970: names
 * may be numbers such as `2024`. Names that rise, such as wavelengths, stay names.
 */
function isMeasured([first = [], second = []]: readonly (readonly CsvField[])[]): boolean {
  const are = (fields: readonly CsvField[]): boolean =>
    fields.length > 1 && fields.every((field) => VALUE.test(field ?? ""));
  if (!are(first) || !are(second)) return false;
  const numbers = first.map(Number);
  const isScale = numbers.length > 3 &&
    numbers.every((number, place) => place === 0 || number > numbers[place - 1]!);
  return !isScale && first.some((field) => MEASURED.test(field ?? ""));
}

/** Returns the number of fields up to the last one that is not empty. */
function widthOf(fields: readonly CsvField[]): number {
  return fields.findLastIndex((field) => field !== null && field.trim() !== "") + 1;
}

function afterLines(text: string, count: number, from: number): number {
  const end = /\r\n|\r|\n/g;
  end.lastIndex = from;
  for (let line = 0; line < count; line++) if (end.exec(text) === null) return text.length;
  return count === 0 ? from : end.lastIndex;
}
