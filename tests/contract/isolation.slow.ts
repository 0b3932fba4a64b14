import { assert, assertEquals } from "@std/assert";
import { sign } from "hono/jwt";
import { api } from "../../src/api/api.ts";
import { type Endpoint, splitRoute } from "../../src/api/fields/endpoint.ts";
import type { Group } from "../../src/schema/groups.ts";
import { type Embedded, embedded } from "../service/embedded.ts";
import { type Person, person, share } from "../service/people.ts";

/** Data that a share must include for an operation to read it. */
type Needs =
  /** One of these types, in the requested range. */
  | { readonly types: readonly string[] }
  /** One of these types, at any time. */
  | { readonly timeless: readonly string[] }
  | { readonly all: readonly string[] }
  | "anything"
  /** No share is enough, because it writes. */
  | "never";

/** Protection of an operation's data. */
type Entry =
  /** It names an owner. */
  | { readonly reads: Needs }
  /** It only knows its caller's data, and takes no id. */
  | "own"
  /** It takes an id, and answers the same for another user's id as for an unknown one. */
  | "own by id"
  /** It takes an id, but the wire requires 403 for another user's and 404 for an unknown one. */
  | "403 for another's"
  /** It has no user data. */
  | "nobody's"
  /** It has a separate secret. */
  | "another secret";

const one = (...types: string[]): Entry => ({ reads: { types } });
const timeless = (...types: string[]): Entry => ({ reads: { timeless: types } });
const anything: Entry = { reads: "anything" }, never: Entry = { reads: "never" };
const HEART = one("HeartRate"), NOTED = one("MomentAnnotation"), FILES = timeless("file:/");
const FILE = timeless("file:/"); // times never limit files

/** Operations that read another user's data, or differ from {@linkcode entryOf}'s default. */
const MATRIX: Readonly<Record<string, Entry>> = {
  "metrics.samples": HEART,
  "metrics.timeSeries": HEART,
  "metrics.timeSeriesGrouped": HEART,
  "metrics.records": HEART,
  "metrics.aggregate": HEART,
  "sleep.stages": one("SleepStage"),
  "sleep.cycles": one("SleepStage"),
  "sleep.cyclesExtended": { reads: { all: ["SleepStage", "HeartRate"] } },
  "sleep.aggregate": one("SleepStage"),
  "sleep.stageMetadata": timeless("SleepStage"),
  "events.list": NOTED,
  "events.aggregate": NOTED,
  "events.latest": timeless("MomentAnnotation"),
  "events.summary": NOTED,
  "workouts.list": one("MobileWorkout"),
  "locations.mobileUpdates": one("MobileLocationUpdate"),
  "locations.mobileVisits": one("MobileLocationVisit"),
  "locations.mapUpdates": one("MapLocationUpdate"),
  "locations.mapBounds": timeless("MapLocationUpdate"),
  "locations.atTime": one("MobileLocationUpdate", "MapLocationUpdate"),
  "locations.timeSeries": one("MobileLocationUpdate", "MapLocationUpdate"),
  "locations.updates": one("MobileLocationUpdate", "MapLocationUpdate"),
  "calendars.list": timeless("calendars"),
  "calendars.events": one("calendar_events"),
  "records.query": HEART,
  "changes.updates": anything,
  "changes.available": anything,
  "catalog.list": anything,
  "catalog.get": timeless("HeartRate"),
  "catalog.schema": timeless("HeartRate"),
  "catalog.define": "own",
  "ingest.record": "own",
  "files.list": FILES,
  "files.get": FILE,
  "files.delete": "403 for another's",
  "files.download": FILE,
  "files.restore": "403 for another's",
  "files.identify": "403 for another's",
  "files.updateDataType": "403 for another's",
  "fileUploads.list": FILES,
  "fileUploads.get": FILE,
  "fileUploads.delete": "403 for another's",
  "fileUploads.download": FILE,
  "fileUploads.restore": "403 for another's",
  "annotations.list": timeless("MomentAnnotation"),
  "annotations.get": timeless("MomentAnnotation"),
  "annotations.update": never,
  "annotations.delete": never,
  "annotations.cancelDeletion": never,
  "annotations.schema": "nobody's",
  "annotations.measurementSchema": "nobody's",
  "user.grantService": "another secret",
  "shares.access": anything,
  "shares.sharedTypes": "own",
  "groups.keys": "nobody's",
  "participants.samples": never,
  "participants.timeSeries": never,
  "participants.workouts": never,
  "participants.mapUpdates": never,
  "participants.mobileUpdates": never,
  "participants.mobileVisits": never,
  "participants.locationSeries": never,
  "participants.locationAtTime": never,
  "participants.sleepCycles": never,
  "participants.sleepStages": never,
  "participants.sleepAggregate": never,
  "storage.change": "another secret",
};

