import { durationMicros } from "../../time/duration.ts";
import { every } from "../../time/every.ts";
import type { Spans } from "./spans.ts";

/** Epochs of one length, counted again wherever an interval without a gap begins. */
export interface EpochGrid {
  /** The moment from which the others are counted, in microseconds UTC. */
  readonly origin: bigint;
  /** Start of each epoch in microseconds after the origin. */
  readonly from: Float64Array;
  /** End of each: earlier than a whole epoch where the interval ends. */
  readonly to: Float64Array;
  /** The middle of each, which decides what it is. */
  readonly middle: Float64Array;
}

const MOST = 20_000_000;

/**
 * The length of an epoch in microseconds: an ISO 8601 duration such as `PT30S`, or `30s`.
 *
 * @throws {RangeError} if it is neither, or is zero
 */
export function epochMicros(text: string): number {
  if (typeof text !== "string") {
    throw new TypeError(`Cannot use epoch ${text}: write a duration such as PT30S`);
  }
  const short = text.startsWith("P") ? undefined : every(text);
  if (short?.kind === "calendar") {
    throw new RangeError(`Cannot use epoch ${JSON.stringify(text)}: a day has no fixed length`);
  }
  const micros = Number(short?.micros ?? durationMicros(text, "epoch"));
  if (micros > 0) return micros;
  throw new RangeError(`Cannot use epoch ${JSON.stringify(text)}: it is zero`);
}

/**
 * Lays epochs over spans, ordered by start: from the start of each interval without a gap. The last of
 * an interval counts if at least its middle lies in it.
 *
 * @throws {RangeError} if that would be more than 20 million epochs
 */
export function epochGrid(
  { start, end }: Pick<Spans, "start" | "end">,
  epoch: number,
): EpochGrid {
  const origin = start[0] ?? 0n;
  const from: number[] = [], to: number[] = [];
  for (let i = 0; i < start.length;) {
    const begin = Number(start[i]! - origin);
    let reached = end[i]!;
    for (i++; i < start.length && start[i]! <= reached; i++) {
      if (end[i]! > reached) reached = end[i]!;
    }
    const close = Number(reached - origin);
    if (from.length + (close - begin) / epoch > MOST) {
      throw new RangeError(`Cannot lay epochs: there would be more than ${MOST}`);
    }
    for (let k = 0; begin + (k + 0.5) * epoch < close; k++) {
      from.push(begin + k * epoch);
      to.push(Math.min(begin + (k + 1) * epoch, close));
    }
  }
  const starts = Float64Array.from(from);
  return {
    origin,
    from: starts,
    to: Float64Array.from(to),
    middle: starts.map((at) => at + epoch / 2),
  };
}

/** Which span holds at the middle of each epoch: its number, or -1. Spans must not overlap. */
export function spanAt({ start, end }: Spans, { origin, middle }: EpochGrid): Int32Array {
  const found = new Int32Array(middle.length).fill(-1);
  const ends = Float64Array.from(end, (at) => Number(at - origin));
  const starts = Float64Array.from(start, (at) => Number(at - origin));
  let span = 0;
  for (let i = 0; i < middle.length; i++) {
    while (span < ends.length && ends[span]! <= middle[i]!) span++;
    if (span < ends.length && starts[span]! <= middle[i]!) found[i] = span;
  }
  return found;
}

/** The stage of each epoch as its place in the table, `nothing` where no span is. */
export function stageAt(spans: Spans, grid: EpochGrid, nothing: number): Uint8Array {
  return Uint8Array.from(spanAt(spans, grid), (span) => span < 0 ? nothing : spans.stage[span]!);
}
