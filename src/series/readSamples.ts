import { argSort } from "../frame/argSort.ts";
import { type FrameLike, readColumns } from "../frame/readColumns.ts";

/** Samples of one metric as columns, in microseconds UTC, ordered by start. */
export interface Samples {
  /** Inclusive starts, ascending. */
  readonly start: BigInt64Array;
  /** Exclusive ends; an instant's is its start. */
  readonly end: BigInt64Array;
  /** Values. */
  readonly value: Float64Array;
  /** Where each came from. */
  readonly source: readonly (string | null)[];
}

/**
 * Reads raw samples: `start_date`, `end_date`, `value` and `source` as `me.metrics.samples` gives
 * them, or `start_time` and `end_time`. A sample without an end is an instant; one without a value
 * says nothing and is left out.
 *
 * @throws {TypeError} if a column is missing or of another type, or a start is null
 * @throws {RangeError} if a sample ends before it starts
 */
export function readSamples(samples: FrameLike, action: string): Samples {
  const columns = readColumns(samples, {
    "start_date?": "time",
    "end_date?": "time",
    "start_time?": "time",
    "end_time?": "time",
    value: "float64",
    "source?": "text",
  }, { action, full: ["start_date", "start_time"] });
  const startColumn = columns.start_date ?? columns.start_time;
  if (startColumn === undefined) {
    throw new TypeError(`Cannot ${action}: there is neither a column start_date nor start_time`);
  }
  const endColumn = columns.end_date ?? columns.end_time;
  const start = startColumn.values, value = columns.value.values;
  const end = endColumn === undefined
    ? start
    : endColumn.values.map((at, i) => endColumn.valid?.[i] === 0 ? start[i]! : at);
  const reversed = start.findIndex((at, i) => end[i]! < at);
  if (reversed >= 0) {
    throw new RangeError(`Cannot ${action}: the end is before the start in row ${reversed}`);
  }
  const { valid } = columns.value;
  const order = argSort(start);
  if (order === undefined && valid === undefined) {
    return {
      start,
      end,
      value,
      source: columns.source?.values ?? new Array(start.length).fill(null),
    };
  }
  const rows = (order ?? Uint32Array.from(start.keys())).filter((i) => valid?.[i] !== 0);
  return {
    start: BigInt64Array.from(rows, (i) => start[i]!),
    end: BigInt64Array.from(rows, (i) => end[i]!),
    value: Float64Array.from(rows, (i) => value[i]!),
    source: Array.from(rows, (i) => columns.source?.values[i] ?? null),
  };
}
