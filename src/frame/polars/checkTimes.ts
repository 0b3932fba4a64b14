import pl from "nodejs-polars";
import { MIN_MICROS } from "../../time/instant.ts";
import { checkYears, MICROS_PER } from "../columns/checkYears.ts";
import { columnOf } from "./columnsOf.ts";
import { columnNames, seriesOf } from "./seriesOf.ts";
import type { Frame } from "./frame.ts";

/**
 * Checks that all times of a foreign frame are in the years 1 to 9999, including times in lists and
 * structs. Outside those years, an awaited Polars query ends the process.
 *
 * @param names Columns that may hold times; making a series for each is slow. @default detected by
 * their types
 * @throws {RangeError} if a time is not, with its column and row
 */
export function checkTimes(frame: Frame, names: readonly string[] = timeNames(frame)): void {
  for (const name of names.length < MANY ? names : unproved(frame, names)) {
    const series = seriesOf(frame, name), type = typeOf(series);
    if (hasTimes(type) && !(isTime(type) && allInYears(series))) checkAll(series);
  }
}

/**
 * Minimum number of columns for a query that finds the ones to check. Making a series for each
 * takes longer.
 */
const MANY = 64;

/** Columns of times that no query can select: their names are patterns or hide a method. */
const UNSELECTABLE = /^\^.*\$$|^\*$|^(?:select|dtypes)$/s;

/**
 * Returns the columns whose types are not plain times, or with a time close to the first or last
 * year.
 */
function unproved(frame: Frame, names: readonly string[]): readonly string[] {
  const all = columnNames(frame);
  if (all.some((name) => UNSELECTABLE.test(name))) return names;
  const types = new Map(frame.dtypes.map((type, i) => [all[i]!, type as unknown as DataType]));
  const plain = names.filter((name) => isTime(types.get(name)!));
  if (plain.length === 0) return names;
  const numbers = (): pl.Expr => pl.col([...plain]).cast(pl.Int64);
  const [least, most] = [numbers().min(), numbers().max()].map((ends) =>
    frame.select(ends).row(0) as (number | null)[]
  ) as [(number | null)[], (number | null)[]];
  const inside = new Set(plain.filter((name, i) => {
    const unit = unitOf(types.get(name)!);
    // The numbers are rounded, so near a limit only the values themselves are proof.
    const limit = unit === "ns" ? Infinity : -0.99 * Number(MIN_MICROS / MICROS_PER[unit]);
    return Math.max(-(least[i] ?? 0), most[i] ?? 0) < limit;
  }));
  return names.filter((name) => !inside.has(name));
}

/** Returns the columns that may hold times; all columns if Polars cannot list the types. */
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
    if (error instanceof RangeError) throw error; // another type is not checked here
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

function unitOf({ variant, inner }: DataType): "d" | "ms" | "us" | "ns" {
  return variant === "Date" ? "d" : (inner as ["ms" | "us" | "ns"])[0];
}

/**
 * Returns whether the minimum and maximum are in these years. Polars finds them faster than it
 * copies.
 */
function allInYears(series: pl.Series): boolean {
  const unit = unitOf(typeOf(series));
  if (unit === "ns") return true; // covers the years 1677 to 2262 only
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
    return false; // or rounded to it: numbers are exact up to 2^53 only
  }
}
