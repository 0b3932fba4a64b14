import pl from "nodejs-polars";
import { type Column, int64Column } from "../../frame/columns/columns.ts";
import { columnOf } from "../../frame/polars/columnsOf.ts";
import { columnNames, seriesOf } from "../../frame/polars/seriesOf.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { joinFrames } from "./joinPieces.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/**
 * Pieces of stages or cycles as one frame, the cycles numbered through.
 *
 * @param counts How many cycles each piece has, those that a filter left out as well.
 */
export function joinNights(frames: readonly Frame[], counts: readonly bigint[]): Frame {
  let before = 0n;
  return joinFrames(frames.map((frame, i) => {
    const numbered = shifted(frame, before);
    before += counts[i]!;
    return numbered;
  }));
}

/** The cycles of an answer, by their numbers. */
export function countCycles(frame: Frame): bigint {
  return numbersOf(frame).values.reduce(
    (count, number) => number >= count ? number + 1n : count,
    0n,
  );
}

function shifted(frame: Frame, by: bigint): Frame {
  if (by === 0n) return frame;
  const name = nameOf(frame);
  const values = numbersOf(frame).values.map((number) => number + by);
  const numbers = seriesOf(toFrame({ [name]: int64Column(values) }), name);
  return pl.DataFrame(
    columnNames(frame).map((column) => column === name ? numbers : seriesOf(frame, column)),
  );
}

function nameOf(frame: Frame): string {
  return columnNames(frame).includes("number") ? "number" : "cycle";
}

function numbersOf(frame: Frame): Column & { type: "int64" } {
  const column = columnOf(seriesOf(frame, nameOf(frame)));
  if (column.type !== "int64") throw new TypeError("cycles are not numbered by whole numbers");
  return column;
}
