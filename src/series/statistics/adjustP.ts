/** How chances of many tests are corrected. */
export type Adjust = "holm" | "benjamini-hochberg" | "none";

/** The corrections that there are. */
export const ADJUSTS: readonly Adjust[] = ["holm", "benjamini-hochberg", "none"];

/**
 * The chances of many tests, corrected for their number: by Holm (1979), so that at most one family in
 * twenty has any false finding below 0.05, or by Benjamini and Hochberg (1995), so that of the findings
 * below 0.05 one in twenty is false. Tests without a chance (NaN) do not count.
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
