import { assertEquals, assertRejects } from "@std/assert";
import { sign } from "hono/jwt";
import type { Preferences, ServiceStatus, UserInfo, UserTotals } from "../../../src/schema/user.ts";
import { embedded } from "../embedded.ts";

Deno.test("the user's account is of the embedded tier and never expires", async () => {
  await using here = await embedded({ clock: () => "2024-01-01T00:00:00Z" });
  const info = await here.json<UserInfo>("GET /user/v1alpha1/info?platform=any");
  assertEquals(info, {
    created: info.created,
    userid: here.userid,
    status: "active",
    tier: "embedded",
    preferences: {},
    service_status: {
      is_active: true,
      active_until: "9999-12-31T00:00:00Z",
      grace_period_ends: "9999-12-31T00:00:00Z",
      manage_url: null,
      service_type: "free_service",
    },
    chat_token: null,
  });
});

Deno.test("preferences change individually, null clears them, and others do not see them", async () => {
  await using here = await embedded();
  const path = "/user/v1alpha1/preferences";
  const post = (body: Preferences, status = 200) =>
    here.json<Preferences>(`POST ${path}`, { body: JSON.stringify(body), status });
  assertEquals(await here.json(`GET ${path}`), {});
  const periods_of_day = {
    morning: "06:00:00",
    afternoon: "12:00:00",
    evening: "18:00:00",
    end_of_day: "23:59:59",
  };
  const all: Preferences = {
    calendar_events_data_track_filter_map: { work: ["a"] },
    calendars: ["b"],
    location_resolution: { home: 7 },
    periods_of_day,
    pinned_metrics_count_map: { today: 3 },
    selected_calendar_vendor_ids: [],
    selected_metrics: ["HeartRate"],
    selected_metrics_map: { night: ["HeartRate"] },
    timezone: "Europe/Berlin",
  };
  assertEquals(await post(all), all);
  assertEquals(await post({ calendars: null, timezone: "UTC" }), {
    ...without(all, "calendars"),
    timezone: "UTC",
  });
  assertEquals(await here.json(`GET ${path}`), await post({}));
  assertEquals(
    (await here.json<UserInfo>("GET /user/v1alpha1/info")).preferences,
    await post({}),
  );
  const token = await here.service.issueToken(crypto.randomUUID());
  assertEquals(await here.json(`GET ${path}`, { token }), {});
  for (
    const wrong of [
      { timezone: "europe/berlin" },
      { timezone: "+02:00" },
      { periods_of_day: { ...periods_of_day, morning: "24:00:00" } },
      { periods_of_day: { ...periods_of_day, morning: "6:00:00" } },
      { periods_of_day: without(periods_of_day, "evening") },
      { location_resolution: { home: 1.5 } },
      { selected_metrics: "HeartRate" },
      { more: 1 },
    ]
  ) await post(wrong as Preferences, 422);
  assertEquals((await here.json<Preferences>(`GET ${path}`)).timezone, "UTC");
});

Deno.test("totals count records, days with records, devices and sources", async () => {
  await using here = await embedded();
  const totals = () => here.json<UserTotals>("GET /user/v1alpha1/totals");
  assertEquals(await totals(), {
    averages: {
      records_per_hour: 0,
      records_per_day: 0,
      records_per_week: 0,
      records_per_month: 0,
    },
    total_days: 0,
    total_devices: 0,
    total_records: 0,
    total_sources: 0,
  });
  const records = Array.from({ length: 90 }, (_, i) => ({
    start_time: new Date(Date.UTC(2024, 0, 1 + 7 * (i % 3), 0, i)).toISOString(),
    value: 60,
    source: i % 2 === 0 ? "Phone" : "Watch",
    ...(i === 0 ? { device: "Wrist" } : {}),
  }));
  await (await here.ingest("HeartRate", records)).text();
  await (await here.ingest("MomentAnnotation", [
    { start_time: "2024-01-01T23:59:59.999999Z" },
    { start_time: "1969-12-31T23:59:59.999999Z" },
  ])).text();
  assertEquals(await totals(), {
    averages: {
      records_per_hour: 1, // 92 records on 4 days
      records_per_day: 23,
      records_per_week: 161,
      records_per_month: 700,
    },
    total_days: 4,
    total_devices: 1,
    total_records: 92,
    total_sources: 2,
  });
});

