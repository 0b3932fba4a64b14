import { bisectLeft, bisectRight } from "../../time/bisect.ts";
import type { Interval } from "../../time/interval.ts";
import { clipSpans, part, type Spans } from "./spans.ts";
import { type StageKind, UNSCORED } from "../stages/stageKinds.ts";

/** Stages that follow each other without a gap: what is not scored or missing is a run of its own. */
export interface Runs {
  /** Start of each run and the end of the last, in microseconds after the interval's start. */
  readonly at: Float64Array;
  /** The stage of each run, as its place in the table, or {@linkcode UNSCORED}. */
  readonly stage: Uint8Array;
}

/**
 * What holds in an interval, run by run; two runs in a row differ.
 *
 * @param spans Spans that do not overlap, ordered by start.
 */
export function runsIn(
  spans: Spans,
  interval: Interval,
  kinds: readonly StageKind[],
): Runs {
  const from = bisectRight(spans.end, interval.start);
  const to = bisectLeft(spans.start, interval.end);
  const clipped = clipSpans(part(spans, from, Math.max(from, to)), interval);
  const at: number[] = [], stage: number[] = [];
  const add = (from: bigint, place: number): void => {
    if (stage.at(-1) === place) return;
    at.push(Number(from - interval.start));
    stage.push(place);
  };
  let reached = interval.start;
  clipped.start.forEach((start, i) => {
    if (start > reached) add(reached, UNSCORED);
    const place = clipped.stage[i]!;
    add(start, kinds[place] === "unknown" ? UNSCORED : place);
    reached = clipped.end[i]!;
  });
  if (reached < interval.end) add(reached, UNSCORED);
  at.push(Number(interval.end - interval.start));
  return { at: Float64Array.from(at), stage: Uint8Array.from(stage) };
}
