import type { Samples } from "../../store/samples.ts";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import type { Context } from "../http/handler.ts";

/** Query of sleep samples. */
export interface SleepQuery {
  readonly owner: string;
  readonly interval: Interval;
  /** Shortest gap between two cycles, in microseconds. */
  readonly gap: bigint;
  /** Reads only samples that intersect the range, instead of whole cycles that touch it. */
  readonly clip: boolean;
}

const DATA_TYPE = "SleepStage";
/** Initial distance to search for the ends of cycles that extend beyond the range. */
const STEP = 12n * 3_600_000_000n;

/**
 * Reads the sleep samples of a range. Unless they are clipped, it also reads samples around the
 * range, up to a gap at least as long as the gap between two cycles.
 */
export async function sleepSamples(
  { store }: Pick<Context, "store">,
  { owner: userid, interval, gap, clip }: SleepQuery,
): Promise<Samples> {
  const apart = gap > 1n ? gap : 1n;
  const read = (start: bigint, end: bigint): Promise<Samples> =>
    store.samples.read({ userid, dataType: DATA_TYPE, interval: { start, end } });
  let { start, end } = interval;
  if (clip || start === end) return await read(start, end);
  for (let step = STEP > gap ? STEP : gap;; step *= 2n) {
    start = start - step < MIN_MICROS ? MIN_MICROS : start - step;
    end = end + step > MAX_MICROS ? MAX_MICROS : end + step;
    const samples = await read(start, end);
    const { before, after } = emptyAround(samples, { start, end }, interval, apart);
    if ((before || start === MIN_MICROS) && (after || end === MAX_MICROS)) return samples;
  }
}

/** Returns whether the samples contain a gap on either side of the range. */
function emptyAround(
  samples: Samples,
  read: Interval,
  range: Interval,
  gap: bigint,
): { before: boolean; after: boolean } {
  let before = false, after = false;
  let reach = read.start;
  const checkGap = (from: bigint, to: bigint): void => {
    if (to - from < gap) return;
    if (from <= range.start) before = true;
    if (to >= range.end) after = true;
  };
  for (let i = 0; i < samples.start.length; i++) {
    const end = samples.end[i]!;
    checkGap(reach, samples.start[i]!);
    if (end > reach) reach = end;
  }
  checkGap(reach, read.end);
  return { before, after };
}
