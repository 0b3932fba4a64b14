import { selectColumns } from "../../frame/polars/rearrange.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import type { Person } from "../layout/bucketOf.ts";
import { sortKeys } from "../layout/fileRows.ts";
import type { TableFile } from "../layout/tableFiles.ts";
import { sortRows } from "../../frame/polars/sortRows.ts";
import { PERSON } from "../tableSchema.ts";
import type { SliceHead } from "../worker/slices.ts";
import { countPeople, type OpenTable, scanRows } from "./openTable.ts";

/** People whose rows a worker has in memory at once, from one bucket or buckets that share them. */
export interface Slice {
  /** Bucket; the first one if buckets share people. */
  readonly bucket: number;
  /** Index within the bucket. */
  readonly number: number;
  /** Files with the rows. */
  readonly files: readonly TableFile[];
  /** People with their numbers of rows. */
  readonly people: readonly (readonly [person: Person, rows: number])[];
  /** Total number of rows. */
  readonly rows: number;
}

/** Files whose people are in no other files. */
export interface Group {
  readonly bucket: number;
  readonly files: readonly TableFile[];
  readonly people: ReadonlyMap<Person, number>;
}

/**
 * Divides a table into slices: consecutive people of a bucket with at most this many rows together,
 * or a single person. Counting only reads the column of people.
 */
export function slicesOf(table: OpenTable, rowsAtOnce: number): Slice[] {
  return groupsOf(table).flatMap(({ bucket, files, people }) => {
    const parts: [Person, number][][] = [];
    let size = Infinity;
    for (const [person, rows] of [...people].sort(([a], [b]) => a < b ? -1 : 1)) {
      if (size + rows > rowsAtOnce) {
        parts.push([]);
        size = 0;
      }
      parts.at(-1)!.push([person, rows]);
      size += rows;
    }
    return parts.map((own, number) => {
      const rows = own.reduce((sum, [, each]) => sum + each, 0);
      return { bucket, number, files, people: own, rows };
    });
  });
}

/** Counts the rows of each person by bucket, and joins buckets that share a person. */
export function groupsOf(table: OpenTable): Group[] {
  const groups = new Map<number, Group>(), home = new Map<Person, number>();
  for (const [bucket, own] of Map.groupBy(table.files, (file) => file.bucket)) {
    let files: readonly TableFile[] = own;
    const people = new Map(countPeople(files, table));
    // Other engines may divide a person among buckets, but a verb needs all of the person's rows.
    const shared = new Set([...people.keys()].flatMap((person) => home.get(person) ?? []));
    for (const other of shared) {
      const { files: more, people: theirs } = groups.get(other)!;
      files = [...more, ...files];
      for (const [person, own] of theirs) people.set(person, own + (people.get(person) ?? 0));
      groups.delete(other);
    }
    groups.set(bucket, { bucket: files[0]!.bucket, files, people });
    for (const person of people.keys()) home.set(person, bucket);
  }
  return [...groups.values()];
}

/**
 * Reads the rows of a slice for a worker: sorted, without the person.
 *
 * @param columns Columns to read; `undefined` for all.
 * @throws {RangeError} if the files changed since they were counted
 */
export function readSlice(
  table: OpenTable,
  slice: Slice,
  columns: readonly string[] | undefined,
): { head: SliceHead; body: Uint8Array } {
  const names = (columns ?? Object.keys(table.schema)).filter((name) => name !== PERSON);
  const needed = [...new Set([...sortKeys(table.schema), ...names])];
  const range = {
    column: PERSON,
    type: table.schema[PERSON]!,
    first: slice.people[0]![0],
    last: slice.people.at(-1)![0],
  };
  const frame = scanRows(slice.files, table, [range]).read(needed);
  if (frameHeight(frame) !== slice.rows) {
    throw new RangeError(
      `Cannot read bucket ${slice.bucket} of ${table.name}: its rows have changed during the read; read it again when no process writes to it`,
    );
  }
  const sorted = sortRows(frame, sortKeys(table.schema));
  const plain = selectColumns(sorted, names, names.map((_, i) => `c${i}`));
  const body = names.length === 0 ? new Uint8Array() : plain.writeIPCStream();
  const people = slice.people.map(([person, rows]) =>
    [String(person), table.zones.get(person) ?? null, rows] as const
  );
  return { head: { names, people }, body };
}
