import { z } from "zod";
import type { Preferences } from "../../api/user.ts";
import { zone } from "../../time/zone.ts";

/** An IANA time zone. */
export const ZONE: z.ZodType<string> = z.string().refine(
  (name) => {
    try {
      return zone(name) === name;
    } catch {
      return false;
    }
  },
  { message: "is no IANA time zone", abort: true }, // what follows reads in it
);

const timeOfDay = z.string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, "is no time of day in the form HH:MM:SS");

/** When the parts of a day begin. */
export const PERIODS_OF_DAY: z.ZodType<NonNullable<Preferences["periods_of_day"]>> = z.strictObject(
  { afternoon: timeOfDay, end_of_day: timeOfDay, evening: timeOfDay, morning: timeOfDay },
);

const texts = z.array(z.string());
const integer = z.int();

/** A change of preferences: what is absent stays, null clears. */
export const PREFERENCES = z.strictObject({
  calendar_events_data_track_filter_map: z.record(z.string(), texts).nullish(),
  calendars: texts.nullish(),
  location_resolution: z.record(z.string(), integer).nullish(),
  periods_of_day: PERIODS_OF_DAY.nullish(),
  pinned_metrics_count_map: z.record(z.string(), integer).nullish(),
  selected_calendar_vendor_ids: texts.nullish(),
  selected_metrics: texts.nullish(),
  selected_metrics_map: z.record(z.string(), texts).nullish(),
  timezone: ZONE.nullish(),
});

/** A grant of service. */
export const GRANT = z.strictObject({
  months: z.int().min(1).max(12_000).meta({
    description: "How many months, from now or from the end.",
  }),
});
