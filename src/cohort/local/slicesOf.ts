import pl from "nodejs-polars";
import { columnOf } from "../../frame/polars/columnsOf.ts";
import { columnNames, frameHeight, seriesOf } from "../../frame/polars/seriesOf.ts";
import type { Person } from "../layout/bucketOf.ts";
import { sortKeys } from "../layout/fileRows.ts";
import { personsOf } from "../layout/people.ts";
import type { TableFile } from "../layout/tableFiles.ts";
import { sortRows } from "../sortRows.ts";
import { PERSON } from "../tableSchema.ts";
import type { SliceHead } from "../worker/slices.ts";
import { type OpenTable, scanRows } from "./openTable.ts";

/** Some people of one bucket: what is in memory at once, for each worker. */
export interface Slice {
  /** The bucket. */
  readonly bucket: number;
  /** Which slice of it. */
  readonly number: number;
  /** The bucket's files. */
  readonly files: readonly TableFile[];
  /** Who, and how many rows are theirs. */
  readonly people: readonly (readonly [person: Person, rows: number])[];
  /** How many rows that is. */
  readonly rows: number;
  /** Which part of its bucket that is. */
  readonly share: number;
}

/**
 * The slices of one bucket: neighbouring people in order, as many as have at most so many rows
 * together, or one. The bucket's people are counted first, by their column alone.
 */
export function slicesOf(
  table: OpenTable,
  bucket: number,
  rowsAtOnce: number,
): Slice[] {
  const files = table.files.filter((file) => file.bucket === bucket);
  const counts = scanRows(files, table).groupBy(PERSON).agg(pl.len().alias("rows"))
    .sort(PERSON).collectSync();
  const persons = personsOf(columnOf(seriesOf(counts, PERSON)), "read the bucket", table.name);
  const rows = seriesOf(counts, "rows").cast(pl.Float64).toTypedArray() as Float64Array;
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
 * The rows of a slice as a worker reads them: sorted, without the person.
 *
 * @param columns The columns to read; undefined if all are.
 * @throws {RangeError} if the files have other rows than when they were counted
 */
export function readSlice(
  table: OpenTable,
  slice: Slice,
  columns: readonly string[] | undefined,
): { head: SliceHead; body: Uint8Array } {
  const names = (columns ?? Object.keys(table.schema)).filter((name) => name !== PERSON);
  const needed = [...new Set([...sortKeys(table.schema), ...names])];
  const first = pl.lit(literalOf(slice.people[0]![0])),
    last = pl.lit(literalOf(slice.people.at(-1)![0]));
  const [from, to] = table.schema[PERSON] === "int64"
    ? [first.cast(pl.Int64), last.cast(pl.Int64)]
    : [first, last];
  const frame = scanRows(slice.files, table)
    .filter(pl.col(PERSON).gtEq(from).and(pl.col(PERSON).ltEq(to)))
    .select(...needed).collectSync();
  if (frameHeight(frame) !== slice.rows) {
    throw new RangeError(
      `Cannot read bucket ${slice.bucket} of ${table.name}: it has other rows than a moment ago; is it being written to?`,
    );
  }
  const sorted = sortRows(frame, sortKeys(table.schema));
  const plain = pl.DataFrame(names.map((name, i) => seriesOf(sorted, name).alias(`c${i}`)));
  const body = columnNames(plain).length === 0 ? new Uint8Array() : plain.writeIPCStream();
  const people = slice.people.map(([person, rows]) =>
    [String(person), table.zones.get(person) ?? null, rows] as const
  );
  return { head: { names, people }, body };
}

/** Big integers are cast from text: Polars would read them as unsigned. */
function literalOf(person: Person): string {
  return String(person);
}
