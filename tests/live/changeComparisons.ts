import { judge } from "../../src/experiment/judge.ts";
import { plan } from "../../src/experiment/plan.ts";
import { around } from "../../src/series/around.ts";
import { compare } from "../../src/series/compare.ts";
import { correlate } from "../../src/series/correlate.ts";
import { trend } from "../../src/series/trend.ts";
import { autoregression, dateAfter, normals } from "../series/simulated.ts";
import { rowsOf, statistics } from "../series/statistic.ts";
import type { Compared, Comparison } from "./comparison.ts";
import type { Science } from "./science.ts";

const normal = normals(2026);
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

/** Pairs of groups with unequal sizes and spreads. */
export const GROUPS = [[40, 4, 8], [12, 5, 3], [9, 8, 1], [7, 7, 5], [10, 6, 0.2]].map(
  ([a, b, spread]) => ({
    a: Array.from({ length: a! }, () => rounded(7 + normal())),
    b: Array.from({ length: b! }, () => rounded(7.5 + spread! * normal())),
  }),
);

/** Days of three columns that share weekends and a trend. */
export const SHARED_DAYS = [40, 90].map((n) => {
  const shared = (day: number) => (day % 7 > 4 ? 1 : 0) + 2 * day / n;
  const z = Array.from({ length: n }, () => rounded(normal()));
  const x = z.map((own, day) => rounded(own + shared(day) + normal()));
  const y = z.map((own, day) => rounded(own + shared(day) - 0.3 * x[day]! + normal()));
  return { x, y, z };
});
export const PARTIALS = [["z"], ["trend", "weekday"], ["trend", "weekday", "z"]];

/** Two columns of many days that depend on the days before. */
export const DEPENDENT_DAYS = [0, 0.3, 0.6].map((phi) => {
  const x = Array.from(autoregression(6000, phi, normal), rounded);
  const noise = autoregression(6000, phi, normal);
  return { phi, x, y: x.map((own, day) => rounded(0.05 * own + noise[day]!)) };
});

/** Experiments of seven to ten pairs of four days: plans, and values of a day, a few missing. */
const EXPERIMENTS = [56, 64, 80].map((days, k) => {
  const made = plan({
    conditions: ["a", "b"],
    outcome: "y",
    firstDay: "2024-01-01",
    days,
    period: 4,
    seed: 5 + k,
  });
  const values = Array.from(autoregression(days, 0.6, normal), (own, day) => {
    if (day % 13 === 6) return null;
    return rounded(own + (made.order[Math.floor(day / 4)] === "b" ? 0.8 : 0));
  });
  return { made, values };
});
/** Means of the first and the second condition of each pair. */
export const EXPERIMENT_PAIRS = EXPERIMENTS.map(({ made: { order }, values }) =>
  Array.from({ length: order.length / 2 }, (_, pair) =>
    ["a", "b"].map((condition) => {
      const period = 2 * pair + (order[2 * pair] === condition ? 0 : 1);
      const known = values.slice(4 * period, 4 * period + 4).filter((one) => one !== null);
      return known.reduce((sum, one) => sum + one, 0) / known.length;
    }))
);

/** Ten days by 10 minutes with gaps, and events by their hours. */
export const AROUND = {
  values: Array.from(
    { length: 10 * 144 },
    (_, i) => i % 31 < 5 ? null : rounded(normal() + i % 40),
  ),
  events: [5, 30, 31, 77, 100, 160, 201, 236],
};

