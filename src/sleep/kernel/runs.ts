import { bisectLeft, bisectRight } from "../../time/bisect.ts";
import type { Interval } from "../../time/interval.ts";
import { type Spans, spanTimes } from "./spans.ts";
import { type StageKind, UNSCORED } from "../stages/stageKinds.ts";

/**
 * Stages that follow each other without a gap, in several intervals one after the other: what is not
 * scored or missing is a run of its own.
 */
export interface Runs {
  /** Where the runs of each interval begin, and where those of the last end. */
  readonly offset: Uint32Array;
  /** Start of each run, in microseconds after the start of its interval. */
  readonly from: Float64Array;
  /** Its end, which is the start of the next one of its interval. */
  readonly to: Float64Array;
  /** The stage of each run, as its index in the table, or {@linkcode UNSCORED}. */
  readonly stage: Uint8Array;
  /**
   * How much of each run, in microseconds, is from sources that do not tell apart wake, light, deep and
   * REM sleep: four numbers for each run; undefined if all sources tell everything apart.
   */
  readonly untold: Float64Array | undefined;
}

/** Spans, and what their sources tell apart. */
export interface KnownSpans extends Spans {
  /** The bits of `knownStages` for each span; undefined if all of them. */
  readonly known?: Uint8Array | undefined;
}

/**
 * What holds in each of some intervals, run by run; two runs in a row differ.
 *
 * @param spans Spans that do not overlap, ordered by start.
 */
export function runsIn(
  spans: KnownSpans,
  intervals: readonly Interval[],
  kinds: readonly StageKind[],
): Runs {
  const { length, gap } = spanTimes(spans);
  const first = intervals.map(({ start }) => bisectRight(spans.end, start));
  const past = intervals.map(({ start, end }, i) =>
    start < end ? Math.max(first[i]!, bisectLeft(spans.start, end)) : first[i]!
  );
  // A span and the gap before it make two runs at most, and the gap behind the last one more.
  const most = past.reduce((sum, end, i) => sum + 2 * (end - first[i]!) + 1, 0);
  const from = new Float64Array(most), to = new Float64Array(most);
  const stage = new Uint8Array(most), offset = new Uint32Array(intervals.length + 1);
  const untold = spans.known === undefined ? undefined : new Float64Array(4 * most);
  let count = 0;
  intervals.forEach((interval, i) => {
    const begin = count, whole = Number(interval.end - interval.start);
    const add = (at: number, place: number): void => {
      if (count > begin && stage[count - 1] === place) return;
      if (count > begin) to[count - 1] = at;
      from[count] = at;
      stage[count++] = place;
    };
    let reached = 0; // where what is known so far ends
    for (let span = first[i]!; span < past[i]!; span++) {
      const start = span === first[i]
        ? Number(spans.start[span]! - interval.start)
        : reached + gap[span]!;
      if (start > reached) add(reached, UNSCORED);
      const place = spans.stage[span]!;
      add(Math.max(start, 0), kinds[place] === "unknown" ? UNSCORED : place);
      reached = start + length[span]!;
      if (untold === undefined) continue;
      const own = Math.min(reached, whole) - Math.max(start, 0);
      for (let bit = 0; bit < 4; bit++) {
        if ((spans.known![span]! & 1 << bit) === 0) untold[4 * (count - 1) + bit]! += own;
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
