// @ts-types="@types/d3-dsv"
import { csvFormatRows } from "d3-dsv";
import type { TextBody } from "./handler.ts";

/** Pages of items. */
export type Pages<T> = AsyncIterable<readonly T[]>;

/** A JSON array of texts that each are a JSON value. */
export function jsonArray(pages: Pages<string>): TextBody {
  return { contentType: "application/json", pieces: arrayPieces(pages) };
}

/** JSON lines: texts that each are a JSON value, one a line. */
export function jsonLines(pages: Pages<string>): TextBody {
  return { contentType: "application/x-ndjson", pieces: linePieces(pages) };
}

/** CSV with a header; an absent value is an empty field, an object or a list is JSON. */
export function csvTable(columns: readonly string[], pages: Pages<object>): TextBody {
  return { contentType: "text/csv; charset=utf-8", pieces: csvPieces(columns, pages) };
}

/** Each item of each page, changed or left out. */
export async function* mapPages<T, U>(
  pages: Pages<T>,
  change: (item: T) => U | undefined,
): AsyncGenerator<U[], void, void> {
  for await (const page of pages) {
    yield page.map(change).filter((item): item is Exclude<typeof item, undefined> =>
      item !== undefined
    ) as U[];
  }
}

/** Items that are at hand as one page. */
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
): AsyncGenerator<string, void, void> {
  yield csvFormatRows([[...columns]]) + "\n";
  for await (const page of pages) {
    if (page.length === 0) continue;
    const rows = page.map((row) =>
      columns.map((name) => cell((row as { [name: string]: unknown })[name]))
    );
    yield csvFormatRows(rows) + "\n";
  }
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
