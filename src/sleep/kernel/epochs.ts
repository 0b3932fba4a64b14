import { elapsedMicros, type Length, shortLength } from "../../time/length.ts";
import type { Interval } from "../../time/interval.ts";
import type { Spans } from "./spans.ts";

/** Epochs of one length, counted from the start of each gapless interval, in microseconds UTC. */
export interface EpochGrid {
  /** Start of each epoch. */
  readonly from: BigInt64Array;
  /** End of each epoch, earlier than a whole epoch at the end of an interval. */
  readonly to: BigInt64Array;
  /** Half of a full epoch, rounded down: the middle of an epoch decides its stage. */
  readonly half: bigint;
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
 * Divides intervals, ordered by start, into epochs from the start of each gapless interval. The
 * last epoch of an interval counts if its middle is inside.
 *
 * @throws {RangeError} for more than 20 million epochs
 */
export function epochGrid(
  { start, end }: Pick<Spans, "start" | "end">,
  epoch: number,
): EpochGrid {
  const length = BigInt(epoch), half = length / 2n;
  const intervals: Interval[] = [];
  let count = 0;
  for (let i = 0; i < start.length;) {
    const begin = start[i]!;
    let last = i++; // ends last
    for (; i < start.length && start[i]! <= end[last]!; i++) if (end[i]! > end[last]!) last = i;
    const close = end[last]!;
    count += Number(close - begin) / epoch;
    if (count > MOST) {
      throw new RangeError(`Cannot divide into epochs: there would be more than ${MOST}`);
    }
    count = Math.ceil(count);
    intervals.push({ start: begin, end: close });
  }
  const from = new BigInt64Array(count + 1), to = new BigInt64Array(count);
  let laid = 0;
  for (const { start, end: close } of intervals) {
    from[laid] = start;
    // A 64-bit sum compiles to a single machine instruction.
    while (BigInt.asIntN(64, from[laid]! + half) < close) {
      const next = BigInt.asIntN(64, from[laid]! + length);
      to[laid++] = next < close ? next : close;
      from[laid] = next; // ignored beyond the last epoch
    }
  }
  return { from: from.subarray(0, laid), to: to.subarray(0, laid), half };
}

/**
 * Returns the index of the interval at the middle of each epoch, or -1. Intervals must not overlap.
 */
export function spanAt({ start, end }: Spans, { from, half }: EpochGrid): Int32Array {
  const found = new Int32Array(from.length);
  let span = 0;
  for (let i = 0; i < from.length; i++) {
    const middle = BigInt.asIntN(64, from[i]! + half);
    while (span < end.length && end[span]! <= middle) span++;
    found[i] = span < end.length && start[span]! <= middle ? span : -1;
  }
  return found;
}

/** Returns the stage of each epoch as its index in the table, `nothing` without an interval. */
export function stageAt(spans: Spans, grid: EpochGrid, nothing: number): Uint8Array {
  const at = spanAt(spans, grid), stage = new Uint8Array(at.length);
  return stage.map((_, i) => spans.stage[at[i]!] ?? nothing);
}