const OPERATIONS: [string, Endpoint][] = Object.entries(api).flatMap(([noun, operations]) =>
  Object.entries(operations as Record<string, Endpoint>)
    .map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint])
);

/** Returns the entry of an operation. Without one, it must keep to its caller's own data. */
function entryOf([name, { route, query }]: [string, Endpoint]): Entry {
  const entry = MATRIX[name];
  if (entry !== undefined) return entry;
  const namesOwner = route.includes("{svc_userid") || "svc_userid" in (query ?? {});
  assert(!namesOwner, `${name} names an owner: add what a share must hold for it to MATRIX`);
  return route.includes("{") ? "own by id" : "own";
}

/** Operations that read participants of groups, by path or query. */
const OF_PARTICIPANTS = OPERATIONS.filter(([name, { query }]) =>
  name.startsWith("participants.") || "participant_id" in (query ?? {})
);

/** Occurs only in the owner's data. */
const MARK = "of-the-owner-alone";
const NOBODY = "00000000-0000-4000-8000-0000000000ff";

/** Types that the user's group collects. */
const COLLECTED = [
  "HeartRate",
  "SleepStage",
  "mobile_workouts",
  "MapLocationUpdate",
  "MobileLocationUpdate",
  "MobileLocationVisit",
  "MomentAnnotation",
];

Deno.test("every operation that names an owner has an entry in the matrix, and every entry an operation", () => {
  for (const row of OPERATIONS) entryOf(row);
  const names = OPERATIONS.map(([name]) => name);
  assertEquals(Object.keys(MATRIX).filter((name) => !names.includes(name)), []);
});

/** Creates a user with data for every id in a path. */
async function fill(here: Embedded): Promise<Record<string, string>> {
  const at = { start_time: "2024-01-12T00:00Z", source: MARK };
  await here.ingest("HeartRate", [{ ...at, value: 61 }]);
  await here.ingest("SleepStage", [{ ...at, end_time: "2024-01-12T08:00Z", value: 3 }]);
  await here.ingest("MomentAnnotation", [{ ...at, note: MARK }]);
  // deno-lint-ignore no-explicit-any
  const post = (path: string, body: unknown): Promise<any> =>
    here.json(`POST ${path}`, { body: JSON.stringify(body) });
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
  const started = await post("/ingest/v1/import", { name: MARK });
  await post("/user/v1alpha1/session", { session_name: MARK, state: "x" });
  const [session] = await here.json<{ id: string }[]>("GET /user/v1alpha1/session");
  const reflection = await post("/user/v1alpha1/reflection", {
    name: MARK,
    schedule: {
      cron: "0 9 * * *",
      time_zone: "Europe/Berlin",
      paused: false,
      start_at: null,
      end_at: null,
    },
  });
  const input = await post("/input/v1/custom", { name: MARK });
  const { pool } = await post("/user/v1/group", {
    title: MARK,
    svc_data_types: COLLECTED,
    invited: [NOBODY],
  }) as { pool: Group };
  const { participant_id } = await post(`/user/v1/group/${pool.id}/membership`, {});
  const friend = await person(here);
  const made = await share(here, friend, { svc_data_types: ["StepCount"], datashare_name: MARK });
  const [dataset] = await friend.json<{ permission_id: string }[]>("GET /user/v1alpha1/datasets");
  return {
    svc_userid: here.userid,
    sharer_svc_userid: here.userid,
    input_id: file.id,
    annotation_id: annotation.id,
    base_type: "Event",
    type_id: type.id.split("/")[1],
    tag_id: tag.id,
    tag_name: MARK,
    import_id: started.id,
    session_id: session!.id,
    reflection_id: reflection.id,
    custom_input_id: input.id,
    group_id: pool.id,
    pool_id: pool.id,
    participant_id,
    datashare_id: made.id,
    permission_id: dataset!.permission_id,
    grant_id: dataset!.permission_id,
    resolution: "day",
  };
}

