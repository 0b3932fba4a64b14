import { type CsvField, readCsvRows } from "../../frame/formats/csv.ts";

/** Shape of a table in a text. */
export interface TableShape {
  readonly delimiter: string;
  /** Number of lines before the table: a preamble, or lines that the caller skips. */
  readonly skip: number;
  /** Index of the first character of the table. */
  readonly start: number;
}

const DELIMITERS = [",", ";", "\t", "|"];

/** Number of characters and rows that are looked at. */
const SAMPLE_CHARACTERS = 65_536, SAMPLE_ROWS = 200;

/**
 * Finds the header row of a table and its delimiter. Lines before the first row that is as wide as
 * most rows are a preamble. If no width is common, the first line is the header row.
 */
export function tableShape(
  text: string,
  { delimiter, skip }: { delimiter?: string | undefined; skip?: number | undefined },
): TableShape {
  const first = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (skip !== undefined) {
    const start = afterLines(text, skip, first);
    return { delimiter: delimiter ?? inferDelimiter(text.slice(start)), skip, start };
  }
  const sample = text.slice(first, SAMPLE_CHARACTERS);
  const usual = delimiter ?? inferDelimiter(sample);
  const shapes = (delimiter === undefined ? [usual, ...DELIMITERS] : [delimiter]).map((mark) => ({
    delimiter: mark,
    ...headerIn(sample, mark),
  }));
  // The header row's own delimiter counts, unless it is a preamble for another one.
  const [own] = shapes, best = shapes.reduce((a, b) => (b.score > a.score ? b : a));
  const isOwn = own!.isFirst && own!.score > 0 || best.score === 0;
  const { delimiter: mark, skip: lines } = isOwn ? own! : best;
  return { delimiter: mark, skip: lines, start: afterLines(text, lines, first) };
}

/** Returns the most frequent separator in the first line. */
export function inferDelimiter(text: string): string {
  const line = /[^\r\n]+/.exec(text)?.[0] ?? "";
  const bare = line.replaceAll(/"(?:""|[^"])*"?/g, "");
  const counts = DELIMITERS.map((mark) => bare.split(mark).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? "," : DELIMITERS[counts.indexOf(most)]!;
}

/** A number, date or time, which no header row has. */
const VALUE = /^\s*[+-]?[\d.,:/%-]*\d[\d.,:/%-]*\s*$/;

function headerIn(
  sample: string,
  delimiter: string,
): { skip: number; score: number; isFirst: boolean } {
  const rows: { width: number; line: number; isNamed: boolean }[] = [];
  readCsvRows(sample, { delimiter, onFault: () => {} }, (fields, line) => {
    if (rows.length >= SAMPLE_ROWS) return;
    const isNamed = !fields.some((field) => field !== null && VALUE.test(field));
    rows.push({ width: widthOf(fields), line, isNamed });
  });
  const counts = Map.groupBy(rows, ({ width }) => width);
  let width = 0, most = 0;
  for (const [one, { length }] of counts) {
    if (length > most || (length === most && one > width)) [width, most] = [one, length];
  }
  const isCommon = width > 1 && 2 * most > rows.length;
  const header = rows.find((row) => row.width >= width);
  if (!isCommon || header === rows[0] || !header?.isNamed) {
    const isTable = isCommon && header === rows[0];
    return { skip: 0, score: isTable ? most * width : 0, isFirst: true };
  }
  return { skip: header.line - 1, score: most * width, isFirst: false };
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
