import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { embedded, JANUARY } from "../embedded.ts";
import { person, share } from "../people.ts";
import { openStore } from "../../../src/store/openStore.ts";

const heart = (start_time: string, value: number, more: object = {}) => ({
  start_time,
  value,
  source: "Wrist",
  ...more,
});

Deno.test("updates counts records by their processing time", async () => {
  let now = "2030-01-01T00:00:00Z";
  await using here = await embedded({
    store: openStore({ clock: () => now }),
    clock: () => "2030-01-01T00:00:00Z",
  });
  await (await here.ingest("HeartRate", [
    heart("2024-01-01T00:00Z", 60),
    heart("2024-01-02T00:00Z", 61),
  ])).text();
  now = "2030-01-02T00:00:00Z";
  await (await here.ingest("HeartRate", [heart("2024-01-03T00:00Z", 62)])).text();
  await (await here.ingest("MomentAnnotation", [{ start_time: "2024-01-03T00:00Z" }])).text();
  const get = async (
    start: string,
    end: string,
  ) => (await here.json<{ data_types: object; spans: object; file_changes: []; lists_tag: string }>(
    `GET /data/v1/updates?start_time=2030-01-0${start}&end_time=2030-01-0${end}`,
  ));
  const { lists_tag, ...first } = await get("1", "2");
  assertEquals(first, {
    data_types: { HeartRate: 2 },
    spans: { HeartRate: { start_time: "2024-01-01T00:00:00Z", end_time: "2024-01-02T00:00:00Z" } },
    file_changes: [],
  });
  assertEquals((await get("2", "3")).lists_tag, lists_tag, "records are no lists");
  assertEquals((await get("2", "3")).data_types, { MomentAnnotation: 1, HeartRate: 1 });
  assertEquals((await get("1", "3")).data_types, { MomentAnnotation: 1, HeartRate: 3 });
  assertEquals((await get("3", "4")).data_types, {});
});

Deno.test("the tag of the lists changes whenever one of them does, and only then", async () => {
  await using here = await embedded();
  const tag = async () =>
    (await here.json<{ lists_tag: string }>(
      "GET /data/v1/updates?start_time=2024-01-01&end_time=2024-01-02",
    )).lists_tag;
  const seen = new Set([await tag()]);
  const send = (route: string, body: unknown) =>
    here.send(route, {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }).then((response) => response.text());
  const annotation = { annotation_type: "moment", name: "Tea", description: "", tags: [] };
  const reflection = {
    name: "Evening",
    schedule: { cron: "0 20 * * *", time_zone: "UTC", paused: false, start_at: null, end_at: null },
  };
  for (
    const [route, body] of [
      ["POST /user/v1alpha1/tag", { name: "walk" }],
      ["POST /user/v1alpha1/preferences", { timezone: "Asia/Tokyo" }],
      ["POST /user/v1alpha1/annotation", annotation],
      ["POST /input/v1/data_type/Event", { name: "Tea", description: "" }],
      ["POST /input/v1/custom", { name: "Button" }],
      ["POST /user/v1alpha1/reflection", reflection],
      ["POST /user/v1alpha1/session", { session_name: "script", state: "x" }],
      ["POST /user/v1alpha1/datashares", { datashare_name: "All", svc_user_name: "Kim" }],
      ["POST /user/v1/group", { title: "Walkers", svc_data_types: [] }],
      ["POST /ingest/v1/record/HeartRate", { start_time: "2024-01-01", value: 60, source: "Band" }],
    ] as const
  ) {
    await send(route, body);
    const now = await tag();
    assert(!seen.has(now), route);
    seen.add(now);
  }
  await send("POST /ingest/v1/record/HeartRate", { start_time: "2024-01-02", value: 61 });
  assert(seen.has(await tag()), "a record of a known source changes no list");
});

