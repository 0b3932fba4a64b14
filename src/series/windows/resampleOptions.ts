import type { Zones } from "../../time/zone.ts";
import { optionNames } from "../../options/checkOptions.ts";
import { type TimeLike, toMicros } from "../../time/instant.ts";
import type { WindowsOptions } from "../../time/windows.ts";
import { looksLikeRange, type When } from "../../time/when.ts";
import { describeValue } from "../../options/describeValue.ts";
import { nearest } from "../../options/suggestions/nearest.ts";
import { CLOSED, type Closed } from "./closedRows.ts";
import type { Aggregate } from "../input/aggregate.ts";
import type { Length } from "../../time/length.ts";

/** Instant that labels a window: its start, its end, or its first row. */
export type WindowLabel = "left" | "right" | "datapoint";

/** Options of `series.resample`. */
export interface ResampleOptions {
  /**
   * Length of the windows: `15m`, `1h` (elapsed time), `1d`, `1w`, `1mo`, `1q`, `1y` (calendar of
   * `tz`).
   */
  every: Length;
  /** IANA zone of the windows and of the resulting times. @default zone of the time column */
  tz?: Zones;
  /**
   * Aggregation of a window: one function for all columns, or one for each column to keep,
   * `{ steps: "sum" }`. A list makes several columns, `{ heart_rate: ["mean", "p90"] }`.
   * @default "mean"
   */
  aggregate?: Aggregate;
  /** Value for windows without one: null, 0, or the last value before. @default null */
  fill?: null | 0 | "last";
  /**
   * Name of the time column. @default the first of `time`, `night`, `date`, `start_time`,
   * `start_date`, else the only column of times
   */
  time?: string;
  /**
   * Name of the column of ends, if rows are intervals instead of points. An interval counts in each
   * window that it overlaps, and sums are allocated pro rata. An interval without an end is an
   * instant.
   * @default none
   */
  end?: string;
  /**
   * Columns that define groups, such as `user`: each has separate windows and gaps. @default none
   */
  by?: string | readonly string[];
  /**
   * Origin of clock windows: multiples on the zone's clock (`"wall"`), a restart at each local
   * midnight (`"local-day"`), or elapsed time from an instant.
   * @default "wall"
   */
  anchor?: "wall" | "local-day" | TimeLike;
  /** Boundaries that belong to a window, as in Polars; for points only. @default "left" */
  closed?: Closed;
  /**
   * Instant that labels a window; a window without rows has no `"datapoint"` and uses its start.
   * @default "left"
   */
  label?: WindowLabel;
  /**
   * Longest time that a value holds (`"weighted mean"`, `"durations"`) or may be old (`"last
   * known"`): `90s`, `2h`. @default any time
   */
  maxAge?: Length;
  /**
   * Adds `coverage`: the fraction of each window, 0 to 1, covered by rows with a value. @default
   * false
   */
  coverage?: boolean;
  /**
   * Adds `whole`, which marks windows that were recorded in full, so that you can leave out
   * unfinished days. With `true`, the record runs from the first row of each group to a `step`
   * after its last row (or to the last end). Pass a range if you know what was recorded or
   * requested: `{ start_time, end_time: me.now() }`. By default, sums, counts and durations of a
   * frame with a known range (`show.rangeOf`) use that range, up to the time at which the frame was
   * read.
   * @default the range of the frame, if known
   */
  whole?: boolean | When;
  /**
   * Time that a point covers, for `coverage` and `whole`: `1m`. @default median step of its group
   */
  step?: Length;
}

/** Names of the options. */
export const RESAMPLE_OPTIONS = optionNames<ResampleOptions>()(
  "every tz aggregate fill time end by anchor closed label maxAge coverage whole step",
);

const FILLS: readonly unknown[] = [null, 0, "last"];
const LABELS: readonly string[] = ["left", "right", "datapoint"];

/**
 * Checks options that accept a few words, and options that cannot be combined.
 *
 * @throws {RangeError} if a value is unknown, or two options cannot be combined
 */
export function checkResample(options: ResampleOptions): void {
  const { every, fill = null, closed = "left", label = "left", end } = options;
  if (every === undefined) {
    throw new TypeError(
      "Cannot resample: every is missing; pass the length of a window, such as 1d",
    );
  }
  if (!FILLS.includes(fill)) throw unknown("fill", fill, FILLS);
  const { whole = false } = options;
  if (typeof whole !== "boolean" && !looksLikeRange(whole)) {
    throw new TypeError(
      `Cannot resample: whole is ${describeValue(whole)}, expected true, false or a range`,
    );
  }
  if (!CLOSED.includes(closed)) throw unknown("closed", closed, CLOSED);
  if (!LABELS.includes(label)) throw unknown("label", label, LABELS);
  if (end !== undefined && closed !== "left") {
    throw new RangeError(
      `Cannot resample spans with closed ${JSON.stringify(closed)}: spans are half-open`,
    );
  }
}

function unknown(what: string, value: unknown, values: readonly unknown[]): RangeError {
  const near = nearest(String(value), values.map(String));
  return new RangeError(
    `Cannot resample with ${what} ${JSON.stringify(value)}: use one of ${
      values.map(String).join(", ")
    }${near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`}`,
  );
}

/** Returns the options of the windows for an anchor and zone. */
export function windowsOptions(anchor: ResampleOptions["anchor"], tz: string): WindowsOptions {
  if (anchor === undefined || anchor === "wall" || anchor === "local-day") {
    return { tz, anchor: anchor ?? "wall" };
  }
  return { tz, anchor: toMicros(anchor, { tz, what: "anchor" }) };
}
