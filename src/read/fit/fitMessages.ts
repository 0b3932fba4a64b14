import { type ExportCollector, StrictError } from "../export/exportCollector.ts";
import type { ExportFile } from "../export/exportFile.ts";

/** Message of a FIT file: its scaled fields, by their names in the profile. */
export type FitMessage = Readonly<Record<string, unknown>>;

/** Messages of a FIT file by name, in the order of the file. */
export type FitMessages = Readonly<Record<string, readonly FitMessage[] | undefined>>;

/**
 * Reads the messages of a FIT file. If its checksum is wrong or it is truncated, the complete
 * records are read and the rest is reported.
 *
 * Uses fit-file-parser (MIT): the licence of the vendor's own library (2.c and 2.d) does not allow
 * passing it on with a program that others can change.
 *
 * @throws {TypeError} if it is not a FIT file, or no record is complete
 */
export async function readFitMessages(
  file: ExportFile,
  collector: Pick<ExportCollector, "skip">,
): Promise<FitMessages> {
  const bytes = await file.bytes();
  try {
    return await parse(bytes, false);
  } catch (cause) {
    const why = faultOf(bytes), whole = wholeRecords(bytes);
    try {
      if (whole === undefined) throw cause;
      const messages = await parse(whole.bytes, true);
      collector.skip(
        whole.isCut
          ? "the FIT file is cut short; the rest is missing"
          : "the FIT file is damaged; its values may be wrong",
        `from byte ${whole.end} of ${bytes.length}`,
        `${why}; ${whole.records} records are whole`,
      );
      return messages;
    } catch (error) {
      if (error instanceof StrictError) throw error;
      throw new TypeError(
        `it is not a complete FIT file: ${why}. Copy it from the device or export it again`,
        { cause },
      );
    }
  }
}

/** Returns what is wrong with a FIT file that cannot be parsed. */
function faultOf(bytes: Uint8Array<ArrayBuffer>): string {
  const [header = 0] = bytes;
  if (bytes.length < 14 || (header !== 12 && header !== 14)) return "its header is damaged";
  const expected = header + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) + 2;
  return expected > bytes.length
    ? `it has ${bytes.length} bytes, and its header says ${expected}`
    : "its checksum is wrong, or a record is damaged";
}

async function parse(bytes: Uint8Array<ArrayBuffer>, force: boolean): Promise<FitMessages> {
  const { default: FitParser } = await import("fit-file-parser"); // few read such files
  const parser = new FitParser({ force, mode: "list", lengthUnit: "m", speedUnit: "m/s" });
  const { messages } = await parser.parseAsync(bytes.buffer);
  return (messages ?? {}) as FitMessages;
}

/** Returns whether a file starts like a FIT file. */
export async function isFit(file: ExportFile): Promise<boolean> {
  return new TextDecoder().decode((await file.head()).subarray(8, 12)) === ".FIT";
}

/** Returns the number of a field; `undefined` if it has none. */
export function numberOf(message: FitMessage, ...fields: readonly string[]): number | undefined {
  for (const field of fields) {
    const value = message[field];
    if (typeof value === "number" && Number.isFinite(value)) return value;
  }
  return undefined;
}

/** Returns the time of a field in microseconds since 1970; `undefined` if it has none. */
export function timeOf(message: FitMessage, field = "timestamp"): number | undefined {
  const value = message[field];
  return value instanceof Date ? value.getTime() * 1000 : undefined;
}

/** Complete records of a truncated FIT file, as a file. */
interface WholeRecords {
  /** FIT file that ends with the last complete record; its checksum is not set. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of complete data records. */
  readonly records: number;
  /** Index of the first omitted byte. */
  readonly end: number;
  /** `true` if the file is shorter than its header says. */
  readonly isCut: boolean;
}

const DEFINITION = 0x40, DEVELOPER = 0x20, COMPRESSED = 0x80;

/**
 * Finds the end of the complete records of a FIT file: a definition gives the length of the records
 * of its local type (https://developer.garmin.com/fit/protocol/).
 *
 * @returns `undefined` if it has no header or no complete record
 */
function wholeRecords(file: Uint8Array<ArrayBuffer>): WholeRecords | undefined {
  const header = file[0] ?? 0;
  if ((header !== 12 && header !== 14) || file.length < header) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const said = header + view.getUint32(4, true), limit = Math.min(file.length, said);
  const lengths = new Map<number, number>();
  let end = header, records = 0;
  for (let at = header; at < limit;) {
    const first = file[at]!, isData = (first & COMPRESSED) !== 0 || (first & DEFINITION) === 0;
    const local = first & COMPRESSED ? (first >> 5) & 3 : first & 15;
    let next: number;
    if (isData) {
      const length = lengths.get(local);
      if (length === undefined) break; // damaged: a record of an unknown type
      next = at + 1 + length;
      if (next <= limit) records++;
    } else {
      const fields = fieldsAt(file, at + 5);
      const own = first & DEVELOPER && fields ? fieldsAt(file, fields.end) : undefined;
      if (fields === undefined || (first & DEVELOPER && own === undefined)) break;
      lengths.set(local, fields.length + (own?.length ?? 0));
      next = own?.end ?? fields.end;
    }
    if (next > limit) break;
    at = end = next;
  }
  if (records === 0) return undefined;
  const bytes = new Uint8Array(end + 2);
  bytes.set(file.subarray(0, end));
  new DataView(bytes.buffer).setUint32(4, end - header, true);
  return { bytes, records, end, isCut: said + 2 > file.length };
}

/** Returns the length of a record with the fields of a definition, and where the fields end. */
function fieldsAt(
  file: Uint8Array,
  at: number,
): { readonly length: number; readonly end: number } | undefined {
  const count = file[at], end = at + 1 + 3 * (count ?? 0);
  if (count === undefined || end > file.length) return undefined;
  let length = 0;
  for (let field = at + 1; field < end; field += 3) length += file[field + 1]!;
  return { length, end };
}
