import { csvSteps } from "../../frame/formats/csv.ts";
import { plainLine } from "../../options/plainText.ts";
import type { Pause } from "../../options/pause.ts";
import type { ExportCollector } from "./exportCollector.ts";
import { type ExportFile, headText, lineAt, readText } from "./exportFile.ts";

/** A row by the names of its columns, valid only during the callback. */
export interface TableRow {
  /** Returns the field of a column; undefined if it is empty or the column is missing. */
  text(column: string): string | undefined;
  /** Returns the number of a column; undefined if it is empty, NaN if it is not a number. */
  number(column: string): number | undefined;
  /** Place of the row in the file, such as `line 17`. */
  readonly where: string;
}

export interface ExportTableOptions {
  /** Required columns. */
  readonly needs: readonly string[];
  /** Separator of fields. @default "," */
  readonly delimiter?: string;
  /** Returns the name of a column in English. @default unchanged */
  readonly english?: (column: string) => string;
  /** Receives reports of rows with another length than the header row. */
  readonly collector: ExportCollector;
  /** Lets other work run. */
  readonly pause: Pause;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Passes the rows of a CSV file with a header row to a callback, which returns its steps if it takes
 * long. Spaces around names and fields are removed.
 *
 * @throws {TypeError} if a required column is missing, or it is not CSV
 */
export async function readExportTable(
  file: ExportFile,
  { needs, delimiter = ",", english = (column) => column, collector, pause }: ExportTableOptions,
  take: (row: TableRow) => void | Generator<void, void>,
): Promise<void> {
  let places: Map<string, number> | undefined, width = 0;
  let current: readonly (string | null)[] = [], at = 0;
  const text = (column: string): string | undefined => {
    const place = places!.get(column);
    return place === undefined ? undefined : current[place]?.trim() || undefined;
  };
  const row: TableRow = { // one for all rows: there are millions
    text,
    number: (column) => {
      const field = text(column);
      return field === undefined ? undefined : NUMBER.test(field) ? Number(field) : NaN;
    },
    get where() {
      return `line ${at}`;
    },
  };
  const onFault = (reason: string, line: number): void => {
    if (places === undefined) throw new TypeError(`Cannot read CSV: ${reason}`);
    at = line;
    collector.skip("the row is not CSV", row.where, reason);
  };
  const csv = await readText(file, collector);
  const steps = csvSteps(csv, { delimiter, bareQuotes: true, onFault }, (fields, line) => {
    if (places === undefined) {
      if (fields.every((field) => field === null)) return; // an empty row before the header row
      places = new Map(fields.map((name, place) => [english(name?.trim() ?? ""), place]));
      width = fields.length;
      const missing = needs.find((name) => !places!.has(name));
      if (missing === undefined) return;
      throw new TypeError(
        `column ${JSON.stringify(missing)} is missing; the columns are ${
          plainLine(fields.join(", "))
        }`,
      );
    }
    current = fields;
    at = line;
    if (fields.length === width) return take(row);
    collector.skip("it has fewer or more fields than the header row", row.where);
  });
  for (const _ of steps) await pause();
  if (places === undefined) throw new TypeError("it is empty: the header row is missing");
  // Rows may be missing: a complete header row ends with a line break.
  if (at === 0 && !isWhole(csv)) collector.skip("the file ends in its header row");
  else await checkLines(csv, file, collector);
}

function isWhole(text: string): boolean {
  return /[\r\n]/.test(text.slice(text.trimEnd().length));
}

/**
 * Reports a zero byte in a file of lines, and an end within a character. Notes an end within a line.
 */
export async function checkLines(
  text: string,
  file: ExportFile,
  collector: ExportCollector,
): Promise<void> {
  const zero = text.indexOf("\0");
  if (zero >= 0) collector.skip("a byte is zero", await lineAt(text, zero, file.signal));
  if (isWhole(text)) return;
  if (text.endsWith("\uFFFD")) collector.skip("the file ends within a character");
  else {
    collector.note(
      `${file.name} does not end with a line break: if it is cut short, its last value is wrong`,
    );
  }
}

/** Returns the names in the header row of a CSV file, as far as its first bytes contain them. */
export async function headNames(file: ExportFile, delimiter = ","): Promise<readonly string[]> {
  const head = (await headText(file)).replace(/^[\s,;]+/, "");
  const [line = ""] = head.split(/\r?\n|\r/, 1);
  return line.split(delimiter)
    .map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
}
