import { assert, assertEquals } from "@std/assert";
import { api } from "../../src/api/api.ts";
import { type Endpoint, splitRoute } from "../../src/api/fields/endpoint.ts";
import type { Group } from "../../src/schema/groups.ts";
import { type Embedded, embedded } from "../service/embedded.ts";
import { person, share } from "../service/people.ts";

const endpoints: [string, Endpoint][] = Object.entries(api).flatMap(([noun, operations]) =>
  Object.entries(operations as Record<string, Endpoint>)
    .map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint])
);

/**
 * Values that only the owner's data contains: a name, and values inside and outside of January 10
 * to 20.
 */
const NOBODY = "00000000-0000-4000-8000-0000000000ff";
const COLLECTED = ["HeartRate"];
const MARK = "the-owners-own";
const INSIDE = 61.25, OUTSIDE = 199.25;

const range = (start: string, end: string) => `start_time=2024-01-${start}&end_time=2024-01-${end}`;
const ALL = range("01", "31");

/** Query parameters of all operations; each ignores the others. */
const QUERY =
  "metric=HeartRate&metrics=HeartRate&output=jstable&function=avg&time=2024-01-12T00:00:00Z" +
  `&q=${encodeURIComponent("HeartRate[86400s] @ 1705104000")}`;

/** Creates a user with some of all data; returns values of all path parameters. */
async function fill(here: Embedded): Promise<Record<string, string>> {
  for (const [type, more] of [["HeartRate", {}], ["MomentAnnotation", { note: MARK }]] as const) {
    const of = (start: string, value: number) => ({
      start_time: start,
      source: MARK,
      ...(type === "HeartRate" ? { value } : {}),
      ...more,
    });
    await here.ingest(type, [
      of("2024-01-02T00:00Z", OUTSIDE),
      of("2024-01-12T00:00Z", INSIDE),
      of("2024-01-25T00:00Z", OUTSIDE),
    ]);
  }
  await here.ingest("SleepStage", [
    { start_time: "2024-01-12T00:00Z", end_time: "2024-01-12T08:00Z", value: 3, source: MARK },
  ]);
  const post = (path: string, body: unknown) =>
    // deno-lint-ignore no-explicit-any
    here.json<any>(`POST ${path}`, { body: JSON.stringify(body) });
  const { file, url } = await post("/input/v1/file", {
    name: MARK,
    path: "/",
    content_type: "text/plain",
    content_length: MARK.length,
  });
  await here.service.fetch(new Request(url, { method: "POST", body: MARK }));
  const annotation = await post("/user/v1alpha1/annotation", {
    name: MARK,
    description: MARK,
    tags: [],
    annotation_type: "moment",
  });
  const type = await post("/input/v1/data_type/Event", { name: MARK, description: MARK });
  const tag = await post("/user/v1alpha1/tag", { name: MARK });
  const { pool } = await post("/user/v1/group", {
    title: MARK,
    svc_data_types: COLLECTED,
    invited: [NOBODY],
  }) as { pool: Group };
  const friend = await person(here);
  const made = await share(here, friend, { svc_data_types: ["HeartRate"], datashare_name: MARK });
  const [dataset] = await friend.json<{ permission_id: string }[]>("GET /user/v1alpha1/datasets");
  return {
    svc_userid: here.userid,
    sharer_svc_userid: here.userid,
    input_id: file.id,
    annotation_id: annotation.id,
    type_id: type.id.split("/")[1],
    tag_id: tag.id,
    tag_name: MARK,
    group_id: pool.id,
    datashare_id: made.id,
    permission_id: dataset!.permission_id,
    base_type: "Event",
    api_version: "v1",
    resolution: "day",
  };
}

/** Returns a request of an operation for the owner's data. */
function requestOf(
  [name, endpoint]: [string, Endpoint],
  paths: Record<string, string>,
  times = ALL,
): { route: string; body?: string } {
  const { method, path } = splitRoute(endpoint.route);
  const isEvent = name.startsWith("events.");
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, key: string) =>
      key === "data_type" ? (isEvent ? "MomentAnnotation" : "HeartRate") : paths[key] ??
        "00000000-0000-4000-8000-000000000000",
  );
  const owner = `svc_userid=${paths["svc_userid"]}`;
  return {
    route: `${method} ${filled}?${times}&${QUERY}&${owner}`,
    ...(endpoint.body === undefined ? {} : { body: "{}" }),
  };
}

