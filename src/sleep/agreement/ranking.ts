import { mayBe } from "../stages/knownStages.ts";
import { UNSCORED } from "../stages/stageKinds.ts";
import type { Votes } from "./votes.ts";

/** Agreement of a source with the others. */
export interface SoftAgreement {
  readonly source: string;
  /** From 0 to 1; null without any epoch to compare. */
  readonly value: number | null;
  /** Number of compared epochs. */
  readonly epochs: number;
}

/**
 * Computes the soft agreement of each source with the others, from best to worst, equal ones in
 * alphabetical order. In each epoch it divides the votes of the others for the source's stage by
 * the votes for the most common stage; the result is the mean. Votes that cannot be compared with a
 * stage are skipped.
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
        // A vote that may be the same stage counts neither for nor against it.
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
  return sources.map((source, i): SoftAgreement => {
    const compared = epochs[i]!;
    return { source, value: compared > 0 ? sum[i]! / compared : null, epochs: compared };
  }).sort((a, b) => (b.value ?? -1) - (a.value ?? -1));
}
