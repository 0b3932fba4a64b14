import { float64Column, timeColumn } from "../frame/columns.ts";
import type { FrameLike } from "../frame/readColumns.ts";
import { toFrame } from "../frame/toFrame.ts";

/** A frame as it is; no records at all, which have no columns, as a frame of no rows that has them. */
export function orNoRows(frame: FrameLike, { x, y }: { x: string; y: string }): FrameLike {
  if (!Array.isArray(frame) || frame.length > 0) return frame;
  return toFrame({
    [x]: timeColumn(new BigInt64Array()),
    [y]: float64Column(new Float64Array()),
  });
}
