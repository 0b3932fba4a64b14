/** Complete records of a truncated FIT file, as a file. */
export interface WholeRecords {
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
export function wholeRecords(file: Uint8Array<ArrayBuffer>): WholeRecords | undefined {
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
