const QUOTE = 34, LF = 10, CR = 13;

/** Takes the fields of one row, null where nothing stands, and the line that it begins in. */
export type TakeRow = (fields: readonly (string | null)[], line: number) => void;

/**
 * Gives the rows of CSV (RFC 4180, any delimiter of one character) one after the other. Lines end with
 * LF, CRLF or CR; empty ones are left out. Spaces belong to a field.
 *
 * @throws {TypeError} if quotes are not closed, or text follows closing quotes; names the line
 */
export function csvRows(text: string, delimiter: string, take: TakeRow): void {
  const cut = delimiter.charCodeAt(0), length = text.length;
  const fail = (line: number, why: string): TypeError =>
    new TypeError(`Cannot read CSV: line ${line} ${why}`);
  let line = 1, first = 1, fields: (string | null)[] = [];
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < length;) {
    if (text.charCodeAt(at) === QUOTE) {
      const begun = line;
      let end = at + 1, escaped = false;
      for (;; end++) {
        end = text.indexOf('"', end);
        if (end < 0) throw fail(begun, "opens quotes that are not closed");
        if (text.charCodeAt(end + 1) !== QUOTE) break;
        escaped = true;
        end++;
      }
      const field = text.slice(at + 1, end);
      for (let i = field.indexOf("\n"); i >= 0; i = field.indexOf("\n", i + 1)) line++;
      fields.push(escaped ? field.replaceAll('""', '"') : field);
      at = end + 1;
      const next = text.charCodeAt(at);
      if (at < length && next !== cut && next !== LF && next !== CR) {
        throw fail(line, "has text after closing quotes");
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
    if (fields.length > 1 || fields[0] !== null) take(fields, first);
    fields = [];
    if (text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF) at++;
    at++;
    first = ++line;
  }
}
