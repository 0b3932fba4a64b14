import { power } from "../../src/experiment/power.ts";
import { changePoint } from "../../src/series/changePoint.ts";
import { interrupted } from "../../src/series/interrupted.ts";
import { mixed, type MixedStatistic } from "../../src/series/mixed.ts";
import { paired } from "../../src/series/paired.ts";
import { studentBound } from "../../src/series/numerics/student.ts";
import { NILE } from "../series/nile.ts";
import type { Comparison } from "./comparison.ts";

/** Results of the R script: data sets of its packages, and their models. */
export interface Models {
  /** Versions of the packages by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Reaction times of 18 people on ten days, and the fits with random slopes and intercepts. */
  readonly sleepstudy:
    & Readonly<Record<"subject" | "day" | "reaction", readonly number[]>>
    & Readonly<Record<"slope" | "intercept", readonly number[]>>;
  /** Distances of 27 children at four ages, and the line by generalized least squares. */
  readonly orthodont: Readonly<Record<"subject" | "age" | "distance" | "gls", readonly number[]>>;
  /** Nights of people under two conditions; their paired t test, and the model of a crossover. */
  readonly paired: Readonly<
    & Record<"user" | "condition" | "period" | "t" | "power" | "crossover", readonly number[]>
    & { readonly y: readonly (number | null)[] }
  >;
  /** Step of the Nile by generalized least squares; largest F, date and interval of a change. */
  readonly nile: Readonly<Record<"gls" | "change", readonly number[]>>;
}

const LINE = ["intercept", "slope", "intercept_SE", "slope_SE"] as const;
const MIXED = [...LINE, "intercept_df", "slope_df", "SD_intercept"] as const;
const FITTED = {
  slope: [...MIXED, "correlation", "SD_slope", "SD_residual", "REML"],
  intercept: [...MIXED, "SD_residual", "REML"],
} as const satisfies Readonly<Record<string, readonly MixedStatistic[]>>;
const PAIRED = [
  "difference",
  "difference_low",
  "difference_high",
  "difference_p",
  "difference_df",
] as const;
const CROSSED = [
  "difference",
  "difference_SE",
  "difference_df",
  "difference_p",
  "period_effect",
  "period_effect_p",
  "sequence_difference_p",
] as const;
const STUDY = { x: [0, 1], effect: 20, residualSD: 20, levelSD: 60, simulations: 2000 };
const AUTOREGRESSION = [...LINE, "autocorrelation", "SD_residual"] as const;

/** Rows of the table for models of R. */
export function modelComparisons(
  { versions, sleepstudy, orthodont, nile, paired: nights }: Models,
): Comparison[] {
  const named = (name: string): string => `${name} ${versions[name]!.replace(/\.\d+$/, "")} of R`;
  const people = sleepstudy.subject.map((subject, i) => ({
    subject,
    day: sleepstudy.day[i]!,
    ms: sleepstudy.reaction[i]!,
  }));
  const children = orthodont.subject.map((child, i) => ({
    child,
    age: orthodont.age[i]!,
    mm: orthodont.distance[i]!,
  }));
  const grown = mixed(children, { y: "mm", x: "age", person: "child", random: "autoregression" });
  const dam = interrupted(NILE, {
    at: "1899-01-01",
    every: "1y",
    per: "year",
    slopes: false,
    method: "gls",
  });
  const rows = nights.y.map((y, i) => ({
    y,
    user: nights.user[i]!,
    condition: nights.condition[i]!,
    period: nights.period[i]!,
  }));
  const options = { y: "y", condition: "condition", person: "user" } as const;
  const plain = paired(rows, options), crossed = paired(rows, { ...options, period: "period" });
  const found = changePoint(NILE, { every: "1y", dependent: false });
  const year = (date: string | null): number => Number(date?.slice(0, 4));
  return [
    ...(["slope", "intercept"] as const).map((random): Comparison => {
      const own = mixed(people, { y: "ms", x: "day", person: "subject", random });
      return {
        ours: `series.mixed, random "${random}"`,
        theirs: `${named("lme4")}, ${named("lmerTest")}`,
        of: "sleepstudy: line, errors, Satterthwaite's degrees of freedom, spreads, REML criterion",
        tolerance: 0.002,
        values: FITTED[random].map((name, i) => ({
          name,
          theirs: sleepstudy[random][i]!,
          ours: own[name],
        })),
      };
    }),
    {
      ours: 'series.mixed, random "autoregression"',
      theirs: `${named("nlme")}, gls with corAR1`,
      of: "Orthodont: line, errors, autocorrelation, spread",
      tolerance: 0.00001,
      values: AUTOREGRESSION.map((name, i) => ({
        name,
        theirs: orthodont.gls[i]!,
        ours: grown[name],
      })),
    },
    {
      ours: "series.paired",
      theirs: "R, t.test(paired = TRUE)",
      of: "nights of 14 people under two conditions, with gaps: difference, interval, p, freedom",
      tolerance: 1e-9,
      values: PAIRED.map((name, i) => ({ name, theirs: nights.t[i]!, ours: plain[name] })),
    },
    {
      ours: "series.paired, period",
      theirs: `${named("lmerTest")}, condition and period with people; t.test of the sums`,
      of: "the same people: difference, error, freedom, p; effect of the period, p; p of the order",
      tolerance: 1e-5,
      values: CROSSED.map((name, i) => ({
        name,
        theirs: nights.crossover[i]!,
        ours: crossed[name],
      })),
    },
    {
      ours: "experiment.power",
      theirs: "R, power.t.test of pairs",
      of: "studies of 8, 12 and 20 people with two values each, 2000 simulations: power",
      tolerance: 0.03,
      values: [8, 12, 20].map((people, i) => ({
        name: `power of ${people} people`,
        theirs: nights.power[i]!,
        ours: power({ ...STUDY, people }).power,
      })),
    },
    {
      ours: 'series.interrupted, method "gls"',
      theirs: `${named("nlme")}, gls with corAR1`,
      of: "the Nile from 1899 on: level before and change of level, their errors, autocorrelation",
      tolerance: 1e-5,
      values: [
        { name: "level_before", theirs: nile.gls[0]!, ours: dam.level_before },
        {
          name: "error of the level",
          theirs: nile.gls[2]!,
          ours: (dam.level_before_high! - dam.level_before_low!) / 2 / studentBound(0.95, 98),
        },
        { name: "level_change", theirs: nile.gls[1]!, ours: dam.level_change },
        {
          name: "error of the change",
          theirs: nile.gls[3]!,
          ours: (dam.level_change_high! - dam.level_change_low!) / 2 / studentBound(0.95, 98),
        },
        { name: "autocorrelation", theirs: nile.gls[4]!, ours: dam.autocorrelation },
      ],
    },
    {
      ours: "series.changePoint, dependent: false",
      theirs: named("strucchange"),
      of: "the Nile: largest F, first year of the second level and its interval",
      tolerance: 1e-9,
      values: [
        { name: "F", theirs: nile.change[0]!, ours: found.sup_F },
        ...(["date", "date_low", "date_high"] as const).map((name, i) => ({
          name,
          theirs: nile.change[i + 1]!,
          ours: year(found[name]),
        })),
      ],
    },
  ];
}
