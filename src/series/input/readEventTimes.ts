import type { OpenFrame } from "../../frame/open.ts";

/** Start times of events. */
export interface EventTimes {
  /** Zone of the time column. */
  readonly zone: string;
  /** Instants in row order, in microseconds UTC; rows without a time are left out. */
  readonly at: Float64Array;
  /** Row of each instant. */
  readonly row: Uint32Array;
}

/** Columns that may hold the time of an event; the first with a value counts. */
const EVENT_TIMES = ["start_time", "time", "start_date", "recorded_at"] as const;

/**
 * Returns the columns with the times of events: the given one, or `start_time`, `time`,
 * `start_date` and `recorded_at` that the frame has, or else the time column of the caller's own
 * table.
 *
 * @throws {TypeError} if no column has times
 */
export function eventTimeNames(data: OpenFrame, name: string | undefined): readonly string[] {
  if (name !== undefined) return [name];
  const usual = EVENT_TIMES.filter((column) => data.has(column));
  const own = usual.length > 0 ? undefined : data.ownTimeName();
  if (own === undefined && usual.length === 0) {
    throw new TypeError(
      `Cannot ${data.action}: the frame has none of the columns ${EVENT_TIMES.join(", ")}`,
    );
  }
  return own === undefined ? usual : [own];
}

/**
 * Reads the start of each event: the first known time in {@linkcode eventTimeNames}, since events
 * without a duration may lack a start.
 *
 * @throws {TypeError} if a column is missing or does not hold instants
 */
export function readEventTimes(data: OpenFrame, name: string | undefined): EventTimes {
  const columns = eventTimeNames(data, name)
    .map((name) => data.read({ time: "time" }, { columns: { time: name } }).time);
  const first = columns[0]!;
  const given = (row: number) => columns.find((column) => column.valid?.[row] !== 0);
  const row = Uint32Array.from(first.values.keys()).filter((i) => given(i) !== undefined);
  return {
    zone: first.zone,
    at: Float64Array.from(row, (i) => Number(given(i)!.values[i]!)),
    row,
  };
}
