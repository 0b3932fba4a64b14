import type { OpenFrame } from "../../frame/open.ts";

/** When events began. */
export interface EventTimes {
  /** The zone of the column. */
  readonly zone: string;
  /** The instants, in the order of the rows, in microseconds UTC; rows without one are left out. */
  readonly at: Float64Array;
  /** The row of each. */
  readonly row: Uint32Array;
}

/** Columns that say when an event was; the first one with a time counts. */
export const EVENT_TIMES = ["start_time", "time", "start_date", "recorded_at"] as const;

/**
 * Reads when events began: in the given column, else each event's first time of `start_time`, `time`,
 * `start_date` and `recorded_at`, since an event without a duration may be recorded without a start.
 *
 * @throws {TypeError} if there is no such column, or it is not of instants
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
