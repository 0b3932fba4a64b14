import type { EpochGrid } from "../kernel/epochs.ts";
import type { Spans } from "../kernel/spans.ts";
import { UNSCORED } from "../stages/stageKinds.ts";

/** What most sources say, in spans of one stage. */
export interface Majority {
  /** The spans, ordered by start. */
  readonly spans: Spans;
  /** The share of the votes that each span's stage has, in its first epoch. */
  readonly probability: Float64Array;
}

/**
 * The stage with the most votes in each epoch; of two with as many, what the first says that votes.
 *
 * @param votes What each source says, from the highest rank to the lowest.
 */
export function majority(
  votes: readonly Uint8Array[],
  grid: EpochGrid,
  options: { byProbability: boolean },
): Majority {
  const count = new Uint8Array(UNSCORED + 1);
  const start: bigint[] = [], end: bigint[] = [], stage: number[] = [], probability: number[] = [];
  for (let i = 0, reached = NaN; i < grid.from.length; i++) {
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
    const chosen = leaders > 1 ? highest : winner;
    const share = count[chosen]! / cast;
    for (const of of votes) count[of[i]!] = 0;
    if (cast === 0) continue;
    const goesOn = grid.from[i] === reached && stage.at(-1) === chosen &&
      (!options.byProbability || probability.at(-1) === share);
    reached = grid.to[i]!;
    if (goesOn) end[end.length - 1] = grid.origin + BigInt(reached);
    else {
      start.push(grid.origin + BigInt(grid.from[i]!));
      end.push(grid.origin + BigInt(reached));
      stage.push(chosen);
      probability.push(share);
    }
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