Deno.test("only the operator grants months of service, to anybody with an account", async () => {
  const operatorToken = "o".repeat(43), clock = () => "2024-01-31T12:00:00Z";
  await using here = await embedded({ operatorToken, activeUntil: "2024-01-31T00:00Z", clock });
  const path = "/user/v1alpha1/grant_service";
  const post = (body: object, options: { token?: string; query?: string; status?: number } = {}) =>
    here.json<ServiceStatus>(`POST ${path}${options.query ?? ""}`, {
      body: JSON.stringify(body),
      token: options.token ?? operatorToken,
      status: options.status ?? 200,
    });
  const status = async (token?: string) => {
    const options = token === undefined ? {} : { token };
    return (await here.json<UserInfo>("GET /user/v1alpha1/info", options)).service_status;
  };
  assertEquals((await status()).is_active, false);
  const granted = await post({ months: 1 });
  assertEquals([granted.is_active, granted.active_until], [true, "2024-02-29T00:00:00Z"]);
  assertEquals(await status(), granted);
  assertEquals((await post({ months: 12 })).active_until, "2025-02-28T00:00:00Z");

  const other = crypto.randomUUID(), token = await here.service.issueToken(other);
  await post({ months: 2 }, { query: `?svc_userid=${other}` });
  assertEquals((await status(token)).active_until, "2024-03-31T00:00:00Z");
  await post({ months: 1 }, { query: `?svc_userid=${crypto.randomUUID()}`, status: 404 });
  for (const wrong of [here.token, `${operatorToken}x`]) {
    await post({ months: 1 }, { token: wrong, status: 401 });
  }
  for (
    const body of [{}, { months: 0 }, { months: 1.5 }, { months: 1, more: 1 }, { months: 1e9 }]
  ) {
    await post(body, { status: 422 });
  }
  await here.json("GET /user/v1alpha1/info", { token: operatorToken, status: 401 });
  await using without = await embedded();
  await without.json(`POST ${path}`, { body: '{"months":1}', token: "undefined", status: 401 });
});

Deno.test("unlimited service stays unlimited", async () => {
  await using here = await embedded({ operatorToken: "o" });
  const granted = await here.json<ServiceStatus>("POST /user/v1alpha1/grant_service", {
    body: '{"months":12000}',
    token: "o",
  });
  assertEquals(granted.active_until, "9999-12-31T00:00:00Z");
});

function without<T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = object;
  return rest;
}

Deno.test("the claim of the user's id is configurable, and no other claim counts", async () => {
  const signingKey = "k".repeat(43);
  await using here = await embedded({ signingKey, userClaim: "https://example.com/userid" });
  const exp = Math.floor(Date.now() / 1000) + 60;
  const status = async (claims: Record<string, unknown>) => {
    const token = await sign({ exp, ...claims }, signingKey);
    const response = await here.send("GET /user/v1alpha1/info", { token });
    await response.body?.cancel();
    return response.status;
  };
  assertEquals((await here.json<UserInfo>("GET /user/v1alpha1/info")).userid, here.userid);
  assertEquals(await status({ "https://example.com/userid": crypto.randomUUID() }), 200);
  assertEquals(await status({ svc_userid: here.userid }), 401);
  assertEquals(await status({ "https://example.com/userid": "me" }), 401);
  assertEquals(await status({ "https://example.com/userid": here.userid, exp: undefined }), 401);
  await assertRejects(() => here.service.issueToken("me"), RangeError, "is not a UUID");
});