/** Returns whether an operation names an owner. */
function namesOwner({ route, query }: Endpoint): boolean {
  if (route.includes("/user/v1/shared/")) return false; // it tells strangers that nothing is shared
  return /\{(svc_userid|sharer_svc_userid)\b/.test(route) || "svc_userid" in (query ?? {});
}

Deno.test("no operation lets a stranger read or change another user's data", async () => {
  await using here = await embedded();
  const paths = await fill(here);
  const stranger = await person(here);
  let named = 0;
  for (const row of endpoints) {
    const [name, endpoint] = row;
    if (endpoint.auth !== undefined) continue;
    const { route, body } = requestOf(row, paths);
    const response = await here.send(route, {
      token: await here.service.issueToken(stranger.userid), // one operation revokes all tokens
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    assert(response.status < 500, `${name} answered ${response.status}: ${text}`);
    for (const secret of [MARK, String(INSIDE), String(OUTSIDE)]) {
      assert(response.status >= 400 || !text.includes(secret), `${name} answered ${text}`);
    }
    if (name === "shares.sharedTypes") { // it answers that nothing is shared
      assertEquals(JSON.parse(text), { all_data_types: false, svc_data_types: [] });
    } else if (namesOwner(endpoint)) {
      assertEquals(response.status, 403, `${name}: ${text}`);
      named++;
    } else if (/\{(?!data_type|base_type|resolution|api_version)\w+\}/.test(endpoint.route)) {
      assert([403, 404, 409, 422].includes(response.status), `${name} answered ${response.status}`);
    }
  }
  assert(named > 20, `only ${named} operations name an owner`);
});

Deno.test("a share of everything permits every read and no write, and ends all at once", async () => {
  await using here = await embedded();
  const paths = await fill(here);
  const reader = await person(here);
  const { id } = await share(here, reader, { share_all_data: true });
  const walk = async (status: (method: string) => number) => {
    for (const row of endpoints) {
      const [name, endpoint] = row;
      if (endpoint.auth !== undefined || !namesOwner(endpoint)) continue;
      const { route, body } = requestOf(row, paths);
      const response = await here.send(route, {
        token: reader.token,
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      assertEquals(response.status, status(route.split(" ")[0]!), `${name}: ${text}`);
    }
  };
  await walk((method) => method === "GET" ? 200 : 403);
  assertEquals((await here.send(`DELETE /user/v1alpha1/datashare/${id}`)).status, 204);
  await walk(() => 403);
});

Deno.test("no operation reads data outside of a share's window", async () => {
  let now = "2024-01-12T00:00:00Z";
  await using here = await embedded({ clock: () => now });
  now = "2024-01-12T00:01:00Z";
  const paths = await fill(here);
  const reader = await person(here);
  await share(here, reader, {
    share_all_data: true,
    time_start: "2024-01-10T00:00:00Z",
    time_end: "2024-01-20T00:00:00Z",
  });
  const seen = new Map<string, number[]>();
  const ranges = [range("10", "20"), ALL, range("01", "12"), range("12", "31"), range("01", "05")];
  for (const row of endpoints.filter(([, endpoint]) => namesOwner(endpoint))) {
    const [name, endpoint] = row;
    if (!endpoint.route.startsWith("GET")) continue;
    const statuses = [];
    for (const times of ranges) {
      const { route } = requestOf(row, paths, times);
      const response = await here.send(route, { token: reader.token });
      const text = await response.text();
      assert([200, 403, 404].includes(response.status), `${name} answered ${text}`);
      assert(!text.includes(String(OUTSIDE)), `${name} answered ${text}`);
      assert(!text.includes("2024-01-02") || times !== ranges[0], `${name} answered ${text}`);
      statuses.push(response.status);
    }
    seen.set(name, statuses);
  }
  for (const name of ["metrics.samples", "metrics.timeSeries", "sleep.cycles", "events.list"]) {
    assertEquals(seen.get(name), [200, 403, 403, 403, 403], name);
  }
});

Deno.test("a record that extends beyond a share's window is hidden", async () => {
  await using here = await embedded();
  const reader = await person(here);
  const span = (start: string, end: string) => ({ start_time: start, end_time: end });
  await here.ingest("StepCount", [
    { ...span("2024-01-09T23:00Z", "2024-01-10T01:00Z"), value: 100 },
    { ...span("2024-01-10T02:00Z", "2024-01-10T03:00Z"), value: 10 },
    { ...span("2024-01-19T23:00Z", "2024-01-20T00:00Z"), value: 20 },
    { ...span("2024-01-19T23:59Z", "2024-01-20T00:01Z"), value: 200 },
  ]);
  await share(here, reader, {
    svc_data_types: ["StepCount"],
    time_start: "2024-01-10T00:00:00Z",
    time_end: "2024-01-20T00:00:00Z",
  });
  const times = range("10", "20");
  const samples = (token: string) =>
    here.json<{ value: number }[]>(`GET /data/v0/{me}/metric_samples?metric=StepCount&${times}`, {
      token,
    });
  assertEquals((await samples(here.token)).map(({ value }) => value), [100, 10, 20, 200]);
  assertEquals((await samples(reader.token)).map(({ value }) => value), [10, 20]);
  const series = await here.json<{ step_count: number }[]>(
    `GET /data/v0/{me}/metric_time_series?metric=StepCount&output=jstable&samprate=3600&${times}`,
    { token: reader.token },
  );
  assertEquals(Object.values(series[0]!)[1], 50);
});

Deno.test("a share of some data types permits no others", async () => {
  await using here = await embedded();
  const paths = await fill(here);
  const reader = await person(here);
  await share(here, reader, { svc_data_types: ["HeartRate", "Event", "file:/shared/"] });
  const status = (path: string) => reader.status(`GET ${path}`);
  const me = here.userid, own = `Event/${paths["type_id"]}`;
  const metric = `/data/v0/${me}/metric_samples?${ALL}&metric=`;
  assertEquals(await status(`${metric}HeartRate`), 200);
  assertEquals(await status(`${metric}StepCount`), 403);
  const grouped = `/data/v0/time_series_grouped?${ALL}&output=csv&svc_userid=${me}`;
  assertEquals(await status(`${grouped}&metrics=HeartRate`), 200);
  assertEquals(await status(`${grouped}&metrics=HeartRate&metrics=StepCount`), 403);
  assertEquals(await status(`/data/v0/${me}/sleep_stages?${ALL}&output=csv`), 403);
  assertEquals(await status(`/data/v0/${me}/calendars`), 403);
  const event = (type: string) => `/data/v1alpha1/event/${type}?${ALL}&svc_userid=${me}`;
  assertEquals(await status(event(own)), 200);
  assertEquals(await status(event("MomentAnnotation")), 403);
  assertEquals(await status(`/input/v1/file/${paths["input_id"]}?svc_userid=${me}`), 403);
  const { files } = await reader.json<{ files: unknown[] }>(
    `GET /input/v1/file?svc_userid=${me}`,
  );
  assertEquals(files, []);
  const catalog = await reader.json<{ id: string; svc_userid: string; categories: string[] }[]>(
    "GET /data/v1/catalog?category=shared_type",
  );
  assertEquals(catalog.map((type) => [type.id, type.svc_userid]), [[own, me]]);
  const theirs = await reader.json<{ id: string }[]>(`GET /data/v1/catalog?svc_userid=${me}`);
  assertEquals(theirs.map(({ id }) => id).sort(), ["Event", own, "HeartRate"].sort());
});

Deno.test("another user's sleep is always clipped to the range", async () => {
  await using here = await embedded();
  await fill(here);
  const reader = await person(here);
  await share(here, reader, { svc_data_types: ["SleepStage"] });
  const query = "start_time=2024-01-12T02:00Z&end_time=2024-01-12T03:00Z&output=jstable";
  const read = (token: string) =>
    here.json<{ start_time: string; end_time: string }[]>(
      `GET /data/v0/{me}/sleep_stages?${query}&clip_to_range=false`,
      { token },
    );
  const [own] = await read(here.token), [shared] = await read(reader.token);
  assertEquals([own!.start_time, own!.end_time], [
    "2024-01-12T00:00:00Z",
    "2024-01-12T08:00:00Z",
  ]);
  assertEquals([shared!.start_time, shared!.end_time], [
    "2024-01-12T02:00:00Z",
    "2024-01-12T03:00:00Z",
  ]);
});
