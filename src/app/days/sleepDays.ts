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

/** Measures of a night with common names. */
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

/** Their names in `sleep.nightly`. */
export const SLEEP_FIGURES: Readonly<Record<NamedSleepFigure, string>> = {
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
 * A measure of the night before you woke: minutes `asleep` (TST), `in_bed` (TIB), until asleep
 * (`latency`, SOL), `awake` after that (WASO), of `light`, `deep` and `rem` sleep, and of `naps`;
 * `efficiency` in percent (SE); the number of `awakenings`; the clock times `bedtime`, `onset`,
 * `midsleep`, `wake` and `rise`, in hours after midnight. Or any name of `sleep.STATISTICS`, such
 * as `SFI`.
 */
export type SleepFigure = NamedSleepFigure | NightStatistic | StageStatistic;

/** A statistic of a stage that devices record. */
export type StageStatistic = `${"light" | "deep" | "rem" | "asleep" | "awake"}_${
  | "min"
  | "pct"
  | "runs"
  | "run_median"
  | "run_longest"}`;

/** Columns that are not statistics. */
const ALWAYS: ReadonlySet<string> = new Set([
  "bedtime",
  "onset",
  "midsleep",
  "wake",
  "rise",
  "nap_min",
]);

/** Column with the recorded share of the night. */
export const SLEEP_COVERAGE = "sleep_coverage";

/** Columns that list measures, if needed: unknown ones with their reason, and a vendor's totals. */
const SLEEP_TEXTS: Readonly<Record<string, string>> = {
  sleep_reason: "reason",
  sleep_vendor: "vendor",
};

/** Columns and their units. */
export interface ColumnsWithUnits {
  readonly columns: Columns;
  /** Units by column name. */
  readonly units: Readonly<Record<string, string>>;
}

/**
 * Checks names of measures of a night.
 *
 * @throws {TypeError} if they are not a list of texts, or one is repeated
 * @throws {RangeError} if a measure does not exist; the message suggests the nearest name
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
    throw new TypeError(`Cannot ${action}: list each one only once, got ${figures.join(", ")}`);
  }
  const own = Object.keys(SLEEP_FIGURES);
  const statistics = STATISTICS.map(({ name }) => name);
  for (const name of figures) {
    if (isSleepFigure(name)) continue;
    const near = meantName(name, [...own, ...statistics]);
    throw new RangeError(
      `Cannot ${action}: unknown sleep metric ${JSON.stringify(name)}` +
        (near === undefined
          ? `; available: ${own.join(", ")}, and the names of sleep.STATISTICS`
          : `; did you mean ${JSON.stringify(near)}?`),
    );
  }
}

/** Returns whether a name is a measure of a night. */
export function isSleepFigure(name: string): name is SleepFigure {
  return Object.hasOwn(SLEEP_FIGURES, name) || STAGE.test(name) ||
    STATISTICS.some((statistic) => statistic.name === name);
}

/** Statistics of the stages that devices record. */
const STAGE = /^(?:light|deep|rem|asleep|awake)_(?:min|pct|runs|run_median|run_longest)$/;

/** Reads measures of the night before you woke on each of some days, and its recorded share. */
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

/** Replaces statistics in texts with the names of the requested measures. */
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
