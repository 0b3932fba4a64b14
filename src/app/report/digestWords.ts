import type { PageLabels } from "../page/pageLabels.ts";
import {
  type Change,
  changeText,
  intervalText,
  type Judgement,
  largestFirst,
  vendorText,
} from "./changes.ts";
import { inSentence, largestChanges } from "./frontPage.ts";
import { listed, say, term } from "../../words/language.ts";

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
  const isMarked = ({ judgement }: Change): boolean => judgement?.direction !== 0;
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
  if (changed.length > 0) return largestChanges(changed);
  if (unchanged.length > 0) {
    return unchanged.length === 1
      ? say("no clear change in {name}", { name: inSentence(unchanged[0]!.label) })
      : say("no clear change in {n} measures", { n: unchanged.length });
  }
  return few.length + alone.length > 0 ? say("too few days to compare") : say("no values");
}

/** Number of the largest differences that are named if nothing changed. */
const MOST_DIFFERENCES = 3;

/** Returns the measures that have a line of their own: those that changed, else the most different. */
export function namedOf({ changed, unchanged }: DigestParts): readonly Change[] {
  if (changed.length > 0) return changed;
  return unchanged
    .filter(({ size, round, judgement }) =>
      size !== undefined && judgement !== undefined && round(Math.abs(judgement.difference)) !== 0
    )
    .slice(0, MOST_DIFFERENCES);
}

/** Returns the sentences of a digest: a line per named measure, then one for all others. */
export function digestSentences(parts: DigestParts, days: number, labels: PageLabels): string[] {
  const named = namedOf(parts);
  const before = days === 1 ? say("the day before") : say("the {n} days before", { n: days });
  const rest = parts.unchanged.filter((change) => !named.includes(change));
  const values = (changes: readonly Change[], isCounted: boolean): string =>
    changes.map((change) => valueText(change, labels, isCounted)).join(", ");
  const sentences = [
    ...named.map((change) => lineOf(change, labels)),
    ...rest.length === 0
      ? []
      : [say("No clear change: {values}.", { values: values(rest, false) })],
    ...parts.few.length === 0 ? [] : [
      say("Too few days to compare: {values}.", { values: values(parts.few, true) }),
    ],
    ...parts.alone.length === 0 ? [] : [
      say("No data in {period}: {values}.", {
        period: before,
        values: values(parts.alone, true),
      }),
    ],
  ];
  return sentences.length === 0 ? [say("These days have no values.")] : sentences;
}

/**
 * Returns a line such as `You slept 7 h 12 min a night, 6 h 52 min before: 20 min more (4 min more to
 * 36 min more).` It names the effects that are not part of the difference: with them, the two means may
 * differ by another number.
 */
export function lineOf(change: Change, labels: PageLabels): string {
  const { sentence, per, now, before, judgement, text } = change;
  const value = [term(sentence), text(now.mean, labels), per && term(per), vendorNote(change)]
    .filter(Boolean)
    .join(" ");
  const levels = say("{value}, {before} before", { value, before: text(before!.mean, labels) });
  const interval = intervalText(change);
  return judgement!.direction === 0
    ? say("{levels}; it may be chance ({interval}).", { levels, interval })
    : `${levels}: ${changeText(change)}${apartFrom(judgement!.removed)} (${interval}).`;
}

/** Words for effects that are not part of a difference. */
const EFFECTS = { trend: "the trend", weekday: "weekdays" } as const;

function apartFrom(removed: Judgement["removed"]): string {
  return removed.length === 0 ? "" : say(", apart from {effects}", {
    effects: listed(removed.map((effect) => say(EFFECTS[effect]))),
  });
}

function valueText(change: Change, labels: PageLabels, isCounted: boolean): string {
  const { label, now: { mean, count }, isNight, text } = change;
  const value = text(mean, labels), name = inSentence(label);
  return [
    value.endsWith(name) ? "" : name, // "6,832 steps", not "steps 6,832 steps"
    value,
    !isCounted
      ? ""
      : isNight
      ? `(${say("{n} {n|night|nights}", { n: count })})`
      : `(${say("{n} {n|day|days}", { n: count })})`,
    vendorNote(change),
  ].filter(Boolean).join(" ");
}

function vendorNote({ now }: Change): string {
  const text = vendorText(now);
  return text === "" ? "" : `(${text})`;
}
