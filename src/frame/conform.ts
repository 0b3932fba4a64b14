import pl from "nodejs-polars";
import { openFrame } from "./open.ts";
import type { Column } from "./columns/columns.ts";
import type { ColumnType, Schema } from "./columns/schema.ts";
import { columnNames, seriesOf, variantOf } from "./polars/seriesOf.ts";
import { toFrame } from "./polars/toFrame.ts";
import { NO_ZONE } from "../time/zones.ts";
import type { Frame } from "./polars/frame.ts";

/** Polars types that hold exactly one type of column. */
const VARIANTS = {
  date: ["Date"],
  int64: ["Int64"],
  float64: ["Float64"],
  bool: ["Bool"],
  text: ["String", "Utf8"],
};

interface DataType {
  variant: string;
  inner: unknown[] | null;
}

/**
 * Returns a frame with the columns of a schema first, in its order and types, and with times
 * displayed in a zone. Other columns follow unchanged, and columns that already fit are not copied.
 *
 * @throws {TypeError} if a column is missing or has another type
 */
export function conform(frame: Frame, schema: Schema, zone: string): Frame {
  const wanted = Object.keys(schema), there = columnNames(frame);
  const names = [...wanted, ...there.filter((name) => !Object.hasOwn(schema, name))];
  const given = names.map((name) => seriesOf(frame, name));
  const fitted = given.map((series, i) =>
    i < wanted.length ? fit(series, schema[names[i]!]!, zone) : series
  );
  const same = fitted.every((series, i) => series === given[i]) &&
    there.every((name, i) => name === names[i]);
  return same ? frame : pl.DataFrame(fitted);
}

/** Returns whether a column of a frame is numeric or all null. */
export function holdsNumbers(frame: Frame, name: string): boolean {
  return /^(?:U?Int\d+|Float\d+|Decimal|Null)$/.test(variantOf(seriesOf(frame, name)));
}

/** Returns whether a column of a frame has lists or only nulls. */
export function holdsLists(frame: Frame, name: string): boolean {
  return /^(?:List|Null)$/.test(variantOf(seriesOf(frame, name)));
}

function fit(series: pl.Series, type: ColumnType, zone: string): pl.Series {
  const dtype = series.dtype as unknown as DataType;
  if (fits(dtype, type, zone)) return series;
  if (type === "time" && dtype.variant === "Datetime") {
    return series.cast(pl.Datetime("us", zone === NO_ZONE ? undefined : zone));
  }
  const { name } = series;
  const column: Column = openFrame(series.toFrame()).read({ [name]: type })[name]!;
  return seriesOf(toFrame({ [name]: withZone(column, zone) }), name);
}

function fits({ variant, inner }: DataType, type: ColumnType, zone: string): boolean {
  if (type === "time") {
    return variant === "Datetime" && inner?.[0] === "us" && (inner[1] ?? NO_ZONE) === zone;
  }
  if (typeof type === "string") return VARIANTS[type].includes(variant);
  return "list" in type && variant === "List" && fits(inner![0] as DataType, type.list, zone);
}

/** Returns the column with all its times, including nested ones, displayed in a zone. */
function withZone(column: Column, zone: string): Column {
  switch (column.type) {
    case "time":
      return { ...column, zone };
    case "list":
      return { ...column, item: withZone(column.item, zone) };
    case "struct":
      return {
        ...column,
        fields: Object.fromEntries(
          Object.entries(column.fields).map(([name, field]) => [name, withZone(field, zone)]),
        ),
      };
    default:
      return column;
  }
}
