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
  calendar_source_id: z.string().describe("Identifier of the account that it belongs to."),
  calendar_source_name: z.string().describe("Name of that account."),
  calendar_type: z.string().describe("What kind of calendar it is."),
  calendar_identifier: z.string().describe("The device's identifier."),
  source_type: z.string().describe("What kind of account it belongs to."),
  svc_source: z.string().describe("Name of the data source."),
  is_immutable: z.boolean().describe("Whether it cannot be changed."),
  is_subscribed: z.boolean().describe("Whether it is subscribed."),
  inserted_at: instant.describe("When it was first uploaded."),
  color: z.string().exactOptional().describe("The colour in which it is shown."),
  sources: sourceList,
}).meta({
  description: "A calendar that holds events.",
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

/** A calendar that holds events. */
export interface Calendar extends z.infer<typeof calendar> {}
/** The schema of a calendar. */
export const Calendar: z.ZodType<Calendar, Calendar> = calendar;

const attendee = z.object({
  contact_id: id.nullable().describe("Identifier of the contact."),
  is_current_user: flag.describe("Whether it is the user."),
  name: textOrNull.describe("Name."),
  participant_role: textOrNull.describe("Role in the event."),
  participant_status: textOrNull.describe("Whether they come."),
  participant_type: textOrNull.describe("A person, a room or something else."),
  url: textOrNull.describe("Address."),
}).meta({ description: "Somebody who takes part in a calendar event." });

/** Somebody who takes part in a calendar event. */
export interface CalendarAttendee extends z.infer<typeof attendee> {}
/** The schema of somebody who takes part in a calendar event. */
export const CalendarAttendee: z.ZodType<CalendarAttendee, CalendarAttendee> = attendee;

const recurrenceRule = z.object({
  recurrence_rule_id: id.describe("Identifier."),
  calendar_id: id.nullable().describe("The calendar."),
  frequency: textOrNull.describe("The unit of the interval."),
  interval: integer.nullable().describe("The number of frequency units between events."),
  first_day_of_the_week: integer.nullable().describe("1 is Sunday, 7 is Saturday."),
  days_of_the_month: list.describe("Days of the month."),
  days_of_the_week: list.describe("Days of the week."),
  days_of_the_year: list.describe("Days of the year."),
  weeks_of_the_year: list.describe("Weeks of the year."),
  months_of_the_year: list.describe("Months of the year."),
  set_positions: list.describe("Which of the days that match are meant."),
}).meta({ description: "When a calendar event comes again." });

/** When a calendar event comes again. */
export interface RecurrenceRule extends z.infer<typeof recurrenceRule> {}
/** The schema of when a calendar event comes again. */
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
  is_produced_by_accessory: flag.describe("Whether an accessory took it."),
  is_simulated_by_software: flag.describe("Whether software made it up."),
  location_timestamp: instant.nullable().describe("When it was taken."),
  title: textOrNull.describe("Name of the place."),
}).meta({ description: "The surroundings of a place." });

/** The surroundings of a place. */
export interface Geofence extends z.infer<typeof geofence> {}
/** The schema of the surroundings of a place. */
export const Geofence: z.ZodType<Geofence, Geofence> = geofence;

const calendarEvent = z.object({
  calendar_event_id: id.describe("Identifier."),
  calendar_id: id.describe("The calendar."),
  start_date: instant.describe("Inclusive start."),
  end_date: instant.describe("Exclusive end."),
  allow_new_time_proposals: flag.describe("Whether others may propose another time."),
  availability: textOrNull.describe("How the time counts for others."),
  calendar_item_external_identifier: textOrNull.describe("The server's identifier."),
  calendar_item_identifier: textOrNull.describe("The device's identifier."),
  creation_date: instant.nullable().describe("When it was made."),
  event_identifier: textOrNull.describe("The device's identifier of the event."),
  extras: anything.nullable().describe("What else the source says."),
  geolocation: Geofence.nullable().describe("Where it is."),
  has_alarms: flag.describe("Whether it has alarms."),
  has_attendees: flag.describe("Whether it has attendees."),
  has_notes: flag.describe("Whether it has notes."),
  has_recurrence_rules: flag.describe("Whether it comes again."),
  is_all_day: flag.describe("Whether it lasts all day."),
  is_detached: flag.describe("Whether it was moved out of its series."),
  last_modified_date: instant.nullable().describe("When it was last changed."),
  location: textOrNull.describe("Where it is, in words."),
  notes: textOrNull.describe("Notes."),
  occurrence_date: instant.nullable().describe("When it was due in its series."),
  organizer: z.union([id, CalendarAttendee]).nullable().describe("Who organizes it."),
  participants: z.union([z.array(CalendarAttendee), z.array(id)]).nullable()
    .describe("Who takes part."),
  recurrence_rules: z.array(RecurrenceRule).nullable().describe("When it comes again."),
  status: textOrNull.describe("Whether it is confirmed."),
  time_zone: textOrNull.describe("Its IANA time zone."),
  title: textOrNull.describe("Its title."),
  url: textOrNull.describe("Address."),
  sources: sourceList,
}).meta({
  description: "An event of a calendar.",
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

/** An event of a calendar. */
export interface CalendarEvent extends z.infer<typeof calendarEvent> {}
/** The schema of an event of a calendar. */
export const CalendarEvent: z.ZodType<CalendarEvent, CalendarEvent> = calendarEvent;
