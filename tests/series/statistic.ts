import { type FrameLike, openFrame } from "../../src/frame/open.ts";
import { type Row, toRows } from "../../src/frame/polars/rows.ts";

/** Returns the rows of a frame, or of the frame of an answer. */
export const rowsOf = (frame: FrameLike): Row[] => toRows(openFrame(frame).columns());

/** The rows of a long frame of statistics by name. */
export function statistics(frame: FrameLike): Record<string, number | null> {
  return Object.fromEntries(
    rowsOf(frame).map((row) => [String(row["name"]), row["value"] as number | null]),
  );
}

/** One row of a long frame of statistics. */
export function statistic(frame: FrameLike, name: string): Record<string, unknown> {
  return rowsOf(frame).find((row) => row["name"] === name)!;
}
