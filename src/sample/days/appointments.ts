import { HOLIDAYS } from "../life/awake.ts";
import { type EventDraft, participants } from "./calendarEvent.ts";
import type { Life } from "../life/life.ts";
import { lookup } from "../life/lookup.ts";
import { Random } from "../life/random.ts";
import { recordId } from "../records/recordId.ts";
import { sampleZone } from "../nights/sampleZone.ts";
import { MINUTE } from "../life/span.ts";

/** An appointment of every week. */
interface Appointment {
  readonly title: string;
  /** Day of the week, 1 is Monday. */
  readonly weekday: number;
  /** Local time of day. */
  readonly at: string;
  readonly minutes: number;
  /** Whether it is held on holidays too. */
  readonly holidays: boolean;
  /** Who asks the others. @default nobody in particular */
  readonly organizer?: string;
  /** Names of the others who take part. */
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

/** Gives the weekly appointments through which the person is awake, public holidays, and the rent each month. */
export function appointments(life: Life, calendar_id: string): EventDraft[] {
  const { seed, start, from, until, awake } = life;
  const awakeAt = lookup(awake);
  const drafts: EventDraft[] = [];
  const series = WEEKLY.map(({ title, weekday }) => {
    const id = recordId(start, new Random(seed, "series", title));
    const recurrence_rules = [{
      recurrence_rule_id: id,
      calendar_id,
      frequency: "weekly",
      interval: 1,
      first_day_of_the_week: 2,
      days_of_the_week: [weekday % 7 + 1], // as above, 1 is Sunday
      ...NO_LISTS,
    }];
    return { calendar_item_identifier: id, event_identifier: id, recurrence_rules };
  });
  let day = local(Math.max(start, from)).toPlainDate().subtract({ days: 1 });
  for (; midnight(day) < until; day = day.add({ days: 1 })) {
    const holiday = HOLIDAYS[day.toString().slice(5)];
    if (holiday !== undefined) {
      const span = { start: midnight(day), end: midnight(day.add({ days: 1 })) };
      drafts.push({ ...span, title: holiday, fields: { is_all_day: true, availability: "free" } });
    }
    if (day.day === 1) {
      const span = { start: midnight(day), end: midnight(day.add({ days: 1 })) };
      drafts.push({ ...span, title: "Rent", fields: { is_all_day: true, availability: "free" } });
    }
    for (const [i, appointment] of WEEKLY.entries()) {
      if (appointment.weekday !== day.dayOfWeek) continue;
      if (holiday !== undefined && !appointment.holidays) continue;
      const begin = day.toZonedDateTime({ timeZone: sampleZone, plainTime: appointment.at });
      const span = {
        start: begin.epochMilliseconds,
        end: begin.epochMilliseconds + appointment.minutes * MINUTE,
      };
      if ((awakeAt(span.start)?.end ?? 0) < span.end) continue;
      const others = participants(appointment.with);
      const organizer = appointment.organizer === undefined
        ? null
        : { ...participants([appointment.organizer])[0]!, participant_role: "chair" };
      const fields = { ...series[i], participants: others, organizer };
      drafts.push({ ...span, title: appointment.title, fields });
    }
  }
  return drafts;
}

function local(moment: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(sampleZone);
}

function midnight(day: Temporal.PlainDate): number {
  return day.toZonedDateTime(sampleZone).epochMilliseconds;
}