Deno.test("data_available counts the records of each type that intersect the range", async () => {
  await using here = await embedded();
  await (await here.ingest("HeartRate", [
    heart("2023-12-31T23:00:00Z", 60, { end_time: "2024-01-01T00:00:00Z" }),
    heart("2023-12-31T23:30:00Z", 61, { end_time: "2024-01-01T00:30:00Z" }),
    heart("2024-01-05T00:00:00Z", 62, { end_time: "2024-01-09T00:00:00Z" }),
    heart("2024-01-06T00:00:00Z", 63),
    heart("2024-02-01T00:00:00Z", 64),
  ])).text();
  await (await here.ingest("StepCount", [heart("2024-02-01T00:00:00Z", 64)])).text();
  assertEquals(await here.json(`GET /data/v1alpha1/data_available?${JANUARY}`), [{
    data_type: "HeartRate",
    count: 3,
    start_time: "2023-12-31T23:30:00Z",
    end_time: "2024-01-09T00:00:00Z",
  }]);
});

Deno.test("updates and data_available only report shared data to other users", async () => {
  const now = "2030-01-01T00:00:00Z";
  await using here = await embedded({ store: openStore({ clock: () => now }) });
  const friend = await person(here), { token } = friend;
  await (await here.ingest("HeartRate", [
    heart("2023-12-31T00:00Z", 60),
    heart("2024-01-02T00:00Z", 61),
  ])).text();
  await (await here.ingest("StepCount", [heart("2024-01-02T00:00Z", 61)])).text();
  const updates = `GET /data/v1/updates?start_time=2030-01-01&end_time=2030-01-02` +
    `&svc_userid=${here.userid}`;
  const available = `GET /data/v1alpha1/data_available?${JANUARY}&svc_userid=${here.userid}`;
  for (const route of [updates, available]) {
    const response = await here.send(route, { token });
    assertEquals(response.status, 403);
    await response.body?.cancel();
  }
  await share(here, friend, {
    svc_data_types: ["HeartRate"],
    time_start: "2024-01-01T00:00:00Z",
    time_end: "2024-02-01T00:00:00Z",
  });
  assertEquals((await here.json<{ data_types: object }>(updates, { token })).data_types, {
    HeartRate: 1,
  });
  const types = (await here.json<{ data_type: string; count: number }[]>(available, { token }))
    .map(({ data_type, count }) => [data_type, count]);
  assertEquals(types, [["HeartRate", 1]]);
  await share(here, friend, { svc_data_types: ["HeartRate", "StepCount"] });
  assertEquals((await here.json<{ data_types: object }>(updates, { token })).data_types, {
    HeartRate: 2,
    StepCount: 1,
  });
});

