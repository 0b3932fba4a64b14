import { assertEquals } from "@std/assert";
import { embedded } from "../embedded.ts";
import { person } from "../people.ts";

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

const calendar = (n: number) => ({
  calendar_id: uuid(n),
  calendar_name: `Calendar ${n}`,
  calendar_color: "#112233",
  calendar_source_id: "source",
  calendar_source_name: "Phone",
  calendar_type: "local",
  calendar_identifier: `vendor-${n}`,
  source_type: "local",
  svc_source: "Phone",
  is_immutable: false,
  is_subscribed: true,
  inserted_at: `2024-01-0${n}T00:00:00Z`,
});

const event = (n: number, calendar: number, start: string, end: string, more: object = {}) => ({
  calendar_event_id: uuid(n),
  calendar_id: uuid(calendar),
  start_date: `2024-01-${start}:00Z`,
  end_date: `2024-01-${end}:00Z`,
  ...more,
});

const NOTHING = {
  allow_new_time_proposals: null,
  availability: null,
  calendar_item_external_identifier: null,
  calendar_item_identifier: null,
  creation_date: null,
  event_identifier: null,
  extras: null,
  geolocation: null,
  has_alarms: null,
  has_attendees: null,
  has_notes: null,
  has_recurrence_rules: null,
  is_all_day: null,
  is_detached: null,
  last_modified_date: null,
  location: null,
  notes: null,
  occurrence_date: null,
  organizer: null,
  participants: null,
  recurrence_rules: null,
  status: null,
  time_zone: null,
  title: null,
  url: null,
};

Deno.test("calendars are returned unchanged, optionally filtered by identifier", async () => {
  await using here = await embedded();
  const all = [1, 2, 3].map(calendar);
  assertEquals((await here.ingest("calendars", all)).status, 201);
  const get = (more = "") => here.json(`GET /data/v0/{me}/calendars${more}`);
  assertEquals(await get(), all);
  assertEquals(await get("?vendor_ids=vendor-3&vendor_ids=vendor-1"), [all[0], all[2]]);
  assertEquals(await get("?vendor_ids=nobody"), []);
  const renamed = { ...all[1]!, calendar_name: "Another name", color: "red" };
  assertEquals((await here.ingest("calendars", [renamed])).status, 201);
  assertEquals(await get(), [all[0], renamed, all[2]]);
});

Deno.test("calendar events that intersect the range are returned, as in a brute-force search", async () => {
  await using here = await embedded();
  const events = [
    event(1, 101, "01T10:00", "01T11:00"),
    event(2, 102, "01T11:00", "01T11:00"),
    event(3, 101, "01T00:00", "03T00:00"),
    event(4, 102, "02T00:00", "02T00:30"),
    event(5, 101, "01T10:30", "01T12:00"),
  ];
  assertEquals((await here.ingest("calendar_events", events)).status, 201);
  const moments = ["01T00:00", "01T10:00", "01T11:00", "01T12:00", "02T00:00", "02T12:00"];
  for (const from of moments) {
    for (const to of moments.filter((to) => to >= from)) {
      for (const calendars of [[], [101], [101, 102], [103]]) {
        const start = `2024-01-${from}:00Z`, end = `2024-01-${to}:00Z`;
        const ids = calendars.map((n) => `&calendar_ids=${uuid(n)}`).join("");
        const rows = await here.json<typeof events>(
          `GET /data/v0/{me}/calendar_events?start_time=${start}&end_time=${end}${ids}`,
        );
        const expected = events.filter((each) =>
          start < end && each.start_date < end &&
          (each.end_date > start || each.start_date >= start) &&
          (calendars.length === 0 || calendars.some((n) => each.calendar_id === uuid(n)))
        );
        assertEquals(
          rows.map((row) => row.calendar_event_id).toSorted(),
          expected.map((row) => row.calendar_event_id),
          `${from} ${to} ${calendars}`,
        );
      }
    }
  }
});

