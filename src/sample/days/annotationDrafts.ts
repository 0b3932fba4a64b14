import type { AnnotationName, TagName } from "./annotationDefinitions.ts";
import type { Awake } from "../life/awake.ts";
import { Random } from "../life/random.ts";
import { HOUR, MINUTE } from "../life/span.ts";

/** A note to be: when (milliseconds UTC) and what. */
export interface AnnotationDraft {
  readonly name: AnnotationName;
  readonly start: number;
  /** End, null for a moment. */
  readonly end: number | null;
  readonly note?: string;
  readonly tags?: readonly TagName[];
  readonly value?: number;
  readonly unit?: string;
}

/**
 * Gives what the person notes in a span awake, in order of time: coffee (more after a night of under
 * 6.5 hours), water, vitamins, runs, an evening with friends, headaches (more after such a night), and
 * how the day was (worse after one).
 */
export function annotationDrafts(awake: Awake, slept: number, seed: number): AnnotationDraft[] {
  const { start, end, segments } = awake;
  const random = new Random(seed, "annotations", start);
  const short = slept < 6.5 * HOUR;
  const drafts: AnnotationDraft[] = [];
  const at = (low: number, high: number) => start + Math.round(random.between(low, high)) * MINUTE;
  const moment = (name: AnnotationName, start: number, more: Partial<AnnotationDraft> = {}) =>
    drafts.push({ name, start, end: null, ...more });

  for (const { gait, start, end } of segments) {
    if (gait !== "run") continue;
    const note = random.pick(["Felt light", "Heavy legs", "Along the canal", ""]);
    drafts.push({ name: "Workout", start, end, note, tags: ["sport"] });
  }
  if (end - start < 5 * HOUR) return drafts;
  moment("Coffee", at(20, 70), { note: random.pick(["Flat white", "Espresso", "", ""]) });
  if (random.chance(0.7)) moment("Coffee", at(150, 260));
  if (random.chance(short ? 0.5 : 0.12)) moment("Coffee", at(280, 480), { note: "Tired" });
  if (random.chance(0.8)) moment("Vitamins", at(15, 60), { value: 1 });
  for (const low of [30, 180]) {
    const value = random.pick([0.25, 0.33, 0.5]);
    moment("Water", at(low, low + 140), { value, unit: "liter" });
  }
  if (random.chance(short ? 0.18 : 0.06)) {
    const value = 1 + Math.floor(random.between(0, short ? 5 : 3));
    const note = short ? "Too little sleep" : "";
    moment("Headache", at(60, 290), { value, note, tags: ["health"] });
  }
  const evening = segments.at(-1);
  if (evening !== undefined && evening.end - evening.start > 5 * HOUR && random.chance(0.15)) {
    const begin = evening.end - 4 * HOUR;
    const end = begin + Math.round(random.between(80, 170)) * MINUTE;
    drafts.push({
      name: "Friends",
      start: begin,
      end,
      note: "Kim, Noor",
      tags: ["people", "food"],
    });
  }
  const mood = new Random(seed, "mood", start); // of its own, so that all else stays as it is
  if (mood.chance(0.6)) {
    const value = Math.round(Math.min(5, Math.max(1, mood.normal(short ? 2.8 : 3.6, 0.8))));
    const before = Math.round(mood.between(40, 90));
    drafts.push({ name: "Mood", start: end - before * MINUTE, end: null, value });
  }
  return drafts.filter((draft) => (draft.end ?? draft.start) < end)
    .sort((a, b) => a.start - b.start);
}