Deno.test("updates reveal no unshared count, span, file or tag to a reader", async () => {
  let now = "2030-01-01T00:00:00Z";
  await using here = await embedded({
    store: openStore({ clock: () => now }),
    clock: () => "2030-01-01T00:00:00Z",
  });
  const reader = await person(here), other = await person(here);
  const send = (route: string, body: unknown) =>
    here.json<{ id: string; group: { id: string } }>(route, { body: JSON.stringify(body) });
  const ingest = async (type: string, ...records: object[]) => {
    const response = await here.ingest(type, records);
    assertEquals(response.status, 201, await response.text());
  };
  const shared = await send("POST /input/v1/data_type/Event", { name: "Tea", description: "" });
  const secret = await send("POST /input/v1/data_type/Event", { name: "Pill", description: "" });
  await ingest("StepCount", heart("2024-01-05T00:00Z", 10));
  await ingest("HeartRate", heart("2024-01-05T00:00Z", 60));
  await share(here, reader, { svc_data_types: ["StepCount", shared.id, "file:/open"] });
  await share(here, reader, {
    svc_data_types: ["HeartRate"],
    time_start: "2024-01-01T00:00:00Z",
    time_end: "2024-02-01T00:00:00Z",
  });
  const updates = () =>
    reader.json<{ data_types: object; spans: object; file_changes: object[]; lists_tag: string }>(
      `GET /data/v1/updates?start_time=2030-01-01&end_time=2030-01-03&svc_userid=${here.userid}`,
    );
  const before = await updates();
  const moment = { start_time: "2024-01-05T00:00:00Z", end_time: "2024-01-05T00:00:00Z" };
  assertEquals([before.data_types, before.spans], [
    { HeartRate: 1, StepCount: 1 },
    { StepCount: { start_time: moment.start_time, end_time: moment.end_time } },
  ], "of a type that is shared for some time only no span is told");

  now = "2030-01-02T00:00:00Z";
  await ingest("Weight", heart("1990-01-05T00:00Z", 70, { source: "Secret scale", unit: "kg" }));
  await ingest("HeartRate", heart("2024-03-05T00:00Z", 99), heart("2023-12-31T23:59Z", 99));
  await ingest(secret.id, { start_time: "2024-01-05T00:00Z", note: "secret" });
  const annotation = { annotation_type: "moment", name: "Secret", description: "", tags: [] };
  await send("POST /user/v1alpha1/annotation", annotation);
  await send("POST /user/v1alpha1/tag", { name: "secret" });
  await send("POST /user/v1alpha1/preferences", { timezone: "Asia/Tokyo" });
  await send("POST /input/v1/data_type/Metric", {
    name: "Secret",
    description: "",
    record_spec: { unit: "count", aggregation: "discrete" },
  });
  await send("POST /user/v1alpha1/session", { session_name: "secret", state: "x" });
  const file = { name: "secret.md", path: "/closed", content_type: "text/plain" };
  await send("POST /input/v1/file", { ...file, content_length: 1 });
  await share(here, other, { share_all_data: true });
  await other.json(`GET /data/v1/updates?start_time=2030-01-01&end_time=2030-01-03`);
  assertEquals(await updates(), before);

  const tags = new Set([before.lists_tag]);
  await share(here, reader, { svc_data_types: [secret.id] });
  const after = await updates();
  assert(!tags.has(after.lists_tag), "what is newly shared changes the tag");
  assertEquals(after.data_types, { HeartRate: 1, StepCount: 1, [secret.id]: 1 });
  assertEquals(Object.keys(after.spans), ["StepCount", secret.id].sort());
});

Deno.test("insight compares the latest full day with the 30 days before it, in UTC", async () => {
  await using here = await embedded();
  const day = (n: number) => new Date(Date.UTC(2024, 0, n, 12)).toISOString();
  const values = Array.from({ length: 40 }, (_, i) => (i * 17) % 23);
  await (await here.ingest("HeartRate", values.map((value, i) => heart(day(i + 1), 50 + value))))
    .text();
  await (await here.ingest(
    "StepCount",
    [1, 2, 5].map((n) => ({
      ...heart(new Date(Date.UTC(2024, 1, n)).toISOString(), n * 100),
      end_time: new Date(Date.UTC(2024, 1, n, 1)).toISOString(),
    })),
  )).text();
  // The fifth of February is day 36; it is complete at its last instant.
  const get = (timestamp: string) =>
    here.json<{
      timestamp: string;
      insights: { metric: string; value: number; mean: number; difference: number; days: number }[];
    }>(`GET /data/v1alpha1/insight?timestamp=${timestamp}`);
  const { timestamp, insights } = await get("2024-02-06T00:00:00Z");
  assertEquals(timestamp, "2024-02-06T00:00:00Z");
  assertEquals(insights.map(({ metric }) => metric), ["HeartRate", "StepCount"]);
  const [rate, steps] = insights;
  const before = values.slice(5, 35).map((value) => 50 + value);
  const mean = before.reduce((a, b) => a + b) / 30;
  assertEquals([rate!.value, rate!.days], [50 + values[35]!, 30]);
  assertAlmostEquals(rate!.mean, mean, 1e-9);
  assertAlmostEquals(rate!.difference, rate!.value - mean, 1e-9);
  assertEquals(steps, {
    metric: "StepCount",
    unit: "steps",
    value: 500,
    mean: 150,
    difference: 350,
    days: 2,
  } as never);
  assertEquals((await get("2024-02-05T23:59:59.999Z")).timestamp, "2024-02-05T00:00:00Z");
  assertEquals((await get("2024-01-01T00:00:00Z")).insights, []);
});

