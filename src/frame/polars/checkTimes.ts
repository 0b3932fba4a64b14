import pl from "nodejs-polars";
import { MIN_MICROS } from "../../time/instant.ts";
import { checkYears, MICROS_PER } from "../columns/checkYears.ts";
import { columnOf } from "./columnsOf.ts";
import { columnNames, seriesOf } from "./seriesOf.ts";
import type { Frame } from "./frame.ts";

/**
 * Checks that all times of a frame that came from elsewhere lie in the years 1 to 9999, also those
 * inside of lists and structs: beyond them an awaited Polars query ends the process.
 *
 * @param names The columns that may hold times: a series takes long to make. @default found by their types
 * @throws {RangeError} if one does not; column and row are named
 */
export function checkTimes(frame: Frame, names: readonly string[] = timeNames(frame)): void {
  for (const name of names.length < MANY ? names : unproved(frame, names)) {
    const series = seriesOf(frame, name), type = typeOf(series);
    if (hasTimes(type) && !(isTime(type) && allInYears(series))) checkAll(series);
  }
}

/** From this many columns on, one query finds those to look at: a series for each takes longer to make. */
const MANY = 64;

/** Columns of times that Polars can select only one by one: their names are patterns, or hide the query. */
const UNSELECTABLE = /^\^.*\$$|^\*$|^(?:select|dtypes)$/s;

/** Returns the columns that hold other types than plain times, or a time near the edge of the years. */
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
    // The numbers are rounded: near an edge, only the values themselves prove it.
    const limit = unit === "ns" ? Infinity : -0.99 * Number(MIN_MICROS / MICROS_PER[unit]);
    return Math.max(-(least[i] ?? 0), most[i] ?? 0) < limit;
  }));
  return names.filter((name) => !inside.has(name));
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

function unitOf({ variant, inner }: DataType): "d" | "ms" | "us" | "ns" {
  return variant === "Date" ? "d" : (inner as ["ms" | "us" | "ns"])[0];
}

/** Whether the first and the last in time do, which Polars finds faster than a copy is made. */
function allInYears(series: pl.Series): boolean {
  const unit = unitOf(typeOf(series));
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
