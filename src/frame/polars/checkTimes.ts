import pl from "nodejs-polars";
import { checkYears } from "../columns/checkYears.ts";
import { columnOf } from "./columnsOf.ts";
import { columnNames, seriesOf, variantOf } from "./seriesOf.ts";
import type { Frame } from "./frame.ts";

/**
 * Checks that all times of a frame that came from elsewhere lie in the years 1 to 9999, also those
 * inside of lists and structs: beyond them an awaited Polars query ends the process.
 *
 * @param names The columns that may hold times: a series takes long to make. @default found by their types
 * @throws {RangeError} if one does not; column and row are named
 */
export function checkTimes(frame: Frame, names: readonly string[] = timeNames(frame)): void {
  for (const name of names) {
    const series = seriesOf(frame, name), type = typeOf(series);
    if (hasTimes(type) && !(isTime(type) && allInYears(series))) checkAll(series);
  }
}

/** Returns the columns that may hold times: all if Polars cannot list the types. */
function timeNames(frame: Frame): readonly string[] {
  const names = columnNames(frame);
  try {
    const types: unknown = frame.dtypes; // a series if a column has that name
    if (!Array.isArray(types) || types.length !== names.length) return names;
    return names.filter((_, i) => hasTimes(types[i]));
  } catch {
    return names;
  }
}

interface DataType {
  readonly variant: string;
  readonly inner: unknown;
}

function typeOf(series: pl.Series): DataType {
  try {
    return series.dtype as unknown as DataType;
  } catch {
    return { variant: "", inner: null };
  }
}

function checkAll(series: pl.Series): void {
  try {
    columnOf(series);
  } catch (error) {
    if (error instanceof RangeError) throw error; // another type is not this check's business
  }
}

function isTime({ variant }: DataType): boolean {
  return variant === "Datetime" || variant === "Date";
}

function hasTimes(type: DataType): boolean {
  return isTime(type) ||
    (["List", "FixedSizeList", "Struct"].includes(type.variant) &&
      /"Date(?:time)?"/.test(JSON.stringify(type)));
}

/** Whether the first and the last in time do, which Polars finds faster than a copy is made. */
function allInYears(series: pl.Series): boolean {
  const unit = variantOf(series) === "Date"
    ? "d"
    : (series.dtype as unknown as { inner: string[] }).inner[0] as "ms" | "us" | "ns";
  if (unit === "ns") return true; // reaches from 1677 to 2262 only
  const numbers = series.cast(pl.Int64);
  if (numbers.nullCount() === numbers.len()) return true;
  try {
    checkYears(
      BigInt64Array.of(BigInt(numbers.min()), BigInt(numbers.max())),
      unit,
      series.name,
    );
    return true;
  } catch {
    return false; // or rounded to it: numbers are exact to 2^53 only
  }
}
