import { openFrame } from "../../frame/open.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** The share of a bed period that must be recorded for a night to count, as of days in GGIR and SRI. */
export const LEAST_COVERAGE = 2 / 3;

/** Which nights of a range count. */
export interface NightCount {
  /** How many nights the range has. */
  readonly nights: number;
  /** Those with a main sleep that is recorded to {@linkcode LEAST_COVERAGE} at least. */
  readonly counted: ReadonlySet<string>;
  /** Those with a main sleep of which less is recorded: the share of each. */
  readonly thin: ReadonlyMap<string, number>;
  /** Those without a main sleep, up to today. */
  readonly without: readonly string[];
  /** How many have not come yet. */
  readonly ahead: number;
}

/**
 * Counts the nights from one date of waking to another, inclusive.
 *
 * @param statistics What `sleep.statistics` gave of them.
 * @param range The first and the last date, and the date of the present.
 */
export function countNights(
  statistics: Frame,
  { first, last, today }: Record<"first" | "last" | "today", Temporal.PlainDate>,
): NightCount {
  const { night, name, coverage } = openFrame(statistics).read({
    night: "text",
    name: "text",
    coverage: "float64",
  });
  const covered = new Map<string, number>();
  name.values.forEach((name, i) => {
    if (name === "TST") covered.set(night.values[i]!, coverage.values[i]!);
  });
  const dates = Array.from(
    { length: first.until(last).days + 1 },
    (_, i) => first.add({ days: i }).toString(),
  );
  const share = (date: string): number => covered.get(date) ?? 0;
  return {
    nights: dates.length,
    counted: new Set(dates.filter((date) => share(date) >= LEAST_COVERAGE)),
    thin: new Map(
      dates.filter((date) => covered.has(date) && share(date) < LEAST_COVERAGE)
        .map((date) => [date, share(date)]),
    ),
    without: dates.filter((date) => !covered.has(date) && date <= `${today}`),
    ahead: dates.filter((date) => !covered.has(date) && date > `${today}`).length,
  };
}

/** How many dates are named before the rest is only counted. */
const MOST_NAMED = 3;

/** Which nights do not count, and why: empty where all do. */
export function nightCountText(
  { nights, counted, thin, without, ahead }: NightCount,
  labels: PageLabels,
): string {
  if (counted.size === nights) return "";
  const reasons = [
    ...without.length === 0 ? [] : [`without a main sleep: ${listNames(without.map(labels.date))}`],
    ...thin.size === 0 ? [] : [
      `recorded to less than two thirds, and left out: ${
        listNames([...thin].map(([night, share]) =>
          `${labels.date(night)} (${Math.round(100 * share)} %)`
        ))
      }`,
    ],
    ...ahead === 0 ? [] : [`${ahead} ${ahead === 1 ? "has" : "have"} not come yet`],
  ];
  return `${counted.size} of ${nights} nights count; ${reasons.join("; ")}.`;
}

function listNames(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join(", ");
  return names.length > MOST_NAMED ? `${named} and ${names.length - MOST_NAMED} more` : named;
}
