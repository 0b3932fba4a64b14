import { z } from "zod";
import {
  anything,
  EXAMPLE_ID,
  id,
  instant,
  integer,
  sourceList,
  textOrNull,
} from "./parts/parts.ts";

const flag = z.boolean().nullable();
const meters = z.number().nullable();
const list = z.array(z.unknown()).nullable();

const calendar = z.object({
  calendar_id: id.describe("Identifier."),
  calendar_name: z.string().describe("Its name."),
  calendar_color: z.string().describe("Its colour."),
  calendar_source_id: z.string().describe("Identifier of the account of the calendar."),
  calendar_source_name: z.string().describe("Name of the account."),
  calendar_type: z.string().describe("Kind of calendar."),
  calendar_identifier: z.string().describe("The device's identifier."),
  source_type: z.string().describe("Kind of account."),
  svc_source: z.string().describe("Name of the data source."),
  is_immutable: z.boolean().describe("`true` if it cannot be changed."),
  is_subscribed: z.boolean().describe("`true` if it is a subscription."),
  inserted_at: instant.describe("Time of the first upload."),
  color: z.string().exactOptional().describe("Display colour."),
  sources: sourceList,
}).meta({
  description: "Calendar.",
  examples: [{
    calendar_id: EXAMPLE_ID,
    calendar_name: "Home",
    calendar_color: "#1badf8",
    calendar_source_id: "account-1",
    calendar_source_name: "Account",
    calendar_type: "caldav",
    calendar_identifier: "calendar-1",
    source_type: "caldav",
    svc_source: "Phone",
    is_immutable: false,
    is_subscribed: false,
    inserted_at: "2026-03-01T08:00:00Z",
  }],
});

/** Calendar. */
export interface Calendar extends z.infer<typeof calendar> {}
/** Schema of a calendar. */
export const Calendar: z.ZodType<Calendar, Calendar> = calendar;

const attendee = z.object({
  contact_id: id.nullable().describe("Identifier of the contact."),
  is_current_user: flag.describe("`true` if the attendee is the user."),
  name: textOrNull.describe("Name."),
  participant_role: textOrNull.describe("Role in the event."),
  participant_status: textOrNull.describe("Reply to the invitation."),
  participant_type: textOrNull.describe("Kind of participant, such as a person or a room."),
  url: textOrNull.describe("Address."),
}).meta({ description: "Attendee of a calendar event." });

/** Attendee of a calendar event. */
export interface CalendarAttendee extends z.infer<typeof attendee> {}
/** Schema of an attendee of a calendar event. */
export const CalendarAttendee: z.ZodType<CalendarAttendee, CalendarAttendee> = attendee;

const recurrenceRule = z.object({
  recurrence_rule_id: id.describe("Identifier."),
  calendar_id: id.nullable().describe("The calendar."),
  frequency: textOrNull.describe("Unit of the interval."),
  interval: integer.nullable().describe("Number of units between events."),
  first_day_of_the_week: integer.nullable().describe("1 is Sunday, 7 is Saturday."),
  days_of_the_month: list.describe("Days of the month."),
  days_of_the_week: list.describe("Days of the week."),
  days_of_the_year: list.describe("Days of the year."),
  weeks_of_the_year: list.describe("Weeks of the year."),
  months_of_the_year: list.describe("Months of the year."),
  set_positions: list.describe("Positions of the chosen days among the matching ones."),
}).meta({ description: "Recurrence rule of a calendar event." });

/** Recurrence rule of a calendar event. */
export interface RecurrenceRule extends z.infer<typeof recurrenceRule> {}
/** Schema of a recurrence rule. */
export const RecurrenceRule: z.ZodType<RecurrenceRule, RecurrenceRule> = recurrenceRule;

