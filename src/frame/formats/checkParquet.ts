import { checkColumnCount } from "../columns/checkColumnCount.ts";
import { type ArrowLimits, checkSize } from "../arrow/arrowLimits.ts";
import { numberAt, structAt, structsAt, ThriftReader, type ThriftStruct } from "./thrift.ts";

/** Findings about the bytes of a Parquet file. */
export interface ParquetFacts {
  readonly rows: number;
}

const MARK = "PAR1";
/** Numbers of the fields in parquet.thrift. */
const FILE = { schema: 2, rows: 3, groups: 4 } as const;
const ELEMENT = { repetition: 3, children: 5 } as const, REPEATED = 2;
const GROUP = { columns: 1, rows: 3 } as const;
const CHUNK = { file: 1, metadata: 3 } as const;
const COLUMN = { path: 3, values: 5, packed: 7, data: 9, dictionary: 11 } as const;
const PAGE = { kind: 1, unpacked: 2, packed: 3 } as const;
/** Field of a page's header that describes its values, by kind of page. */
const PAGE_HEADS: Readonly<Record<number, number>> = { 0: 5, 2: 7, 3: 8 };
const VALUES = 1, DATA_PAGES = [0, 3];

/**
 * Checks a Parquet file's metadata and page headers, without decoding values. It checks that each
 * column and page is within the file and that no length or count is negative. The rows of the
 * groups and the values of the pages must add up, and few bytes must not claim a large size.
 *
 * Format: the Parquet format's parquet.thrift.
 *
 * @param limits Maximum size that the bytes may claim.
 * @throws {TypeError} if the bytes are not Parquet, are cut short, or claim something impossible
 */
export function checkParquet(bytes: Uint8Array, limits: ArrowLimits = {}): ParquetFacts {
  const text = (at: number): string => new TextDecoder().decode(bytes.subarray(at, at + 4));
  if (bytes.length < 12 || text(0) !== MARK || text(bytes.length - 4) !== MARK) {
    throw new TypeError(`Cannot read Parquet data of ${bytes.length} bytes: its marks are missing`);
  }
  try {
    return { rows: walk(bytes, limits) };
  } catch (error) {
    const reason = error instanceof RangeError
      ? "a length points outside of it"
      : (error as Error).message;
    throw new TypeError(`Cannot read Parquet data of ${bytes.length} bytes: ${reason}`, {
      cause: error,
    });
  }
}

function walk(bytes: Uint8Array, limits: ArrowLimits): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const footer = bytes.length - 8 - view.getInt32(bytes.length - 8, true);
  if (footer < 4 || footer > bytes.length - 8) {
    throw new Error("its footer has an impossible length");
  }
  const file = new ThriftReader(bytes.subarray(0, bytes.length - 8), footer).struct();
  const leaves = leavesOf(structsAt(file, FILE.schema));
  checkColumnCount(leaves.length);
  const rows = countAt(file, FILE.rows, "the file");
  let inGroups = 0, packed = 0, unpacked = 0, items = rows;
  for (const group of structsAt(file, FILE.groups)) {
    const groupRows = countAt(group, GROUP.rows, "a row group");
    inGroups += groupRows;
    const chunks = structsAt(group, GROUP.columns);
    if (chunks.length !== leaves.length) {
      throw new Error(`a row group has ${chunks.length} columns, its schema ${leaves.length}`);
    }
    chunks.forEach((chunk, i) => {
      const column = structAt(chunk, CHUNK.metadata);
      if (column === undefined || chunk.has(CHUNK.file)) {
        throw new Error("a column is in another file");
      }
      const values = countAt(column, COLUMN.values, "a column");
      if (leaves[i]!.isFlat && values !== groupRows) {
        throw new Error(`column ${i} has ${values} rows, its group ${groupRows}`);
      }
      items = Math.max(items, values);
      // Without this check, many columns could share the same pages, and each page takes time to
      // check.
      packed += countAt(column, COLUMN.packed, "a column");
      if (packed > bytes.length) throw new Error("its columns overlap");
      unpacked += checkPages(bytes.subarray(0, footer), column, values);
      checkSize({ packed: bytes.length, unpacked, rows: items }, limits);
    });
  }
  if (inGroups !== rows) throw new Error(`it has ${inGroups} rows, its footer says ${rows}`);
  return rows;
}

/** Returns the columns that hold values, in order, and whether each has one value per row. */
function leavesOf(elements: readonly ThriftStruct[]): { isFlat: boolean }[] {
  const leaves: { isFlat: boolean }[] = [];
  let next = 0;
  const descend = (depth: number, isRepeated: boolean): void => {
    const element = elements[next++];
    if (element === undefined) throw new Error("its schema names fewer columns than it counts");
    if (depth > 64) throw new Error("its schema is nested more than 64 deep");
    const children = numberAt(element, ELEMENT.children, 0);
    const repeated = isRepeated || numberAt(element, ELEMENT.repetition, 0) === REPEATED;
    if (children === 0 && depth > 0) leaves.push({ isFlat: !repeated });
    for (let i = 0; i < children; i++) descend(depth + 1, repeated);
  };
  descend(0, false);
  if (next !== elements.length) throw new Error("its schema names more columns than it counts");
  return leaves;
}

/** Checks the pages of a column and returns the number of bytes after decompression. */
function checkPages(bytes: Uint8Array, column: ThriftStruct, values: number): number {
  const data = countAt(column, COLUMN.data, "a column");
  const start = column.has(COLUMN.dictionary)
    ? countAt(column, COLUMN.dictionary, "a column")
    : data;
  const end = start + countAt(column, COLUMN.packed, "a column");
  if (start < MARK.length || end > bytes.length) {
    throw new Error("a column extends beyond the file");
  }
  const reader = new ThriftReader(bytes.subarray(0, end), start);
  let unpacked = 0, found = 0;
  while (reader.at < end && found < values) {
    const page = reader.struct();
    const kind = numberAt(page, PAGE.kind, -1);
    const head = structAt(page, PAGE_HEADS[kind] ?? -1);
    const count = head === undefined ? 0 : countAt(head, VALUES, "a page");
    unpacked += countAt(page, PAGE.unpacked, "a page");
    reader.at += countAt(page, PAGE.packed, "a page");
    if (DATA_PAGES.includes(kind)) found += count;
    if (reader.at > end) throw new Error("a page reaches beyond its column");
  }
  if (found === values) return unpacked;
  throw new Error(`the pages of a column have ${found} values, the column ${values}`);
}

function countAt(struct: ThriftStruct, id: number, what: string): number {
  const count = numberAt(struct, id, -1);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new Error(`${what} has no length, or an impossible one`);
}
