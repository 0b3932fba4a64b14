import { depthFault } from "../export/depthFault.ts";
import { FORBIDDEN, xmlParser } from "../export/xmlWriter.ts";
import { inUtf8, slices } from "../zip/fileSource.ts";
import { type Attributes, RecordScan, type TagScan } from "./recordScan.ts";

/** Receives the elements of a health export in order. */
export interface HealthXmlHandler {
  /** An element begins inside other elements, innermost last. */
  open(name: string, attributes: Attributes, within: readonly string[]): void;
  /** An element ends; `line` is where it began. */
  close(name: string, line: number): void;
  /**
   * A usual record in a line, in place of `open` and `close`; it is valid during the call. `zone` is
   * the value of its metadata `HKTimeZone`.
   */
  record(record: TagScan, zone: string | undefined, line: number): void;
  /** A line has a character that XML forbids; it is kept. */
  oddCharacter(line: number): void;
  /** The file is damaged in a line; reading stops there. */
  stop(line: number, reason: string): void;
}

/** The XML is damaged. */
class DamagedXml extends TypeError {}

const TAB = 9, NEWLINE = 10, SPACE = 32, GREATER = 62;

/**
 * Reads the XML of a health export chunk by chunk. The DOCTYPE is ignored, because phones have written
 * broken ones (export version 12). Characters that XML forbids are reported and kept, because phones
 * write them too. Any other invalid XML is an error.
 *
 * Usual records are read straight from the text. The XML parser gets everything else, up to
 * the end of the current child of the root.
 *
 * @param isStrict Throws at damage after the first record; otherwise reading stops there.
 * @returns the number of bytes read so far, after each chunk
 * @throws {TypeError} if it is not XML, not a health export, not in UTF-8 or truncated; names line and byte
 */
export async function* healthXml(
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
  handler: HealthXmlHandler,
  { action, isStrict }: { readonly action: string; readonly isStrict: boolean },
): AsyncGenerator<number, void, void> {
  const decoder = new TextDecoder("utf-8", { fatal: isStrict });
  const parser = await xmlParser((reason) => {
    if (reason === FORBIDDEN) handler.oddCharacter(parser.line);
    else if (failure !== undefined) throw fail(failure);
    else failure = `${reason} ${where()}`;
  });
  const within: string[] = [], lines: number[] = [];
  const scan = new RecordScan();
  let done = 0, records = 0, failure: string | undefined;
  /** Returns whether the parser is between two children of the root, with nothing left to read. */
  let isBetween = false, isPlain = true;
  const where = (): string => `in line ${parser.line}, before byte ${done}`;
  parser.on("xmldecl", ({ encoding = "utf-8", version = "1.0" }) => {
    isPlain = version === "1.0"; // 1.1 has other characters and line ends
    if (!/^(utf-8|us-ascii)$/i.test(encoding)) failure ??= `its encoding is ${encoding}, not UTF-8`;
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (within.length === 0 && name !== "HealthData") {
      failure ??= `it is not a health export: its root is ${name}, not HealthData`;
    }
    failure ??= depthFault(within.length);
    if (failure === undefined) handler.open(name, attributes as Attributes, within);
    within.push(name);
    lines.push(parser.line);
    isBetween = within.length === 1;
  });
  parser.on("closetag", ({ name }) => {
    within.pop();
    isBetween = within.length === 1;
    const line = lines.pop() ?? parser.line;
    if (failure !== undefined) return;
    handler.close(name, line);
    if (isBetween && (name === "Record" || name === "Workout")) records++;
  });
  const fail = (why: string, cause?: unknown): DamagedXml =>
    new DamagedXml(`Cannot ${action}: ${why}`, { cause });
  /** Reads records up to anything else, and returns its index. */
  const readRecords = (bytes: Uint8Array, start: number): number => {
    for (let at = start;;) {
      let code = bytes[at];
      while (code === SPACE || code === NEWLINE || code === TAB) {
        if (code === NEWLINE) parser.line++;
        code = bytes[++at];
      }
      if (!scan.scan(bytes, at)) return at;
      handler.record(scan.record, scan.zone, parser.line);
      parser.line += scan.newlines;
      records++;
      at = scan.end;
    }
  };
  let oddLine = 0;
  /** Reports each line with a character that could not be decoded, however the file is divided. */
  const reportOdd = (text: string, first: number): void => {
    if (!text.includes("\uFFFD")) return;
    const ends = isPlain ? /\r\n?|\n/ : /\r[\n\x85]?|[\n\x85\u2028]/;
    for (const [i, part] of text.split(ends).entries()) {
      const line = first + i;
      if (line === oddLine || !part.includes("\uFFFD")) continue;
      handler.oddCharacter(oddLine = line);
    }
  };
  let isBefore = true; // before the first tag: XML allows no space before its declaration
  const write = (text: string): void => {
    const first = parser.line;
    const own = isBefore ? text.trimStart() : text;
    parser.line += text.slice(0, text.length - own.length).split("\n").length - 1;
    isBefore &&= own === "";
    try {
      parser.write(own);
    } finally {
      reportOdd(text, first);
    }
    if (failure !== undefined) throw fail(failure);
  };
  const textOf = (bytes: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: true });
    } catch (cause) {
      throw fail(`it is not UTF-8 ${where()}`, cause);
    }
  };
  const read = (piece: Uint8Array): void => {
    done += piece.length;
    for (let at = 0; at < piece.length;) {
      if (isBetween && isPlain) at = readRecords(piece, at);
      const end = piece.indexOf(GREATER, at) + 1 || piece.length;
      isBetween &&= at === end;
      if (at < end) write(textOf(piece.subarray(at, end)));
      at = end;
    }
  };
  const finish = (): void => {
    if (done === 0) throw fail("the file is empty");
    if (within.length > 0) {
      throw fail(
        `the file is cut short in ${within.at(-1)}, in line ${parser.line}, at byte ${done}`,
      );
    }
    try {
      write(decoder.decode());
      parser.close();
    } catch (cause) {
      throw fail(`the file is cut short ${where()}`, cause);
    }
    if (failure !== undefined) throw fail(failure);
  };
  /** Returns whether reading can continue; without `isStrict`, damage after a record ends it. */
  const isSound = (step: () => void): boolean => {
    try {
      step();
      return true;
    } catch (error) {
      if (isStrict || records === 0 || !(error instanceof DamagedXml)) throw error;
      handler.stop(
        parser.line,
        `${error.message.slice(`Cannot ${action}: `.length)}; the rest is not read`,
      );
      return false;
    }
  };
  let isWhole = true;
  for await (const piece of slices(inUtf8(pieces))) {
    // The rest of a damaged file still arrives, since a zip file is checked at its end.
    if (isWhole) isWhole = isSound(() => read(piece));
    else done += piece.length;
    yield done;
  }
  if (isWhole) isSound(finish);
}
