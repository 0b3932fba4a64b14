import { recordMade } from "../frame/cite/made.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type Columns, float64Column } from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/open.ts";
import { majority, type Voter } from "./agreement/majority.ts";
import { ranking } from "./agreement/ranking.ts";
import { spanColumns } from "./kernel/spanColumns.ts";
import type { StageRows } from "./stages/readStages.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import { stageTableColumn } from "./stages/stageTableOf.ts";
import { collectVotes, type Votes, VOTES_OPTIONS, type VotesOptions } from "./agreement/votes.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode consensus}. */
export interface ConsensusOptions extends VotesOptions {
  /** Sources from the highest rank to the lowest. @default by `sleep.softAgreement` */
  rank?: readonly string[];
  /** Sources that count for ranks but do not vote. @default none */
  without?: readonly string[];
  /** Number of top-ranked sources that vote. @default all */
  best?: number;
  /** Adds a column `probability`: the share of votes for the stage. @default false */
  probability?: boolean;
}

const ACTION = "find a consensus";

const OPTIONS = optionNames<ConsensusOptions>()(VOTES_OPTIONS, "rank without best probability");

/**
 * Combines several hypnograms into one: each epoch gets the stage with the most votes. The source
 * of the highest rank decides ties, as in Dreem's evaluation (Guillot et al. 2020). By default, sources
 * are ranked by `sleep.softAgreement` over the whole frame; pass one night at a time if you want
 * ranks per night.
 *
 * A source can vote that an epoch is not scored; a source without a record has no vote. Sleep of
 * unknown stage, and stages of a source that does not detect all stages (`sleep.knownStages`),
 * support every stage that they could be. `probability` ignores such votes: if one source says deep
 * sleep and another sleep of unknown stage, the consensus is deep sleep, from the one source that
 * detects it.
 *
 * The consensus reaches from the epoch in which the last source starts to the one in which the
 * first ends. A tie goes to the source of the highest rank even if its stage is not among the tied
 * ones, as in Dreem's evaluation.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code), `source` (text); stages of
 * one source must not overlap, and time in bed does not count.
 * @returns `start_time`, `end_time` `datetime[us]` in the zone of the input, `duration_ms`,
 * `sleep_stage` `i64`; with `probability`, also that column, `f64`, in more and shorter intervals;
 * `stage_table` `str` unless codes are consumer's; ordered by time.
 * @throws {TypeError} if a column is missing or of another type, or a value is null
 * @throws {RangeError} if stages of one source overlap, a source has scored nothing or is unknown,
 * no source votes, a stage is not in the table, or the epoch is not a duration
 *
 * @example Two of three
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const span = { start_time: "2024-01-01T01:00Z", end_time: "2024-01-01T02:00Z" };
 * const found = sleep.consensus([
 *   { ...span, sleep_stage: 3, source: "ring" },
 *   { ...span, sleep_stage: 2, source: "mat" },
 *   { ...span, sleep_stage: 3, source: "watch" },
 * ], { probability: true });
 * assertEquals(found.getColumn("sleep_stage").toArray(), [3]);
 * assertEquals(found.getColumn("probability").toArray(), [2 / 3]);
 * ```
 */
export function consensus(frame: FrameLike, options: ConsensusOptions = {}): Frame {
  checkOptions(ACTION, options, OPTIONS);
  const found = computeByGroup(frame, options, ACTION, (rows) => findConsensus(rows, options));
  return recordMade(found, "sleep.consensus", options, frame);
}

function findConsensus(rows: StageRows, options: ConsensusOptions): Columns {
  const all = collectVotes(rows, options, ACTION);
  const ranked = rankVoters(all, options);
  const { spans, probability } = majority(ranked, {
    ...all,
    byProbability: options.probability === true,
  });
  return {
    ...spanColumns(spans, all.table, all.zone),
    ...(options.probability === true ? { probability: float64Column(probability) } : {}),
    ...stageTableColumn(all, spans.start.length),
  };
}

/** Returns the votes that count, from the highest rank to the lowest. */
function rankVoters(all: Votes, { rank, without = [], best }: ConsensusOptions): Voter[] {
  if (best !== undefined && !(Number.isInteger(best) && best > 0)) {
    throw new RangeError(`Cannot ${ACTION}: best is ${best}, expected an integer above 0`);
  }
  const known = (names: readonly string[]): readonly string[] => {
    const other = names.find((name) => !all.sources.includes(name));
    if (other === undefined) return names;
    throw new RangeError(
      `Cannot ${ACTION}: unknown source ${JSON.stringify(other)}; available: ${
        all.sources.join(", ") || "none"
      }`,
    );
  };
  const ranks = ranking(all).map(({ source }) => source);
  const order = [...new Set([...known(rank ?? []), ...ranks])];
  const out = known(without);
  const names = order.filter((name) => !out.includes(name)).slice(0, best);
  if (names.length === 0 && all.sources.length > 0) {
    throw new RangeError(`Cannot ${ACTION}: no source has a vote`);
  }
  return names.map((name) => {
    const source = all.sources.indexOf(name);
    return { votes: all.votes[source]!, known: all.known?.[source] };
  });
}
