import pl from "nodejs-polars";
import { checkYears } from "../columns/checkYears.ts";
import { columnOf } from "./columnsOf.ts";
import { columnNames, seriesOf, variantOf } from "./seriesOf.ts";
import type { Frame } from "./frame.ts";

/**
 * Checks that all times of a frame that came from elsewhere lie in the years 1 to 9999, also those
 * inside of lists and structs: beyond them an awaited Polars query ends the process.
 *
 * @throws {RangeError} if one does not; column and row are named
 */
export function checkTimes(frame: Frame): void {
  for (const name of columnNames(frame)) {
    const series = seriesOf(frame, name);
    if (hasTimes(series) && !(isTime(series) && allInYears(series))) checkAll(series);
  }
}

function checkAll(series: pl.Series): void {
  try {
    columnOf(series);
  } catch (error) {
    if (error instanceof RangeError) throw error; // another type is not this check's business
  }
}

function isTime(series: pl.Series): boolean {
  return ["Datetime", "Date"].includes(variantOf(series));
}

function hasTimes(series: pl.Series): boolean {
  return isTime(series) ||
    (["List", "FixedSizeList", "Struct"].includes(variantOf(series)) &&
      /"Date(?:time)?"/.test(JSON.stringify(series.dtype)));
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
