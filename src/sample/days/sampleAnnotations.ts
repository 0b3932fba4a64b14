import {
  annotationDefinitions,
  type SampleAnnotation,
  type SampleTag,
} from "./annotationDefinitions.ts";
import { annotationDrafts } from "./annotationDrafts.ts";
import { type Life, life } from "../life/life.ts";
import type { SampleOptions } from "../life/options.ts";
import { Random } from "../life/random.ts";
import { recordId } from "../records/recordId.ts";
import { iso } from "../records/sampleRecord.ts";
import { since } from "../records/since.ts";
import { HOUR } from "../life/span.ts";

/** An event record of an annotation: a span if it has an `end_time`, else a moment. */
export type SampleAnnotationEvent = {
  /** UUID of version 7 that grows with `start_time`. */
  id: string;
  /** Id of the definition. */
  annotation_id: string;
  /** Name of the definition. */
  name: string;
  /** ISO 8601 in UTC. */
  start_time: string;
  /** ISO 8601 in UTC, exclusive. */
  end_time?: string;
  /** Free text, empty if there is none. */
  note: string;
  /** Ids of tags. */
  tags: string[];
  /** What was measured: a number, a step of a scale, or 1 for yes. */
  value?: number;
  unit?: string;
  /** Name of the source. */
  source: string;
};

/** The annotation data of the sample, the events in order of time. */
export interface SampleAnnotations {
  /** The tags that definitions and events name. */
  readonly tags: SampleTag[];
  /** The definitions, one of each type. */
  readonly definitions: SampleAnnotation[];
  /** The events, each of one definition. */
  readonly events: SampleAnnotationEvent[];
}

const USUAL = 8 * HOUR; // counts where no night ended: after a nap or a sleep that nobody recorded

/**
 * Makes the annotations of the sample: definitions of every type, their tags, and the events that
 * the person noted while awake. Workouts are the runs of `sampleLocation` of the same seed.
 *
 * @param lived The life of these options, where it is at hand.
 * @throws {RangeError} if the seed is no whole number or the days are not above 0
 */
export function sampleAnnotations(
  options: SampleOptions = {},
  lived: Life = life(options),
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
      start_time: iso(start),
      ...(end === null ? {} : { end_time: iso(end) }),
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
    events: since(events, from).filter((e) => Date.parse(e.start_time) < until),
  };
}
