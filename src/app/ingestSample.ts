import type { Client } from "../client/client.ts";
import { sampleAnnotations } from "../sample/sampleAnnotations.ts";
import { sampleCalendar } from "../sample/sampleCalendar.ts";
import { sampleLocation } from "../sample/sampleLocation.ts";
import type { SampleOptions } from "../sample/options.ts";
import { sampleRecords } from "../sample/sampleRecords.ts";
import { sampleWorkouts } from "../sample/sampleWorkouts.ts";

/**
 * Puts the sample data into a service over the wire, as any program would: sleep of two sources,
 * heart rate, steps and the other metrics, annotations as events, locations of two sources, workouts
 * and a calendar. Records carry their ids, so that doing it again changes nothing.
 *
 * @returns the number of records by data type
 * @throws {RangeError} if the seed is no whole number or the days are not above 0
 */
export async function ingestSample(
  client: Client,
  options: SampleOptions = {},
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { data_type, records } of sampleRecords(options)) {
    await client.ingest.records(data_type, records);
    counts[data_type] = (counts[data_type] ?? 0) + records.length;
  }
  const { updates, map, visits } = sampleLocation(options);
  const { calendars, events } = sampleCalendar(options);
  const others = {
    Annotation: annotationRecords(options),
    MobileLocationUpdate: updates,
    MobileLocationVisit: visits,
    MapLocationUpdate: map,
    MobileWorkout: sampleWorkouts(options),
    calendars,
    calendar_events: events,
  };
  for (const [dataType, records] of Object.entries(others)) {
    counts[dataType] = records.length;
    if (records.length > 0) await client.ingest.records(dataType, records);
  }
  return counts;
}

/** Annotation events as records of the wire: the annotation is their source, its id ends the source's. */
function annotationRecords(options: SampleOptions): Record<string, unknown>[] {
  return sampleAnnotations(options).events.map((event) => ({
    id: event.id,
    start_time: event.start_time,
    ...(event.end_time === undefined ? {} : { end_time: event.end_time }),
    source: {
      name: event.name,
      sourceBundleIdentifier: `com.example.annotation.${event.annotation_id}`,
    },
    note: event.note,
    tags: event.tags,
    metadata: {
      annotation_id: event.annotation_id,
      ...(event.value === undefined ? {} : { value: event.value }),
      ...(event.unit === undefined ? {} : { unit: event.unit }),
    },
  }));
}
