import pl from "nodejs-polars";
import type { Column } from "../columns/columns.ts";
import { columnOf } from "./columnsOf.ts";
import { toValues } from "./rows.ts";
import type { TextPatterns } from "../../time/textPatterns.ts";
import { clockCells, dateCells, timeCells } from "../table/timeCells.ts";
import { integerCells, numberCells, type NumberColumn } from "../table/numberCells.ts";
import { type Cell, cell, MISSING, rankValues } from "../table/tableParts.ts";
import { typeName } from "./typeName.ts";
import { MEMBERS, valueCell } from "../table/valueCell.ts";

interface DataType {
  readonly variant: string;
  readonly inner: unknown;
}

const NUMBERS = /^(?:U?Int\d+|Float\d+|Decimal)$/;
/** Returns whether the values of a series are aligned at their right end. */
export function isNumeric(series: pl.Series): boolean {
  return NUMBERS.test((series.dtype as DataType).variant);
}

/** Formats a (short) series of hours after midnight as times of day. */
export function clockSeriesCells(series: pl.Series, patterns?: TextPatterns): Cell[] {
  return clockCells(values(columnOf(series)), patterns);
}

/**
 * Formats the values of a (short) series as cells: integers exact, times in a zone, nulls marked.
 *
 * @param tz Zone of times if they do not use their own.
 * @param patterns Formats of times and dates.
 * @param column Name and unit of numbers, which determine their rounding.
 */
export function seriesCells(
  series: pl.Series,
  tz?: string,
  patterns?: TextPatterns,
  column?: NumberColumn,
): Cell[] {
  const { variant, inner } = series.dtype as DataType;
  switch (variant) {
    case "Datetime": {
      const zone = (inner as [string, string | null])[1];
      return timeCells(values(columnOf(series)) as bigint[], zone ? tz ?? zone : null, patterns);
    }
    case "Date":
      return dateCells(values(columnOf(series)) as (number | null)[], patterns);
    case "Float32":
    case "Float64":
      return numberCells(values(columnOf(series)) as number[], column);
    case "Int8":
    case "Int16":
    case "Int32":
    case "Int64":
    case "UInt8":
    case "UInt16":
    case "UInt32":
      return integerCells(values(columnOf(series)), column);
    case "Duration":
      return values(columnOf(series.cast(pl.Duration("us")).cast(pl.Int64)))
        .map((value) => value === null ? MISSING : cell(duration(value as bigint)));
    case "Binary":
      return Array.from({ length: series.len() }, () => cell("binary"));
    case "Decimal":
    case "Time":
      return (series.cast(pl.Utf8).toArray() as unknown[]).map(valueCell);
    case "List":
    case "Struct":
      return nestedCells(series);
    default:
      return (series.toArray() as unknown[]).map(valueCell);
  }
}

/**
 * Returns the ranks of times, dates and durations, whose texts do not sort correctly; `undefined`
 * for other types.
 */
export function seriesRanks(series: pl.Series): number[] | undefined {
  if (!["Datetime", "Date", "Duration"].includes((series.dtype as DataType).variant)) {
    return undefined;
  }
  return rankValues(values(columnOf(series.cast(pl.Int64))) as (bigint | null)[]);
}

/** Returns placeholders for lists and structs of types that are not supported. */
function nestedCells(series: pl.Series): Cell[] {
  let column: Column;
  try {
    column = columnOf(series, MEMBERS + 1);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return Array.from({ length: series.len() }, () => cell(typeName(series.dtype)));
  }
  return toValues(column).map(valueCell);
}

function values(column: Column): (bigint | number | null)[] {
  if (column.type === "list" || column.type === "struct" || column.type === "text") return [];
  return Array.from(
    column.values as ArrayLike<bigint | number>,
    (value, row) => column.valid?.[row] === 0 ? null : value,
  );
}

function duration(micros: bigint): string {
  const sign = micros < 0n ? "-" : "", size = micros < 0n ? -micros : micros;
  const two = (value: bigint): string => String(value).padStart(2, "0");
  const rest = size % 1_000_000n;
  const fraction = rest === 0n ? "" : `.${String(rest).padStart(6, "0").replace(/0+$/, "")}`;
  const seconds = size / 1_000_000n;
  return `${sign}${seconds / 3600n}:${two(seconds / 60n % 60n)}:${two(seconds % 60n)}${fraction}`;
}
