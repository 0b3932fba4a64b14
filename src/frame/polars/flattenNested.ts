import pl from "nodejs-polars";
import { columnOf } from "./columnsOf.ts";
import type { Frame, Series } from "./frame.ts";
import { toValues } from "./rows.ts";
import { columnNames, seriesOf, variantOf } from "./seriesOf.ts";

/** Polars types that hold several values in a cell. */
const NESTED = ["List", "FixedSizeList", "Array", "Struct", "Object"];

/**
 * Prepares a frame for CSV, which has no nested data. Lists and structs become JSON text, with
 * times as ISO text; null stays null. Returns the same frame if it has no nested columns.
 *
 * @throws {TypeError} if a nested column has a type without JSON, such as binary
 */
export function flattenNested(frame: Frame): Frame {
  const names = columnNames(frame);
  if (!names.some((name) => isNested(seriesOf(frame, name)))) return frame;
  return pl.DataFrame(names.map((name) => {
    const series = seriesOf(frame, name);
    if (!isNested(series)) return series;
    const texts = toValues(columnOf(series))
      .map((value) => value === null ? null : JSON.stringify(value));
    return pl.Series(name, texts, pl.Utf8);
  }));
}

function isNested(series: Series): boolean {
  return NESTED.includes(variantOf(series));
}
