/** Correction of p values for multiple tests. */
export type Adjust = "holm" | "benjamini-hochberg" | "none";

/** All corrections. */
export const ADJUSTS: readonly Adjust[] = ["holm", "benjamini-hochberg", "none"];

/**
 * Corrects p values for the number of tests. Holm (1979) limits the chance of any false finding
 * below 0.05 to 5 %. Benjamini and Hochberg (1995) limit the expected share of false findings below
 * 0.05 to 5 %. Tests without a p value (NaN) do not count.
 */
export function adjustP(chances: readonly number[], adjust: Adjust): number[] {
  const known = [...chances.keys()].filter((i) => !Number.isNaN(chances[i]));
  const ascending = known.toSorted((a, b) => chances[a]! - chances[b]!), m = known.length;
  const adjusted = [...chances];
  if (adjust === "holm") {
    let most = 0;
    ascending.forEach((test, rank) => {
      most = Math.max(most, chances[test]! * (m - rank));
      adjusted[test] = Math.min(1, most);
    });
  }
  if (adjust === "benjamini-hochberg") {
    let least = 1;
    ascending.toReversed().forEach((test, i) => {
      least = Math.min(least, chances[test]! * m / (m - i));
      adjusted[test] = least;
    });
  }
  return adjusted;
}
