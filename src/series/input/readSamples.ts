import { argSort } from "../../frame/columns/argSort.ts";
import type { TextReader } from "../../frame/columns/codedText.ts";
import { checkColumnNames, type ColumnNames } from "../../frame/columns/columnNames.ts";
import type { OpenFrame } from "../../frame/open.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeNumbers, takeTexts, takeWide } from "../../frame/takeRows.ts";

/** Samples of one metric as columns, with times in microseconds UTC. */
export interface MetricSamples {
  /** Inclusive starts. */
  readonly start: BigInt64Array;
  /** Exclusive ends; equal to the start for an instant. */
  readonly end: BigInt64Array;
  /** Values; NaN if missing. */
  readonly value: Float64Array;
  /** Source of each sample; `undefined` if unknown. */
  readonly source: TextReader | undefined;
}

const WANTED = {
  "start_date?": "time",
  "end_date?": "time",
  "start_time?": "time",
  "end_time?": "time",
  value: "float64",
} as const;

/**
 * Reads raw samples: `start_date`, `end_date`, `value` and `source` as `me.api.metrics.samples`
 * returns them, or `start_time` and `end_time`. A sample without an end is an instant; a null or
 * NaN value is missing. `zone` is the display zone of the starts.
 *
 * @param names Names of the columns that differ from these.
 * @throws {TypeError} if a column is missing or has the wrong type, or a start is null
 * @throws {RangeError} if a sample ends before it starts
 */
export function readSamples(
  data: OpenFrame,
  names: ColumnNames = {},
): MetricSamples & { readonly zone: string } {
  checkColumnNames(names, [...Object.keys(WANTED), "source"], data.action);
  const { source = "source", ...others } = names;
  const columns = data.read(WANTED, { full: ["start_date", "start_time"], columns: others });
  const startColumn = columns.start_date ?? columns.start_time;
  if (startColumn === undefined) {
    throw new TypeError(
      `Cannot ${data.action}: there is neither a column start_date nor start_time`,
    );
  }
  const start = startColumn.values;
  const end = endsOrStarts(start, columns.end_date ?? columns.end_time);
  const reversed = firstReversed(start, end);
  if (reversed >= 0) {
    throw new RangeError(`Cannot ${data.action}: the end is before the start in row ${reversed}`);
  }
  const { values, valid } = columns.value;
  return {
    start,
    end,
    value: valid === undefined ? values : values.map((one, row) => valid[row] === 1 ? one : NaN),
    source: data.text(source),
    zone: data.tz ?? startColumn.zone,
  };
}

/**
 * Returns the first row that ends before it starts, or -1. A callback would create an object per
 * integer.
 */
function firstReversed(start: BigInt64Array, end: BigInt64Array): number {
  for (let row = 0; row < start.length; row++) if (end[row]! < start[row]!) return row;
  return -1;
}

function endsOrStarts(
  start: BigInt64Array,
  column: { values: BigInt64Array; valid?: Uint8Array | undefined } | undefined,
): BigInt64Array {
  if (column === undefined) return start;
  const { values, valid } = column;
  if (valid === undefined) return values;
  const ends = values.slice();
  for (let row = 0; row < ends.length; row++) if (valid[row] === 0) ends[row] = start[row]!;
  return ends;
}

/** Returns the samples that have a value, ascending by start. */
export function samplesInOrder({ start, value }: MetricSamples): Uint32Array {
  const order = argSort(start), has = (row: number): boolean => value[row] === value[row];
  return order === undefined ? rowsWhere(value.length, has) : order.filter(has);
}

/** Returns the given samples, in the given order. */
export function takeSamples(
  { start, end, value, source }: MetricSamples,
  rows: Uint32Array,
): MetricSamples {
  return {
    start: takeWide(start, rows),
    end: takeWide(end, rows),
    value: takeNumbers(value, rows),
    source: source && {
      values: () => takeTexts(source.values(), rows),
      codes: () => {
        const { codes, names } = source.codes();
        return { codes: rows.map((row) => codes[row]!), names };
      },
    },
  };
}
