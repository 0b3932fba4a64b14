import type { Spans } from "../kernel/spans.ts";
import { ALL_KNOWN, mayBe } from "../stages/knownStages.ts";
import { type StageKind, UNSCORED } from "../stages/stageKinds.ts";
import type { Votes } from "./votes.ts";

/** Stages of the majority, in intervals of one stage. */
export interface Majority {
  readonly spans: Spans;
  /** Share of the votes for each interval's stage, in its first epoch. */
  readonly probability: Float64Array;
}

/** Stages of a source, epoch by epoch. */
export interface Voter {
  /** Index of each epoch's stage in the table. */
  readonly votes: Uint8Array;
  /** Bits of `knownStages` of each epoch; `undefined` if all sources detect every stage. */
  readonly known: Uint8Array | undefined;
}

/**
 * Finds the stage with the most votes in each epoch; the first voter decides ties. A vote that
 * could be another stage supports that stage too, but does not count for its probability.
 *
 * @param voters Sources from the highest rank to the lowest.
 */
export function majority(
  voters: readonly Voter[],
  { grid, kinds, byProbability }: Pick<Votes, "grid" | "kinds"> & { byProbability: boolean },
): Majority {
  const votes = voters.map((of) => of.votes);
  const isTold = voters.every(({ known }) => known === undefined);
  const count = new Uint8Array(UNSCORED + 1);
  const start: bigint[] = [], end: bigint[] = [], stage: number[] = [], probability: number[] = [];
  for (let i = 0; i < grid.from.length; i++) {
    let most = 0, cast = 0, leaders = 0, winner = UNSCORED, highest = UNSCORED;
    for (const of of votes) {
      const place = of[i]!;
      if (place === UNSCORED) continue;
      if (highest === UNSCORED) highest = place;
      cast++;
      const now = ++count[place]!;
      if (now > most) {
        most = now;
        leaders = 0;
      }
      if (now === most) {
        leaders++;
        winner = place;
      }
    }
    let chosen = leaders > 1 ? highest : winner;
    if (!isTold && most < cast) ({ chosen, cast } = supported(voters, i, kinds, count));
    const share = count[chosen]! / cast;
    for (const of of votes) count[of[i]!] = 0;
    if (cast === 0) continue;
    const goesOn = grid.from[i] === end.at(-1) && stage.at(-1) === chosen &&
      (!byProbability || probability.at(-1) === share);
    if (goesOn) end.pop();
    else {
      start.push(grid.from[i]!);
      stage.push(chosen);
      probability.push(share);
    }
    end.push(grid.to[i]!);
  }
  return {
    spans: {
      start: BigInt64Array.from(start),
      end: BigInt64Array.from(end),
      stage: Uint8Array.from(stage),
    },
    probability: Float64Array.from(probability),
  };
}

/**
 * Returns the stage of an epoch with votes that could be other stages, and the number of votes that
 * detect it. Sleep of unknown stage is chosen only if no other sleep has a vote.
 *
 * @param count Number of sources for each stage.
 */
function supported(
  voters: readonly Voter[],
  epoch: number,
  kinds: readonly StageKind[],
  count: Uint8Array,
): { chosen: number; cast: number } {
  const cast = voters.filter(({ votes }) => votes[epoch] !== UNSCORED)
    .map(({ votes, known }) => {
      const stage = votes[epoch]!;
      return { stage, kind: kinds[stage]!, bits: known?.[epoch] ?? ALL_KNOWN };
    });
  const others = (kind: StageKind) => cast.filter((vote) => mayBe(vote.kind, vote.bits, kind));
  const isStaged = cast.some(({ kind }) => kind !== "asleep" && kind !== "wake");
  const candidates = [...new Map(cast.map(({ stage, kind }) => [stage, kind]))]
    .filter(([, kind]) => !isStaged || kind !== "asleep")
    .map(([stage, kind]) => ({ stage, kind, support: count[stage]! + others(kind).length }));
  const most = Math.max(...candidates.map(({ support }) => support));
  const leaders = candidates.filter(({ support }) => support === most);
  const { stage, kind } = (leaders.length > 1 ? cast : leaders)[0]!;
  return { chosen: stage, cast: cast.length - others(kind).length };
}
