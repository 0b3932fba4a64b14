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
export const EVENT_TIMES = ["start_time", "time", "start_date", "recorded_at"] as const;

/**
 * Reads the start of each event from the given column. By default, it is the first known time of
 * `start_time`, `time`, `start_date` and `recorded_at`, since events without a duration may lack a
 * start.
 *
 * @throws {TypeError} if the column is missing or does not hold instants
 */
export function readEventTimes(data: OpenFrame, name: string | undefined): EventTimes {
  const columns = name === undefined
    ? timesOfEvents(data)
    : [data.read({ time: "time" }, { columns: { time: name } }).time];
  const [first] = columns;
  if (first === undefined) {
    throw new TypeError(`Cannot ${data.action}: the frame has no column ${EVENT_TIMES.join(", ")}`);
  }
  const given = (row: number) => columns.find((column) => column.valid?.[row] !== 0);
  const row = Uint32Array.from(first.values.keys()).filter((i) => given(i) !== undefined);
  return {
    zone: first.zone,
    at: Float64Array.from(row, (i) => Number(given(i)!.values[i]!)),
    row,
  };
}

function timesOfEvents(data: OpenFrame) {
  return EVENT_TIMES.filter((name) => data.has(name))
    .map((name) => data.read({ time: "time" }, { columns: { time: name } }).time);
}
