type Bytes = Uint8Array<ArrayBuffer>;

/** Complete records of a FIT file. */
export interface FitRecords {
  /** Small FIT files with the records; a parser can read each separately. */
  readonly parts: readonly Bytes[];
  /** Number of data records. */
  readonly count: number;
  /** Index of the first byte after them. */
  readonly end: number;
  /** `true` if all records and the checksum are valid. */
  readonly isWhole: boolean;
  /** `true` if the file is shorter than its header says. */
  readonly isCut: boolean;
}

/** Definition of a local type: the length of its records. */
interface Definition {
  readonly bytes: Bytes;
  readonly length: number;
  readonly message: number;
  /** Offset of the time in a record; `undefined` if the records have no time. */
  readonly timeAt: number | undefined;
  readonly isLittle: boolean;
}

/** Bits of the header of a record. */
const DEFINITION = 0x40, DEVELOPER = 0x20, COMPRESSED = 0x80;
/** Messages that describe developer fields, and must precede these fields. */
const DESCRIPTIONS = [206, 207];
/** Number of the time field, and the value of an unknown time. */
const TIME = 253, NO_TIME = 0xffffffff;
/** Message number that the profile does not define. */
const UNKNOWN = 0xff00;
/** Number of bytes of the header without its checksum. */
const HEADER = 12;
/** Number of bytes of records in a part. */
const PART = 1 << 16;
/** Number of records between two steps. */
const RECORDS = 4096;

/**
 * Splits a FIT file into parts (https://developer.garmin.com/fit/protocol/), in steps, because a
 * parser blocks the thread for as long as it takes to read a whole file.
 *
 * @returns `undefined` if it has no header or no complete record
 */
export function* fitRecords(file: Bytes): Generator<void, FitRecords | undefined, void> {
  const header = file[0] ?? 0;
  if ((header !== HEADER && header !== HEADER + 2) || file.length < header) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const said = header + view.getUint32(4, true), limit = Math.min(file.length, said);
  const definitions = new Map<number, Definition>(),
    descriptions: Bytes[] = [],
    parts: Bytes[] = [];
  let count = 0, steps = 0, described = 0, last = NO_TIME, start = header, front: Bytes[] = [];
  let at = header;
  const endPart = (): void => {
    if (at > start) parts.push(fitFile(file, [...front, file.subarray(start, at)]));
    front = [...descriptions, timeRecord(last), ...definitions.values().map(({ bytes }) => bytes)];
    start = at;
  };
  while (at < limit) {
    if (++steps % RECORDS === 0) yield;
    // Each part repeats the descriptions, so their size must not make the work quadratic.
    if (at - start >= Math.max(PART, described)) endPart();
    const first = file[at]!, isShort = (first & COMPRESSED) !== 0;
    if (!isShort && (first & DEFINITION) !== 0) {
      const definition = definitionAt(file, at);
      if (definition === undefined || at + definition.bytes.length > limit) break;
      definitions.set(first & 15, definition);
      at += definition.bytes.length;
      continue;
    }
    const definition = definitions.get(isShort ? (first >> 5) & 3 : first & 15);
    if (definition === undefined) break;
    const { timeAt, isLittle, message } = definition;
    // A record with a compressed time omits its time field if that field would come first.
    const next = at + 1 + definition.length - (isShort && timeAt === 0 ? 4 : 0);
    if (next > limit) break;
    if (isShort) last = last === NO_TIME ? last : last + (((first & 31) - last) & 31);
    else if (timeAt !== undefined) last = view.getUint32(at + 1 + timeAt, isLittle);
    if (!isShort && DESCRIPTIONS.includes(message)) {
      descriptions.push(definition.bytes, file.subarray(at, next));
      described += definition.bytes.length + next - at;
    }
    at = next;
    count++;
  }
  if (count === 0) return undefined;
  endPart();
  const isCut = said + 2 > file.length;
  const isWhole = at === limit && !isCut &&
    (yield* checkSum(file, said)) === view.getUint16(said, true);
  return { parts, count, end: at, isWhole, isCut };
}

/** Returns the definition at a position; `undefined` if it is cut short. */
function definitionAt(file: Bytes, at: number): Definition | undefined {
  const fields = at + 5, hasOwn = (file[at]! & DEVELOPER) !== 0;
  const isLittle = file[at + 2] === 0;
  const [low, high] = isLittle ? [at + 3, at + 4] : [at + 4, at + 3];
  const message = (file[low] ?? 0) + ((file[high] ?? 0) << 8);
  let end = fields, length = 0, timeAt: number | undefined;
  for (const isOwn of hasOwn ? [false, true] : [false]) {
    const count = file[end++];
    if (count === undefined || end + 3 * count > file.length) return undefined;
    for (let i = 0; i < count; i++, end += 3) {
      const size = file[end + 1]!;
      if (!isOwn && file[end] === TIME && size === 4) timeAt = length;
      length += size;
    }
  }
  return { bytes: file.slice(at, end), length, message, timeAt, isLittle };
}

/** Returns a definition and a record of an unknown message that only have a time. */
function timeRecord(time: number): Bytes {
  const bytes = Uint8Array.of(DEFINITION, 0, 0, 0, 0, 1, TIME, 4, 0x86, 0, 0, 0, 0, 0);
  const view = new DataView(bytes.buffer);
  view.setUint16(3, UNKNOWN, true);
  view.setUint32(10, time, true);
  return bytes;
}

/** Returns a FIT file with some records, and the version numbers of another file. */
function fitFile(original: Bytes, records: readonly Bytes[]): Bytes {
  const size = records.reduce((sum, { length }) => sum + length, 0);
  const file = new Uint8Array(HEADER + size + 2), view = new DataView(file.buffer);
  file.set(original.subarray(0, HEADER));
  file[0] = HEADER;
  view.setUint32(4, size, true);
  let at = HEADER;
  for (const one of records) {
    file.set(one, at);
    at += one.length;
  }
  view.setUint16(at, sumOf(file.subarray(0, at), 0), true);
  return file;
}

/** Computes the checksum of the first bytes of a file in steps. */
function* checkSum(file: Bytes, end: number): Generator<void, number, void> {
  let sum = 0;
  for (let at = 0; at < end; at += PART) {
    sum = sumOf(file.subarray(at, Math.min(end, at + PART)), sum);
    yield;
  }
  return sum;
}

/** CRC-16 of each half byte. */
const SUMS = Uint16Array.from({ length: 16 }, (_, half) => {
  let sum = half;
  for (let bit = 0; bit < 4; bit++) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
  return sum;
});

function sumOf(bytes: Bytes, sum: number): number {
  for (const byte of bytes) {
    sum = (sum >> 4) ^ SUMS[(sum ^ byte) & 15]!;
    sum = (sum >> 4) ^ SUMS[(sum ^ (byte >> 4)) & 15]!;
  }
  return sum;
}
