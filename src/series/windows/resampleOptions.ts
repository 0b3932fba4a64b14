import type { Zones } from "../../time/zone.ts";
import { optionNames } from "../../options/checkOptions.ts";
import { type TimeLike, toMicros } from "../../time/instant.ts";
import type { WindowsOptions } from "../../time/windows.ts";
import { looksLikeRange, type When } from "../../time/when.ts";
import { describeValue } from "../../options/describeValue.ts";
import { nearest } from "../../options/nearest.ts";
import { CLOSED, type Closed } from "./closedRows.ts";
import type { Aggregate } from "../input/aggregate.ts";
import type { Length } from "../../time/length.ts";

/** Which instant names a window: its start, its end, or its first row. */
export type WindowLabel = "left" | "right" | "datapoint";

/** How a frame is resampled. */
export interface ResampleOptions {
  /** Length of the windows: `15m`, `1h` (elapsed), `1d`, `1w`, `1mo`, `1q`, `1y` (calendar of `tz`). */
  every: Length;
  /** IANA zone of the windows and of the answer's times. @default the zone of the time column */
  tz?: Zones;
  /** How a window's values become one: a function for all columns, or one for each column kept, `{ steps: "sum" }`; a list gives several, `{ heart_rate: ["mean", "p90"] }`. @default "mean" */
  aggregate?: Aggregate;
  /** What stands in windows without a value: null, 0, or the last value before. @default null */
  fill?: null | 0 | "last";
  /** Name of the time column. @default the first of `time`, `night`, `date`, `start_time`, `start_date` */
  time?: string;
  /**
   * Name of the column of ends, if rows are spans from `time` to it and not points: a span counts in
   * each window that it overlaps, and a sum is allocated to them pro rata. A span without an end is an
   * instant. @default none
   */
  end?: string;
  /** Columns whose values make groups, such as `user`: each has windows, and gaps, of its own. @default none */
  by?: string | readonly string[];
  /**
   * Where clock windows begin: at the multiples on the zone's clock (`"wall"`); again at each local
   * midnight (`"local-day"`), or counted as elapsed time from an instant. @default "wall"
   */
  anchor?: "wall" | "local-day" | TimeLike;
  /** Which of its two boundaries belong to a window, as in Polars; of points only. @default "left" */
  closed?: Closed;
  /** Which instant stands for a window; a window without rows has no datapoint, and its start. @default "left" */
  label?: WindowLabel;
  /** How long a value may hold, `"weighted mean"`, `"durations"`, or be old, `"last known"`: `90s`, `2h`. @default any time */
  maxAge?: Length;
  /** Whether to add `coverage`: the share, 0 to 1, of each window that rows with a value cover. @default false */
  coverage?: boolean;
  /**
   * Whether to add `whole`: which windows lie wholly in the record, so that a day that is not over, or
   * at whose noon the record begins, can be left out. `true` takes the record to reach from the first
   * row of each group to a `step` after its last (of spans, to the last end); a range says what was
   * recorded, or asked for, up to now: `{ start_time, end_time: me.now() }`. Without it, sums, counts and
   * durations of a frame whose range is known (`show.rangeOf`) have it by that range, up to the time at
   * which the frame was read. @default the range of the frame, if it is known
   */
  whole?: boolean | When;
  /** How long a point covers, for `coverage` and `whole`: `1m`. @default the median step of its group */
  step?: Length;
}

/** The options that there are. */
export const RESAMPLE_OPTIONS = optionNames<ResampleOptions>()(
  "every tz aggregate fill time end by anchor closed label maxAge coverage whole step",
);

const FILLS: readonly unknown[] = [null, 0, "last"];
const LABELS: readonly string[] = ["left", "right", "datapoint"];

/**
 * Checks the options of which each is a word of a few, and those that exclude each other.
 *
 * @throws {RangeError} if one is not known, or does not go with another
 */
export function checkResample(options: ResampleOptions): void {
  const { every, fill = null, closed = "left", label = "left", end } = options;
  if (every === undefined) {
    throw new TypeError(
      "Cannot resample: every is missing; write how long windows are, such as 1d",
    );
  }
  if (!FILLS.includes(fill)) throw unknown("fill", fill, FILLS);
  const { whole = false } = options;
  const isWord = typeof whole === "string" && !/^\d{4}/.test(whole);
  if (typeof whole !== "boolean" && (isWord || !looksLikeRange(whole))) {
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

/** The windows that a caller asks for. */
export function windowsOptions(anchor: ResampleOptions["anchor"], tz: string): WindowsOptions {
  if (anchor === undefined || anchor === "wall" || anchor === "local-day") {
    return { tz, anchor: anchor ?? "wall" };
  }
  return { tz, anchor: toMicros(anchor, { tz, what: "anchor" }) };
}
