import { changePoint } from "../../src/series/changePoint.ts";
import { autocorrelationPrior, AUTOCORRELATIONS } from "../../src/series/statistics/fitTrend.ts";
import { NILE } from "../series/nile.ts";
import { autoregression, dateAfter, normals } from "../series/simulated.ts";
import type { Compared, Comparison } from "./comparison.ts";
import type { Science } from "./science.ts";

const normal = normals(1899);

/** The Nile, and days with gaps whose level changes by 1.5 standard deviations. */
export const CHANGE_POINTS = [
  { at: [...NILE.keys()], y: NILE.map(({ flow }) => flow) },
  ...[0.3, 0.6].map((phi) => {
    const days = Array.from(autoregression(90, phi, normal).entries())
      .filter(([day]) => day % 11 !== 5);
    return {
      at: days.map(([day]) => day),
      y: days.map(([day, own]) => Math.round(1e4 * (own + (day < 40 ? 0 : 1.5))) / 1e4),
    };
  }),
].map(({ at, y }) => ({
  at,
  y,
  phis: AUTOCORRELATIONS,
  prior: autocorrelationPrior(y.length),
}));

/** Rows of the table for change points. */
export function changePointComparisons({ versions, changes }: Science): Comparison[] {
  const found = CHANGE_POINTS.map(({ at, y }) => {
    const days = at.map((day, i) => ({ date: dateAfter(day), y: y[i]! }));
    const { sup_F, date, date_low, date_high } = changePoint(days, { partial: [] });
    const dayOf = (text: string | null): number =>
      Temporal.PlainDate.from(dateAfter(0)).until(text!).days;
    return { of: `${y.length} values`, sup_F, at: [date, date_low, date_high].map(dayOf) };
  });
  const of = "the Nile's 100 years, and 82 days with gaps, twice";
  return [
    {
      ours: "series.changePoint",
      theirs: `statsmodels ${versions["statsmodels"]}, OLS of a step at every date`,
      of: `${of}: largest F`,
      tolerance: 1e-9,
      values: found.map(({ of, sup_F }, i): Compared => ({
        name: `F of ${of}`,
        theirs: changes.changePoints[i]![0]!,
        ours: sup_F,
      })),
    },
    {
      ours: "series.changePoint",
      theirs: "the restricted likelihood by matrices in numpy",
      of: `${of}: date, and the ends of its interval`,
      tolerance: 0,
      values: found.flatMap(({ of, at }, i): Compared[] =>
        ["date", "low", "high"].map((name, k) => ({
          name: `${name} of ${of}`,
          theirs: changes.changePoints[i]![k + 1]!,
          ours: at[k]!,
        }))
      ),
    },
  ];
}
