import { openFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { type Row, toRows } from "../../frame/polars/rows.ts";
import { contentId } from "../../read/contentId.ts";
import { toMicros } from "../../time/instant.ts";

/** Converts the workouts of an export to records of the type `MobileWorkout`, each once. */
export function workoutRecords(workouts: Frame): Row[] {
  const records = new Map<string, Row>();
  for (const row of toRows(openFrame(workouts).columns())) {
    const { start_time, end_time, duration_s, distance_m, energy_kcal, activity, source } = row;
    const start = toMicros(start_time as string), end = toMicros(end_time as string);
    const content = ["MobileWorkout", String(start), String(end), activity, duration_s, source];
    const id = contentId(start, JSON.stringify(content));
    records.set(id, {
      apple_workout_id: id,
      start_date: start_time,
      end_date: end_time,
      workout_activity_type: activity,
      duration: duration_s,
      source_revision: { name: source },
      extras: { distance_m, energy_kcal },
    });
  }
  return [...records.values()];
}

/** Converts the places of an export to records of the type `MobileLocationUpdate`. */
export function locationRecords(locations: Frame): Row[] {
  return toRows(openFrame(locations).columns()).map(({ time, ...place }) => {
    const start = toMicros(time as string);
    const content = ["MobileLocationUpdate", String(start), ...Object.values(place)];
    return { id: contentId(start, JSON.stringify(content)), timestamp: time, ...place };
  });
}

/**
 * Converts the events of an export to records of the type `calendar_events`, and returns their
 * calendars.
 */
export function eventRecords(
  events: Frame,
  now: string,
): { calendars: Map<string, Row>; events: Row[] } {
  const calendars = new Map<string, Row>();
  const records = toRows(openFrame(events).columns()).map((row) => {
    const { start_time, end_time, title, notes, location, all_day, source } = row;
    const calendar = String(row["calendar"] ?? source);
    const calendar_id = contentId(0n, JSON.stringify(["calendars", calendar, source]));
    calendars.set(calendar_id, calendarRecord(calendar_id, calendar, String(source), now));
    const start = toMicros(start_time as string), end = toMicros(end_time as string);
    const content = [calendar_id, String(start), String(end), title, notes, location, all_day];
    return {
      calendar_event_id: contentId(start, JSON.stringify(["calendar_events", ...content])),
      calendar_id,
      start_date: start_time,
      end_date: end_time,
      title,
      notes,
      location,
      is_all_day: all_day,
      has_notes: notes !== null,
    };
  });
  return { calendars, events: records };
}

function calendarRecord(calendar_id: string, name: string, source: string, now: string): Row {
  return {
    calendar_id,
    calendar_name: name,
    calendar_color: "#808080",
    calendar_source_id: source,
    calendar_source_name: source,
    calendar_type: "file",
    calendar_identifier: calendar_id,
    source_type: "file",
    svc_source: source,
    is_immutable: false,
    is_subscribed: false,
    inserted_at: now,
  };
}
