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
  afternoon: timeOfDay.describe("Start of the afternoon."),
  end_of_day: timeOfDay.describe("End of the day."),
  evening: timeOfDay.describe("Start of the evening."),
  morning: timeOfDay.describe("Start of the morning."),
}).meta({
  description: "Start of each part of the day, as HH:MM:SS.",
  examples: [{
    morning: "07:00:00",
    afternoon: "13:00:00",
    evening: "18:00:00",
    end_of_day: "22:00:00",
  }],
});

/** Start of each part of the day, as HH:MM:SS. */
export interface PeriodsOfDay extends z.infer<typeof periodsOfDay> {}
/** Schema of the start of each part of the day. */
export const PeriodsOfDay: z.ZodType<PeriodsOfDay, PeriodsOfDay> = periodsOfDay;

const preferences = z.strictObject({
  calendar_events_data_track_filter_map: z.record(z.string(), texts).nullish()
    .describe("Events shown in each calendar track."),
  calendars: texts.nullish().describe("Calendars shown."),
  location_resolution: z.record(z.string(), integer).nullish()
    .describe("Resolution of locations."),
  periods_of_day: PeriodsOfDay.nullish()
    .describe("Start of each part of the day, as HH:MM:SS."),
  pinned_metrics_count_map: z.record(z.string(), integer).nullish().describe("Pinned metrics."),
  selected_calendar_vendor_ids: texts.nullish().describe("Selected calendars."),
  selected_metrics: texts.nullish().describe("Selected metrics."),
  selected_metrics_map: z.record(z.string(), texts).nullish()
    .describe("Selected metrics by view."),
  timezone: zoneName.nullish().describe("The user's IANA time zone."),
}).meta({
  description: "Preferences of a user. A change keeps absent fields; null clears a field.",
  examples: [{ timezone: "Europe/Berlin" }],
});

/** Preferences of a user. A change keeps absent fields; null clears a field. */
export interface Preferences extends z.infer<typeof preferences> {}
/** Schema of a user's preferences. */
export const Preferences: z.ZodType<Preferences, Preferences> = preferences;

const STATUS = {
  is_active: true,
  active_until: "9999-12-31T00:00:00Z",
  grace_period_ends: "9999-12-31T00:00:00Z",
  manage_url: null,
  service_type: "free_service",
};

const serviceStatus = z.object({
  is_active: z.boolean().describe("`true` if the user may use the service."),
  active_until: instant.describe("Until when."),
  grace_period_ends: instant.describe("End of the grace period."),
  manage_url: textOrNull.describe("Address for managing it."),
  service_type: z.enum([
    "subscribed_app_store",
    "subscribed_card_processor",
    "free_service",
    "staff",
    "none",
  ]).describe("Kind of payment."),
}).meta({ description: "Payment status of the service.", examples: [STATUS] });

/** Payment status of the service. */
export interface ServiceStatus extends z.infer<typeof serviceStatus> {}
/** Schema of the payment status. */
export const ServiceStatus: z.ZodType<ServiceStatus, ServiceStatus> = serviceStatus;

const userInfo = z.object({
  created: instant.describe("Creation time of the account."),
  userid: id.describe("Identifier."),
  status: z.string().describe("State of the account."),
  tier: z.string().describe("Tier of the account."),
  preferences: Preferences.describe("Preferences."),
  service_status: ServiceStatus.describe("Payment status of the service."),
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
/** Schema of the authenticated user. */
export const UserInfo: z.ZodType<UserInfo, UserInfo> = userInfo;

const userTotals = z.object({
  averages: z.object({
    records_per_hour: integer.describe("Records per hour."),
    records_per_day: integer.describe("Records per day."),
    records_per_week: integer.describe("Records per week."),
    records_per_month: integer.describe("Records per month."),
  }).describe("Records per unit of time, rounded."),
  total_days: integer.describe("Days with records."),
  total_devices: integer.describe("Devices."),
  total_records: integer.describe("Records."),
  total_sources: integer.describe("Sources."),
}).meta({
  description: "Amount of data of a user.",
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

/** Amount of data of a user. */
export interface UserTotals extends z.infer<typeof userTotals> {}
/** Schema of the amount of data of a user. */
export const UserTotals: z.ZodType<UserTotals, UserTotals> = userTotals;

const serviceGrant = z.strictObject({
  months: z.int().min(1).max(12_000).describe(
    "Number of months, from now or from the current end.",
  ),
}).meta({ description: "Grant of service.", examples: [{ months: 1 }] });

/** Grant of service. */
export interface ServiceGrant extends z.infer<typeof serviceGrant> {}
/** Schema of a grant of service. */
export const ServiceGrant: z.ZodType<ServiceGrant, ServiceGrant> = serviceGrant;