const geofence = z.object({
  latitude: z.number().describe("Latitude in degrees."),
  longitude: z.number().describe("Longitude in degrees."),
  altitude: meters.describe("Height above sea level in meters."),
  ellipsoidal_altitude: meters.describe("Height above the ellipsoid WGS 84 in meters."),
  horizontal_accuracy: meters.describe("Radius of uncertainty in meters."),
  radius: meters.describe("Radius in meters."),
  vertical_accuracy: meters.describe("Uncertainty of the height in meters."),
  floor: integer.nullable().describe("Floor of the building."),
  is_produced_by_accessory: flag.describe("`true` if an accessory recorded it."),
  is_simulated_by_software: flag.describe("`true` if software simulated it."),
  location_timestamp: instant.nullable().describe("Time of the sample."),
  title: textOrNull.describe("Name of the place."),
}).meta({ description: "Geofence: a place and its surroundings." });

/** Geofence: a place and its surroundings. */
export interface Geofence extends z.infer<typeof geofence> {}
/** Schema of a geofence. */
export const Geofence: z.ZodType<Geofence, Geofence> = geofence;

const calendarEvent = z.object({
  calendar_event_id: id.describe("Identifier."),
  calendar_id: id.describe("The calendar."),
  start_date: instant.describe("Inclusive start."),
  end_date: instant.describe("Exclusive end."),
  allow_new_time_proposals: flag.describe("`true` if others may propose another time."),
  availability: textOrNull.describe("Availability shown to others."),
  calendar_item_external_identifier: textOrNull.describe("The server's identifier."),
  calendar_item_identifier: textOrNull.describe("The device's identifier."),
  creation_date: instant.nullable().describe("Creation time."),
  event_identifier: textOrNull.describe("The device's identifier of the event."),
  extras: anything.nullable().describe("Further properties from the source."),
  geolocation: Geofence.nullable().describe("Location as coordinates."),
  has_alarms: flag.describe("`true` if it has alarms."),
  has_attendees: flag.describe("`true` if it has attendees."),
  has_notes: flag.describe("`true` if it has notes."),
  has_recurrence_rules: flag.describe("`true` if it recurs."),
  is_all_day: flag.describe("`true` if it lasts all day."),
  is_detached: flag.describe("`true` if it was moved out of its series."),
  last_modified_date: instant.nullable().describe("Time of the last change."),
  location: textOrNull.describe("Location as text."),
  notes: textOrNull.describe("Notes."),
  occurrence_date: instant.nullable().describe("Original time in its series."),
  organizer: z.union([id, CalendarAttendee]).nullable().describe("Organizer."),
  participants: z.union([z.array(CalendarAttendee), z.array(id)]).nullable()
    .describe("Attendees."),
  recurrence_rules: z.array(RecurrenceRule).nullable().describe("Recurrence rules."),
  status: textOrNull.describe("Status, such as confirmed."),
  time_zone: textOrNull.describe("Its IANA time zone."),
  title: textOrNull.describe("Its title."),
  url: textOrNull.describe("Address."),
  sources: sourceList,
}).meta({
  description: "Calendar event.",
  examples: [{
    calendar_event_id: EXAMPLE_ID,
    calendar_id: EXAMPLE_ID,
    start_date: "2026-03-01T08:00:00Z",
    end_date: "2026-03-01T09:00:00Z",
    allow_new_time_proposals: null,
    availability: "busy",
    calendar_item_external_identifier: null,
    calendar_item_identifier: null,
    creation_date: null,
    event_identifier: null,
    extras: null,
    geolocation: null,
    has_alarms: false,
    has_attendees: false,
    has_notes: false,
    has_recurrence_rules: false,
    is_all_day: false,
    is_detached: false,
    last_modified_date: null,
    location: null,
    notes: null,
    occurrence_date: null,
    organizer: null,
    participants: null,
    recurrence_rules: null,
    status: "confirmed",
    time_zone: "Europe/Berlin",
    title: "Breakfast",
    url: null,
  }],
});

/** Calendar event. */
export interface CalendarEvent extends z.infer<typeof calendarEvent> {}
/** Schema of a calendar event. */
export const CalendarEvent: z.ZodType<CalendarEvent, CalendarEvent> = calendarEvent;
