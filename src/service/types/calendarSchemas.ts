import { z } from "zod";
import { isoMicros } from "../../time/iso.ts";
import { anything, name, recordTime as time, uuid } from "../../schema/parts/parts.ts";
import { type RecordBody, sources } from "./recordSchemas.ts";

const text = z.string().nullish().transform(orNull);
const flag = z.boolean().nullish().transform(orNull);
const number = z.number().nullish().transform(orNull);
const whole = z.int().nullish().transform(orNull);
const instant = time.nullish().transform((at) =>
  at === null || at === undefined ? null : isoMicros(at)
);
const list = z.array(z.unknown()).nullish().transform(orNull);

const participant = z.strictObject({
  contact_id: uuid.nullish().transform(orNull),
  is_current_user: flag,
  name: text,
  participant_role: text,
  participant_status: text,
  participant_type: text,
  url: text,
});

/** Recurrence rule; 1 is Sunday, 7 is Saturday. */
const recurrence = z.strictObject({
  recurrence_rule_id: uuid,
  calendar_id: uuid.nullish().transform(orNull),
  frequency: text,
  interval: whole,
  first_day_of_the_week: z.int().min(1).max(7).nullish().transform(orNull),
  days_of_the_month: list,
  days_of_the_week: list,
  days_of_the_year: list,
  weeks_of_the_year: list,
  months_of_the_year: list,
  set_positions: list,
});

const geofence = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  altitude: number,
  ellipsoidal_altitude: number,
  horizontal_accuracy: number,
  radius: number,
  vertical_accuracy: number,
  floor: whole,
  is_produced_by_accessory: flag,
  is_simulated_by_software: flag,
  location_timestamp: instant,
  title: text,
});

const id = uuid.nullish().meta({ description: "Alternative name of the record's identifier." });

/** Body of a calendar. */
export const CALENDAR: z.ZodType<RecordBody> = z.strictObject({
  id,
  calendar_id: uuid.nullish(),
  calendar_name: z.string(),
  calendar_color: z.string(),
  calendar_source_id: z.string(),
  calendar_source_name: z.string(),
  calendar_type: z.string(),
  calendar_identifier: z.string(),
  source_type: z.string(),
  svc_source: name,
  is_immutable: z.boolean(),
  is_subscribed: z.boolean(),
  inserted_at: time,
  color: z.string().optional(),
  sources,
}).transform(({ id, calendar_id, inserted_at, sources, ...kept }) => ({
  id: calendar_id ?? id,
  start_time: inserted_at,
  source: kept.svc_source,
  sources,
  kept,
}));

/** Body of a calendar event; missing fields become null. */
export const CALENDAR_EVENT: z.ZodType<RecordBody> = z.strictObject({
  id,
  calendar_event_id: uuid.nullish(),
  calendar_id: uuid,
  start_date: time,
  end_date: time,
  allow_new_time_proposals: flag,
  availability: text,
  calendar_item_external_identifier: text,
  calendar_item_identifier: text,
  creation_date: instant,
  event_identifier: text,
  extras: anything.nullish().transform(orNull),
  geolocation: geofence.nullish().transform(orNull),
  has_alarms: flag,
  has_attendees: flag,
  has_notes: flag,
  has_recurrence_rules: flag,
  is_all_day: flag,
  is_detached: flag,
  last_modified_date: instant,
  location: text,
  notes: text,
  occurrence_date: instant,
  organizer: z.union([uuid, participant]).nullish().transform(orNull),
  participants: z.union([z.array(participant), z.array(uuid)]).nullish().transform(orNull),
  recurrence_rules: z.array(recurrence).nullish().transform(orNull),
  status: text,
  time_zone: text,
  title: text,
  url: text,
  sources,
}).transform(({ id, calendar_event_id, start_date, end_date, sources, ...kept }, issues) => {
  if (end_date < start_date) {
    issues.addIssue({
      code: "custom",
      path: ["end_date"],
      message: "end_date is before start_date",
    });
  }
  return { id: calendar_event_id ?? id, start_time: start_date, end_time: end_date, sources, kept };
});

function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null;
}
