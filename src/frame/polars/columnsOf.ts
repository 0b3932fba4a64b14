import pl, { type DataType } from "nodejs-polars";
import { type Column, type Columns, rowCount, type Valid } from "../columns/columns.ts";
import { NO_ZONE } from "../../time/zones.ts";
import { checkYears } from "../columns/checkYears.ts";
import { columnNames, seriesOf } from "./seriesOf.ts";
import type { Frame } from "./frame.ts";

/**
 * Copies all columns of a frame into typed arrays. The inverse of {@linkcode toFrame}. Times become
 * microseconds UTC (the zone of times without one is unknown), and dates become days. Smaller
 * numbers are widened, and categories become text.
 *
 * @param from First row to copy.
 * @param to Row after the last one to copy. @default the frame's height
 * @throws {TypeError} if a type is not supported (binary, duration, …)
 * @throws {RangeError} if a time is outside the years 1 to 9999, or an integer needs more than 63
 * bits
 */
export function columnsOf(frame: Frame, from = 0, to?: number): Columns {
  return Object.fromEntries(
    columnNames(frame).map((name) => {
      const series = seriesOf(frame, name);
      return [name, columnOf(to === undefined ? series : series.slice(from, to - from))];
    }),
  );
}

/**
 * Copies a series into typed arrays.
 *
 * @param members Maximum number of members per struct; the rest are dropped.
 * @throws {TypeError} if its type is not supported
 * @throws {RangeError} if a time is outside the years 1 to 9999, or an integer needs more than 63
 * bits
 */
export function columnOf(series: pl.Series, members = Infinity): Column {
  const dtype = typeOf(series);
  switch (dtype.variant) {
    case "Datetime": {
      const [unit, zone] = dtype.inner as ["ms" | "us" | "ns", string | null]; // "" also means no zone
      return {
        type: "time",
        ...times(series, unit),
        zone: zone || (series.len() === 0 ? "UTC" : NO_ZONE),
      };
    }
    case "Date":
      return { type: "date", ...days(series) };
    case "Int64":
      return { type: "int64", values: int64(series), valid: validity(series) };
    case "Int8":
    case "Int16":
    case "Int32":
    case "UInt8":
    case "UInt16":
    case "UInt32":
      return { type: "int64", values: int64(series.cast(pl.Int64)), valid: validity(series) };
    case "UInt64":
      return unsigned(series);
    case "Float64":
      return { type: "float64", values: float64(series), valid: validity(series) };
    case "Float32":
      return { type: "float64", values: float64(series.cast(pl.Float64)), valid: validity(series) };
    case "Bool":
      return {
        type: "bool",
        values: fillNulls(series.cast(pl.UInt8)).toTypedArray() as Uint8Array,
        valid: validity(series),
      };
    case "String":
    case "Utf8":
      return { type: "text", values: series.toArray() as (string | null)[] };
    case "Categorical":
      return { type: "text", values: series.cast(pl.Utf8).toArray() as (string | null)[] };
    case "Null":
      return { type: "text", values: new Array(series.len()).fill(null) };
    case "Decimal":
      return columnOf(series.cast(pl.Float64));
    case "List":
      return listColumn(series, members);
    case "FixedSizeList":
      return listColumn(asList(series), members);
    case "Struct": {
      const frame = series.alias("_").toFrame().unnest("_");
      const fields = Object.fromEntries(
        columnNames(frame).slice(0, members).map((
          name,
        ) => [name, columnOf(seriesOf(frame, name), members)]),
      );
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

/** Returns which values of a series are not null; `undefined` if no value is null. */
function validity(series: pl.Series): Valid | undefined {
  return series.nullCount() === 0
    ? undefined
    : series.isNotNull().cast(pl.UInt8).toTypedArray() as Uint8Array;
}

function fillNulls(series: pl.Series): pl.Series {
  return series.nullCount() === 0 ? series : series.fillNull("zero") as pl.Series;
}

function int64(series: pl.Series): BigInt64Array {
  return fillNulls(series).toTypedArray() as unknown as BigInt64Array;
}

function float64(series: pl.Series): Float64Array {
  return fillNulls(series).toTypedArray() as Float64Array;
}

type Unit = "ms" | "us" | "ns";

function days(series: pl.Series): { values: Int32Array; valid: Valid | undefined } {
  const valid = validity(series);
  const values = fillNulls(series.cast(pl.Int32)).toTypedArray() as Int32Array;
  checkYears(BigInt64Array.from(values, BigInt), "d", series.name, valid);
  return { values, valid };
}

/** Returns instants in microseconds, without nanoseconds. */
function times(
  series: pl.Series,
  unit: Unit,
): { values: BigInt64Array; valid: Valid | undefined } {
  const valid = validity(series);
  const values = int64(series.cast(pl.Int64));
  if (unit !== "ns") checkYears(values, unit, series.name, valid);
  if (unit === "ms") {
    for (let i = 0; i < values.length; i++) values[i] = values[i]! * 1000n;
  } else if (unit === "ns") {
    for (const [i, value] of values.entries()) {
      values[i] = (value - ((value % 1000n) + 1000n) % 1000n) / 1000n;
    }
  }
  return { values, valid };
}

function unsigned(series: pl.Series): Column {
  const signed = series.cast(pl.Int64); // values out of range become null
  if (signed.nullCount() === series.nullCount()) return columnOf(signed);
  throw new RangeError(
    `Cannot read column ${
      JSON.stringify(series.name)
    }: it has integers of 2^63 or more; cast it first`,
  );
}

/** Returns the type of a series; Polars itself throws for some types. */
function typeOf(series: pl.Series): { variant: string; inner: unknown[] | null } {
  try {
    return series.dtype as { variant: string; inner: unknown[] | null };
  } catch (cause) {
    throw new TypeError(
      `Cannot read column ${JSON.stringify(series.name)}: its type is not supported; cast it first`,
      { cause },
    );
  }
}

/** Converts fixed-size lists to lists of any size. */
export function asList(series: pl.Series): pl.Series {
  const { inner } = series.dtype as unknown as { inner: [DataType] };
  return series.cast(pl.List(inner[0]));
}

function listColumn(series: pl.Series, members: number): Column {
  const valid = validity(series);
  const lengths = int64(series.list.lengths().cast(pl.Int64));
  const offsets = new Int32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) offsets[i + 1] = offsets[i]! + Number(lengths[i]!);
  // An empty list explodes to a null row, so empty lists are removed first.
  const full = pl.Series("full", Uint8Array.from(lengths, (n) => n > 0n ? 1 : 0)).cast(pl.Bool);
  const items = series.filter(full).explode() as pl.Series;
  return { type: "list", offsets, item: columnOf(items, members), valid };
}
