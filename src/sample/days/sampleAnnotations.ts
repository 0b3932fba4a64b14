import {
  annotationDefinitions,
  type AnnotationName,
  type SampleAnnotation,
  type SampleTag,
  type TagName,
} from "./annotationDefinitions.ts";
import { type Life, simulateLife } from "../life/simulateLife.ts";
import type { SampleOptions } from "../life/options.ts";
import { Random } from "../life/random.ts";
import { recordId } from "../records/recordId.ts";
import { toIso } from "../records/toRecord.ts";
import { dropBefore } from "../records/dropBefore.ts";
import type { Awake } from "../life/planDays.ts";
import { HOUR_MS, MINUTE_MS } from "../../time/units.ts";

/** Event record of an annotation: an interval if it has an `end_time`, otherwise an instant. */
export type SampleAnnotationEvent = {
  /** Version 7 UUID that grows with `start_time`. */
  id: string;
  /** Id of the definition. */
  annotation_id: string;
  /** Name of the definition. */
  name: string;
  /** ISO 8601 in UTC. */
  start_time: string;
  /** ISO 8601 in UTC, exclusive. */
  end_time?: string;
  /** Free text, may be empty. */
  note: string;
  /** Ids of tags. */
  tags: string[];
  /** Measured value: a number, a step of a scale, or 1 for yes. */
  value?: number;
  unit?: string;
  /** Name of the source. */
  source: string;
};

/** Annotation data of the sample, with the events in order of time. */
export interface SampleAnnotations {
  /** Tags of the definitions and events. */
  readonly tags: SampleTag[];
  /** Definitions, one of each type. */
  readonly definitions: SampleAnnotation[];
  readonly events: SampleAnnotationEvent[];
}

const USUAL = 8 * HOUR_MS; // assumed if no night ended: after a nap or an unrecorded sleep

/** Note to create, with times in milliseconds UTC. */
interface AnnotationDraft {
  readonly name: AnnotationName;
  readonly start: number;
  /** End; null for an instant. */
  readonly end: number | null;
  readonly note?: string;
  readonly tags?: readonly TagName[];
  readonly value?: number;
  readonly unit?: string;
}

/**
 * Creates the annotations of the sample: definitions of every type, their tags, and events that the
 * person noted while awake. Workouts are the runs of `sampleLocation` with the same seed.
 *
 * @param lived The simulated life for these options, if the caller has it.
 * @throws {RangeError} if the seed is not an integer or `days` is not above 0
 */
export function sampleAnnotations(
  options: SampleOptions = {},
  lived: Life = simulateLife(options),
): SampleAnnotations {
  const { seed, start, from, beds, awake, until } = lived;
  const { tags, definitions } = annotationDefinitions(start, seed);
  const tagIds = new Map(tags.map(({ name, id }) => [name, id]));
  const definitionIds = new Map(definitions.map(({ name, id }) => [name, id]));
  const slept = new Map(
    beds.flatMap(({ end, night }) =>
      night === null || night.nap ? [] : [[end, night.end - night.start]]
    ),
  );
  const events = awake.flatMap((day) => {
    const ids = new Random(seed, "annotation ids", day.start);
    const drafts = annotationDrafts(day, slept.get(day.start) ?? USUAL, seed);
    return drafts.map(({ name, start, end, note = "", tags = [], value, unit }) => ({
      id: recordId(start, ids),
      annotation_id: definitionIds.get(name) ?? "",
      name,
      start_time: toIso(start),
      ...(end === null ? {} : { end_time: toIso(end) }),
      note,
      tags: tags.map((tag) => tagIds.get(tag) ?? ""),
      ...(value === undefined ? {} : { value }),
      ...(unit === undefined ? {} : { unit }),
      source: "Notes",
    }));
  });
  return {
    tags,
    definitions,
    events: dropBefore(events, from).filter((e) => Date.parse(e.start_time) < until),
  };
}

/**
 * Returns the notes of a person in an interval awake, in order of time: coffee (more after a night
 * of less than 6.5 hours), water, vitamins, runs, an evening with friends, headaches (more after
 * such a night), and a mood (worse after such a night).
 */
function annotationDrafts(awake: Awake, slept: number, seed: number): AnnotationDraft[] {
  const { start, end, segments } = awake;
  const random = new Random(seed, "annotations", start);
  const short = slept < 6.5 * HOUR_MS;
  const drafts: AnnotationDraft[] = [];
  const at = (low: number, high: number) =>
    start + Math.round(random.between(low, high)) * MINUTE_MS;
  const add = (name: AnnotationName, start: number, more: Partial<AnnotationDraft> = {}) =>
    drafts.push({ name, start, end: null, ...more });

  for (const { gait, start, end } of segments) {
    if (gait !== "run") continue;
    const note = random.pick(["Felt light", "Heavy legs", "Along the canal", ""]);
    drafts.push({ name: "Workout", start, end, note, tags: ["sport"] });
  }
  if (end - start < 5 * HOUR_MS) return drafts;
  add("Coffee", at(20, 70), { note: random.pick(["Flat white", "Espresso", "", ""]) });
  if (random.chance(0.7)) add("Coffee", at(150, 260));
  if (random.chance(short ? 0.5 : 0.12)) add("Coffee", at(280, 480), { note: "Tired" });
  if (random.chance(0.8)) add("Vitamins", at(15, 60), { value: 1 });
  for (const low of [30, 180]) {
    const value = random.pick([0.25, 0.33, 0.5]);
    add("Water", at(low, low + 140), { value, unit: "liter" });
  }
  if (random.chance(short ? 0.18 : 0.06)) {
    const value = 1 + Math.floor(random.between(0, short ? 5 : 3));
    const note = short ? "Too little sleep" : "";
    add("Headache", at(60, 290), { value, note, tags: ["health"] });
  }
  const evening = segments.at(-1);
  if (evening !== undefined && evening.end - evening.start > 5 * HOUR_MS && random.chance(0.15)) {
    const begin = evening.end - 4 * HOUR_MS;
    const end = begin + Math.round(random.between(80, 170)) * MINUTE_MS;
    drafts.push({
      name: "Friends",
      start: begin,
      end,
      note: "Kim, Noor",
      tags: ["people", "food"],
    });
  }
  const mood = new Random(seed, "mood", start); // its own generator, so that all other values stay the same
  if (mood.chance(0.6)) {
    const value = Math.round(Math.min(5, Math.max(1, mood.normal(short ? 2.8 : 3.6, 0.8))));
    const before = Math.round(mood.between(40, 90));
    drafts.push({ name: "Mood", start: end - before * MINUTE_MS, end: null, value });
  }
  return drafts.filter((draft) => (draft.end ?? draft.start) < end)
    .sort((a, b) => a.start - b.start);
}
