import { z } from "zod";
import {
  EXAMPLE_USER,
  id,
  instant,
  integer,
  textOrNull,
  timeOfDay,
  zoneName,
} from "./parts/parts.ts";

const texts = z.array(z.string());

const periodsOfDay = z.strictObject({
  afternoon: timeOfDay.describe("Begin of the afternoon."),
  end_of_day: timeOfDay.describe("End of the day."),
  evening: timeOfDay.describe("Begin of the evening."),
  morning: timeOfDay.describe("Begin of the morning."),
}).meta({
  description: "Times of day at which its parts begin, as HH:MM:SS.",
  examples: [{
    morning: "07:00:00",
    afternoon: "13:00:00",
    evening: "18:00:00",
    end_of_day: "22:00:00",
  }],
});

/** Times of day at which its parts begin, as HH:MM:SS. */
export interface PeriodsOfDay extends z.infer<typeof periodsOfDay> {}
/** The schema of the times of day at which its parts begin. */
export const PeriodsOfDay: z.ZodType<PeriodsOfDay, PeriodsOfDay> = periodsOfDay;

const preferences = z.strictObject({
  calendar_events_data_track_filter_map: z.record(z.string(), texts).nullish()
    .describe("Events shown for each calendar track."),
  calendars: texts.nullish().describe("Calendars shown."),
  location_resolution: z.record(z.string(), integer).nullish()
    .describe("Resolution of locations."),
  periods_of_day: PeriodsOfDay.nullish()
    .describe("When the parts of a day begin, as HH:MM:SS."),
  pinned_metrics_count_map: z.record(z.string(), integer).nullish().describe("Pinned metrics."),
  selected_calendar_vendor_ids: texts.nullish().describe("Selected calendars."),
  selected_metrics: texts.nullish().describe("Selected metrics."),
  selected_metrics_map: z.record(z.string(), texts).nullish()
    .describe("Selected metrics by view."),
  timezone: zoneName.nullish().describe("The user's IANA time zone."),
}).meta({
  description: "A user's preferences; in a change, what is absent stays and null clears.",
  examples: [{ timezone: "Europe/Berlin" }],
});

/** A user's preferences; in a change, what is absent stays and null clears. */
export interface Preferences extends z.infer<typeof preferences> {}
/** The schema of a user's preferences. */
export const Preferences: z.ZodType<Preferences, Preferences> = preferences;

const STATUS = {
  is_active: true,
  active_until: "9999-12-31T00:00:00Z",
  grace_period_ends: "9999-12-31T00:00:00Z",
  manage_url: null,
  service_type: "free_service",
};

const serviceStatus = z.object({
  is_active: z.boolean().describe("Whether the service may be used."),
  active_until: instant.describe("Until when."),
  grace_period_ends: instant.describe("When the time of grace ends."),
  manage_url: textOrNull.describe("Where to manage it."),
  service_type: z.enum([
    "subscribed_app_store",
    "subscribed_card_processor",
    "free_service",
    "staff",
    "none",
  ]).describe("What is paid."),
}).meta({ description: "Who pays for what.", examples: [STATUS] });

/** Who pays for what. */
export interface ServiceStatus extends z.infer<typeof serviceStatus> {}
/** The schema of who pays for what. */
export const ServiceStatus: z.ZodType<ServiceStatus, ServiceStatus> = serviceStatus;

const userInfo = z.object({
  created: instant.describe("When the account was made."),
  userid: id.describe("Identifier."),
  status: z.string().describe("State of the account."),
  tier: z.string().describe("Tier of the account."),
  preferences: Preferences.describe("Preferences."),
  service_status: ServiceStatus.describe("Who pays for what."),
  chat_token: textOrNull.exactOptional().describe("Token of a chat window."),
}).meta({
  description: "The authenticated user.",
  examples: [{
    created: "2026-03-01T08:00:00Z",
    userid: EXAMPLE_USER,
    status: "active",
    tier: "embedded",
    preferences: { timezone: "Europe/Berlin" },
    service_status: STATUS,
    chat_token: null,
  }],
});

/** The authenticated user. */
export interface UserInfo extends z.infer<typeof userInfo> {}
/** The schema of the authenticated user. */
export const UserInfo: z.ZodType<UserInfo, UserInfo> = userInfo;

const userTotals = z.object({
  averages: z.object({
    records_per_hour: integer.describe("Records in an hour."),
    records_per_day: integer.describe("Records in a day."),
    records_per_week: integer.describe("Records in a week."),
    records_per_month: integer.describe("Records in a month."),
  }).describe("Records per unit of time, rounded."),
  total_days: integer.describe("Days with records."),
  total_devices: integer.describe("Devices."),
  total_records: integer.describe("Records."),
  total_sources: integer.describe("Sources."),
}).meta({
  description: "How much data a user has.",
  examples: [{
    averages: {
      records_per_hour: 10,
      records_per_day: 240,
      records_per_week: 1680,
      records_per_month: 7305,
    },
    total_days: 30,
    total_devices: 2,
    total_records: 7200,
    total_sources: 3,
  }],
});

/** How much data a user has. */
export interface UserTotals extends z.infer<typeof userTotals> {}
/** The schema of how much data a user has. */
export const UserTotals: z.ZodType<UserTotals, UserTotals> = userTotals;

const serviceGrant = z.strictObject({
  months: z.int().min(1).max(12_000).describe("How many months, from now or from the end."),
}).meta({ description: "A grant of service.", examples: [{ months: 1 }] });

/** A grant of service. */
export interface ServiceGrant extends z.infer<typeof serviceGrant> {}
/** The schema of a grant of service. */
export const ServiceGrant: z.ZodType<ServiceGrant, ServiceGrant> = serviceGrant;
