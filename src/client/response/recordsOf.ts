import { asFrame, type FrameLike } from "../../frame/asFrame.ts";
import { columnsOf } from "../../frame/polars/columnsOf.ts";
import { type Row, toRows } from "../../frame/polars/rows.ts";

/**
 * The records of a frame, an Arrow table or an array: times as ISO text. A null of a frame is left
 * out of its record, because a frame cannot say that a member is absent.
 *
 * @throws {TypeError} if a column has a type that JSON has no form for
 */
export function recordsOf(input: FrameLike): readonly Row[] {
  if (Array.isArray(input)) return input;
  const columns = columnsOf(asFrame(input as Exclude<FrameLike, readonly Row[]>));
  return toRows(columns).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  );
}
