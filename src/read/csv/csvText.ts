import { decodeSteps } from "./decodeSteps.ts";
import { isWindows1252, utf16Of } from "./isWindows1252.ts";

const SHEET = "Save the sheet as CSV";
const OTHER = "Pass a file of text";

/** First bytes of files that are not text, as Latin-1, with the kind of file and advice. */
const BINARY: readonly (readonly [start: string, kind: string, advice: string])[] = [
  ["PK\x03\x04", "a zip file or an Excel workbook", SHEET],
  ["\xd0\xcf\x11\xe0", "an Excel workbook", SHEET],
  ["PAR1", "a Parquet file", "Read it with pl.readParquet"],
  ["ARROW1", "an Arrow file", "Read it with read.arrow"],
  ["\x1f\x8b", "a gzip file", "Unpack it first"],
  ["SQLite format 3\0", "an SQLite database", "Read the export of an app with read.any"],
  ["%PDF-", "a PDF", OTHER],
  ["\x89PNG", "an image", OTHER],
  ["\xff\xd8\xff", "an image", OTHER],
];

/** @throws {TypeError} if bytes start like a file of another kind */
function rejectBinary(source: Uint8Array): void {
  const start = String.fromCharCode(...source.subarray(0, 16));
  const [, kind, advice] = BINARY.find(([bytes]) => start.startsWith(bytes)) ?? [];
  if (kind === undefined) return;
  throw new TypeError(`Cannot read CSV: it is ${kind}, not text. ${advice}`);
}

/**
 * Decodes the bytes of CSV. Without an encoding, bytes that are plainly Windows-1252 are decoded as
 * such, and `assumed` names it. Others can run between its steps.
 *
 * @throws {TypeError} if they are not in the encoding, or start like a file of another kind
 * @throws {RangeError} if the encoding does not exist
 */
export function* csvText(
  source: string | Uint8Array,
  encoding?: string,
): Generator<void, { readonly text: string; readonly assumed?: "windows-1252" }> {
  if (typeof source === "string") return { text: source };
  rejectBinary(source);
  const marked = utf16Of(source) ?? "utf-8";
  const assumed = encoding === undefined && marked === "utf-8" && (yield* isWindows1252(source));
  const name = assumed ? "windows-1252" : encoding ?? marked;
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(name, { fatal: true });
  } catch (cause) {
    throw new RangeError(
      `Cannot read CSV: the encoding ${JSON.stringify(name)} does not exist. Use a name such as ` +
        "utf-8 or windows-1252.",
      { cause },
    );
  }
  try {
    const text = yield* decodeSteps(source, decoder);
    return assumed ? { text, assumed: "windows-1252" } : { text };
  } catch (cause) {
    throw new TypeError(
      `Cannot read CSV: it is not ${name.toUpperCase()}. Pass its encoding, such as ` +
        '{ encoding: "windows-1252" }.',
      { cause },
    );
  }
}