Deno.test("every field of a calendar event is returned, null by default", async () => {
  await using here = await embedded();
  const person = {
    contact_id: null,
    is_current_user: true,
    name: "Ada",
    participant_role: null,
    participant_status: "accepted",
    participant_type: "person",
    url: null,
  };
  const full = event(2, 1, "01T02:00", "01T03:00", {
    ...NOTHING,
    title: "Tea\0\ud800",
    is_all_day: false,
    organizer: uuid(9),
    participants: [person],
    creation_date: "2023-12-31T22:00:00Z",
    extras: { a: [1, { b: null }] },
    recurrence_rules: [{
      recurrence_rule_id: uuid(8),
      calendar_id: null,
      frequency: "weekly",
      interval: 2,
      first_day_of_the_week: 1,
      days_of_the_month: null,
      days_of_the_week: [1, 7],
      days_of_the_year: null,
      weeks_of_the_year: null,
      months_of_the_year: null,
      set_positions: null,
    }],
  });
  const bare = event(1, 1, "01T00:00", "01T01:00");
  assertEquals((await here.ingest("calendar_events", [bare, full])).status, 201);
  const range = "start_time=2024-01-01&end_time=2024-01-02";
  assertEquals(await here.json(`GET /data/v0/{me}/calendar_events?${range}`), [
    { ...bare, ...NOTHING },
    full,
  ]);
});

Deno.test("an invalid calendar event is rejected with the location of the error", async () => {
  await using here = await embedded();
  for (
    const [more, path] of [
      [{ end_date: "2023-12-31T00:00:00Z" }, ["end_date"]],
      [{ is_all_day: "yes" }, ["is_all_day"]],
      [{ colour: "red" }, ["colour"]],
      [{ geolocation: { latitude: 100, longitude: 0 } }, ["geolocation", "latitude"]],
    ] as const
  ) {
    const response = await here.ingest("calendar_events", [
      event(1, 1, "01T00:00", "01T01:00", more),
    ]);
    assertEquals(response.status, 422);
    assertEquals((await response.json()).detail[0].loc, ["body", 1, ...path]);
  }
});

Deno.test("other users' calendars are rejected without a share of their type", async () => {
  await using here = await embedded();
  const friend = crypto.randomUUID();
  const token = await here.service.issueToken(friend);
  await (await here.ingest("calendars", [calendar(1)])).text();
  const routes = [
    "GET /data/v0/{me}/calendars",
    "GET /data/v0/{me}/calendar_events?start_time=2024-01-01&end_time=2024-01-02",
  ];
  for (const route of routes) {
    const response = await here.send(route, { token });
    assertEquals(response.status, 403);
    await response.body?.cancel();
  }
  const share = {
    datashare_name: "Mine",
    svc_user_name: "Me",
    svc_data_types: ["calendars"],
    share_all_data: false,
    time_start: null,
    time_end: null,
    permissions: [{ allowed_svc_userid: friend }],
    group_permissions: [],
  };
  const made = await here.send("POST /user/v1alpha1/datashares", {
    body: JSON.stringify(share),
    headers: { "content-type": "application/json" },
  });
  assertEquals(made.status, 200, await made.text());
  assertEquals(await here.json(routes[0]!, { token }), [calendar(1)]);
  // A calendar has no time, so a share of any window covers it.
  const other = await here.service.issueToken(crypto.randomUUID());
  const late = await person(here);
  const later = { ...share, time_start: "2024-06-01T00:00:00Z", time_end: "2024-07-01T00:00:00Z" };
  await here.json("POST /user/v1alpha1/datashares", {
    body: JSON.stringify({ ...later, permissions: [{ allowed_svc_userid: late.userid }] }),
  });
  assertEquals(await here.json(routes[0]!, { token: late.token }), [calendar(1)]);
  assertEquals((await here.send(routes[0]!, { token: other })).status, 403);
  const events = await here.send(routes[1]!, { token });
  assertEquals(events.status, 403);
  await events.body?.cancel();
});
