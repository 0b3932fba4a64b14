import { type Endpoints, oldJson } from "./fields/endpoint.ts";

/** Who pays for what (interface 2.13). */
export interface ServiceStatus {
  /** Whether the service may be used. */
  is_active: boolean;
  /** Until when. */
  active_until: string;
  /** When the time of grace ends. */
  grace_period_ends: string;
  /** Where to manage it. */
  manage_url: string | null;
  /** What is paid. */
  service_type:
    | "subscribed_app_store"
    | "subscribed_card_processor"
    | "free_service"
    | "staff"
    | "none";
}

/** A user's preferences (interface 2.13). */
export interface Preferences {
  /** Events shown for each calendar track. */
  calendar_events_data_track_filter_map?: { [track: string]: string[] } | null;
  /** Calendars shown. */
  calendars?: string[] | null;
  /** Resolution of locations. */
  location_resolution?: { [place: string]: number } | null;
  /** When the parts of a day begin, as HH:MM:SS. */
  periods_of_day?:
    | { afternoon: string; end_of_day: string; evening: string; morning: string }
    | null;
  /** Pinned metrics. */
  pinned_metrics_count_map?: { [metric: string]: number } | null;
  /** Selected calendars. */
  selected_calendar_vendor_ids?: string[] | null;
  /** Selected metrics. */
  selected_metrics?: string[] | null;
  /** Selected metrics by view. */
  selected_metrics_map?: { [view: string]: string[] } | null;
  /** The user's IANA time zone. */
  timezone?: string | null;
}

/** The authenticated user (interface 2.13). */
export interface UserInfo {
  /** When the account was made. */
  created: string;
  /** Identifier. */
  userid: string;
  /** State of the account. */
  status: string;
  /** Tier of the account. */
  tier: string;
  /** Preferences. */
  preferences: Preferences;
  /** Who pays for what. */
  service_status: ServiceStatus;
  /** Token of a chat window. */
  chat_token?: string | null;
}

/** How much data a user has (interface 2.16). */
export interface Totals {
  /** Records per unit of time, rounded. */
  averages: {
    records_per_hour: number;
    records_per_day: number;
    records_per_week: number;
    records_per_month: number;
  };
  /** Days with records. */
  total_days: number;
  /** Devices. */
  total_devices: number;
  /** Records. */
  total_records: number;
  /** Sources. */
  total_sources: number;
}

/** The authenticated user. */
export const user = {
  info: {
    route: "GET /user/v1alpha1/info",
    summary: "Reads who the authenticated user is.",
    query: { platform: { kind: "text", doc: "Accepted, without effect." } },
    returns: oldJson<UserInfo>(),
    split: "never",
  },
  preferences: {
    route: "GET /user/v1alpha1/preferences",
    summary: "Reads the preferences.",
    returns: oldJson<Preferences>(),
    split: "never",
  },
  setPreferences: {
    route: "POST /user/v1alpha1/preferences",
    summary: "Changes the preferences that are given; null clears.",
    body: oldJson<Preferences>(),
    returns: oldJson<Preferences>(),
    split: "never",
  },
  totals: {
    route: "GET /user/v1alpha1/totals",
    summary: "Counts the user's data.",
    returns: oldJson<Totals>(),
    split: "never",
  },
  grantService: {
    route: "POST /user/v1alpha1/grant_service",
    summary: "Grants months of service; for an operator's token only.",
    query: {
      svc_userid: { kind: "uuid", doc: "Who gets it; without it, the service's first user." },
    },
    body: oldJson<{ months: number }>(),
    auth: "operator",
    returns: oldJson<ServiceStatus>(),
    split: "never",
  },
} as const satisfies Endpoints;
