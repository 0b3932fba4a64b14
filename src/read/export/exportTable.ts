import { readCsvRows } from "../../frame/formats/csv.ts";
import type { ExportCollector } from "./exportCollector.ts";
import type { ExportFile } from "./exportFiles.ts";

/** A row of a table by the names of its columns; it is of use only while it is taken. */
export interface TableRow {
  /** The field of a column; undefined where nothing stands there, or where there is no such column. */
  text(column: string): string | undefined;
  /** The number of a column; undefined where nothing stands there, NaN where it is not a number. */
  number(column: string): number | undefined;
  /** Where the row stands in the file, such as `line 17`. */
  readonly where: string;
}

/** How a table is read. */
export interface ExportTableOptions {
  /** Columns that it cannot do without. */
  readonly needs: readonly string[];
  /** What stands between fields. @default "," */
  readonly delimiter?: string;
  /** Who is told of rows of other lengths than the first. */
  readonly collector: ExportCollector;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Gives the rows of a file of CSV with a line of names. Spaces around names and fields are left out.
 *
 * @throws {TypeError} if a column that it needs is missing, or it is not CSV or UTF-8
 */
export async function readExportTable(
  file: ExportFile,
  { needs, delimiter = ",", collector }: ExportTableOptions,
  take: (row: TableRow) => void,
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
  const csv = await file.text();
  readCsvRows(csv, { delimiter, onFault }, (fields, line) => {
    if (places === undefined) {
      places = new Map(fields.map((name, place) => [name?.trim() ?? "", place]));
      width = fields.length;
      const missing = needs.find((name) => !places!.has(name));
      if (missing === undefined) return;
      throw new TypeError(
        `column ${JSON.stringify(missing)} is missing; the columns are ${fields.join(", ")}`,
      );
    }
    current = fields;
    at = line;
    if (fields.length === width) take(row);
    else collector.skip("it has fewer or more fields than the line of names", row.where);
  });
  if (places === undefined) throw new TypeError("it is empty: there is no line of names");
  // Rows may be missing: a header row that was written whole ends its line.
  if (at === 0 && !/[\r\n]$/.test(csv)) collector.skip("the file ends in its header row");
}

/** The names in the first line of a file of CSV, as far as its first bytes hold them. */
export async function headNames(file: ExportFile, delimiter = ","): Promise<readonly string[]> {
  const head = new TextDecoder().decode(await file.head());
  return head.split(/\r?\n|\r/, 1)[0]!.split(delimiter)
    .map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
}
