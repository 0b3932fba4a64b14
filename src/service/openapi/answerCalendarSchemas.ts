import { z } from "zod";
import { anything, count, id, moment } from "./answerParts.ts";

const text = z.string().nullable();
const flag = z.boolean().nullable();
const number = z.number().nullable();
const list = z.array(z.unknown()).nullable();

/** A calendar (interface 2.8). */
export const CALENDAR: z.ZodType = z.object({
  calendar_id: id,
  calendar_name: z.string(),
  calendar_color: z.string(),
  calendar_source_id: z.string(),
  calendar_source_name: z.string(),
  calendar_type: z.string(),
  calendar_identifier: z.string(),
  source_type: z.string(),
  svc_source: z.string(),
  is_immutable: z.boolean(),
  is_subscribed: z.boolean(),
  inserted_at: moment,
  color: z.string().exactOptional(),
});

const participant = z.object({
  contact_id: id.nullable(),
  is_current_user: flag,
  name: text,
  participant_role: text,
  participant_status: text,
  participant_type: text,
  url: text,
});

const recurrence = z.object({
  recurrence_rule_id: id,
  calendar_id: id.nullable(),
  frequency: text,
  interval: count.nullable(),
  first_day_of_the_week: count.nullable().meta({ description: "1 is Sunday, 7 is Saturday." }),
  days_of_the_month: list,
  days_of_the_week: list,
  days_of_the_year: list,
  weeks_of_the_year: list,
  months_of_the_year: list,
  set_positions: list,
});

const geofence = z.object({
  latitude: z.number(),
  longitude: z.number(),
  altitude: number,
  ellipsoidal_altitude: number,
  horizontal_accuracy: number,
  radius: number,
  vertical_accuracy: number,
  floor: count.nullable(),
  is_produced_by_accessory: flag,
  is_simulated_by_software: flag,
  location_timestamp: moment.nullable(),
  title: text,
});

/** A calendar event (interface 2.9). */
export const CALENDAR_EVENT: z.ZodType = z.object({
  calendar_event_id: id,
  calendar_id: id,
  start_date: moment,
  end_date: moment,
  allow_new_time_proposals: flag,
  availability: text,
  calendar_item_external_identifier: text,
  calendar_item_identifier: text,
  creation_date: moment.nullable(),
  event_identifier: text,
  extras: anything.nullable(),
  geolocation: geofence.nullable(),
  has_alarms: flag,
  has_attendees: flag,
  has_notes: flag,
  has_recurrence_rules: flag,
  is_all_day: flag,
  is_detached: flag,
  last_modified_date: moment.nullable(),
  location: text,
  notes: text,
  occurrence_date: moment.nullable(),
  organizer: z.union([id, participant]).nullable(),
  participants: z.union([z.array(participant), z.array(id)]).nullable(),
  recurrence_rules: z.array(recurrence).nullable(),
  status: text,
  time_zone: text,
  title: text,
  url: text,
});
