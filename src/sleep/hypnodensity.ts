import { recordMade } from "../frame/cite/made.ts";
import { type Columns, int64Column, timeColumn } from "../frame/columns/columns.ts";
import { nullable } from "../frame/columns/nullable.ts";
import type { FrameLike } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { collectVotes, VOTES_OPTIONS, type VotesOptions } from "./agreement/votes.ts";
import { namePrefixOf } from "./stages/stageKinds.ts";
import type { StageRows } from "./stages/readStages.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import { stageTableColumn } from "./stages/stageTableOf.ts";

const ACTION = "compute a hypnodensity";

/**
 * Computes the share of sources that score each stage, epoch by epoch: a hypnogram with
 * probabilities (Stephansen et al. 2018). `plot.hypnodensity` draws them as a stack.
 *
 * Sources that have not scored an epoch, or only as sleep of unknown stage, do not count in it. Epochs are compared from the one in which
 * the last source starts to the one in which the first ends, as in `sleep.consensus`.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code), `source` (text); stages of
 * one source must not overlap.
 * @returns a row per epoch: the columns of `by`; `start_time`, `end_time` `datetime[us, tz]`; a
 * column `f64` per stage of sleep and wake, named like its statistics (`W`, `N1`, `N2`, `N3` and
 * `REM` of `aasm`), from 0 to 1, null if no source has scored the epoch; `scorers` `i64`, number of
 * sources that have scored it; `stage_table` `str` unless codes are consumer's
 * @throws {TypeError} if a column is missing or of another type, or a value is null
 * @throws {RangeError} if stages of one source overlap, a source has scored nothing, a stage is not in
 * the table, or the epoch is not a duration
 *
 * @example Two of three score N2
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const scored = ["N2", "N2", "N3"].flatMap((stage, i) =>
 *   sleep.fromHypnogram([stage], { start: "2024-01-01T22:00Z", tz: "UTC" }).toRecords()
 *     .map((row) => ({ ...row, source: `scorer ${i}` }))
 * );
 * const [epoch] = sleep.hypnodensity(scored).toRecords();
 * assertEquals([epoch!["N2"], epoch!["N3"], epoch!["W"]], [2 / 3, 1 / 3, 0]);
 * ```
 */
export function hypnodensity(frame: FrameLike, options: VotesOptions = {}): Frame {
  checkOptions(ACTION, options, VOTES_OPTIONS);
  const found = computeByGroup(frame, options, ACTION, (rows) => densityOf(rows, options));
  return recordMade(found, "sleep.hypnodensity", options, frame);
}

function densityOf(rows: StageRows, options: VotesOptions): Columns {
  const all = collectVotes(rows, options, ACTION);
  const { votes, kinds, table, zone, grid: { from, to } } = all;
  const isStage = (index: number): boolean => !["unknown", "asleep"].includes(kinds[index]!);
  const scorers = Array.from(
    from,
    (_, epoch) => votes.filter((own) => isStage(own[epoch]!)).length,
  );
  const shares = table.flatMap((stage, index) =>
    !isStage(index) ? [] : [
      [
        namePrefixOf(stage),
        nullable(
          scorers.map((count, epoch) =>
            count === 0 ? null : votes.filter((own) => own[epoch] === index).length / count
          ),
        ),
      ] as const,
    ]
  );
  return {
    start_time: timeColumn(from, zone),
    end_time: timeColumn(to, zone),
    ...Object.fromEntries(shares),
    scorers: int64Column(BigInt64Array.from(scorers, BigInt)),
    ...stageTableColumn(all, from.length),
  };
}