const RANGE = "start_time=2024-01-10T00:00Z&end_time=2024-01-20T00:00Z";
const QUERY = "metric=HeartRate&metrics=HeartRate&output=jstable&function=avg&aggregate=day" +
  `&time=2024-01-12T00:00:00Z&q=${encodeURIComponent("HeartRate[86400s] @ 1705104000")}`;

/** Returns a request of an operation for the owner's data. */
function requestOf(
  [name, endpoint]: [string, Endpoint],
  paths: Readonly<Record<string, string>>,
): { route: string; body?: string } {
  const { method, path } = splitRoute(endpoint.route);
  const isEvent = name.startsWith("events.");
  const known: Record<string, string> = {
    ...paths,
    data_type: isEvent ? "MomentAnnotation" : "HeartRate",
    api_version: isEvent ? "v1alpha1" : "v0",
  };
  const filled = path.replaceAll(/\{(\w+)\??\}/g, (_, key: string) => known[key] ?? NOBODY);
  const owner = OF_PARTICIPANTS.some(([known]) => known === name) && paths["of"] === "participant"
    ? `pool_id=${paths["pool_id"]}&participant_id=${paths["participant_id"]}`
    : `svc_userid=${paths["svc_userid"]}`;
  return {
    route: `${method} ${filled}?${RANGE}&${QUERY}&${owner}`,
    ...(endpoint.body === undefined ? {} : { body: "{}" }),
  };
}

async function ask(
  here: Embedded,
  row: [string, Endpoint],
  paths: Readonly<Record<string, string>>,
  token: string | null,
) {
  const { route, body } = requestOf(row, paths);
  const response = await here.send(route, { token, ...(body === undefined ? {} : { body }) });
  return { status: response.status, text: await response.text() };
}

Deno.test("no operation answers without a valid token", async () => {
  let now = Temporal.Instant.from("2026-01-01T00:00:00Z");
  await using here = await embedded({ clock: () => now });
  const paths = await fill(here);
  const expired = await here.service.issueToken(here.userid, { expiresIn: 60 });
  now = now.add({ minutes: 2 });
  const claims = { svc_userid: here.userid, iat: 1, exp: 9e9 };
  const [head, payload, tail] = here.token.split(".") as [string, string, string];
  const other = btoa(JSON.stringify({ ...claims, svc_userid: NOBODY })).replaceAll("=", "");
  const tokens: Record<string, string | null> = {
    none: null,
    empty: "",
    wrong: "x",
    expired,
    forged: await sign(claims, "another secret", "HS256"),
    "alg none": `${btoa('{"alg":"none","typ":"JWT"}').replaceAll("=", "")}.${payload}.`,
    "another payload": `${head}.${other}.${tail}`,
    "a session that is none": `lfs_${"A".repeat(43)}`,
  };
  for (const row of OPERATIONS) {
    for (const [what, token] of Object.entries(tokens)) {
      const { status, text } = await ask(here, row, paths, token);
      assertEquals(status, 401, `${row[0]} with ${what}: ${text}`);
    }
  }
});

