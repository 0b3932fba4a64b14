import pl from "nodejs-polars";
import { columnNames, frameHeight, seriesOf } from "./seriesOf.ts";
import type { Frame } from "./frame.ts";

/**
 * Some columns of a frame, in another order.
 *
 * @param renamed What they are called then. @default as before
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

/** Columns of several frames of as many rows, side by side. */
export function joinColumnsOf(frames: readonly Frame[]): Frame {
  return pl.DataFrame(
    frames.flatMap((frame) => columnNames(frame).map((name) => seriesOf(frame, name))),
  );
}

/**
 * Frames one under the other; those of no rows only say the columns.
 *
 * @throws {Error} of Polars if their columns differ
 */
export function concatFrames(frames: readonly Frame[]): Frame {
  const full = frames.filter((frame) => frameHeight(frame) > 0);
  return full.length < 2 ? full[0] ?? frames[0]! : pl.concat(full);
}

/**
 * Frames one under the other; a column that one of them lacks is null there.
 *
 * @throws {Error} of Polars if a column has different types
 */
export function concatDiagonal(frames: readonly Frame[]): Frame {
  return pl.concat([...frames], { how: "diagonal" });
}

/** The rows of a frame for which a mask holds 1. */
export function keepRows(frame: Frame, mask: Uint8Array): Frame {
  const keep = pl.Series("keep", mask).cast(pl.Bool);
  return pl.DataFrame(columnNames(frame).map((name) => seriesOf(frame, name).filter(keep)));
}
