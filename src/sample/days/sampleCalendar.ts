import { appointments } from "./appointments.ts";
import { calendarEvent, type SampleCalendarEvent } from "./calendarEvent.ts";
import { type Life, life } from "../life/life.ts";
import type { SampleOptions } from "../life/options.ts";
import { outings } from "./outings.ts";
import { Random } from "../life/random.ts";
import { recordId } from "../records/recordId.ts";
import { iso } from "../records/sampleRecord.ts";

/** A calendar as the wire names its fields. */
export type SampleCalendarEntry = {
  calendar_id: string;
  calendar_name: string;
  calendar_color: string;
  calendar_source_id: string;
  calendar_source_name: string;
  calendar_type: string;
  calendar_identifier: string;
  source_type: string;
  svc_source: string;
  is_immutable: boolean;
  is_subscribed: boolean;
  /** ISO 8601 in UTC. */
  inserted_at: string;
};

/** The calendar data of the sample, the events in order of time. */
export interface SampleCalendar {
  /** The one calendar. */
  readonly calendars: SampleCalendarEntry[];
  /** The events of the calendar. */
  readonly events: SampleCalendarEvent[];
}

/**
 * Makes the calendar of the sample: days at work, walks, weekly appointments and public holidays. Of
 * the appointments only those are there to which the person was awake.
 *
 * @param lived The life of these options, where it is at hand.
 * @throws {RangeError} if the seed is no whole number or the days are not above 0
 */
export function sampleCalendar(
  options: SampleOptions = {},
  lived: Life = life(options),
): SampleCalendar {
  const { seed, start, from, until } = lived;
  const ids = new Random(seed, "calendar");
  const calendar_id = recordId(start, ids);
  const drafts = [...outings(lived), ...appointments(lived, calendar_id)]
    .filter(({ start, end }) => end > from && end > start && start < until)
    .sort((a, b) => a.start - b.start);
  return {
    calendars: [{
      calendar_id,
      calendar_name: "Personal",
      calendar_color: "#4269d0",
      calendar_source_id: recordId(start, ids),
      calendar_source_name: "Phone",
      calendar_type: "local",
      calendar_identifier: recordId(start, ids),
      source_type: "local",
      svc_source: "Phone",
      is_immutable: false,
      is_subscribed: false,
      inserted_at: iso(start),
    }],
    events: drafts.map((draft) => calendarEvent(draft, calendar_id, seed)),
  };
}