/** All types in the matrix, once each. */
const TYPES = [
  ...new Set(
    Object.values(MATRIX).flatMap((entry) => {
      if (typeof entry === "string" || typeof entry.reads === "string") return [];
      return Object.values(entry.reads).flat() as string[];
    }),
  ),
];

/** Returns whether a share permits an operation. */
function mayRead(needs: Needs, types: readonly string[], isInTime: boolean): boolean {
  if (needs === "never") return false;
  if (needs === "anything") return types.length > 0;
  if ("all" in needs) return isInTime && needs.all.every((type) => types.includes(type));
  if ("timeless" in needs) return needs.timeless.some((type) => types.includes(type));
  return isInTime && needs.types.some((type) => types.includes(type));
}

/** Sends every operation as a user, and compares each answer with the matrix. */
async function holds(
  here: Embedded,
  paths: Readonly<Record<string, string>>,
  reader: Person,
  what: string,
  shared: { types: readonly string[]; isInTime: boolean },
): Promise<number> {
  let answered = 0;
  for (const row of OPERATIONS) {
    const entry = entryOf(row);
    if (typeof entry === "string") continue;
    const { status, text } = await ask(here, row, paths, reader.token);
    const may = mayRead(entry.reads, shared.types, shared.isInTime);
    // 404: the caller may read it, but it does not exist.
    const expected = may ? [200, 404] : [403];
    assert(expected.includes(status), `${row[0]}, ${what}: ${status} ${text.slice(0, 300)}`);
    if (may) answered++;
    else assert(!text.includes(MARK), `${row[0]}, ${what} tells of it`);
  }
  return answered;
}

const NONE = { types: [], isInTime: false } as const;

Deno.test("only a share of its type and time lets a user read another's data", async () => {
  await using here = await embedded();
  const paths = await fill(here);
  assertEquals(await holds(here, paths, await person(here), "unshared", NONE), 0);
  for (const type of TYPES) {
    const reader = await person(here);
    const { id } = await share(here, reader, { svc_data_types: [type] });
    const inTime = { types: [type], isInTime: true };
    assert(await holds(here, paths, reader, `shared for ${type}`, inTime) > 0);
    await here.send(`DELETE /user/v1alpha1/datashare/${id}`);
    await holds(here, paths, reader, `after revoking ${type}`, NONE);
  }
  const all = await person(here);
  const { id } = await share(here, all, { share_all_data: true });
  const everything = { types: TYPES, isInTime: true };
  assert(await holds(here, paths, all, "shared as a whole", everything) > 35);
  await here.send(`PUT /user/v1alpha1/datashare/${id}`, { body: '{"permissions":[]}' });
  await holds(here, paths, all, "with the permission taken back", NONE);
  const early = await person(here);
  await share(here, early, { share_all_data: true, time_end: "2023-01-01T00:00:00Z" });
  await holds(here, paths, early, "shared for another time", { types: TYPES, isInTime: false });
});

Deno.test("a group shares data as long as both users are in it", async () => {
  await using here = await embedded();
  const paths = await fill(here);
  const reader = await person(here), outside = await person(here);
  const { pool } = await reader.json<{ pool: Group }>("POST /user/v1/group", {
    body: { title: "us", is_public: true, svc_data_types: [] },
  });
  const membership = `/user/v1/group/${pool.id}/membership`;
  await here.json(`POST ${membership}`);
  await reader.status(`POST ${membership}`);
  await share(here, reader, {
    permissions: [],
    group_permissions: [{ allowed_group_id: pool.id }],
    share_all_data: true,
  });
  const everything = { types: TYPES, isInTime: true };
  await holds(here, paths, reader, "through a group", everything);
  await holds(here, paths, outside, "outside of the group", NONE);
  await reader.status(`DELETE ${membership}`);
  await holds(here, paths, reader, "after leaving the group", NONE);
  await reader.status(`POST ${membership}`);
  await holds(here, paths, reader, "back in the group", everything);
  await here.send(`DELETE ${membership}`);
  await holds(here, paths, reader, "after the sharer has left", everything);
});

