import { whenMade } from "../frame/made.ts";
import type { Frame } from "../frame/toFrame.ts";
import { DENO_INSPECT, JUPYTER_DISPLAY } from "./displayable.ts";
import { table, type TableOptions } from "./table.ts";

/**
 * Lets one frame show itself as {@linkcode table} does, and gives the same frame back. Polars' own
 * display gives times in UTC without their zone and no types; it knows no hook for all frames, but
 * each frame carries its display with it, so only this frame changes: what is made from it by
 * Polars (by `filter`, `select`, ...) shows itself as Polars does. Its columns and methods stay as
 * they are. Frames that come from this toolkit's own functions show themselves so already.
 */
export function selfShowing(frame: Frame, options: TableOptions = {}): Frame {
  const own = frame as unknown as Record<symbol, unknown>;
  own[JUPYTER_DISPLAY] = () => table(frame, options)[JUPYTER_DISPLAY]();
  own[DENO_INSPECT] = () => table(frame, options).toString();
  return frame;
}

whenMade(selfShowing);
