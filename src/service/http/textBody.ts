import { type CsvField, formatCsv } from "../../frame/formats/csv.ts";
import { Turn } from "../../store/sqlite/turn.ts";
import type { TextBody } from "./handler.ts";

export type Pages<T> = AsyncIterable<readonly T[]>;

/** Returns a JSON array of items that are JSON text. */
export function jsonArray(pages: Pages<string>): TextBody {
  return { contentType: "application/json", pieces: arrayPieces(pages) };
}

/** Returns JSON lines of items that are JSON text. */
export function jsonLines(pages: Pages<string>): TextBody {
  return { contentType: "application/x-ndjson", pieces: linePieces(pages) };
}

/**
 * Returns CSV with a header. A missing value is an empty field, empty text is `""`, and an object
 * or a list is JSON.
 */
export function csvTable(columns: readonly string[], pages: Pages<object>): TextBody {
  const table = (cell: (value: unknown) => CsvField): TextBody => ({
    contentType: "text/csv; charset=utf-8",
    pieces: csvPieces(columns, pages, cell),
  });
  return { ...table(cell), inert: () => table(inertCell) };
}

/** Maps each item of each page, or omits it; other work runs in between. */
export async function* mapPages<T, U>(
  pages: Pages<T>,
  change: (item: T) => U | undefined,
): AsyncGenerator<U[], void, void> {
  const turn = new Turn();
  for await (const page of pages) {
    let changed: U[] = [];
    for (const item of page) {
      const other = change(item);
      if (other !== undefined) changed.push(other);
      if (!turn.isOver()) continue;
      yield changed;
      changed = [];
      await turn.next();
    }
    yield changed;
  }
}

/** Yields available items as one page. */
export async function* onePage<T>(items: readonly T[]): AsyncGenerator<readonly T[], void, void> {
  yield await Promise.resolve(items);
}

async function* arrayPieces(pages: Pages<string>): AsyncGenerator<string, void, void> {
  let before = "[";
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.join(",");
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

async function* linePieces(pages: Pages<string>): AsyncGenerator<string, void, void> {
  for await (const page of pages) yield page.map((text) => `${text}\n`).join("");
}

async function* csvPieces(
  columns: readonly string[],
  pages: Pages<object>,
  cell: (value: unknown) => CsvField,
): AsyncGenerator<string, void, void> {
  yield formatCsv([columns.map(cell)]);
  for await (const page of pages) {
    if (page.length === 0) continue;
    const rows = page.map((row) =>
      columns.map((name) => cell((row as { [name: string]: unknown })[name]))
    );
    yield formatCsv(rows);
  }
}

function cell(value: unknown): CsvField {
  if (value === null || value === undefined) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Matches text that spreadsheets read as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Escapes a formula in a cell with an apostrophe. */
function inertCell(value: unknown): CsvField {
  const text = cell(value);
  return text !== null && typeof value !== "number" && FORMULA.test(text) ? `'${text}` : text;
}
