import { interrupted } from "../../src/series/interrupted.ts";
import { studentBound } from "../../src/series/numerics/student.ts";
import { dateAfter } from "../series/simulated.ts";
import { CHANGE_POINTS } from "./changePointComparisons.ts";
import type { Compared, Comparison } from "./comparison.ts";
import type { Science } from "./science.ts";

const OPTIONS = { method: "gls", per: "day", partial: [] } as const;

const FITS = CHANGE_POINTS.map(({ at, y }) => {
  const since = 40, days = at.map((day, i) => ({ date: dateAfter(day), y: y[i]! }));
  return { at, y, since, found: interrupted(days, { ...OPTIONS, at: dateAfter(since) }) };
});

/** Series with a change of level and slope, and the autocorrelation that we estimate. */
export const INTERRUPTED = FITS.map(({ at, y, since, found }) => ({
  at,
  y,
  since,
  phi: found.autocorrelation!,
}));

/** Row of the table for interrupted series. */
export function interruptedComparisons({ versions, changes }: Science): Comparison[] {
  return [{
    ours: `series.interrupted, method "gls"`,
    theirs: `statsmodels ${
      versions["statsmodels"]
    }, GLS with the covariance of our autocorrelation`,
    of: "the same three series: changes of level and slope, and their errors",
    tolerance: 1e-9,
    values: FITS.flatMap(({ y, found }, i): Compared[] => {
      const bound = studentBound(0.95, y.length - 4), theirs = changes.interrupted[i]!;
      const half = (low: number | null, high: number | null): number => (high! - low!) / 2 / bound;
      const ours = [
        found.level_change,
        found.slope_change,
        half(found.level_change_low, found.level_change_high),
        half(found.slope_change_low, found.slope_change_high),
      ];
      return ["level", "slope", "error of the level", "error of the slope"].map((name, k) => ({
        name: `${name} of ${y.length} values`,
        theirs: theirs[k]!,
        ours: ours[k]!,
      }));
    }),
  }];
}
