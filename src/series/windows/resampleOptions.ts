import type { TimeLike } from "../../time/instant.ts";
import type { Range } from "../../time/interval.ts";
import type { Closed } from "./closedRows.ts";
import type { Aggregate } from "../input/resampleInput.ts";

/** Which moment names a window: its start, its end, or its first row. */
export type WindowLabel = "left" | "right" | "datapoint";

/** How a frame is resampled. */
export interface ResampleOptions {
  /** Length of the windows: `15m`, `1h` (elapsed), `1d`, `1w`, `1mo`, `1q`, `1y` (calendar of `tz`). */
  every: string;
  /** IANA zone of the windows and of the answer's times. @default the zone of the time column */
  tz?: string;
  /** How a window's values become one: a function for all columns, or one for each column kept, `{ steps: "sum" }`; a list gives several, `{ heart_rate: ["mean", "p90"] }`. @default "mean" */
  aggregate?: Aggregate;
  /** What stands in windows without a value: null, 0, or the last value before. @default null */
  fill?: null | 0 | "last";
  /** Name of the time column. @default "time" */
  time?: string;
  /**
   * Name of the column of ends, if rows are spans from `time` to it and not points: a span counts in
   * each window that it reaches into, and a sum is shared out over them. A span without an end is an
   * instant. @default none
   */
  end?: string;
  /** Columns whose values make groups, such as `user`: each has windows, and gaps, of its own. @default none */
  by?: string | readonly string[];
  /**
   * Where clock windows begin: at the multiples on the zone's clock (`"wall"`), anew at each local
   * midnight (`"local-day"`), or counted as elapsed time from a moment. @default "wall"
   */
  anchor?: "wall" | "local-day" | TimeLike;
  /** Which of its two boundaries belong to a window, as in Polars; of points only. @default "left" */
  closed?: Closed;
  /** Which moment stands for a window; a window without rows has no datapoint, and its start. @default "left" */
  label?: WindowLabel;
  /** How long a value may hold, `"weighted mean"`, `"durations"`, or be old, `"last known"`: `90s`, `2h`. @default any time */
  maxAge?: string;
  /** Whether to add `coverage`: the share, 0 to 1, of each window that rows with a value cover. @default false */
  coverage?: boolean;
  /**
   * Whether to add `whole`: which windows lie wholly in the record, so that a day that is not over, or
   * at whose noon the record begins, can be left out. `true` takes the record to reach from the first
   * row of each group to a `step` after its last (of spans, to the last end); a range says what was
   * recorded, or asked for, up to now: `{ start_time, end_time: me.now() }`. @default false
   */
  whole?: boolean | Range;
  /** How long a point covers, for `coverage` and `whole`: `1m`. @default the median step of its group */
  step?: string;
}
