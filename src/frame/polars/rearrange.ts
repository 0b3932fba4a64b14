import pl from "nodejs-polars";
import { columnNames, frameHeight, seriesOf } from "./seriesOf.ts";
import { weighFrame } from "./weighFrame.ts";
import type { Frame } from "./frame.ts";

/**
 * Returns some columns of a frame, in another order.
 *
 * @param renamed New names of the columns. @default unchanged
 * @throws {TypeError} if the frame has no such column
 */
export function selectColumns(
  frame: Frame,
  names: readonly string[],
  renamed: readonly string[] = names,
): Frame {
  return pl.DataFrame(
    names.map((name, i) =>
      renamed[i] === name ? seriesOf(frame, name) : seriesOf(frame, name).alias(renamed[i]!)
    ),
  );
}

/** Joins the columns of several frames of equal length. */
export function joinColumnsOf(frames: readonly Frame[]): Frame {
  return pl.DataFrame(
    frames.flatMap((frame) => columnNames(frame).map((name) => seriesOf(frame, name))),
  );
}

/**
 * Concatenates frames vertically; frames without rows only contribute their columns.
 *
 * @throws {Error} of Polars if their columns differ
 */
export function concatFrames(frames: readonly Frame[]): Frame {
  const full = frames.filter((frame) => frameHeight(frame) > 0);
  return full.length < 2 ? full[0] ?? frames[0]! : weighFrame(pl.concat(full));
}

/**
 * Concatenates frames vertically; missing columns are null.
 *
 * @throws {Error} of Polars if a column has different types
 */
export function concatDiagonal(frames: readonly Frame[]): Frame {
  return weighFrame(pl.concat([...frames], { how: "diagonal" }));
}

/** Returns the rows of a frame whose value in a mask is 1. */
export function keepRows(frame: Frame, mask: Uint8Array): Frame {
  const keep = pl.Series("keep", mask).cast(pl.Bool);
  return pl.DataFrame(columnNames(frame).map((name) => seriesOf(frame, name).filter(keep)));
}
