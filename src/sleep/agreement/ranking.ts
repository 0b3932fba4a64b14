import { mayBe } from "../stages/knownStages.ts";
import { UNSCORED } from "../stages/stageKinds.ts";
import type { Votes } from "./votes.ts";

/** How well a source agrees with the others. */
export interface SoftAgreement {
  /** The source. */
  readonly source: string;
  /** From 0 to 1; null if there is no epoch to compare in. */
  readonly value: number | null;
  /** The epochs that it rests on. */
  readonly epochs: number;
}

/**
 * The soft agreement of each source with the others, the best first; of equal ones in alphabetical
 * order: in each epoch the votes of the others for what the source says, divided by those for what
 * most of them say, and of that the mean. Votes that a stage cannot be compared with are left out.
 */
export function ranking(
  { sources, votes, known, kinds }: Pick<Votes, "sources" | "votes" | "known" | "kinds">,
): SoftAgreement[] {
  const sum = new Float64Array(sources.length), epochs = new Float64Array(sources.length);
  const count = new Uint8Array(UNSCORED + 1);
  for (let i = 0; i < (votes[0]?.length ?? 0); i++) {
    for (const of of votes) count[of[i]!]!++;
    for (let source = 0; source < votes.length; source++) {
      const own = votes[source]![i]!;
      if (own === UNSCORED) continue;
      count[own]!--;
      let most = 0;
      for (let other = 0; other < votes.length; other++) {
        const said = votes[other]![i]!;
        if (other === source || said === UNSCORED || count[said]! <= most) continue;
        // An opinion that may be the same counts neither for nor against it.
        const isSame = known !== undefined && (
          mayBe(kinds[own]!, known[source]![i]!, kinds[said]!) ||
          mayBe(kinds[said]!, known[other]![i]!, kinds[own]!)
        );
        if (!isSame) most = count[said]!;
      }
      if (most > 0) {
        sum[source]! += count[own]! / most;
        epochs[source]!++;
      }
      count[own]!++;
    }
    for (const of of votes) count[of[i]!] = 0;
  }
  return sources.map((source, i): SoftAgreement => ({
    source,
    value: epochs[i]! > 0 ? sum[i]! / epochs[i]! : null,
    epochs: epochs[i]!,
  })).sort((a, b) => (b.value ?? -1) - (a.value ?? -1));
}
