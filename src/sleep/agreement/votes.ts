import { optionNames } from "../../options/checkOptions.ts";
import { type EpochGrid, epochGrid, epochMicros, spanAt } from "../kernel/epochs.ts";
import { otherStages, rejectOverlaps, selectSpans } from "../kernel/stageLayers.ts";
import type { StageRows } from "../stages/readStages.ts";
import { spansOf } from "../kernel/spans.ts";
import { knownStages } from "../stages/knownStages.ts";
import { type StageKind, stageKinds, UNSCORED } from "../stages/stageKinds.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "../stages/stageFrameOptions.ts";
import type { StageTableOf } from "../stages/stageTableOf.ts";
import type { Length } from "../../time/length.ts";

/** Options that align several sources. */
export interface VotesOptions extends StageFrameOptions {
  /** Length of an epoch. @default "PT30S" */
  epoch?: Length;
}

export const VOTES_OPTIONS = optionNames<VotesOptions>()(STAGE_FRAME_OPTIONS, "epoch");

/** Stages of each source in each epoch. */
export interface Votes extends StageTableOf {
  /** Epochs in which all sources have started and none has ended. */
  readonly grid: EpochGrid;
  /** Sources in alphabetical order. */
  readonly sources: readonly string[];
  /** For each source, the index of each epoch's stage in the table, or {@linkcode UNSCORED}. */
  readonly votes: readonly Uint8Array[];
  /**
   * For each source, the bits of `knownStages` of each epoch; `undefined` if all sources detect
   * every stage.
   */
  readonly known: readonly Uint8Array[] | undefined;
  /** Kind of each stage, by its index in the table. */
  readonly kinds: readonly StageKind[];
  readonly zone: string;
}

/**
 * Aligns the hypnograms of several sources to epochs. They reach from the first epoch of the source
 * that starts last to the last epoch of the source that ends first.
 *
 * @throws {TypeError} if the frame has no sources, or a source is null
 * @throws {RangeError} if stages of a source overlap, or a source has scored nothing
 */
export function collectVotes(rows: StageRows, options: VotesOptions, action: string): Votes {
  const epoch = epochMicros(options.epoch ?? "PT30S");
  const { table } = rows, kinds = stageKinds(table);
  const text = rows.source?.codes();
  const empty = text?.codes.indexOf(0) ?? 0;
  if (text === undefined || empty >= 0) {
    throw new TypeError(
      `Cannot ${action}: ${
        text === undefined
          ? 'column "source" is missing'
          : `source is null in row ${rows.row?.[empty] ?? empty}`
      }`,
    );
  }
  const stages = otherStages(table), grid = epochGrid(spansOf(rows, { stages }), epoch);
  const sources = text.names.slice(1) as string[];
  const bits = knownStages(rows), known: Uint8Array[] = [];
  const votes = sources.map((name, i) => {
    const spans = selectSpans(rows, { stages, source: { codes: text.codes, code: i + 1 } });
    rejectOverlaps(spans, rows, `${action}, source ${JSON.stringify(name)}`);
    const at = spanAt(spans, grid), stage = new Uint8Array(at.length).fill(UNSCORED);
    const own = bits && new Uint8Array(at.length);
    for (let epoch = 0; epoch < at.length; epoch++) {
      const span = at[epoch]!;
      if (span < 0) continue;
      stage[epoch] = spans.stage[span]!;
      if (own !== undefined) own[epoch] = bits![spans.row[span]!]!;
    }
    if (own !== undefined) known.push(own);
    return stage;
  });
  let from = 0, to = grid.from.length;
  votes.forEach((of, i) => {
    const first = of.findIndex((place) => kinds[place] !== "unknown");
    if (first < 0) {
      throw new RangeError(`Cannot ${action}: source ${JSON.stringify(sources[i])} scored nothing`);
    }
    from = Math.max(from, first);
    to = Math.min(to, of.findLastIndex((place) => kinds[place] !== "unknown") + 1);
  });
  to = Math.max(from, to);
  return {
    table,
    tableName: rows.tableName,
    grid: {
      from: grid.from.subarray(from, to),
      to: grid.to.subarray(from, to),
      half: grid.half,
    },
    sources,
    votes: votes.map((of) => of.subarray(from, to)),
    known: bits && known.map((of) => of.subarray(from, to)),
    kinds,
    zone: rows.zone,
  };
}
