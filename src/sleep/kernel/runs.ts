import { bisectLeft, bisectRight } from "../../time/bisect.ts";
import type { Interval } from "../../time/interval.ts";
import { type Spans, spanTimes } from "./spans.ts";
import { type StageKind, UNSCORED } from "../stages/stageKinds.ts";

/**
 * Stages that follow each other without a gap, in several intervals one after the other. Time that
 * is not scored or missing is a separate run.
 */
export interface Runs {
  /** Index of the first run of each interval, and the end of the last. */
  readonly offset: Uint32Array;
  /** Start of each run, in microseconds after the start of its interval. */
  readonly from: Float64Array;
  /** End of each run, which is the start of the next one of its interval. */
  readonly to: Float64Array;
  /** Stage of each run, as its index in the table, or {@linkcode UNSCORED}. */
  readonly stage: Uint8Array;
  /**
   * Length of each run, in microseconds, from sources that do not detect wake, light, deep and REM
   * sleep: four numbers per run; undefined if all sources detect everything.
   */
  readonly untold: Float64Array | undefined;
}

/** Intervals, and the stages that their sources detect. */
export interface KnownSpans extends Spans {
  /** Bits of `knownStages` for each interval; undefined if all are set. */
  readonly known?: Uint8Array | undefined;
}

/**
 * Finds the runs in each interval; two consecutive runs differ.
 *
 * @param spans Intervals without overlaps, ordered by start.
 */
export function runsIn(
  spans: KnownSpans,
  intervals: readonly Interval[],
  kinds: readonly StageKind[],
): Runs {
  const { length, gap } = spanTimes(spans);
  const first = intervals.map(({ start }) => bisectRight(spans.end, start));
  const past = intervals.map(({ start, end }, i) => {
    const from = first[i]!;
    return start < end ? Math.max(from, bisectLeft(spans.start, end)) : from;
  });
  // An interval and the gap before it make at most two runs, and the gap after the last one more.
  const most = past.reduce((sum, end, i) => sum + 2 * (end - first[i]!) + 1, 0);
  const from = new Float64Array(most), to = new Float64Array(most);
  const stage = new Uint8Array(most), offset = new Uint32Array(intervals.length + 1);
  const untold = spans.known === undefined ? undefined : new Float64Array(4 * most);
  let count = 0;
  intervals.forEach((interval, i) => {
    const firstSpan = first[i]!, pastSpan = past[i]!;
    const begin = count, whole = Number(interval.end - interval.start);
    const add = (at: number, place: number): void => {
      if (count > begin && stage[count - 1] === place) return;
      if (count > begin) to[count - 1] = at;
      from[count] = at;
      stage[count++] = place;
    };
    let reached = 0; // end of the known time so far
    for (let span = firstSpan; span < pastSpan; span++) {
      const start = span === firstSpan
        ? Number(spans.start[span]! - interval.start)
        : reached + gap[span]!;
      if (start > reached) add(reached, UNSCORED);
      const place = spans.stage[span]!;
      add(Math.max(start, 0), kinds[place] === "unknown" ? UNSCORED : place);
      reached = start + length[span]!;
      if (untold === undefined) continue;
      const own = Math.min(reached, whole) - Math.max(start, 0);
      const bits = spans.known![span]!;
      for (let bit = 0; bit < 4; bit++) {
        if ((bits & 1 << bit) === 0) untold[4 * (count - 1) + bit]! += own;
      }
    }
    if (reached < whole) add(reached, UNSCORED);
    if (count > begin) to[count - 1] = whole;
    offset[i + 1] = count;
  });
  return {
    offset,
    from: from.subarray(0, count),
    to: to.subarray(0, count),
    stage: stage.subarray(0, count),
    untold: untold?.subarray(0, 4 * count),
  };
}