Deno.test("only the creator of a group reads its participants, and only while they take part", async () => {
  await using here = await embedded();
  const me = await person(here, here.userid);
  const paths = await fill(here);
  const member = await person(here), stranger = await person(here), maker = await person(here);
  const { group } = await maker.json<{ group: Group }>("POST /user/v1/group", {
    body: { title: "us", svc_data_types: COLLECTED },
  });
  const membership = `/user/v1/group/${group.id}/membership`;
  const joined = await me.json<{ participant_id: string }>(`POST ${membership}`);
  await member.status(`POST ${membership}`);
  const { participant_id } = joined;
  const ids = { group_id: group.id, pool_id: group.id, participant_id };
  const named = { ...paths, ...ids, of: "participant" };
  const statuses = async (who: Person): Promise<[string, number][]> => {
    const all: [string, number][] = [];
    for (const row of OF_PARTICIPANTS) {
      const { status, text } = await ask(here, row, named, who.token);
      if (who !== maker) assert(!text.includes(MARK), `${row[0]} tells of it`);
      all.push([row[0], status]);
    }
    return all;
  };
  const each = (status: number) => OF_PARTICIPANTS.map(([name]) => [name, status]);
  assert(OF_PARTICIPANTS.length >= 18);
  assertEquals(await statuses(maker) as unknown[], each(200));
  for (const who of [member, stranger, me]) {
    assertEquals(await statuses(who) as unknown[], each(403));
  }
  await here.send(`DELETE ${membership}`);
  for (const [name, status] of await statuses(maker)) {
    assertEquals(status, name.endsWith("etadata") ? 404 : 403, `${name}, after leaving`);
  }
});

Deno.test("other users cannot reach a user's own data, or learn whether an id exists", async () => {
  await using here = await embedded();
  const paths = await fill(here);
  const reader = await person(here);
  await share(here, reader, { share_all_data: true });
  const nobody = Object.fromEntries(
    Object.entries(paths).map(([name, value]) => [name, /_id$/.test(name) ? NOBODY : value]),
  );
  for (const row of OPERATIONS) {
    const [name] = row, entry = entryOf(row);
    if (typeof entry !== "string" || entry === "another secret") continue;
    const token = await here.service.issueToken(reader.userid); // one operation revokes all tokens
    const { status, text } = await ask(here, row, paths, token);
    assert(status < 500, `${name}: ${status} ${text}`);
    const isListed = name === "shares.datasets" || name === "shares.received"; // readers see the name of a share
    if (!isListed && name !== "tags.byName") {
      assert(status >= 400 || !text.includes(MARK), `${name} tells ${text}`);
    }
    if (entry === "own by id") {
      const missing = await ask(here, row, { ...nobody, tag_name: "there is none" }, token);
      assert([403, 404, 409, 422].includes(status), `${name}: ${status} ${text}`);
      assertEquals(status, missing.status, `${name}: ${text} and ${missing.text}`);
    } else if (entry === "403 for another's") {
      const missing = await ask(here, row, nobody, token);
      assert([403, 422].includes(status), `${name}: ${status} ${text}`);
      assert([404, 422].includes(missing.status), `${name}: ${missing.status}`);
    }
  }
});

/** Creates a session with limits, as a reader of its user's data. */
async function limitedTo(here: Embedded, policy: object): Promise<Person> {
  const { token } = await here.json<{ token: string }>("POST /user/v1alpha1/session", {
    body: JSON.stringify({ session_name: "limited", state: "x", policy }),
  });
  return { ...await person(here, here.userid), token };
}

/** Operations that a limited session may call without naming the owner. */
const OF_SESSIONS = ["metrics.catalog", "shares.sharedTypes", "sources.list", "user.info"];
/** Operations that it may also call if its policy covers everything. */
const OF_WHOLE_SESSIONS = ["tags.list", "user.preferences", "user.totals"];

