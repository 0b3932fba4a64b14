import { openFrame } from "../../frame/open.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import type { SleepNights } from "./readNights.ts";
import { LEAST_COVERAGE } from "../../sleep/nights/wholeNight.ts";
import { percentText, say } from "../../words/language.ts";

/** Nights of a range that count. */
export interface NightCount {
  /** Number of nights in the range. */
  readonly nights: number;
  /** Nights with a main sleep and a recorded share of at least {@linkcode LEAST_COVERAGE}. */
  readonly counted: ReadonlySet<string>;
  /** Nights with a main sleep and a smaller recorded share, with this share. */
  readonly thin: ReadonlyMap<string, number>;
  /** Night that may not be over; `undefined` without one. */
  readonly unfinished: string | undefined;
  /** Nights without a main sleep, up to today. */
  readonly without: readonly string[];
  /** Number of nights in the future. */
  readonly ahead: number;
}

/**
 * Counts the nights from one wake-up date to another, inclusive.
 *
 * @param sleep The result of `sleep.statistics` for the nights, and the night that may continue.
 * @param range The first and last date, and today.
 */
export function countNights(
  { statistics, unfinished }: Pick<SleepNights, "statistics" | "unfinished">,
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
    counted: new Set(
      dates.filter((date) => share(date) >= LEAST_COVERAGE && date !== unfinished),
    ),
    unfinished: dates.find((date) => date === unfinished),
    thin: new Map(
      dates.filter((date) =>
        covered.has(date) && share(date) < LEAST_COVERAGE && date !== unfinished
      )
        .map((date) => [date, share(date)]),
    ),
    without: dates.filter((date) => !covered.has(date) && date <= `${today}`),
    ahead: dates.filter((date) => !covered.has(date) && date > `${today}`).length,
  };
}

/** Maximum number of dates that are listed; more are only counted. */
const MOST_NAMED = 3;

/** Describes the nights that do not count, and why; empty if all count. */
export function nightCountText(
  { nights, counted, thin, unfinished, without, ahead }: NightCount,
  labels: PageLabels,
): string {
  if (counted.size === nights) return "";
  const reasons = [
    ...without.length === 0 ? [] : [
      say("without a main sleep: {nights}", { nights: listNames(without.map(labels.date)) }),
    ],
    ...thin.size === 0 ? [] : [
      say("recorded to less than two thirds, and left out: {nights}", {
        nights: listNames(
          [...thin].map(([night, share]) => `${labels.date(night)} (${percentText(100 * share)})`),
        ),
      }),
    ],
    ...unfinished === undefined ? [] : [
      say("perhaps not over: {nights}", { nights: labels.date(unfinished) }),
    ],
    ...ahead === 0 ? [] : [say("{n} {n|has|have} not come yet", { n: ahead })],
  ];
  return say("{counted} of {n} nights count; {reasons}.", {
    counted: counted.size,
    n: nights,
    reasons: reasons.join("; "),
  });
}

function listNames(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join(", ");
  return names.length > MOST_NAMED
    ? say("{list} and {n} more", { list: named, n: names.length - MOST_NAMED })
    : named;
}
