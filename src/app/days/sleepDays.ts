import { type Column, type Columns, textColumn } from "../../frame/columns/columns.ts";
import { describeValue } from "../../options/describeValue.ts";
import { meantName } from "../../options/suggest.ts";
import { nightlyUnits } from "../../sleep/nightly.ts";
import {
  type NightStatistic,
  type StatisticName,
  STATISTICS,
} from "../../sleep/nights/statisticDefinitions.ts";
import type { NightsClient } from "../nights/readNights.ts";
import { readNightly, type ReadNightlyOptions } from "../nights/nightly.ts";

/** Figures of a night by the names that people know. */
export type NamedSleepFigure =
  | "asleep"
  | "in_bed"
  | "efficiency"
  | "latency"
  | "awake"
  | "awakenings"
  | "light"
  | "deep"
  | "rem"
  | "naps"
  | "bedtime"
  | "onset"
  | "midsleep"
  | "wake"
  | "rise";

/** What they are called in `sleep.nightly`. */
const SLEEP_FIGURES: Readonly<Record<NamedSleepFigure, string>> = {
  asleep: "TST",
  in_bed: "TIB",
  efficiency: "SE",
  latency: "SOL",
  awake: "WASO",
  awakenings: "awakenings",
  light: "light_min",
  deep: "deep_min",
  rem: "rem_min",
  naps: "nap_min",
  bedtime: "bedtime",
  onset: "onset",
  midsleep: "midsleep",
  wake: "wake",
  rise: "rise",
};

/**
 * A figure of the night from which one woke: minutes `asleep` (TST), `in_bed` (TIB), until asleep
 * (`latency`, SOL), `awake` after that (WASO), of `light`, `deep` and `rem` sleep, and of `naps`;
 * `efficiency` in percent (SE); how many `awakenings`; the clock times `bedtime`, `onset`, `midsleep`,
 * `wake` and `rise`, in hours after midnight. Or any name of `sleep.STATISTICS`, such as `SFI`.
 */
export type SleepFigure = NamedSleepFigure | NightStatistic | StageStatistic;

/** A statistic of a stage that devices have. */
export type StageStatistic = `${"light" | "deep" | "rem" | "asleep" | "awake"}_${
  | "min"
  | "pct"
  | "runs"
  | "run_median"
  | "run_longest"}`;

/** The columns that are no statistics. */
const ALWAYS: ReadonlySet<string> = new Set([
  "bedtime",
  "onset",
  "midsleep",
  "wake",
  "rise",
  "nap_min",
]);

/** The column that says how much of the night was recorded. */
export const SLEEP_COVERAGE = "sleep_coverage";

/** Columns that name figures, if there are any: those that are unknown and why, and a vendor's totals. */
const SLEEP_TEXTS: Readonly<Record<string, string>> = {
  sleep_reason: "reason",
  sleep_vendor: "vendor",
};

/** Columns, and the units of those that have one. */
export interface ColumnsWithUnits {
  /** The columns. */
  readonly columns: Columns;
  /** Units by column name. */
  readonly units: Readonly<Record<string, string>>;
}

/**
 * Checks names of figures of a night.
 *
 * @throws {TypeError} if they are not a list of texts, or one is there twice
 * @throws {RangeError} if there is no such figure; the nearest is named
 */
export function checkSleepFigures(figures: readonly SleepFigure[], action: string): void {
  if (!Array.isArray(figures) || figures.some((name) => typeof name !== "string")) {
    throw new TypeError(
      `Cannot ${action}: sleep is ${
        describeValue(figures)
      }, expected a list such as ["asleep", "efficiency"]`,
    );
  }
  if (new Set(figures).size < figures.length) {
    throw new TypeError(`Cannot ${action}: name each once; asked were ${figures.join(", ")}`);
  }
  const own = Object.keys(SLEEP_FIGURES);
  const statistics = STATISTICS.map(({ name }) => name);
  for (const name of figures) {
    if (own.includes(name) || statistics.includes(name) || STAGE.test(name)) continue;
    const near = meantName(name, [...own, ...statistics]);
    throw new RangeError(
      `Cannot ${action}: unknown sleep metric ${JSON.stringify(name)}` +
        (near === undefined
          ? `; available: ${own.join(", ")}, and the names of sleep.STATISTICS`
          : `; did you mean ${JSON.stringify(near)}?`),
    );
  }
}

/** Statistics of the stages that devices have. */
const STAGE = /^(?:light|deep|rem|asleep|awake)_(?:min|pct|runs|run_median|run_longest)$/;

/** Figures of the night from which one woke on each of some days, and how much of it was recorded. */
export async function sleepDays(
  me: NightsClient,
  days: readonly number[],
  { figures, ...options }: Omit<ReadNightlyOptions, "statistics"> & {
    readonly figures: readonly SleepFigure[];
  },
): Promise<ColumnsWithUnits> {
  const names = figures.map((figure) =>
    Object.hasOwn(SLEEP_FIGURES, figure) ? SLEEP_FIGURES[figure as NamedSleepFigure] : figure
  );
  const { columns: nights } = await readNightly(me, days, {
    ...options,
    statistics: [...new Set(names.filter((name): name is StatisticName => !ALWAYS.has(name)))],
  });
  const units = nightlyUnits(names);
  const texts = Object.entries(SLEEP_TEXTS).flatMap(([column, name]) => {
    const text = nights[name];
    return text?.type === "text" ? [[column, inFigures(text.values, names, figures)]] : [];
  });
  return {
    columns: {
      ...Object.fromEntries(figures.map((figure, i) => [figure, nights[names[i]!]!])),
      [SLEEP_COVERAGE]: nights["coverage"]!,
      ...Object.fromEntries(texts),
    },
    units: {
      ...Object.fromEntries(figures.map((figure, i) => [figure, units[names[i]!]!])),
      [SLEEP_COVERAGE]: "1",
    },
  };
}

/** Texts that name statistics, with the names of the figures that were asked for. */
function inFigures(
  texts: readonly (string | null)[],
  names: readonly string[],
  figures: readonly string[],
): Column {
  const figureOf = new Map(names.map((name, i) => [name, figures[i]!]));
  return textColumn(
    texts.map((text) =>
      text === null ? null : text.replace(/\w+(?=, |: |$)/g, (name) => figureOf.get(name) ?? name)
    ),
  );
}
