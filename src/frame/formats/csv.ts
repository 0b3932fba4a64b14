/** A field of CSV; null where nothing stands between two commas, not even quotes. */
export type CsvField = string | null;

const MUST_BE_QUOTED = /[",\r\n]/;

/**
 * Reads CSV (RFC 4180) as rows of fields. Lines may end with LF or CRLF; the last must have its end.
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
  let row: CsvField[] = [];
  for (let at = 0; at < text.length;) {
    let field: CsvField;
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      field = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const end = endOfBare(text, at);
      field = end === at ? null : text.slice(at, end);
      at = end;
    }
    row.push(field);
    if (text[at] === ",") {
      at++;
      continue;
    }
    if (text[at] === "\r") at++;
    if (text[at] !== "\n") {
      throw new TypeError(`Cannot read CSV: line ${rows.length + 1} has text after closing quotes`);
    }
    at++;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Rows as CSV with LF, quoted where needed, or every field. Null is an empty field without quotes. */
export function formatCsv(rows: readonly (readonly CsvField[])[], quoteAll = false): string {
  const written = (field: CsvField): string => {
    if (quoteAll) return quoted(field ?? "");
    if (field === null) return "";
    return field === "" || MUST_BE_QUOTED.test(field) ? quoted(field) : field;
  };
  return rows.map((row) => row.map(written).join(",") + "\n").join("");
}

function quoted(field: string): string {
  return `"${field.replaceAll('"', '""')}"`;
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from);; at = text.indexOf('"', at + 2)) {
    if (at < 0) throw new TypeError("Cannot read CSV: it is cut short inside quotes");
    if (text[at + 1] !== '"') return at;
  }
}

/** Where a field without quotes ends: before a comma, or the end of the line. */
function endOfBare(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "," && text[at] !== "\n") at++;
  return text[at] === "\n" && at > from && text[at - 1] === "\r" ? at - 1 : at;
}
