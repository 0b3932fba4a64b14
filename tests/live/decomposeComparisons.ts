import { openFrame } from "../../src/frame/open.ts";
import { decompose } from "../../src/series/decompose.ts";
import { CO2 } from "../series/co2.ts";
import { autoregression, dateAfter, normals } from "../series/simulated.ts";
import type { Compared, Comparison } from "./comparison.ts";
import type { Science } from "./science.ts";

const normal = normals(1990);
const days = Array.from(
  autoregression(100, 0.5, normal),
  (own, day) =>
    Math.round(1e4 * (own + (day % 7 > 4 ? 2 : 0) + day / 30 + (day === 40 ? 20 : 0))) / 1e4,
);

/** Ten years of months and 100 days, with and without robust weights. */
export const DECOMPOSED = [false, true].flatMap((robust) =>
  [
    { dates: CO2.map(({ date }) => date), y: CO2.map(({ ppm }) => ppm), period: 12, seasonal: 7 },
    { dates: days.map((_, day) => dateAfter(day)), y: days, period: 7, seasonal: 13 },
  ].map((own) => ({ ...own, robust }))
);

const PARTS = ["trend", "seasonal", "weight"] as const;

/** Row of the table for STL. */
export function decomposeComparisons({ versions, changes }: Science): Comparison[] {
  return [{
    ours: "series.decompose",
    theirs: `statsmodels ${versions["statsmodels"]}, STL`,
    of: "CO2 by month and 100 days with an outlier, also robust: trend, seasonal part, weights",
    tolerance: 1e-10,
    values: DECOMPOSED.flatMap(({ dates, y, period, seasonal, robust }, i): Compared[] => {
      const { frame } = decompose(dates.map((date, k) => ({ date, y: y[k]! })), {
        ...(period === 12 ? { every: "1mo", period: "1y" } : {}),
        seasonalSpan: seasonal,
        robust,
      });
      const rows = openFrame(frame).frame().toRecords();
      return PARTS.flatMap((part, k) =>
        y.map((_, step) => ({
          name: `${part} of ${dates[step]}${robust ? ", robust" : ""}`,
          theirs: changes.decomposed[i]![k]![step]!,
          ours: rows[step]![part] as number,
        }))
      );
    }),
  }];
}
