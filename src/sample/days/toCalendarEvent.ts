import { type PlaceName, PLACES } from "../life/places.ts";
import { Random } from "../life/random.ts";
import { recordId } from "../records/recordId.ts";
import { toIso } from "../records/toRecord.ts";
import { type Interval, sampleZone } from "../life/sampleUntil.ts";
import { DAY_MS } from "../../time/units.ts";

/** Calendar event in wire format, with every field. */
export type SampleCalendarEvent = {
  calendar_event_id: string;
  calendar_id: string;
  /** ISO 8601 in UTC. */
  start_date: string;
  /** ISO 8601 in UTC. */
  end_date: string;
  allow_new_time_proposals: boolean | null;
  availability: string | null;
  calendar_item_external_identifier: string | null;
  calendar_item_identifier: string | null;
  creation_date: string | null;
  event_identifier: string | null;
  extras: Record<string, unknown> | null;
  geolocation: Record<string, unknown> | null;
  has_alarms: boolean | null;
  has_attendees: boolean | null;
  has_notes: boolean | null;
  has_recurrence_rules: boolean | null;
  is_all_day: boolean | null;
  is_detached: boolean | null;
  last_modified_date: string | null;
  location: string | null;
  notes: string | null;
  occurrence_date: string | null;
  organizer: string | Record<string, unknown> | null;
  participants: Record<string, unknown>[] | null;
  recurrence_rules: Record<string, unknown>[] | null;
  status: string | null;
  time_zone: string | null;
  title: string | null;
  url: string | null;
};

/** Event to create, with times in milliseconds UTC. */
export interface EventDraft extends Interval {
  readonly title: string;
  /** Fields that differ from a plain event. */
  readonly fields?: Partial<SampleCalendarEvent>;
}

/** Completes an event with the fields of a plain event; other fields are null. */
export function toCalendarEvent(
  { start, end, title, fields = {} }: EventDraft,
  calendar_id: string,
  seed: number,
): SampleCalendarEvent {
  const random = new Random(seed, "calendar event", title, start);
  const id = recordId(start, random);
  const made = toIso(start - Math.ceil(random.between(0, 10)) * DAY_MS);
  return {
    calendar_event_id: id,
    calendar_id,
    start_date: toIso(start),
    end_date: toIso(end),
    allow_new_time_proposals: true,
    availability: "busy",
    calendar_item_external_identifier: null,
    calendar_item_identifier: id,
    creation_date: made,
    event_identifier: id,
    extras: null,
    geolocation: null,
    has_alarms: false,
    has_attendees: (fields.participants?.length ?? 0) > 0,
    has_notes: (fields.notes ?? null) !== null,
    has_recurrence_rules: (fields.recurrence_rules?.length ?? 0) > 0,
    is_all_day: false,
    is_detached: false,
    last_modified_date: made,
    location: null,
    notes: null,
    occurrence_date: toIso(start),
    organizer: null,
    participants: null,
    recurrence_rules: null,
    status: "confirmed",
    time_zone: sampleZone,
    title,
    url: null,
    ...fields,
  };
}

/** Creates attendees in wire format. */
export function participants(names: readonly string[]): Record<string, unknown>[] {
  return names.map((name) => ({
    contact_id: null,
    is_current_user: false,
    name,
    participant_role: "required",
    participant_status: "accepted",
    participant_type: "person",
    url: null,
  }));
}

/** Creates the geofence of a place in wire format. */
export function geofence(place: PlaceName, title: string): Record<string, unknown> {
  return {
    ...PLACES[place],
    altitude: null,
    ellipsoidal_altitude: null,
    horizontal_accuracy: null,
    radius: 100,
    vertical_accuracy: null,
    floor: null,
    is_produced_by_accessory: null,
    is_simulated_by_software: null,
    location_timestamp: null,
    title,
  };
}
