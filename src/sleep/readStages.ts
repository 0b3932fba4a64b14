import { argSort } from "../frame/argSort.ts";
import { asFrame, type FrameLike } from "../frame/asFrame.ts";
import { readColumns } from "../frame/readColumns.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import { readText, type TextReader } from "../frame/readText.ts";
import type { Row } from "../frame/rows.ts";
import type { Interval } from "../time/interval.ts";
import type { StageTable } from "./stageTables.ts";

/** The rows of a stage frame as columns, times in microseconds UTC. */
export interface StageRows {
  /** Inclusive starts. */
  readonly start: BigInt64Array;
  /** Exclusive ends; not before the start. */
  readonly end: BigInt64Array;
  /** Which stage each row is, as its place in the stage table. */
  readonly stage: Uint8Array;
  /** The rows that count, ascending by start; undefined if all do, and are in order. */
  readonly order: Uint32Array | undefined;
  /** Where each row came from. */
  readonly source: TextReader | undefined;
  /** The identifier of each row. */
  readonly id: TextReader | undefined;
  /** The zone of `start_time`. */
  readonly zone: string;
}

/**
 * Reads a stage frame: `start_time` and `end_time` (instants), `sleep_stage` (a code of the table),
 * and where they are there `source` and `id` (text), which are only read once they are needed.
 *
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if a span ends before it starts, or a stage is not in the table
 */
export function readStages(frame: FrameLike, table: StageTable, action: string): StageRows {
  const input = Array.isArray(frame)
    ? frame as readonly Row[]
    : asFrame(frame as Exclude<FrameLike, readonly Row[]>);
  const columns = readColumns(
    input,
    { start_time: "time", end_time: "time", sleep_stage: "int64" },
    { action, full: ["start_time", "end_time", "sleep_stage"] },
  );
  const start = columns.start_time.values, end = columns.end_time.values;
  checkOrder(start, end, action);
  return {
    start,
    end,
    stage: placesOf(columns.sleep_stage.values, table, action),
    order: argSort(start),
    source: readText(input, "source", action),
    id: readText(input, "id", action),
    zone: columns.start_time.zone,
  };
}

/** The rows that reach into an interval, whole. */
export function rowsIn(rows: StageRows, interval: Interval): StageRows {
  const { start, end } = rows;
  const reaches = (row: number): boolean =>
    start[row]! < interval.end && end[row]! > interval.start;
  const order = rows.order === undefined
    ? rowsWhere(start.length, reaches)
    : rows.order.filter(reaches);
  return { ...rows, order };
}

function checkOrder(start: BigInt64Array, end: BigInt64Array, action: string): void {
  let reversed = 0, first = 0;
  for (let row = start.length - 1; row >= 0; row--) {
    if (end[row]! >= start[row]!) continue;
    reversed++;
    first = row;
  }
  if (reversed === 0) return;
  throw new RangeError(
    `Cannot ${action}: end_time is before start_time in ${reversed} rows, the first is row ${first}`,
  );
}

const NONE = 255;

function placesOf(codes: BigInt64Array, table: StageTable, action: string): Uint8Array {
  const placeOf = new Uint8Array(2 ** 16).fill(NONE); // codes have 16 bits
  table.forEach(({ stage }, place) => placeOf[stage & 0xffff] = place);
  const halves = new Int32Array(codes.buffer, codes.byteOffset, 2 * codes.length);
  const places = new Uint8Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const code = halves[2 * row]!, rest = halves[2 * row + 1]!; // the lower half comes first
    const isSmall = code << 16 >> 16 === code && rest === code >> 31;
    const place = isSmall ? placeOf[code & 0xffff]! : NONE;
    if (place === NONE) {
      throw new RangeError(
        `Cannot ${action}: sleep_stage is ${codes[row]} in row ${row}; the stage table has ${
          table.map(({ stage }) => stage).join(", ")
        }`,
      );
    }
    places[row] = place;
  }
  return places;
}
