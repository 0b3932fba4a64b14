import pl from "nodejs-polars";
import { columnOf } from "./columnsOf.ts";
import type { Frame, Series } from "./frame.ts";
import { toValues } from "./rows.ts";
import { columnNames, seriesOf, variantOf } from "./seriesOf.ts";

/** The types of Polars that hold several values in a cell. */
const NESTED = ["List", "FixedSizeList", "Array", "Struct", "Object"];

/**
 * A frame for CSV, which has no nested data: lists and structs become JSON text, times in them ISO text; null
 * stays null. Without any it is the same frame.
 *
 * @throws {TypeError} if a nested column holds a type that has no JSON, such as binary
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
