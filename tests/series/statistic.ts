import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";

/** The rows of a frame. */
export const rowsOf = (frame: Frame): Row[] => toRows(columnsOf(frame));

/** The rows of a long frame of statistics by name. */
export function statistics(frame: Frame): Record<string, number | null> {
  return Object.fromEntries(
    frame.toRecords().map((row) => [String(row["name"]), row["value"] as number | null]),
  );
}

/** One row of a long frame of statistics. */
export function statistic(frame: Frame, name: string): Record<string, unknown> {
  return frame.toRecords().find((row) => row["name"] === name)!;
}
