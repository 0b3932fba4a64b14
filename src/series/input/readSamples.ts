import { argSort } from "../../frame/columns/argSort.ts";
import { type FrameLike, tableOf } from "../../frame/asFrame.ts";
import { checkColumnNames, type ColumnNames } from "../../frame/columns/columnNames.ts";
import { readColumns } from "../../frame/readColumns.ts";
import { readText, type TextReader } from "../../frame/readText.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeWide } from "../../frame/takeRows.ts";

/** Samples of one metric as columns, times in microseconds UTC. */
export interface Samples {
  /** Inclusive starts. */
  readonly start: BigInt64Array;
  /** Exclusive ends; an instant's is its start. */
  readonly end: BigInt64Array;
  /** Values. */
  readonly value: Float64Array;
  /** The samples that have a value, ascending by start; undefined if all have, and are in order. */
  readonly order: Uint32Array | undefined;
  /** Where each came from; undefined where nothing says so. */
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
 * Reads raw samples: `start_date`, `end_date`, `value` and `source` as `me.metrics.samples` gives
 * them, or `start_time` and `end_time`. A sample without an end is an instant; one without a value,
 * or with NaN, says nothing and is left out.
 *
 * @param names Names of the columns where they differ from these.
 * @param tz The zone in which times without one are read, and whose local days dates are.
 * @throws {TypeError} if a column is missing or of another type, or a start is null
 * @throws {RangeError} if a sample ends before it starts
 */
export function readSamples(
  samples: FrameLike,
  action: string,
  names: ColumnNames = {},
  tz?: string,
): Samples {
  checkColumnNames(names, [...Object.keys(WANTED), "source"], action);
  const { source = "source", ...others } = names;
  const input = tableOf(samples, action);
  const full = ["start_date", "start_time"];
  const columns = readColumns(input, WANTED, { action, full, columns: others, tz });
  const startColumn = columns.start_date ?? columns.start_time;
  if (startColumn === undefined) {
    throw new TypeError(`Cannot ${action}: there is neither a column start_date nor start_time`);
  }
  const start = startColumn.values;
  const end = ends(start, columns.end_date ?? columns.end_time);
  const reversed = start.findIndex((at, row) => end[row]! < at);
  if (reversed >= 0) {
    throw new RangeError(`Cannot ${action}: the end is before the start in row ${reversed}`);
  }
  return {
    start,
    end,
    value: columns.value.values,
    order: withValue(argSort(start), columns.value),
    source: readText(input, source, action),
  };
}

function ends(
  start: BigInt64Array,
  column: { values: BigInt64Array; valid?: Uint8Array | undefined } | undefined,
): BigInt64Array {
  if (column === undefined) return start;
  const { values, valid } = column;
  if (valid === undefined) return values;
  const filled = values.slice();
  for (let row = 0; row < filled.length; row++) if (valid[row] === 0) filled[row] = start[row]!;
  return filled;
}

/** An order without the rows that have no value. */
function withValue(
  order: Uint32Array | undefined,
  { values, valid }: { values: Float64Array; valid?: Uint8Array | undefined },
): Uint32Array | undefined {
  const has = (row: number): boolean => valid?.[row] !== 0 && !Number.isNaN(values[row]!);
  if (order !== undefined) return order.filter(has);
  const rows = rowsWhere(values.length, has);
  return rows.length === values.length ? undefined : rows;
}

/** Some of samples, which have a value and ascend by start. */
export function someSamples(samples: Samples, rows: Uint32Array): Samples {
  const { start, end, source } = samples;
  const value = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) value[i] = samples.value[rows[i]!]!;
  return {
    start: takeWide(start, rows),
    end: takeWide(end, rows),
    value,
    order: undefined,
    source: source && {
      values: () => Array.from(rows, (row) => source.values()[row]!),
      codes: () => {
        const { codes, names } = source.codes();
        return { codes: rows.map((row) => codes[row]!), names };
      },
    },
  };
}
