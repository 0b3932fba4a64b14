import type { Annotation, AnnotationBody } from "../../schema/annotations.ts";
import type { Client } from "../../client/client.ts";
import type { Progress } from "../../progress/progress.ts";
import type { Row } from "../../frame/polars/rows.ts";
import { simulateLife } from "../../sample/life/simulateLife.ts";
import type { SampleOptions } from "../../sample/life/options.ts";
import {
  type SampleAnnotationEvent,
  type SampleAnnotations,
  sampleAnnotations,
} from "../../sample/days/sampleAnnotations.ts";
import { sampleCalendar } from "../../sample/days/sampleCalendar.ts";
import { sampleLocation } from "../../sample/days/sampleLocation.ts";
import { sampleRecords } from "../../sample/records/sampleRecords.ts";
import { sampleWorkouts } from "../../sample/records/sampleWorkouts.ts";
import { putRecords } from "./putRecords.ts";
import { ANNOTATION_BASES } from "../../schema/enums.ts";

export interface IngestSampleOptions extends SampleOptions {
  /** Called with the progress. @default a bar, in a notebook or a terminal */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Tags and annotations of a user, by their ids in the sample. */
interface DefinedAnnotations {
  /** Ids of tags. */
  readonly tags: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, Annotation>;
}

/**
 * Sends the sample data to a service over the wire, like any program would: sleep of two sources,
 * heart rate, steps and the other metrics, annotations with their definitions, tags and events,
 * locations of two sources, workouts and a calendar. Records have ids, and definitions are found by
 * name, so repeating it changes nothing.
 *
 * @returns the number of records by data type
 * @throws {RangeError} if the seed is not an integer, or the days are not positive
 */
export async function ingestSample(
  client: Client,
  { onProgress, ...options }: IngestSampleOptions = {},
): Promise<Record<string, number>> {
  const lived = simulateLife(options);
  const annotations = sampleAnnotations(options, lived);
  const defined = await defineAnnotations(client, annotations);
  const { updates, map, visits } = sampleLocation(options);
  const { calendars, events } = sampleCalendar(options, lived);
  const noted = Object.entries(
    Object.groupBy(annotations.events, (event) => typeOf(event, defined)),
  ).map(([data_type, events]) => ({
    data_type,
    records: events!.map((event) => annotationRecord(event, defined)),
  }));
  const others = {
    MobileLocationUpdate: updates,
    MobileLocationVisit: visits,
    MapLocationUpdate: map,
    MobileWorkout: sampleWorkouts(options, lived),
    calendars,
    calendar_events: events,
  };
  const batches = [
    ...sampleRecords(options, lived),
    ...noted,
    ...Object.entries(others).map(([data_type, records]) => ({ data_type, records })),
  ];
  return putRecords(client, batches, { action: "put the sample data in", onProgress });
}

/** Returns the data type of an annotation's records. */
function typeOf(event: SampleAnnotationEvent, { annotations }: DefinedAnnotations): string {
  const { id, annotation_type } = annotations.get(event.annotation_id)!;
  return `${ANNOTATION_BASES[annotation_type].id}/${id}`;
}

/** Converts an annotation event to a record of the wire. */
function annotationRecord(
  { id, start_time, end_time, source, note, value, unit, ...event }: SampleAnnotationEvent,
  { tags }: DefinedAnnotations,
): Row {
  return {
    id,
    start_time,
    ...(end_time === undefined ? {} : { end_time }),
    source,
    note,
    tags: event.tags.map((tag) => tags.get(tag)!),
    ...(value === undefined ? {} : { value }),
    ...(unit === undefined ? {} : { unit }),
  };
}

/**
 * Defines the sample's tags and annotations in a service, which assigns its own ids. Existing ones
 * stay unchanged: tags with the same name, annotations with the same name and type.
 */
async function defineAnnotations(
  client: Client,
  { tags, definitions }: Pick<SampleAnnotations, "tags" | "definitions">,
): Promise<DefinedAnnotations> {
  const tagIds = new Map<string, string>(), annotations = new Map<string, Annotation>();
  const knownTags = new Map((await client.api.tags.list()).map(({ name, id }) => [name, id]));
  for (const { id, name } of tags) {
    tagIds.set(id, knownTags.get(name) ?? (await client.api.tags.create({ body: { name } })).id);
  }
  const known = (await client.api.annotations.list()).filter(({ deleted_at }) =>
    deleted_at === null
  );
  for (const { id, created_at: _, updated_at: __, ...definition } of definitions) {
    const body = {
      ...definition,
      tags: definition.tags.map((tag) => tagIds.get(tag)!),
    } as AnnotationBody;
    const there = known.find(({ name, annotation_type }) =>
      name === body.name && annotation_type === body.annotation_type
    );
    annotations.set(id, there ?? await client.api.annotations.create({ body }));
  }
  return { tags: tagIds, annotations };
}
