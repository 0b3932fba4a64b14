import pl from "nodejs-polars";
import { type Column, type Columns, rowCount, type Valid } from "./columns.ts";
import { columnNames, seriesOf } from "./seriesOf.ts";
import type { Frame } from "./toFrame.ts";

const MICROS_PER_UNIT: Readonly<Record<string, { times: bigint; over: bigint }>> = {
  ms: { times: 1000n, over: 1n },
  us: { times: 1n, over: 1n },
  ns: { times: 1n, over: 1000n },
};

/**
 * All columns of a frame as typed arrays, copied out: times in microseconds UTC whatever their unit
 * was, smaller numbers widened, categories as text. The inverse of {@linkcode toFrame}.
 *
 * @throws {TypeError} if a column has a type that has no column here (binary, decimal, duration, ...)
 */
export function columnsOf(frame: Frame): Columns {
  return Object.fromEntries(
    columnNames(frame).map((name) => [name, columnOf(seriesOf(frame, name))]),
  );
}

/**
 * One series as a column of typed arrays, copied out.
 *
 * @throws {TypeError} if its type has no column here
 */
export function columnOf(series: pl.Series): Column {
  const dtype = series.dtype as { variant: string; inner: unknown[] | null };
  switch (dtype.variant) {
    case "Datetime": {
      const [unit, zone] = dtype.inner as [string, string | null];
      return {
        type: "time",
        values: micros(series, unit),
        zone: zone ?? "UTC",
        valid: validity(series),
      };
    }
    case "Date":
      return { type: "time", values: dates(series), zone: "UTC", valid: validity(series) };
    case "Int64":
      return { type: "int64", values: int64(series), valid: validity(series) };
    case "Int8":
    case "Int16":
    case "Int32":
    case "UInt8":
    case "UInt16":
    case "UInt32":
      return { type: "int64", values: int64(series.cast(pl.Int64)), valid: validity(series) };
    case "Float64":
      return { type: "float64", values: float64(series), valid: validity(series) };
    case "Float32":
      return { type: "float64", values: float64(series.cast(pl.Float64)), valid: validity(series) };
    case "Bool":
      return {
        type: "bool",
        values: filled(series.cast(pl.UInt8)).toTypedArray() as Uint8Array,
        valid: validity(series),
      };
    case "String":
    case "Utf8":
      return { type: "text", values: series.toArray() as (string | null)[] };
    case "Categorical":
      return { type: "text", values: series.cast(pl.Utf8).toArray() as (string | null)[] };
    case "Null":
      return { type: "text", values: new Array(series.len()).fill(null) };
    case "List":
      return listColumn(series);
    case "Struct": {
      const fields = columnsOf(series.alias("_").toFrame().unnest("_"));
      return { type: "struct", fields, length: rowCount(fields) };
    }
    default:
      throw new TypeError(
        `Cannot read column ${
          JSON.stringify(series.name)
        }: its type ${dtype.variant} is not supported; cast it first`,
      );
  }
}

/** Which values of a series are not null; undefined where none is. */
function validity(series: pl.Series): Valid | undefined {
  return series.nullCount() === 0
    ? undefined
    : series.isNotNull().cast(pl.UInt8).toTypedArray() as Uint8Array;
}

function filled(series: pl.Series): pl.Series {
  return series.nullCount() === 0 ? series : series.fillNull("zero") as pl.Series;
}

function int64(series: pl.Series): BigInt64Array {
  return filled(series).toTypedArray() as unknown as BigInt64Array;
}

function float64(series: pl.Series): Float64Array {
  return filled(series).toTypedArray() as Float64Array;
}

function micros(series: pl.Series, unit: string): BigInt64Array {
  const values = int64(series.cast(pl.Int64));
  const { times, over } = MICROS_PER_UNIT[unit]!;
  if (times === 1n && over === 1n) return values;
  return values.map((value) =>
    over === 1n ? value * times : (value - ((value % over) + over) % over) / over
  );
}

function dates(series: pl.Series): BigInt64Array {
  return int64(series.cast(pl.Int64)).map((days) => days * 86_400_000_000n);
}

function listColumn(series: pl.Series): Column {
  const valid = validity(series);
  const lengths = int64(series.list.lengths().cast(pl.Int64));
  const offsets = new Int32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) offsets[i + 1] = offsets[i]! + Number(lengths[i]!);
  // An empty list explodes to a null row, so those are left out first.
  const full = pl.Series("full", Uint8Array.from(lengths, (n) => n > 0n ? 1 : 0)).cast(pl.Bool);
  const items = series.filter(full).explode() as pl.Series;
  return { type: "list", offsets, item: columnOf(items), valid };
}
