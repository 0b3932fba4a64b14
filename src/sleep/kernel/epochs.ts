import { elapsedMicros, type Length, shortLength } from "../../time/length.ts";
import { microsSince } from "../../series/clock/int64Words.ts";
import type { Spans } from "./spans.ts";

/** Epochs of one length, counted from the start of each gapless interval. */
export interface EpochGrid {
  /** Instant that the others are counted from, in microseconds UTC. */
  readonly origin: bigint;
  /** Start of each epoch in microseconds after the origin. */
  readonly from: Float64Array;
  /** End of each epoch, earlier than a whole epoch at the end of an interval. */
  readonly to: Float64Array;
  /** Half of a whole epoch: the middle of an epoch decides its stage. */
  readonly half: number;
}

const MOST = 20_000_000;

/**
 * Reads the length of an epoch, in microseconds.
 *
 * @throws {TypeError} if it is neither text nor a duration
 * @throws {RangeError} if the text is not a length, counts days, or is zero
 */
export function epochMicros(length: Length): number {
  const micros = Number(elapsedMicros(length, "epoch"));
  if (shortLength(length).endsWith("d")) {
    throw new RangeError(`Cannot use epoch ${JSON.stringify(length)}: a day has no fixed length`);
  }
  if (micros > 0) return micros;
  throw new RangeError(`Cannot use epoch ${JSON.stringify(length)}: it is zero`);
}

/**
 * Lays epochs over intervals, ordered by start, from the start of each gapless interval. The last
 * epoch of an interval counts if its middle is inside.
 *
 * @throws {RangeError} for more than 20 million epochs
 */
export function epochGrid(
  { start, end }: Pick<Spans, "start" | "end">,
  epoch: number,
): EpochGrid {
  const origin = start[0] ?? 0n;
  const starts = microsSince(start, origin), ends = microsSince(end, origin);
  const edges: number[] = []; // of the intervals: where each begins, where it ends
  let count = 0;
  for (let i = 0; i < starts.length;) {
    const begin = starts[i]!;
    let close = ends[i]!;
    for (i++; i < starts.length && starts[i]! <= close; i++) {
      if (ends[i]! > close) close = ends[i]!;
    }
    count += (close - begin) / epoch;
    if (count > MOST) {
      throw new RangeError(`Cannot lay epochs: there would be more than ${MOST}`);
    }
    count = Math.ceil(count);
    edges.push(begin, close);
  }
  const from = new Float64Array(count), to = new Float64Array(count);
  let laid = 0;
  for (let edge = 0; edge < edges.length; edge += 2) {
    const begin = edges[edge]!, close = edges[edge + 1]!;
    for (let k = 0; begin + (k + 0.5) * epoch < close; k++) {
      from[laid] = begin + k * epoch;
      to[laid++] = Math.min(begin + (k + 1) * epoch, close);
    }
  }
  return { origin, from: from.subarray(0, laid), to: to.subarray(0, laid), half: epoch / 2 };
}

/**
 * Returns the index of the interval at the middle of each epoch, or -1. Intervals must not overlap.
 */
export function spanAt({ start, end }: Spans, { origin, from, half }: EpochGrid): Int32Array {
  const found = new Int32Array(from.length);
  const starts = microsSince(start, origin), ends = microsSince(end, origin);
  let span = 0;
  for (let i = 0; i < from.length; i++) {
    const middle = from[i]! + half;
    while (span < ends.length && ends[span]! <= middle) span++;
    found[i] = span < ends.length && starts[span]! <= middle ? span : -1;
  }
  return found;
}

/** Returns the stage of each epoch as its index in the table, `nothing` without an interval. */
export function stageAt(spans: Spans, grid: EpochGrid, nothing: number): Uint8Array {
  const at = spanAt(spans, grid), stage = new Uint8Array(at.length);
  for (let i = 0; i < stage.length; i++) stage[i] = at[i]! < 0 ? nothing : spans.stage[at[i]!]!;
  return stage;
}