/** Rows of the table for comparisons of groups, partial correlations and slopes. */
export function changeComparisons({ versions, changes }: Science): Comparison[] {
  const scipy = `scipy ${versions["scipy"]}`,
    statsmodels = `statsmodels ${versions["statsmodels"]}`;
  const rowsOfGroups = ({ a, b }: (typeof GROUPS)[number]) => [
    ...a.map((y) => ({ group: "a", y })),
    ...b.map((y) => ({ group: "b", y })),
  ];
  const sizes = ({ a, b }: (typeof GROUPS)[number]) => `${a.length} and ${b.length} values`;
  const pairs = SHARED_DAYS.flatMap(({ x, y, z }, set) => {
    const days = x.map((own, day) => ({ date: dateAfter(day), x: own, y: y[day]!, z: z[day]! }));
    return PARTIALS.flatMap((partial, k) => {
      const method = ["pearson", "spearman"] as const;
      const found = rowsOf(
        correlate(days, { x: ["x"], y: ["y"], partial, method, dependent: false }),
      );
      return found.map((row, i) => ({
        row,
        of: `${x.length} days without ${partial.join(", ")}, ${method[i]}`,
        theirs: changes.partial[set]![k]![i]!,
      }));
    });
  });
  const slopes = DEPENDENT_DAYS.map(({ phi, x, y }, i) => {
    const days = x.map((own, day) => ({ date: dateAfter(day), x: own, y: y[day]! }));
    const row = rowsOf(correlate(days, { x: ["x"], y: ["y"] }))[0]!;
    return { row: row as Record<string, number>, phi, theirs: changes.slopes[i]! };
  });
  return [
    {
      ours: `series.compare, method "welch"`,
      theirs: `${scipy}, ttest_ind(equal_var=False)`,
      of: "five pairs of groups, unequal in size and spread: interval, p",
      tolerance: 1e-9,
      values: GROUPS.flatMap((pair, i): Compared[] => {
        const found = statistics(
          compare(rowsOfGroups(pair), { condition: "group", y: "y", method: "welch" }),
        );
        const [low, high, p] = changes.welch[i]!;
        return [
          { name: `low of ${sizes(pair)}`, theirs: low!, ours: found["difference_low"]! },
          { name: `high of ${sizes(pair)}`, theirs: high!, ours: found["difference_high"]! },
          { name: `p of ${sizes(pair)}`, theirs: p!, ours: found["p"]! },
        ];
      }),
    },
    {
      ours: "series.compare, dependent: false",
      theirs: `${scipy}, permutation_test of Welch's t`,
      of: "the pairs with at most 100,000 ways to part the values: p",
      tolerance: 1e-12,
      values: GROUPS.slice(1).map((pair, i): Compared => ({
        name: `p of ${sizes(pair)}`,
        theirs: changes.permutation[i]!,
        ours: statistics(
          compare(rowsOfGroups(pair), { condition: "group", y: "y", dependent: false }),
        )["p"]!,
      })),
    },
    {
      ours: "experiment.judge",
      theirs: `${scipy}, permutation_test of pairs`,
      of: "experiments of 7, 8 and 10 pairs with missing days: difference, p over all orders",
      tolerance: 1e-12,
      values: EXPERIMENTS.flatMap(({ made, values }, i): Compared[] => {
        const { difference, p } = judge(
          values.map((y, day) => ({ date: dateAfter(day), y })),
          made,
        );
        const [theirDifference, theirP] = changes.experiments[i] ?? [];
        return [
          {
            name: `difference of ${i + 1}`,
            theirs: theirDifference ?? null,
            ours: difference ?? null,
          },
          { name: `p of ${i + 1}`, theirs: theirP ?? null, ours: p ?? null },
        ];
      }),
    },
    {
      ours: "series.around",
      theirs: `pandas ${versions["pandas"]}`,
      of: "ten days by 10 minutes with gaps, eight events: means of the hours around them",
      tolerance: 1e-9,
      values: (() => {
        const at = (minutes: number) => new Date(Date.UTC(2024, 0, 1, 0, minutes));
        const found = rowsOf(around(
          AROUND.values.map((value, i) => ({ time: at(10 * i), value })),
          AROUND.events.map((hour) => ({ time: at(60 * hour) })),
          { before: "3h", after: "3h", every: "1h" },
        ));
        return changes.around.map((theirs, i): Compared => ({
          name: `hour ${i - 3}`,
          theirs,
          ours: Number(found[i]?.["mean"]),
        }));
      })(),
    },
    {
      ours: "series.trend",
      theirs: `${statsmodels}, OLS`,
      of: "40 and 90 days: slope of a line with weekday effects",
      tolerance: 1e-10,
      values: SHARED_DAYS.map(({ y }, i): Compared => ({
        name: `slope of ${y.length} days`,
        theirs: changes.trends[i] ?? null,
        ours:
          trend(y.map((own, day) => ({ date: dateAfter(day), y: own })), { per: "day" }).slope ??
            null,
      })),
    },
    {
      ours: "series.correlate, partial",
      theirs: `pingouin ${versions["pingouin"]}, partial_corr`,
      of:
        "40 and 90 days that share weekends, a trend and a third column: r, p by values and ranks",
      tolerance: 1e-9,
      values: pairs.flatMap(({ row, of, theirs }): Compared[] =>
        (["r", "p"] as const).map((name, i) => ({
          name: `${name} of ${of}`,
          theirs: theirs[i]!,
          ours: row[name] as number,
        }))
      ),
    },
    {
      ours: "series.correlate, slope",
      theirs: `${statsmodels}, OLS`,
      of: "6000 days with autocorrelation 0, 0.3 and 0.6: slope",
      tolerance: 1e-10,
      values: slopes.map(({ row, phi, theirs }) => ({
        name: `slope at ${phi}`,
        theirs: theirs[0]!,
        ours: row["slope"]!,
      })),
    },
    {
      ours: "series.correlate, interval of the slope",
      theirs: `${statsmodels}, OLS with HAC errors of 12 lags`,
      of: "the same days: half width, as a share of theirs (another estimator of the same error)",
      tolerance: 0.1,
      values: slopes.map(({ row, phi, theirs }) => ({
        name: `half width at ${phi}`,
        theirs: 1,
        ours: (row["slope_high"]! - row["slope_low"]!) / 2 / theirs[1]!,
      })),
    },
  ];
}
