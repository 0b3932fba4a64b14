import { checkOptions } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { DENO_INSPECT, JUPYTER_DISPLAY } from "../../display/displayable.ts";
import type { Frame } from "./frame.ts";
import { showAsTable } from "./keepDisplay.ts";
import type { TableOptions } from "./displays.ts";
import { isFrame, table, TABLE_OPTIONS } from "./table.ts";

/** Value that can display itself as a table: a frame, or records. */
export type Shown = Frame | readonly object[];

/**
 * Makes one frame, or one list of records, display itself as {@linkcode table} does, and returns
 * it. Polars' own display shows times in UTC without their zone, and no types. Frames that Polars'
 * methods derive from it (`filter`, `head`, `join`, `groupBy(...).agg(...)`, `lazy()...collect()`,
 * ...) display themselves in the same way, in the same zone and with the units of the columns that
 * they keep. Other frames are unchanged: `pl.concat` and `pl.DataFrame` return frames with Polars'
 * display. Frames from this toolkit's own functions, and records that a client reads, already have
 * this display.
 *
 * @example Units stay with their columns
 * ```ts
 * import { show } from "@lifeframe/lifeframe";
 * import pl from "nodejs-polars";
 * import { assertMatch } from "@std/assert";
 *
 * const heart = show.withDisplay(pl.DataFrame({ heart_rate: [61.5, 80, 130] }), {
 *   units: { heart_rate: "bpm" },
 * });
 * assertMatch(Deno.inspect(heart.filter(pl.col("heart_rate").gt(70))), /f64, bpm/);
 * ```
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

/** Sets the display of a value that is known to be a frame or records. */
export function attachDisplay<T extends Shown>(shown: T, options: TableOptions = {}): T {
  if (isFrame(shown)) return showAsTable(shown, options);
  const members = {
    [JUPYTER_DISPLAY]: () => table(shown, options)[JUPYTER_DISPLAY](),
    [DENO_INSPECT]: () => table(shown, options).toString(),
  };
  const text = { ...members, toString: () => table(shown, options).toString() };
  for (const member of [JUPYTER_DISPLAY, DENO_INSPECT, "toString"] as const) {
    // Not enumerable, so comparisons and copies of a list ignore it.
    Object.defineProperty(shown, member, { value: text[member], configurable: true });
  }
  return shown;
}
