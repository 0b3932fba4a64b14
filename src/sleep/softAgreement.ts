import { recordMade } from "../frame/cite/made.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { int64Column, textColumn } from "../frame/columns/columns.ts";
import { nullable } from "../frame/columns/nullable.ts";
import type { FrameLike } from "../frame/open.ts";
import { ranking } from "./agreement/ranking.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import { collectVotes, VOTES_OPTIONS, type VotesOptions } from "./agreement/votes.ts";
import type { Frame } from "../frame/polars/frame.ts";

const ACTION = "rank sources";

/**
 * Computes how well each source of sleep stages agrees with all others: the soft agreement that
 * ranks scorers in Dreem's evaluation (Guillot et al. 2020). For each epoch it is the number of other
 * sources with the same stage, divided by the number with the most common stage; the result is the
 * mean. A source can say that an epoch is not scored; epochs without a record are skipped. Stages
 * that may be the same, such as sleep of unknown stage and deep sleep, are not compared. A source
 * without any epoch to compare has null.
 *
 * Epochs are compared from the one in which the last source starts to the one in which the first
 * ends.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code), `source` (text); stages of
 * one source must not overlap.
 * @returns `source` `str`, `soft_agreement` `f64` (0 to 1, null without another source), `epochs`
 * `i64`; ordered from best to worst.
 * @throws {TypeError} if a column is missing or of another type, or a value is null
 * @throws {RangeError} if stages of one source overlap, a source has scored nothing, a stage is not in
 * the table, or the epoch is not a duration
 *
 * @example Two agree, and the third agrees half of the time
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const half = (source: string, hour: number, sleep_stage: number) => ({
 *   source,
 *   sleep_stage,
 *   start_time: `2024-01-01T0${hour}:00Z`,
 *   end_time: `2024-01-01T0${hour + 1}:00Z`,
 * });
 * const found = sleep.softAgreement([
 *   ...["ring", "watch", "mat"].map((source) => half(source, 1, 3)),
 *   half("ring", 2, 4),
 *   half("watch", 2, 4),
 *   half("mat", 2, 2),
 * ]);
 * assertEquals(found.getColumn("source").toArray(), ["ring", "watch", "mat"]);
 * assertEquals(found.getColumn("soft_agreement").toArray(), [1, 1, 0.5]);
 * ```
 */
export function softAgreement(frame: FrameLike, options: VotesOptions = {}): Frame {
  checkOptions(ACTION, options, VOTES_OPTIONS);
  const found = computeByGroup(frame, options, ACTION, (rows) => {
    const ranks = ranking(collectVotes(rows, options, ACTION));
    return {
      source: textColumn(ranks.map(({ source }) => source)),
      soft_agreement: nullable(ranks.map(({ value }) => value)),
      epochs: int64Column(BigInt64Array.from(ranks, ({ epochs }) => BigInt(epochs))),
    };
  });
  return recordMade(found, "sleep.softAgreement", options, frame);
}
