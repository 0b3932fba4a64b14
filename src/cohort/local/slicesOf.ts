import { selectColumns } from "../../frame/polars/rearrange.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import type { Person } from "../layout/bucketOf.ts";
import { sortKeys } from "../layout/fileRows.ts";
import { personsOf } from "../layout/people.ts";
import type { TableFile } from "../layout/tableFiles.ts";
import { sortRows } from "../../frame/polars/sortRows.ts";
import { PERSON } from "../tableSchema.ts";
import type { SliceHead } from "../worker/slices.ts";
import { type OpenTable, scanRows } from "./openTable.ts";

/** People of one bucket whose rows a worker has in memory at once. */
export interface Slice {
  readonly bucket: number;
  /** Index within the bucket. */
  readonly number: number;
  /** Files of the bucket. */
  readonly files: readonly TableFile[];
  /** People with their numbers of rows. */
  readonly people: readonly (readonly [person: Person, rows: number])[];
  /** Total number of rows. */
  readonly rows: number;
  /** Share of its bucket. */
  readonly share: number;
}

/**
 * Divides a bucket into slices: consecutive people with at most this many rows together, or a
 * single person. Counting only reads the column of people.
 */
export function slicesOf(
  table: OpenTable,
  bucket: number,
  rowsAtOnce: number,
): Slice[] {
  const files = table.files.filter((file) => file.bucket === bucket);
  const { values, rows } = scanRows(files, table).countBy(PERSON);
  const persons = personsOf(values, "read the bucket", table.name);
  const total = rows.reduce((sum, own) => sum + own, 0);
  const groups: [Person, number][][] = [];
  let size = Infinity;
  persons.forEach((person, i) => {
    if (size + rows[i]! > rowsAtOnce) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)!.push([person, rows[i]!]);
    size += rows[i]!;
  });
  return groups.map((people, number) => {
    const own = people.reduce((sum, [, rows]) => sum + rows, 0);
    return { bucket, number, files, people, rows: own, share: own / total };
  });
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
      `Cannot read bucket ${slice.bucket} of ${table.name}: it has other rows than a moment ago; is it being written to?`,
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
