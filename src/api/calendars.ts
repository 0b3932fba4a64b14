import type { Endpoints } from "./fields/endpoint.ts";
import { RANGE } from "./fields/fields.ts";

/** Calendars and their events. */
export const calendars = {
  /** Lists calendars. */
  list: {
    route: "GET /data/v0/{svc_userid?}/calendars",
    summary: "Lists calendars.",
    query: {
      vendor_ids: {
        kind: "text",
        list: true,
        doc: "Only calendars with these `calendar_identifier`s.",
      },
    },
    returns: {
      kind: "records",
      model: "Calendar",
      columns: {
        calendar_id: "text",
        calendar_name: "text",
        calendar_color: "text",
        calendar_source_id: "text",
        calendar_source_name: "text",
        calendar_type: "text",
        calendar_identifier: "text",
        source_type: "text",
        svc_source: "text",
        is_immutable: "bool",
        is_subscribed: "bool",
        inserted_at: "time",
        color: "text",
      },
    },
    split: "never",
  },
  /** Reads the calendar events that intersect a range. */
  events: {
    route: "GET /data/v0/{svc_userid?}/calendar_events",
    summary: "Reads the calendar events that intersect a range.",
    query: {
      ...RANGE,
      calendar_ids: { kind: "uuid", list: true, doc: "Only events of these calendars." },
    },
    returns: {
      kind: "records",
      model: "CalendarEvent",
      columns: {
        calendar_event_id: "text",
        calendar_id: "text",
        start_date: "time",
        end_date: "time",
        title: "text",
        location: "text",
        notes: "text",
        status: "text",
        availability: "text",
        url: "text",
        time_zone: "text",
        is_all_day: "bool",
        is_detached: "bool",
        has_alarms: "bool",
        has_attendees: "bool",
        has_notes: "bool",
        has_recurrence_rules: "bool",
        allow_new_time_proposals: "bool",
        creation_date: "time",
        last_modified_date: "time",
        occurrence_date: "time",
        event_identifier: "text",
        calendar_item_identifier: "text",
        calendar_item_external_identifier: "text",
        organizer: { json: "organizer" },
        participants: { json: "participants" },
        recurrence_rules: { json: "recurrence_rules" },
        geolocation: { json: "geolocation" },
        extras: { json: "extras" },
      },
    },
    split: "records",
  },
} as const satisfies Endpoints;
