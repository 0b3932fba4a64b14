import { compareDays } from "../../series/statistics/compareDays.ts";
import type { SteppedDays } from "../../series/statistics/readGroups.ts";
import { localTime } from "../../time/localText.ts";
import { CLOCK_UNIT, DAY_MS } from "../../time/units.ts";
import { FINDINGS } from "../picture/findings.ts";
import type { Labels } from "../picture/labels.ts";
import { isNamedAfter } from "../axis/valueAxis.ts";
import { bareText, differenceText, threeDigits, unitText, valueText } from "../axis/valueTicks.ts";
import { lowerNoun, upperFirst } from "../picture/letterCase.ts";
import { say, term } from "../../words/language.ts";

/** A local day and its value; null if it is missing or does not count. */
interface Day {
  readonly slot: number;
  readonly value: number | null;
}

/** Texts about a daily value. */
export interface DailyWords {
  /** Level in words: `8,100 steps a day`. */
  readonly level: (value: number) => string;
  /** Size of a difference. */
  readonly amount: (difference: number) => string;
  /** Words for a positive and a negative difference. */
  readonly words: readonly [string, string];
  /** Plural of what is counted. @default "days" */
  readonly things?: "days" | "nights";
}

/** Minimum and maximum number of days in a comparison. */
const FEWEST = 7, MOST = 1000;

/**
 * Returns the finding of a chart of days: the mean, and the difference between the second and the
 * first half of the days if `compareDays` marks one. Returns `undefined` without a value.
 */
export function dailyFinding(
  days: readonly Day[],
  labels: Labels,
  { level, amount, words, things = "days" }: DailyWords,
): string | undefined {
  const known = days.filter((day): day is Day & { value: number } => day.value !== null);
  if (known.length === 0) return undefined;
  if (known.length === 1) return level(known[0]!.value);
  const mean = known.reduce((sum, { value }) => sum + value, 0) / known.length;
  const text = FINDINGS.average(level(mean));
  if (known.length < FEWEST) return FINDINGS.few(text, things, known.length);
  if (known.length > MOST) return text;
  const middle = days[Math.floor(days.length / 2)]!.slot;
  const halves = [
    known.filter(({ slot }) => slot < middle),
    known.filter(({ slot }) => slot >= middle),
  ].map(stepped) as [SteppedDays, SteppedDays];
  const found = compareDays([halves])[0]?.found;
  if (found === undefined) return text;
  const { low, high, difference } = found, size = amount(Math.abs(difference));
  if (low <= 0 && high >= 0) return FINDINGS.unchanged(text);
  const { date, dayMonth, year } = labels.in("UTC");
  const isOneYear = year(days[0]!.slot) === year(days.at(-1)!.slot);
  const since = (isOneYear ? dayMonth : date)(middle);
  return FINDINGS.changed(text, size, term(words[difference > 0 ? 0 : 1]), since);
}

function stepped(days: readonly { readonly slot: number; readonly value: number }[]): SteppedDays {
  return {
    at: days.map(({ slot }) => Math.round(slot / DAY_MS)),
    value: Float64Array.from(days, ({ value }) => value),
    weekday: Uint8Array.from(days, ({ slot }) => localTime(slot, "UTC").dayOfWeek),
  };
}

/** Returns the texts of a column: steps that add up, or a heart rate that is averaged. */
export function columnWords(
  name: string,
  unit: string | undefined,
  isSum: boolean,
): DailyWords {
  const noun = name.replaceAll("_", " ").trim(), addsUp = isSum && !SCALE.test(noun);
  const isNamed = unit === undefined || isNamedAfter(noun, unit);
  const isCount = unit !== undefined && noun === `${unit.replace(/s$/, "")} count`;
  const label = upperFirst(term(noun)), suffix = isNamed ? "" : unitText(unit);
  if (unit === CLOCK_UNIT) {
    return {
      level: (value) => `${label} ${valueText(value, unit)}`,
      amount: (difference) => differenceText(difference, unit),
      words: ["later", "earlier"],
    };
  }
  return {
    level: (value) => {
      const amount = threeDigits(value) + suffix;
      if (addsUp && isCount) return say("{level} a day", { level: amount });
      const level = addsUp && isNamed ? `${amount} ${lowerNoun(term(noun))}` : `${label} ${amount}`;
      return addsUp ? say("{level} a day", { level }) : level;
    },
    amount: (difference) => bareText(difference, unit, 2) + suffix,
    words: addsUp ? ["more", "less"] : ["higher", "lower"],
  };
}

/** Names of scales in a diary, whose levels are not daily amounts. */
const SCALE = /\b(?:mood|stress|pain|symptoms?|quality|rating|score|tiredness|fatigue)\b/i;
