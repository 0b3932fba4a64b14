import * as arrow from "apache-arrow";
import type { FrameLike } from "../../src/frame/open.ts";
import type { Column } from "../../src/frame/columns/columns.ts";
import { fromRows, type Row } from "../../src/frame/polars/rows.ts";
import type { ColumnType, Schema } from "../../src/frame/columns/schema.ts";
import { toArrow } from "../../src/frame/arrow/toArrow.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";

/** Names that a data frame's own methods and properties have. */
export const HOSTILE: readonly string[] = [
  "height",
  "filter",
  "mean",
  "limit",
  "select",
  "shape",
  "rows",
  "lazy",
  "sort",
  "columns",
  "schema",
  "numCols",
  "getChild",
  "toString",
];

/** Rows with a column of numbers for each hostile name. */
export function withHostile(
  { rows, schema }: { rows: readonly Row[]; schema: Schema },
): { rows: Row[]; schema: Schema } {
  return {
    rows: rows.map((row, i) => ({
      ...Object.fromEntries(HOSTILE.map((name) => [name, i])),
      ...row,
    })),
    schema: {
      ...Object.fromEntries(HOSTILE.map((name) => [name, "float64" as ColumnType])),
      ...schema,
    },
  };
}

/** Returns a table in each format that a caller may have. */
export function sameData(rows: readonly Row[], schema: Schema): { [form: string]: FrameLike } {
  const columns = fromRows(rows, schema);
  const table = (time: keyof typeof UNITS) =>
    new arrow.Table(Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, vector(column, time)]),
    ));
  const mapped = (type: string, map: (value: unknown) => unknown): Row[] =>
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          schema[name] === type && value !== null ? map(value) : value,
        ]),
      )
    );
  return {
    "bytes of an Arrow stream": arrow.tableToIPC(toArrow(columns), "stream"),
    "bytes of an Arrow file": arrow.tableToIPC(toArrow(columns), "file"),
    "bytes of a Polars file, ZSTD": toFrame(columns).writeIPC({ compression: "zstd" }),
    "bytes of a Polars stream, LZ4": toFrame(columns).writeIPCStream({ compression: "lz4" }),
    "bytes of an Arrow file of several batches": arrow.tableToIPC(
      new arrow.Table(
        [0, 1, 2].flatMap((i) =>
          toArrow(columns).slice(i * rows.length / 3 | 0, (i + 1) * rows.length / 3 | 0).batches
        ),
      ),
      "file",
    ),
    "records": rows,
    "records with Date": mapped("time", (value) => new Date(value as string)),
    "records with Temporal.Instant": mapped(
      "time",
      (value) => Temporal.Instant.from(value as string),
    ),
    "records with BigInt": mapped("int64", (value) => BigInt(value as number)),
    "a Polars frame": toFrame(columns),
    "an Arrow table": toArrow(columns),
    "an Arrow table with seconds": table("s"),
    "an Arrow table with milliseconds": table("ms"),
    "an Arrow table with nanoseconds": table("ns"),
  };
}

const UNITS = {
  s: { type: arrow.TimestampSecond, micros: 1_000_000n },
  ms: { type: arrow.TimestampMillisecond, micros: 1000n },
  ns: { type: arrow.TimestampNanosecond, micros: undefined },
} as const;

/**
 * Returns text as a dictionary, numbers in 32 bits (whole numbers unsigned if possible), times in a
 * unit.
 */
function vector(column: Column, time: keyof typeof UNITS): arrow.Vector {
  const valid = (row: number): boolean => !("valid" in column) || column.valid?.[row] !== 0;
  switch (column.type) {
    case "text":
      return arrow.vectorFromArray(
        [...column.values],
        new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()),
      );
    case "float64":
      return arrow.vectorFromArray(
        Array.from(column.values, (value, i) => valid(i) ? value : null),
        new arrow.Float32(),
      );
    case "int64": {
      const values = Array.from(column.values, (value, i) => valid(i) ? Number(value) : null);
      const least = values.reduce((a: number, b) => Math.min(a, b ?? 0), 0);
      const most = values.reduce((a: number, b) => Math.max(a, b ?? 0), 0);
      const type = least < 0
        ? new arrow.Int32()
        : most < 256
        ? new arrow.Uint8()
        : new arrow.Uint32();
      return arrow.vectorFromArray(values, type);
    }
    case "time": {
      const { type: Type, micros } = UNITS[time];
      const data = column.values.map((value) =>
        micros === undefined ? value * 1000n : value / micros
      );
      return new arrow.Vector([
        arrow.makeData({ type: new Type("UTC"), data, length: data.length, nullCount: 0 }),
      ]);
    }
    default:
      throw new TypeError(`no vector of ${column.type}`);
  }
}
