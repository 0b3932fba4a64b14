import { openFrame } from "../../frame/open.ts";
import type { Endpoint, Fields } from "../../api/fields/endpoint.ts";
import { type Every, every } from "../../time/every.ts";
import type { Interval } from "../../time/interval.ts";
import { windows } from "../../time/windows.ts";
import type { ArgumentValues } from "../request/argumentValues.ts";
import { DAY_MICROS } from "../../time/units.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Default number of rows of a piece of a grid. */
const ROWS = 150_000n;
const NUMBER = /^\d+(?:\.\d+)?$/;

export interface GridCutsOptions {
  /** The whole range. */
  readonly range: Interval;
  /** Approximate length of a piece in microseconds. */
  readonly piece: bigint;
  /** `true` if the number of rows limits the length too. */
  readonly limited: boolean;
  /** Zone of the windows. @default "UTC" */
  readonly tz?: string | undefined;
}

/**
 * Maximum number of pieces of a call. More would be a mistake of units, and would not fit into
 * memory.
 */
export const MOST_PIECES = 1_000n;

/**
 * Distance from a cut within which a gap is searched, in microseconds, if pieces are long enough.
 */
export const GAP_MARGIN = 2n * DAY_MICROS;

/** Counts the pieces of a range; the last may be shorter. */
export function countPieces(start: bigint, end: bigint, piece: bigint): bigint {
  return (end - start + piece - 1n) / piece;
}

/**
 * Returns the cuts of a range into pieces of equal length, without its ends.
 *
 * @throws {RangeError} if this makes more than 1000 pieces
 */
export function evenCuts({ start, end }: Interval, piece: bigint): bigint[] {
  const count = countPieces(start, end, piece);
  if (count > MOST_PIECES) {
    throw new RangeError(
      `Cannot read the range in ${count} pieces: the limit is ${MOST_PIECES}. Request a shorter range or fewer rows.`,
    );
  }
  const cuts: bigint[] = [];
  for (let cut = start + piece; cut < end; cut += piece) cuts.push(cut);
  return cuts;
}

/**
 * Returns the cuts of a regular time series that keep the slots of the whole: multiples of the
 * sample rate from the range's start, or boundaries of windows. The result is empty if the series
 * cannot be cut: with a mean since the range's start, or a rate that is not a multiple of a
 * microsecond.
 */
export function gridCuts(
  endpoint: Endpoint,
  args: ArgumentValues,
  { range, piece, limited, tz = "UTC" }: GridCutsOptions,
): bigint[] {
  if ((args["calculations"] as readonly string[] | undefined)?.includes("rollingmean")) return [];
  const fields: Fields = endpoint.query ?? {};
  const rate = String(args["samprate"] ?? fields["samprate"]?.default ?? "");
  const length = (row: bigint): bigint => limited && row * ROWS < piece ? row * ROWS : piece;
  if (NUMBER.test(rate)) {
    const exact = Number(rate) * 1e6, step = BigInt(Math.round(exact));
    if (step < 1n || Math.abs(exact - Number(step)) > 1e-6) return [];
    const rows = length(step) / step;
    return evenCuts(range, step * (rows < 1n ? 1n : rows));
  }
  const window = windowOf(rate);
  if (window === undefined) return []; // the service reports what is wrong with it
  const row = window.kind === "clock"
    ? window.micros
    : BigInt(window.days) * DAY_MICROS + BigInt(window.months) * 30n * DAY_MICROS;
  return windowCuts(range, window, length(row), tz);
}

function windowOf(rate: string): Every | undefined {
  try {
    return every(rate);
  } catch {
    return undefined;
  }
}

/** Returns the last window boundary up to each even cut, if windows are the same in both pieces. */
function windowCuts(range: Interval, window: Every, piece: bigint, tz: string): bigint[] {
  const boundary = (at: bigint): bigint => windows({ start: at, end: at + 1n }, window, { tz })[0]!;
  const cuts: bigint[] = [];
  for (const even of evenCuts(range, piece)) {
    const cut = boundary(even);
    // Near a daylight saving change, windows may depend on their start, so skip such a cut.
    if (cut > (cuts.at(-1) ?? range.start) && boundary(cut) === cut) cuts.push(cut);
  }
  return cuts;
}

/**
 * Returns the middle of the longest time without samples in a window, if it is longer than `gap`.
 *
 * @param stages The stages of the window, of all kinds except gaps: together they cover just the
 * samples.
 */
export function findGap(stages: Frame, window: Interval, gap: bigint): bigint | undefined {
  const starts = timesOf(stages, "start_time"), ends = timesOf(stages, "end_time");
  const order = Array.from(starts.keys()).sort((a, b) => Number(starts[a]! - starts[b]!));
  let covered = window.start, from = 0n, longest = gap;
  const until = (start: bigint): void => {
    if (start - covered > longest && start - covered > 1n) {
      [from, longest] = [covered, start - covered];
    }
  };
  for (const row of order) {
    const end = ends[row]!;
    until(starts[row]!);
    if (end > covered) covered = end;
  }
  until(window.end);
  return longest > gap ? from + longest / 2n : undefined;
}

function timesOf(frame: Frame, name: string): BigInt64Array {
  return openFrame(frame).times(name).values;
}
