import { closeSync, openSync, readSync } from "node:fs";
import {
  numberAt,
  structAt,
  structsAt,
  ThriftReader,
  type ThriftStruct,
} from "../../frame/formats/thrift.ts";
import type { TableFile } from "./tableFiles.ts";

/** Numbers of the fields in parquet.thrift. */
const SCHEMA = 2, ROWS = 3, PAIRS = 5;
const TYPE = 1,
  NAME = 4,
  FIELDS = 5,
  CONVERTED = 6,
  LOGICAL = 10,
  TIMESTAMP = 8,
  UNIT = 2,
  NANOS = 3;
const GROUPS = 4, CHUNKS = 1, META = 3, PATH = 3, STATISTICS = 12, MOST = 5, LEAST = 6;
/** Type numbers in parquet.thrift; dates have the same number in both enumerations. */
const INT96 = 3, DATE = 6, JSON_CONVERTED = 19, JSON_LOGICAL = 12;

/** Bytes read at once: the footers of small files fit. */
export const TAIL = 8192;

/** Details of a column's storage that Polars' type name does not show. */
export type StoredKind = "int96" | "date" | "json" | "nanoseconds";

/** Metadata at the end of a Parquet file. */
export interface FileFooter {
  /** Text of everything that determines the names and types of columns; equal for equal columns. */
  readonly columns: string;
  /** Names of the columns, in order. */
  readonly names: readonly string[];
  /** Arrow's types in a binary format, as text; `undefined` if only Parquet's types are stored. */
  readonly arrow: string | undefined;
  /** Columns with a storage of note. */
  readonly kinds: ReadonlyMap<string, StoredKind>;
  /**
   * Returns the minimum and maximum of a column in each part of the file, as stored; `undefined` if
   * the file does not contain them.
   */
  readonly ends: (column: string) => readonly (Uint8Array | undefined)[];
}

/**
 * Reads the footer of a file, at a tenth of the time that Polars takes to open it. Returns
 * `undefined` if the footer cannot be read; Polars then reports the reason.
 */
export function readFooter({ path, size }: TableFile): FileFooter | undefined {
  const tail = readTail(path, size, Math.min(size, TAIL)), length = footerLength(tail);
  return length !== undefined && length > tail.length && length <= size
    ? parseFooter(readTail(path, size, length))
    : parseFooter(tail);
}

/**
 * Parses the footer at the end of some bytes; `undefined` if it is incomplete or damaged.
 *
 * Format: the Parquet format's parquet.thrift.
 */
export function parseFooter(tail: Uint8Array): FileFooter | undefined {
  const length = footerLength(tail);
  if (length === undefined || length > tail.length) return undefined;
  try {
    const footer = new ThriftReader(tail.subarray(0, -8), tail.length - length).struct();
    if (numberAt(footer, ROWS, -1) < 0) return undefined;
    const ends = (column: string) => endsOf(footer, column);
    return {
      columns: textOf(footer),
      names: namesOf(footer),
      arrow: arrowOf(footer),
      kinds: kindsOf(footer),
      ends,
    };
  } catch {
    return undefined;
  }
}

/** Returns the length of the footer with its own length and mark; `undefined` without one. */
function footerLength(tail: Uint8Array): number | undefined {
  if (tail.length < 12 || new TextDecoder().decode(tail.subarray(-4)) !== "PAR1") return undefined;
  const view = new DataView(tail.buffer, tail.byteOffset);
  return view.getUint32(tail.length - 8, true) + 8;
}

function readTail(path: string, size: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length), file = openSync(path, "r");
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, length, size - length));
  } finally {
    closeSync(file);
  }
}

/** Returns the names of the columns, without the fields inside them. */
function namesOf(footer: ThriftStruct): string[] {
  const utf8 = new TextDecoder(), names: string[] = [];
  const [root, ...elements] = structsAt(footer, SCHEMA);
  let at = 0;
  const skip = (): void => { // a column, with its fields
    for (let fields = numberAt(elements[at++]!, FIELDS, 0); fields > 0; fields--) skip();
  };
  for (let columns = numberAt(root!, FIELDS, 0); columns > 0; columns--) {
    names.push(utf8.decode(elements[at]!.get(NAME) as Uint8Array));
    skip();
  }
  return names;
}

function arrowOf(footer: ThriftStruct): string | undefined {
  const utf8 = new TextDecoder();
  const pair = structsAt(footer, PAIRS)
    .find((one) => utf8.decode(one.get(1) as Uint8Array) === TYPES[0]);
  return pair && atob(utf8.decode(pair.get(2) as Uint8Array));
}

/** Keys of the pairs in which Arrow and Spark store types that Parquet lacks. */
const TYPES = ["ARROW:schema", "org.apache.spark.sql.parquet.row.metadata"];

/** Returns the schema and the pairs with types; others, such as pandas' index, vary by file. */
function textOf(footer: ThriftStruct): string {
  const utf8 = new TextDecoder();
  const pairs = structsAt(footer, PAIRS)
    .filter((pair) => TYPES.includes(utf8.decode(pair.get(1) as Uint8Array)));
  return JSON.stringify(
    [footer.get(SCHEMA), pairs],
    (_, value) =>
      value instanceof Map ? [...value] : value instanceof Uint8Array ? utf8.decode(value) : value,
  );
}

function kindsOf(footer: ThriftStruct): Map<string, StoredKind> {
  const utf8 = new TextDecoder(), kinds = new Map<string, StoredKind>();
  for (const element of structsAt(footer, SCHEMA)) {
    const logical = structAt(element, LOGICAL), times = logical && structAt(logical, TIMESTAMP);
    const kind = element.get(TYPE) === INT96
      ? "int96"
      : element.get(CONVERTED) === DATE || logical?.has(DATE)
      ? "date"
      : element.get(CONVERTED) === JSON_CONVERTED || logical?.has(JSON_LOGICAL)
      ? "json"
      : times && structAt(times, UNIT)?.has(NANOS)
      ? "nanoseconds"
      : undefined;
    if (kind !== undefined) kinds.set(utf8.decode(element.get(NAME) as Uint8Array), kind);
  }
  return kinds;
}

function endsOf(footer: ThriftStruct, column: string): (Uint8Array | undefined)[] {
  const utf8 = new TextDecoder();
  return structsAt(footer, GROUPS).flatMap((group) => {
    const own = structsAt(group, CHUNKS).map((chunk) => structAt(chunk, META))
      .find((meta) => utf8.decode((meta?.get(PATH) as [Uint8Array] | undefined)?.[0]) === column);
    const statistics = own && structAt(own, STATISTICS);
    return [LEAST, MOST].map((end) => statistics?.get(end) as Uint8Array | undefined);
  });
}
