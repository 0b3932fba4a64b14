import pl from "nodejs-polars";
import { checkYears } from "../../frame/columns/checkYears.ts";
import type { Interval } from "../../time/interval.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** The rows of a frame in windows, reduced. */
export interface Windowed {
  /** Window `i` is `[boundaries[i], boundaries[i + 1])`. */
  readonly boundaries: BigInt64Array;
  /** The windows that have rows, ascending. */
  readonly window: Uint32Array;
  /** What was made of each of these windows: a row each. */
  readonly reduced: Frame;
}

/** Which windows, and what is made of each. */
export interface WindowedOptions {
  /** The boundaries of the windows that cover an interval. */
  readonly lay: (interval: Interval) => BigInt64Array;
  /** Length of calendar windows as Polars writes it; undefined for clock windows. */
  readonly calendar: string | undefined;
  /** IANA zone of calendar windows. */
  readonly tz: string;
  /** The name of the time column, for messages. */
  readonly time: string;
  /** What is made of the rows of a window. */
  readonly expressions: readonly pl.Expr[];
}

/**
 * Reduces the rows of a frame in windows. Polars' own windows do it fastest, and are used where they
 * are the windows that are wanted, which is proved by its answer: they go wrong in zones whose clock
 * skips midnight, and lose rows before an offset. Elsewhere each row gets the number of its window.
 *
 * @param frame Columns of safe names, the first of them `at`, instants in microseconds UTC.
 * @throws {RangeError} if a time lies outside the years 1 to 9999, or there are too many windows
 */
export function windowed(frame: Frame, options: WindowedOptions): Windowed {
  try {
    return inOrder(frame, options);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes(NOT_SORTED))) throw error;
    return inOrder(frame.sort({ by: "at", maintainOrder: true }), options);
  }
}

/** What Polars says, too, of an index that does not ascend. */
const NOT_SORTED = "not sorted";

function inOrder(frame: Frame, options: WindowedOptions): Windowed {
  const at = frame.getColumn("at");
  const ends = BigInt64Array.of(...[at.head(1), at.tail(1)].map((one) => instants(one)[0]!));
  checkYears(ends, "us", options.time);
  if (ends[0]! > ends[1]!) throw new Error(NOT_SORTED);
  const boundaries = options.lay({ start: ends[0]!, end: ends[1]! + 1n });
  return byPolars(frame, boundaries, options) ?? byRow(frame, boundaries, options);
}

/** In Polars' windows; undefined where it has none like these. */
function byPolars(
  frame: Frame,
  boundaries: BigInt64Array,
  { calendar, tz, expressions }: WindowedOptions,
): Windowed | undefined {
  const step = boundaries[1]! - boundaries[0]!;
  const isEven = boundaries.every((at, i) => i === 0 || at - boundaries[i - 1]! === step);
  if (!isEven && (calendar === undefined || !atMidnights(boundaries, tz))) return undefined;
  const phase = ((boundaries[0]! % step) + step) % step;
  const reduced = grouped(
    isEven ? frame : frame.withColumn(pl.col("at").cast(pl.Datetime("us", tz))),
    isEven
      ? { every: `${step}us`, offset: phase === 0n ? "0us" : `-${step - phase}us` }
      : { every: calendar! },
    expressions,
  );
  const lower = instants(reduced.getColumn("_lower_boundary"));
  const upper = instants(reduced.getColumn("_upper_boundary"));
  const window = new Uint32Array(lower.length);
  for (let i = 0, place = 0; i < lower.length; i++, place++) {
    while (place < boundaries.length - 1 && boundaries[place]! < lower[i]!) place++;
    if (boundaries[place] !== lower[i] || boundaries[place + 1] !== upper[i]) return undefined;
    window[i] = place;
  }
  const counted = reduced.getColumn("rows").sum();
  return counted === frame.height ? { boundaries, window, reduced } : undefined;
}

/** Polars trips where the zone skips midnight, so it is not asked. */
function atMidnights(boundaries: BigInt64Array, tz: string): boolean {
  return boundaries.every((at) => {
    const { hour, minute, second } = new Temporal.ZonedDateTime(at * 1000n, tz);
    return hour === 0 && minute === 0 && second === 0;
  });
}

function byRow(
  frame: Frame,
  boundaries: BigInt64Array,
  { expressions }: WindowedOptions,
): Windowed {
  const at = instants(frame.getColumn("at"));
  const windows = new Int32Array(at.length);
  for (let row = 0, window = 0; row < at.length; row++) {
    if (row > 0 && at[row]! < at[row - 1]!) throw new Error(NOT_SORTED);
    while (at[row]! >= boundaries[window + 1]!) window++;
    windows[row] = window;
  }
  const numbered = pl.DataFrame([pl.Series("at", windows), ...frame.getColumns().slice(1)]);
  const reduced = grouped(numbered, { every: "1i" }, expressions);
  return {
    boundaries,
    window: Uint32Array.from(reduced.getColumn("at").toTypedArray()),
    reduced,
  };
}

function grouped(
  frame: Frame,
  windows: { every: string; offset?: string },
  expressions: readonly pl.Expr[],
): Frame {
  return frame.groupByDynamic({
    indexColumn: "at",
    ...windows,
    startBy: "window", // Polars' default for JavaScript is Monday
    includeBoundaries: true,
  }).agg(pl.col("at").count().alias("rows"), ...expressions);
}

function instants(series: pl.Series): BigInt64Array {
  return series.cast(pl.Int64).toTypedArray() as unknown as BigInt64Array;
}
