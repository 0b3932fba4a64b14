import { depthFault } from "../export/depthFault.ts";
import { FORBIDDEN, xmlParser } from "../export/xmlWriter.ts";
import { inUtf8, slices } from "../zip/fileSource.ts";
import { type Attributes, RecordScan } from "./recordScan.ts";

/** Receives the elements of a health export in order. */
export interface HealthXmlHandler {
  /** An element begins inside other elements, innermost last. */
  open(name: string, attributes: Attributes, within: readonly string[]): void;
  /** An element ends; `line` is where it began. */
  close(name: string, line: number): void;
  /** A line has a character that XML forbids; it is kept. */
  oddCharacter(line: number): void;
  /** The file is damaged in a line; reading stops there. */
  stop(line: number, reason: string): void;
}

/** The XML is damaged. */
class DamagedXml extends TypeError {}

const ROOT = ["HealthData"], RECORD = ["HealthData", "Record"];
const TAB = 9, NEWLINE = 10, SPACE = 32;

/** Maximum number of bytes without the start or end of an element. */
const LONGEST = 1 << 26;

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
  let done = 0, lastElement = 0, records = 0, failure: string | undefined;
  /** Returns whether the parser is between two children of the root, with nothing left to read. */
  let isBetween = false, isPlain = true;
  const where = (): string => `in line ${parser.line}, before byte ${done}`;
  parser.on("xmldecl", ({ encoding = "utf-8", version = "1.0" }) => {
    isPlain = version === "1.0"; // 1.1 has other characters and line ends
    if (!/^(utf-8|us-ascii)$/i.test(encoding)) failure ??= `its encoding is ${encoding}, not UTF-8`;
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (within.length === 0 && name !== "HealthData") {
      failure ??= `it is no health export: its root is ${name}, not HealthData`;
    }
    failure ??= depthFault(within.length);
    lastElement = done;
    if (failure === undefined) handler.open(name, attributes as Attributes, within);
    within.push(name);
    lines.push(parser.line);
    isBetween = within.length === 1;
  });
  parser.on("closetag", ({ name }) => {
    within.pop();
    isBetween = within.length === 1;
    lastElement = done;
    const line = lines.pop() ?? parser.line;
    if (failure !== undefined) return;
    handler.close(name, line);
    if (isBetween && (name === "Record" || name === "Workout")) records++;
  });
  const fail = (why: string, cause?: unknown): DamagedXml =>
    new DamagedXml(`Cannot ${action}: ${why}`, { cause });
  /** Reads records up to anything else, and returns its index. */
  const readRecords = (text: string, start: number): number => {
    for (let at = start;;) {
      let code = text.charCodeAt(at);
      while (code === SPACE || code === NEWLINE || code === TAB) {
        if (code === NEWLINE) parser.line++;
        code = text.charCodeAt(++at);
      }
      if (!scan.scan(text, at)) return at;
      handler.open("Record", scan.attributes, ROOT);
      for (const entry of scan.entries) {
        handler.open("MetadataEntry", entry, RECORD);
        handler.close("MetadataEntry", parser.line);
      }
      handler.close("Record", parser.line);
      parser.line += scan.newlines;
      lastElement = done;
      records++;
      at = scan.end;
    }
  };
  const write = (text: string): void => {
    for (let at = 0; at < text.length;) {
      if (isBetween && isPlain) at = readRecords(text, at);
      const end = text.indexOf(">", at) + 1 || text.length;
      isBetween &&= at === end;
      parser.write(text.slice(at, end));
      if (failure !== undefined) throw fail(failure);
      at = end;
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
  const read = (piece: Uint8Array): void => {
    done += piece.length;
    let text: string;
    try {
      text = decoder.decode(piece, { stream: true });
    } catch (cause) {
      throw fail(`it is not UTF-8 ${where()}`, cause);
    }
    const first = parser.line;
    const own = isBefore ? text.trimStart() : text;
    parser.line += text.slice(0, text.length - own.length).split("\n").length - 1;
    isBefore &&= own === "";
    try {
      write(own);
    } finally {
      reportOdd(text, first);
    }
    if (done - lastElement > LONGEST) throw fail(`an element is longer than 64 MiB ${where()}`);
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
  /** Returns whether reading can go on; without `isStrict`, damage after a record ends it. */
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
