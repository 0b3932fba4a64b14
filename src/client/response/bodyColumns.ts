import type { OutputMethod } from "../../api/fields/enums.ts";
import { decodeText, parseJson } from "../../options/parseJson.ts";
import { parseCsv } from "../../frame/formats/csv.ts";

const QUOTE = 0x22, NEWLINE = 0x0a;

/**
 * Returns the names of the columns in a text body: the header of CSV, or the members of the first
 * row of JSON, which are empty without rows. Returns `undefined` for formats with a schema of their
 * own (Arrow, Parquet).
 *
 * @throws {TypeError | SyntaxError} if the body does not have this format
 */
export function bodyColumns(bytes: Uint8Array, output: OutputMethod): string[] | undefined {
  switch (output) {
    case "csv":
    case "quotecsv":
      return header(bytes);
    case "ndjson": {
      const line = decodeText(bytes.subarray(0, lineEnd(bytes)));
      return line.trim() === "" ? [] : Object.keys(row(parseJson(line)));
    }
    case "jstable": {
      const rows: unknown = parseJson(decodeText(bytes));
      if (!Array.isArray(rows)) throw new TypeError("it is not an array of objects");
      return rows.length === 0 ? [] : Object.keys(row(rows[0]));
    }
    case "jscolumns":
      return Object.keys(row(parseJson(decodeText(bytes))));
    default:
      return undefined;
  }
}

function header(bytes: Uint8Array): string[] {
  const [names = []] = parseCsv(decodeText(bytes.subarray(0, lineEnd(bytes) + 1)));
  return names.map((name) => name ?? "");
}

function row(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new TypeError("its rows are not objects");
}

/** Returns the end of the first line, ignoring line breaks inside quotes. */
function lineEnd(bytes: Uint8Array): number {
  let quoted = false;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === QUOTE) quoted = !quoted;
    else if (bytes[i] === NEWLINE && !quoted) return i;
  }
  return bytes.length;
}
