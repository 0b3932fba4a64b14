import type { ServiceStatus } from "../../schema/user.ts";
import { microsOf } from "../../store/sqlite/clock.ts";
import type { StoredTotals } from "../../store/totals.ts";
import type { User } from "../../store/users.ts";
import { fromMicros, MAX_MICROS } from "../../time/instant.ts";
import { isoMicros, isoStamp } from "../../time/iso.ts";
import type { Context, HandlersOf } from "../http/handler.ts";
import { notFound } from "../http/problem.ts";

/** Last day, 9999-12-31: by default the embedded service never expires. */
const NEVER = MAX_MICROS - 86_400_000_000n;

/** Average days per month in the Gregorian calendar. */
const MONTH = 30.436875;

/** Reads the authenticated user and their account. */
export const user: HandlersOf<"user"> = {
  info: async ({ userid, context }) => {
    const account = await context.store.users.ensure(userid);
    return {
      created: isoStamp(account.created),
      userid,
      status: "active",
      tier: "embedded",
      preferences: await context.store.users.preferences(userid),
      service_status: statusOf(account, context),
      chat_token: null,
    };
  },

  preferences: ({ userid, context: { store } }) => store.users.preferences(userid),

  setPreferences: async ({ userid, body, context: { store } }) => {
    const change = await body();
    return store.users.setPreferences(userid, (before) => {
      const after = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null);
      return Object.fromEntries(after);
    });
  },

  totals: async ({ userid, context: { store } }) => {
    const totals = await store.totals(userid);
    return {
      averages: averagesOf(totals),
      total_days: totals.days,
      total_devices: totals.devices,
      total_records: totals.records,
      total_sources: totals.sources,
    };
  },

  grantService: async ({ args, userid, body, context }) => {
    const { months } = await body();
    const granted = args.svc_userid ?? userid;
    const account = await context.store.users.grant(granted, (before) => {
      const from = fromMicros(before ?? limitOf(context)).toZonedDateTimeISO("UTC");
      const until = from.add({ months }).epochNanoseconds / 1000n;
      return until < NEVER ? until : NEVER;
    });
    if (account === undefined) throw notFound(`User ${granted} does not exist`);
    return statusOf(account, context);
  },
};

function limitOf({ activeUntil }: Context): bigint {
  return activeUntil ?? NEVER;
}

function statusOf({ activeUntil }: User, context: Context): ServiceStatus {
  const until = activeUntil ?? limitOf(context);
  return {
    is_active: microsOf(context.store.clock) < until,
    active_until: isoMicros(until),
    grace_period_ends: isoMicros(until),
    manage_url: null,
    service_type: "free_service",
  };
}

/** Returns records per unit of time, over the days that have any. */
function averagesOf({ records, days }: StoredTotals) {
  const perDay = days === 0 ? 0 : records / days;
  return {
    records_per_hour: Math.round(perDay / 24),
    records_per_day: Math.round(perDay),
    records_per_week: Math.round(perDay * 7),
    records_per_month: Math.round(perDay * MONTH),
  };
}
