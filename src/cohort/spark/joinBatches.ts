import pl from "nodejs-polars";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Batches as one frame; one of no rows says the columns. */
export function joinBatches(frames: readonly Frame[]): Frame {
  const full = frames.filter((frame) => frameHeight(frame) > 0);
  return full.length === 0 ? frames[0]! : full.length === 1 ? full[0]! : pl.concat([...full]);
}
