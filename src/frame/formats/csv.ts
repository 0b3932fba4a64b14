/** A field of CSV; null where nothing stands between two commas, not even quotes. */
export type CsvField = string | null;

const MUST_BE_QUOTED = /[",\r\n]/;

const QUOTE = 34, LF = 10, CR = 13;

/** How CSV is read row by row. */
export interface CsvRowsOptions {
  /** What stands between fields: one character. @default "," */
  readonly delimiter?: string;
  /** Whether a line without anything is a row of one field that is null; else it is left out. @default false */
  readonly emptyRows?: boolean;
  /**
   * Called with each row that is not CSV, which is left out with its line. @default the reading ends
   * with a TypeError
   */
  readonly onFault?: (reason: string, line: number) => void;
}

/** Takes the fields of one row, null where nothing stands, and the line that it begins in. */
export type TakeRow = (fields: CsvField[], line: number) => void;

/**
 * Gives the rows of CSV (RFC 4180) one after the other. Lines end with LF, CRLF or CR; spaces belong
 * to a field.
 *
 * It is written here because it tells `""` from nothing and is fast: of 200,000 lines, csv-parse 7.0.3,
 * which can tell them apart too, takes 8 to 17 times as long.
 *
 * @throws {TypeError} if quotes are not closed, or text follows closing quotes, and there is no
 * `onFault`; names the line
 */
export function readCsvRows(text: string, options: CsvRowsOptions, take: TakeRow): void {
  const { delimiter = ",", emptyRows = false, onFault } = options;
  const cut = delimiter.charCodeAt(0), length = text.length;
  let line = 1, first = 1, fields: CsvField[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0, start = at;
  const fault = (reason: string): void => {
    if (onFault === undefined) throw new TypeError(`Cannot read CSV: ${reason}`);
    onFault(reason, first);
    const lineEnd = /\r\n|\r|\n|$/g;
    lineEnd.lastIndex = start;
    lineEnd.exec(text);
    at = start = lineEnd.lastIndex;
    fields = [];
    line = ++first;
  };
  while (at < length) {
    if (text.charCodeAt(at) === QUOTE) {
      const closing = closingQuote(text, at + 1);
      if (closing === undefined) {
        fault(`it is cut short inside quotes: line ${line} opens quotes that are not closed`);
        continue;
      }
      const { end, escaped } = closing, field = text.slice(at + 1, end);
      for (let i = field.indexOf("\n"); i >= 0; i = field.indexOf("\n", i + 1)) line++;
      fields.push(escaped ? field.replaceAll('""', '"') : field);
      at = end + 1;
      const next = text.charCodeAt(at);
      if (at < length && next !== cut && next !== LF && next !== CR) {
        fault(`line ${line} has text after closing quotes`);
        continue;
      }
    } else {
      let end = at, code = text.charCodeAt(end);
      while (end < length && code !== cut && code !== LF && code !== CR) {
        code = text.charCodeAt(++end);
      }
      fields.push(end === at ? null : text.slice(at, end));
      at = end;
    }
    if (at < length && text.charCodeAt(at) === cut) {
      at++;
      if (at < length) continue;
      fields.push(null); // the file ends behind a delimiter
    }
    if (emptyRows || fields.length > 1 || fields[0] !== null) take(fields, first);
    fields = [];
    if (text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF) at++;
    start = ++at;
    first = ++line;
  }
}

/** Returns where quotes close that are open before a place, and if there are doubled ones in between. */
function closingQuote(
  text: string,
  from: number,
): { end: number; escaped: boolean } | undefined {
  for (let end = from, escaped = false;; end += 2, escaped = true) {
    end = text.indexOf('"', end);
    if (end < 0) return undefined;
    if (text.charCodeAt(end + 1) !== QUOTE) return { end, escaped };
  }
}

/**
 * Reads CSV that is whole, as a service answers it, as rows of fields; the last line must have its end.
 *
 * @throws {TypeError} if it is cut short: empty, inside quotes, or without the end of its last line
 */
export function parseCsv(text: string): CsvField[][] {
  if (!text.endsWith("\n")) {
    throw new TypeError(
      `Cannot read CSV: it is cut short: ${
        text === "" ? "it is empty" : "its last line has no end"
      }`,
    );
  }
  const rows: CsvField[][] = [];
  readCsvRows(text, { emptyRows: true }, (fields) => rows.push(fields));
  return rows;
}

/** Rows as CSV with LF, quoted where needed, or every field. Null is an empty field without quotes. */
export function formatCsv(rows: readonly (readonly CsvField[])[], quoteAll = false): string {
  const written = (field: CsvField): string => {
    if (quoteAll) return quote(field ?? "");
    if (field === null) return "";
    return field === "" || MUST_BE_QUOTED.test(field) ? quote(field) : field;
  };
  return rows.map((row) => row.map(written).join(",") + "\n").join("");
}

function quote(field: string): string {
  return `"${field.replaceAll('"', '""')}"`;
}
