import type { PageLabels } from "../page/pageLabels.ts";
import {
  type Change,
  changeText,
  intervalText,
  type Judgement,
  largestFirst,
  vendorText,
} from "./changes.ts";
import { inSentence } from "./frontPage.ts";

/** Measures of a digest by what the comparison says; each list has the largest change first. */
export interface DigestParts {
  readonly changed: readonly Change[];
  readonly unchanged: readonly Change[];
  /** Measures with too few days to compare. */
  readonly few: readonly Change[];
  /** Measures without values before. */
  readonly alone: readonly Change[];
}

/** Sorts measures into the parts of a digest. */
export function digestParts(changes: readonly Change[]): DigestParts {
  const sorted = largestFirst(changes);
  const isMarked = ({ judgement }: Change): boolean => judgement!.direction !== 0;
  const judged = sorted.filter(({ judgement }) => judgement !== undefined);
  const others = sorted.filter(({ judgement }) => judgement === undefined);
  return {
    changed: judged.filter(isMarked),
    unchanged: judged.filter((change) => !isMarked(change)),
    few: others.filter(({ before }) => before !== undefined),
    alone: others.filter(({ before }) => before === undefined),
  };
}

/** Returns the headline: the one or two largest changes. */
export function headlineOf({ changed, unchanged, few, alone }: DigestParts): string {
  const named = changed.slice(0, 2)
    .map((change) => `${inSentence(change.label)} ${changeText(change)}`);
  const more = changed.length - named.length;
  if (named.length > 0) {
    return `${named.join(more > 0 ? ", " : " and ")}${
      more === 0 ? "" : ` and ${more} more change${more === 1 ? "" : "s"}`
    }`;
  }
  if (unchanged.length > 0) {
    return unchanged.length === 1
      ? `no clear change in ${inSentence(unchanged[0]!.label)}`
      : `no clear change in ${unchanged.length} measures`;
  }
  return few.length + alone.length > 0 ? "too few days to compare" : "nothing was measured";
}

/** Number of the largest differences that are named if nothing changed. */
const MOST_DIFFERENCES = 3;

/** Returns the measures that have a line of their own: those that changed, else the most different. */
export function namedOf({ changed, unchanged }: DigestParts): readonly Change[] {
  if (changed.length > 0) return changed;
  return unchanged
    .filter(({ size, round, judgement }) =>
      size !== undefined && round(Math.abs(judgement!.difference)) !== 0
    )
    .slice(0, MOST_DIFFERENCES);
}

/** Returns the sentences of a digest: a line per named measure, then one for all others. */
export function digestSentences(parts: DigestParts, days: number, labels: PageLabels): string[] {
  const named = namedOf(parts), before = days === 1 ? "the day before" : `the ${days} days before`;
  const rest = parts.unchanged.filter((change) => !named.includes(change));
  const values = (changes: readonly Change[], isCounted: boolean): string =>
    changes.map((change) => valueText(change, labels, isCounted)).join(", ");
  const sentences = [
    ...named.map((change) => lineOf(change, labels)),
    ...rest.length === 0 ? [] : [`No clear change: ${values(rest, false)}.`],
    ...parts.few.length === 0 ? [] : [`Too few days to compare: ${values(parts.few, true)}.`],
    ...parts.alone.length === 0 ? [] : [`No data in ${before}: ${values(parts.alone, true)}.`],
  ];
  return sentences.length === 0 ? ["Nothing was measured in these days."] : sentences;
}

/**
 * Returns a line such as `You slept 7 h 12 min a night, 6 h 52 min before: 20 min more (4 min more to
 * 36 min more).` It names the effects that are not part of the difference: with them, the two means may
 * differ by another number.
 */
export function lineOf(change: Change, labels: PageLabels): string {
  const { sentence, per, now, before, judgement, text } = change;
  const value = [sentence, text(now.mean, labels), per, vendorNote(change)].filter(Boolean)
    .join(" ");
  const levels = `${value}, ${text(before!.mean, labels)} before`, interval = intervalText(change);
  return judgement!.direction === 0
    ? `${levels}; it may be chance (${interval}).`
    : `${levels}: ${changeText(change)}${apartFrom(judgement!.removed)} (${interval}).`;
}

/** Words for effects that are not part of a difference. */
const EFFECTS = { trend: "the trend", weekday: "weekdays" } as const;

function apartFrom(removed: Judgement["removed"]): string {
  return removed.length === 0
    ? ""
    : `, apart from ${removed.map((effect) => EFFECTS[effect]).join(" and ")}`;
}

function valueText(change: Change, labels: PageLabels, isCounted: boolean): string {
  const { label, now: { mean, count }, isNight, text } = change;
  const unit = `${isNight ? "night" : "day"}${count === 1 ? "" : "s"}`;
  const value = text(mean, labels), name = inSentence(label);
  return [
    value.endsWith(name) ? "" : name, // "6,832 steps", not "steps 6,832 steps"
    value,
    isCounted ? `(${count} ${unit})` : "",
    vendorNote(change),
  ].filter(Boolean).join(" ");
}

function vendorNote({ now }: Change): string {
  const text = vendorText(now);
  return text === "" ? "" : `(${text})`;
}
