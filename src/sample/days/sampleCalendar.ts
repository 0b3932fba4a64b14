import {
  type EventDraft,
  geofence,
  participants,
  type SampleCalendarEvent,
  toCalendarEvent,
} from "./toCalendarEvent.ts";
import { type Life, simulateLife } from "../life/simulateLife.ts";
import type { SampleOptions } from "../life/options.ts";
import { Random } from "../life/random.ts";
import { recordId } from "../records/recordId.ts";
import { toIso } from "../records/toRecord.ts";
import { HOLIDAYS } from "../life/planDays.ts";
import { findAt } from "../life/findAt.ts";
import { sampleZone } from "../life/sampleUntil.ts";
import { MINUTE_MS } from "../../time/units.ts";

/** Calendar in wire format. */
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

/** Calendar data of the sample, with the events in order of time. */
export interface SampleCalendar {
  /** The only calendar. */
  readonly calendars: SampleCalendarEntry[];
  /** Events of the calendar. */
  readonly events: SampleCalendarEvent[];
}

const QUARTER = 15 * MINUTE_MS;

/** Weekly appointment. */
interface Appointment {
  readonly title: string;
  /** Day of the week; 1 is Monday. */
  readonly weekday: number;
  /** Local time of day. */
  readonly at: string;
  readonly minutes: number;
  /** `true` if it also takes place on holidays. */
  readonly holidays: boolean;
  /** Name of the organizer. @default no organizer */
  readonly organizer?: string;
  /** Names of the other attendees. */
  readonly with: readonly string[];
}

const WEEKLY: readonly Appointment[] = [
  {
    title: "Team meeting",
    weekday: 2,
    at: "15:00",
    minutes: 45,
    holidays: false,
    organizer: "Kim",
    with: ["Kim", "Noor"],
  },
  { title: "Family call", weekday: 4, at: "20:00", minutes: 40, holidays: true, with: ["Ada"] },
  { title: "Water the plants", weekday: 7, at: "18:00", minutes: 15, holidays: true, with: [] },
];

const NO_LISTS = {
  days_of_the_month: null,
  days_of_the_year: null,
  weeks_of_the_year: null,
  months_of_the_year: null,
  set_positions: null,
};

/**
 * Creates the calendar of the sample: days at work, walks, weekly appointments and public holidays.
 * Appointments during sleep are omitted.
 *
 * @param lived The simulated life for these options, if the caller has it.
 * @throws {RangeError} if the seed is not an integer or `days` is not above 0
 */
export function sampleCalendar(
  options: SampleOptions = {},
  lived: Life = simulateLife(options),
): SampleCalendar {
  const { seed, start, from, until } = lived;
  const ids = new Random(seed, "calendar");
  const calendar_id = recordId(start, ids);
  const drafts = [...outingEvents(lived), ...appointmentEvents(lived, calendar_id)]
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
      inserted_at: toIso(start),
    }],
    events: drafts.map((draft) => toCalendarEvent(draft, calendar_id, seed)),
  };
}

/** Returns the days at work, rounded inwards to a quarter of an hour, and the walks in company. */
function outingEvents({ awake, seed }: Life): EventDraft[] {
  return awake.flatMap((day) => day.segments).flatMap(({ start, end, place, gait }) => {
    if (place === "work") {
      const interval = {
        start: Math.ceil(start / QUARTER) * QUARTER,
        end: Math.floor(end / QUARTER) * QUARTER,
      };
      const fields = { location: "Office", geolocation: geofence("work", "Office") };
      return [{ ...interval, title: "At the office", fields }];
    }
    if (place === "park" && gait === "walk" && new Random(seed, "company", start).chance(0.3)) {
      const geolocation = geofence("park", "Park");
      const fields = { location: "Park", geolocation, participants: participants(["Kim"]) };
      return [{ start, end, title: "Walk with Kim", fields }];
    }
    return [];
  });
}

/**
 * Returns the weekly appointments while the person is awake, public holidays, and the monthly rent.
 */
function appointmentEvents(life: Life, calendar_id: string): EventDraft[] {
  const { seed, start, from, until, awake } = life;
  const awakeAt = findAt(awake);
  const drafts: EventDraft[] = [];
  const series = WEEKLY.map(({ title, weekday }) => {
    const id = recordId(start, new Random(seed, "series", title));
    const recurrence_rules = [{
      recurrence_rule_id: id,
      calendar_id,
      frequency: "weekly",
      interval: 1,
      first_day_of_the_week: 2,
      days_of_the_week: [weekday % 7 + 1], // here 1 is Sunday
      ...NO_LISTS,
    }];
    return { calendar_item_identifier: id, event_identifier: id, recurrence_rules };
  });
  let day = local(Math.max(start, from)).toPlainDate().subtract({ days: 1 });
  for (; midnight(day) < until; day = day.add({ days: 1 })) {
    const holiday = HOLIDAYS[day.toString().slice(5)];
    if (holiday !== undefined) {
      const interval = { start: midnight(day), end: midnight(day.add({ days: 1 })) };
      drafts.push({
        ...interval,
        title: holiday,
        fields: { is_all_day: true, availability: "free" },
      });
    }
    if (day.day === 1) {
      const interval = { start: midnight(day), end: midnight(day.add({ days: 1 })) };
      drafts.push({
        ...interval,
        title: "Rent",
        fields: { is_all_day: true, availability: "free" },
      });
    }
    for (const [i, appointment] of WEEKLY.entries()) {
      if (appointment.weekday !== day.dayOfWeek) continue;
      if (holiday !== undefined && !appointment.holidays) continue;
      const begin = day.toZonedDateTime({ timeZone: sampleZone, plainTime: appointment.at });
      const interval = {
        start: begin.epochMilliseconds,
        end: begin.epochMilliseconds + appointment.minutes * MINUTE_MS,
      };
      if ((awakeAt(interval.start)?.end ?? 0) < interval.end) continue;
      const others = participants(appointment.with);
      const organizer = appointment.organizer === undefined
        ? null
        : { ...participants([appointment.organizer])[0]!, participant_role: "chair" };
      const fields = { ...series[i], participants: others, organizer };
      drafts.push({ ...interval, title: appointment.title, fields });
    }
  }
  return drafts;
}

function local(instant: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(sampleZone);
}

function midnight(day: Temporal.PlainDate): number {
  return day.toZonedDateTime(sampleZone).epochMilliseconds;
}