Deno.test("a session with limits reads what a share of its types and times would, and nothing else", async () => {
  await using here = await embedded();
  const paths = await fill(here);
  for (const type of TYPES) {
    const reader = await limitedTo(here, { svc_data_types: [type] });
    const inTime = { types: [type], isInTime: true };
    assert(await holds(here, paths, reader, `limited to ${type}`, inTime) > 0);
  }
  const early = await limitedTo(here, { time_end: "2023-01-01T00:00:00Z" });
  await holds(here, paths, early, "limited in time", { types: TYPES, isInTime: false });
  const whole = await limitedTo(here, {});
  assert(await holds(here, paths, whole, "that only reads", { types: TYPES, isInTime: true }) > 35);
});

Deno.test("a session with limits reads nobody else's data, not even if its user may", async () => {
  await using here = await embedded();
  const paths = await fill(here), reader = await person(here);
  await share(here, reader, { share_all_data: true });
  const other = { ...here, userid: reader.userid };
  for (const policy of [{}, { svc_data_types: TYPES }, { write: true }]) {
    const { token } = await reader.json<{ token: string }>("POST /user/v1alpha1/session", {
      body: { session_name: "limited", state: "x", policy },
    });
    for (const row of OPERATIONS) {
      const entry = entryOf(row);
      if (typeof entry === "string") continue;
      const { status, text } = await ask(other, row, paths, token);
      assertEquals(status, 403, `${row[0]}: ${text}`);
    }
  }
  assert(
    (await ask(other, OPERATIONS.find(([name]) => name === "sleep.stages")!, paths, reader.token))
      .status === 200,
  );
});

Deno.test("a session with limits changes nothing, and gives nobody more rights", async () => {
  await using here = await embedded();
  const paths = await fill(here);
  const limited = await limitedTo(here, { svc_data_types: TYPES });
  const whole = await limitedTo(here, {});
  const writer = await limitedTo(here, { write: true });
  const before = await here.json("GET /user/v1alpha1/totals");
  for (const [what, { token }] of Object.entries({ limited, whole, writer })) {
    for (const row of OPERATIONS) {
      const [name, endpoint] = row, entry = entryOf(row);
      if (entry === "another secret") continue;
      const { method } = splitRoute(endpoint.route);
      if (typeof entry !== "string" && method === "GET") continue;
      const { status, text } = await ask(here, row, paths, token);
      const may = what === "limited" ? OF_SESSIONS : [
        ...OF_SESSIONS,
        ...OF_WHOLE_SESSIONS,
        ...what === "writer" ? ["annotations.create", "ingest.record", "tags.create"] : [],
      ];
      const expected = may.includes(name) ? [200, 201, 422] : [403];
      assert(expected.includes(status), `${name}, ${what}: ${status} ${text}`);
    }
  }
  assertEquals(await here.json("GET /user/v1alpha1/totals"), before);
  for (const policy of ["policy", "policy_id"]) {
    const body = JSON.stringify({ session_name: "more", state: "x", [policy]: null });
    await here.json("POST /user/v1alpha1/session", { body, token: writer.token, status: 403 });
  }
});

Deno.test("a session with limits ends with its policy, and when it is revoked", async () => {
  let now = Temporal.Instant.from("2026-01-01T00:00:00Z");
  await using here = await embedded({ clock: () => now });
  const paths = await fill(here);
  const stages = OPERATIONS.find(([name]) => name === "sleep.stages")!;
  const short = await limitedTo(here, { ends_at: "2026-01-01T00:01:00Z" });
  const long = await limitedTo(here, { svc_data_types: ["SleepStage"] });
  const status = async (token: string) => (await ask(here, stages, paths, token)).status;
  assertEquals([await status(short.token), await status(long.token)], [200, 200]);
  now = now.add({ minutes: 2 });
  assertEquals([await status(short.token), await status(long.token)], [401, 200]);
  await here.send("DELETE /user/v1alpha1/session");
  assertEquals(await status(long.token), 401);
});