Deno.test("insight cuts days in the preferred time zone", async () => {
  await using here = await embedded();
  await here.json("POST /user/v1alpha1/preferences", {
    body: JSON.stringify({ timezone: "Asia/Tokyo" }),
    headers: { "content-type": "application/json" },
  });
  // 16:00 UTC is the next day in Tokyo.
  await (await here.ingest("HeartRate", [
    heart("2024-01-01T14:00Z", 60),
    heart("2024-01-01T16:00Z", 80),
  ])).text();
  const { timestamp, insights } = await here.json<
    { timestamp: string; insights: { value: number; mean: number }[] }
  >("GET /data/v1alpha1/insight?timestamp=2024-01-02T15:00:00Z");
  assertEquals(timestamp, "2024-01-03T00:00:00+09:00");
  assertEquals(insights.map(({ value, mean }) => [value, mean]), [[80, 60]]);
});

Deno.test("data sources are listed by rank: first the sources in the service's option, then by appearance", async () => {
  await using here = await embedded({ sourcePriority: ["Chest", "Wrist"] });
  for (const source of ["Phone", "Wrist", "Ring", "Chest"]) {
    await (await here.ingest("HeartRate", [{ start_time: "2024-01-01T00:00Z", value: 1, source }]))
      .text();
  }
  const list = await here.json<{ name: string; parent_id: null; metadata: object }[]>(
    "GET /data/v1alpha1/data_sources",
  );
  assertEquals(list.map(({ name }) => name), ["Chest", "Wrist", "Phone", "Ring"]);
  assertEquals([list[0]!.parent_id, list[0]!.metadata], [null, {}]);
});

Deno.test("data_available only reports known times, not an unknown arrival or departure", async () => {
  await using here = await embedded();
  const place = { latitude_degrees: 52.5, longitude_degrees: 13.4 };
  const unknown = { arrival: "0001-01-01T00:00:00+00:00", departure: "4001-01-01T00:00:00+00:00" };
  const friend = crypto.randomUUID(), token = await here.service.issueToken(friend);
  await here.json("POST /user/v1alpha1/datashares", {
    body: JSON.stringify({
      datashare_name: "All",
      svc_user_name: "Me",
      share_all_data: true,
      permissions: [{ allowed_svc_userid: friend }],
    }),
  });
  const held = async (visits: [arrival: string, departure: string][]) => {
    const records = visits.map(([arrival_date, departure_date], i) => ({
      ...place,
      id: `0190a0a0-1234-7abc-8def-00000000000${i}`,
      arrival_date,
      departure_date,
    }));
    await (await here.ingest("MobileLocationVisit", records)).text();
    const path = `GET /data/v1alpha1/data_available?${JANUARY}`;
    const own = await here.json<{ start_time: string | null; end_time: string | null }[]>(path);
    const shared = await here.json(`${path}&svc_userid=${here.userid}`, { token });
    assertEquals(shared, own);
    return own.map(({ start_time, end_time }) => [start_time, end_time]);
  };
  const [morning, noon, night] = (["06", "12", "23"] as const)
    .map((hour) => `2024-01-05T${hour}:00:00Z`) as [string, string, string];
  assertEquals(await held([[unknown.arrival, unknown.departure]]), [[null, null]]);
  assertEquals(await held([[noon, unknown.departure]]), [[noon, noon]]);
  assertEquals(await held([[unknown.arrival, morning], [noon, unknown.departure]]), [
    [morning, noon],
  ]);
  assertEquals(await held([[unknown.arrival, morning], [noon, night]]), [[morning, night]]);
});
