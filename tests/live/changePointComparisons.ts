import { changePoint } from "../../src/series/changePoint.ts";
import { changePoints } from "../../src/series/changePoints.ts";
import { AUTOCORRELATIONS } from "../../src/series/statistics/errorModels.ts";
import { trendPrior } from "../../src/series/statistics/fitTrend.ts";
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
  prior: trendPrior(y.length).slice(0, AUTOCORRELATIONS.length), // the models without noise
}));

/** Each series of change points, and penalties from many changes to one. */
export const LEVELS = CHANGE_POINTS.map(({ y }) => {
  const mean = y.reduce((sum, one) => sum + one, 0) / y.length;
  const variance = y.reduce((sum, one) => sum + (one - mean) ** 2, 0) / y.length;
  return [y, [0.5, 1, 2, 4, 8, 16].map((times) => times * variance)] as const;
});

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
  const starts = LEVELS.map(([y, penalties]) => {
    const days = y.map((own, day) => ({ date: dateAfter(day), y: own }));
    return penalties.map((penalty) =>
      changePoints(days, { partial: [], minLength: 5, penalty }).frame.toRecords().slice(1)
        .map(({ time }) => (Number(time) - Date.parse(dateAfter(0))) / 86_400_000)
    );
  });
  return [
    {
      ours: "series.changePoints",
      theirs: `ruptures ${versions["ruptures"]}, Pelt`,
      of: "the Nile and two series of 82 values, with six penalties: first values of the levels",
      tolerance: 0,
      values: starts.flatMap((own, i) =>
        own.flatMap((indices, k): Compared[] => {
          const theirs = changes.levels[i]![k]!;
          return Array.from({ length: Math.max(indices.length, theirs.length) }, (_, at) => ({
            name: `change ${at + 1} of ${LEVELS[i]![0].length} values`,
            theirs: theirs[at] ?? null,
            ours: indices[at] ?? null,
          }));
        })
      ),
    },
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
