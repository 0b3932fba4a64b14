import { checkOptions } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { DENO_INSPECT, JUPYTER_DISPLAY } from "../../show/displayable.ts";
import type { Frame } from "./frame.ts";
import { isFrame, table, TABLE_OPTIONS, type TableOptions } from "./table.ts";

/** What shows itself as a table: a frame, or records. */
export type Shown = Frame | readonly object[];

/**
 * Lets one frame, or one list of records, show itself as {@linkcode table} does, and gives the same
 * back. Polars' own display gives times in UTC without their zone and no types; it knows no hook for
 * all frames, but each frame carries its display with it, so only this frame changes: what is made
 * from it by Polars (by `filter`, `select`, ...) shows itself as Polars does. Its columns, members and
 * methods stay as they are. Frames that come from this toolkit's own functions, and records that a
 * client reads, show themselves so already.
 */
export function withDisplay<T extends Shown>(shown: T, options: TableOptions = {}): T {
  checkOptions("show a table", options, TABLE_OPTIONS);
  if (!Array.isArray(shown) && !isFrame(shown)) {
    throw new TypeError(
      `Cannot show a table: expected a Polars frame or an array of records, got ${
        describeValue(shown)
      }`,
    );
  }
  return attachDisplay(shown, options);
}

/** What {@linkcode withDisplay} does, of what is known to be a frame or records. */
export function attachDisplay<T extends Shown>(shown: T, options: TableOptions = {}): T {
  const members = {
    [JUPYTER_DISPLAY]: () => table(shown, options)[JUPYTER_DISPLAY](),
    [DENO_INSPECT]: () => table(shown, options).toString(),
  };
  if (!Array.isArray(shown)) return Object.assign(shown, members);
  const text = { ...members, toString: () => table(shown, options).toString() };
  for (const member of [JUPYTER_DISPLAY, DENO_INSPECT, "toString"] as const) {
    // Not to be seen where a list is compared or copied.
    Object.defineProperty(shown, member, { value: text[member], configurable: true });
  }
  return shown;
}
