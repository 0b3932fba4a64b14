import { assert, assertEquals } from "@std/assert";
import { verify } from "hono/jwt";
import type { Group, GroupAnswer, GroupToken, Membership } from "../../../src/schema/groups.ts";
import type { Dataset, ShareRead } from "../../../src/schema/shares.ts";
import { embedded } from "../embedded.ts";
import { type Person, person, share } from "../people.ts";

const GROUP = "/user/v1/group";
const RANGE = "start_time=2024-01-01&end_time=2024-02-01";
const TEXTS = {
  responsible_entity: "Institute",
  description: "all night",
  group_url: "https://study.example.org",
  detail_markdown: "# Details",
  agreement_markdown: "# Terms",
  withdraw_markdown: "# Bye",
  header_image_url: null,
  preview_image_url: null,
  friendly_id: "sleepers",
};

async function make(by: Person, body: object = {}): Promise<Group> {
  const { group, pool } = await by.json<GroupAnswer>(`POST ${GROUP}`, {
    body: { title: "Sleepers", svc_data_types: [], ...body },
  });
  assertEquals(pool, group);
  return group;
}

Deno.test("a group returns all of its contents, and its terms are fixed", async () => {
  await using here = await embedded();
  const maker = await person(here), other = await person(here);
  const group = await make(maker, {
    ...TEXTS,
    is_public: false,
    time_start: "2024-01-01T00:00:00+01:00",
    time_end: null,
    svc_data_types: ["HeartRate", "Event", "mobile_workouts"],
    invited: [maker.userid],
  });
  assertEquals(group, {
    id: group.id,
    svc_userid: maker.userid,
    title: "Sleepers",
    is_public: false,
    ...TEXTS,
    time_start: "2023-12-31T23:00:00Z",
    time_end: null,
    svc_data_types: ["HeartRate", "Event", "mobile_workouts"],
    view_description: null,
    invited: [maker.userid],
    created_at: group.created_at,
    updated_at: group.updated_at,
  });
  const path = `${GROUP}/${group.id}`;
  assertEquals(await maker.json(`GET ${path}`), group);
  assertEquals(await maker.json(`GET ${GROUP}`), [group]);
  const changed = await maker.json<Group>(`PUT ${path}`, {
    body: { description: "all day", header_image_url: "https://x.example", view_description: {} },
  });
  assertEquals(
    [changed.description, changed.header_image_url, changed.view_description],
    ["all day", "https://x.example", {}],
  );
  const cleared = await maker.json<Group>(`PUT ${path}`, {
    body: { description: null, header_image_url: null, view_description: null },
  });
  assertEquals([cleared.description, cleared.header_image_url], ["all day", null]);
  assertEquals(cleared.view_description, null);
  for (
    const terms of [
      { title: "Wakers" },
      { is_public: true },
      { svc_data_types: [] },
      { time_start: null },
      { agreement_markdown: "" },
      { colour: "red" },
      { is_public: true, invited: [maker.userid] },
    ]
  ) {
    assertEquals(await maker.status(`PUT ${path}`, terms), 422, JSON.stringify(terms));
  }
  for (const [method, body] of [["GET"], ["PUT", {}], ["DELETE"]] as const) {
    assertEquals(await other.status(`${method} ${path}`, body), 404);
    assertEquals(await other.status(`${method} ${GROUP}/${crypto.randomUUID()}`, body), 404);
  }
  assertEquals(await maker.status(`DELETE ${path}`), 204);
  assertEquals(await maker.status(`GET ${path}`), 404);
});

Deno.test("an invalid group is rejected", async () => {
  await using here = await embedded();
  const maker = await person(here);
  const good = { title: "Sleepers", svc_data_types: ["HeartRate"] };
  for (
    const wrong of [
      { title: "" },
      { svc_data_types: undefined },
      { svc_data_types: null },
      { svc_data_types: ["Heartrate"] },
      { svc_data_types: ["DeletedRecord"] },
      { svc_data_types: ["file:/notes"] },
      { svc_data_types: ["calendars"] },
      { time_start: "2024-01-02", time_end: "2024-01-01" },
      { time_start: "yesterday" },
      { colour: "red" },
    ]
  ) {
    assertEquals(
      await maker.status(`POST ${GROUP}`, { ...good, ...wrong }),
      422,
      JSON.stringify(wrong),
    );
  }
  assertEquals(await maker.json(`GET ${GROUP}`), []);
});

Deno.test("everybody finds a public group and joins a private one by its id, unless others are invited", async () => {
  await using here = await embedded();
  const maker = await person(here), other = await person(here), guest = await person(here);
  const open = await make(maker, { is_public: true }), unlisted = await make(maker);
  const closed = await make(maker, { invited: [guest.userid] });
  assertEquals(await other.json(`GET ${GROUP}`), [open]);
  const invite = { invited: [guest.userid] };
  assertEquals(await maker.status(`PUT ${GROUP}/${open.id}`, invite), 422);
  assertEquals(await guest.json(`GET ${GROUP}`), [open, { ...closed, invited: [] }]);
  const join = (group: Group) => `POST ${GROUP}/${group.id}/membership`;
  const joined = await other.json<Membership>(join(open));
  assertEquals(Object.keys(joined).sort(), ["group_id", "joined_at", "participant_id"]);
  assertEquals(joined.group_id, open.id);
  assertEquals(await other.json(join(open)), joined, "joining again");
  assertEquals(await other.json(`GET ${GROUP}/${unlisted.id}`), unlisted);
  assertEquals(await other.status(join(unlisted)), 200);
  assertEquals(await other.status(join(closed)), 404);
  assertEquals(await guest.status(join(closed)), 200);
  assertEquals(await maker.status(`${join(closed)}?member_svc_userid=${other.userid}`), 403);
  const listed = await other.json<Group[]>(`GET ${GROUP}?subscribed_only=true`);
  assertEquals(listed.map(({ id }) => id), [open.id, unlisted.id]);
  assertEquals(listed[0], {
    ...open,
    participant_id: joined.participant_id,
    joined_at: joined.joined_at,
  });
  assertEquals(
    await maker.json(`GET ${GROUP}?subscribed_only=true`),
    [],
    "a maker is no participant",
  );
  const leave = `DELETE ${GROUP}/${open.id}/membership`;
  assertEquals(await other.status(leave), 204);
  assertEquals(await other.status(leave), 404);
  const again = await other.json<Membership>(join(open));
  assert(again.participant_id !== joined.participant_id);
  const removing = `${leave}?member_svc_userid=`;
  assertEquals(await guest.status(removing + other.userid), 403);
  assertEquals(await guest.status(removing + again.participant_id), 403);
  assertEquals(await maker.status(removing + again.participant_id), 204);
  assertEquals(await other.status(leave), 404, "the maker removed them");
  assertEquals(await maker.status(removing + again.participant_id), 404);
});

Deno.test("removing a user id reveals nothing about participants to the creator of a group", async () => {
  await using here = await embedded();
  const maker = await person(here), member = await person(here), stranger = await person(here);
  const { id } = await make(maker, { is_public: true }), path = `${GROUP}/${id}/membership`;
  const { participant_id } = await member.json<Membership>(`POST ${path}`);
  const answers = [];
  for (const userid of [member.userid, stranger.userid, crypto.randomUUID()]) {
    const removed = await maker.json<object>(`DELETE ${path}?member_svc_userid=${userid}`, {
      status: 404,
    });
    answers.push(JSON.stringify(removed).replaceAll(userid, "U"));
  }
  assertEquals(new Set(answers).size, 1);
  assertEquals(await maker.json(`GET ${GROUP}/${id}/participants`), [participant_id]);
  assertEquals(await member.status(`DELETE ${path}?member_svc_userid=${participant_id}`), 204);
  assertEquals(await maker.json(`GET ${GROUP}/${id}/participants`), []);
});

Deno.test("only the creator of a group sees its participants, and stores metadata about them", async () => {
  await using here = await embedded();
  const maker = await person(here), other = await person(here), stranger = await person(here);
  const group = await make(maker, { is_public: true }), path = `${GROUP}/${group.id}`;
  assertEquals(await maker.json(`GET ${path}/participants`), []);
  const { participant_id: own } = await maker.json<Membership>(`POST ${path}/membership`);
  const { participant_id } = await other.json<Membership>(`POST ${path}/membership`);
  assertEquals(await maker.json(`GET ${path}/participants`), [own, participant_id]);
  assert(![maker.userid, other.userid].includes(participant_id));
  const metadata = `${path}/participants/${participant_id}/metadata`;
  assertEquals(await maker.json(`GET ${metadata}`), {});
  assertEquals(await maker.json(`PATCH ${metadata}`, { body: { arm: { dose: 1 }, code: 7 } }), {
    arm: { dose: 1 },
    code: 7,
  });
  assertEquals(await maker.json(`PATCH ${metadata}`, { body: { arm: { drug: "a" } } }), {
    arm: { drug: "a" },
    code: 7,
  });
  assertEquals(await maker.json(`PUT ${metadata}`, { body: { age: 40 } }), { age: 40 });
  assertEquals(await maker.json(`GET ${metadata}`), { age: 40 });
  assertEquals(await maker.json(`PUT ${metadata}`, { body: {} }), {});
  assertEquals(await maker.status(`PUT ${metadata}`, []), 422);
  const unknown = `${path}/participants/${crypto.randomUUID()}/metadata`;
  assertEquals(await maker.status(`GET ${unknown}`), 404);
  assertEquals(await maker.status(`PATCH ${unknown}`, {}), 404);
  for (const who of [other, stranger]) {
    assertEquals(await who.status(`GET ${path}/participants`), 403);
    assertEquals(await who.status(`GET ${metadata}`), 403);
    assertEquals(await who.status(`PUT ${metadata}`, {}), 403);
    assertEquals(await who.status(`PATCH ${metadata}`, {}), 403);
  }
});

Deno.test("a creator reads the group's types within its times until the participant leaves", async () => {
  await using here = await embedded();
  const me = await person(here, here.userid);
  const maker = await person(here), other = await person(here);
  const group = await make(maker, {
    time_start: "2024-01-01T00:00:00Z",
    time_end: "2024-02-01T00:00:00Z",
    svc_data_types: ["HeartRate", "SleepStage", "mobile_workouts"],
  });
  const membership = `${GROUP}/${group.id}/membership`;
  const { participant_id } = await me.json<Membership>(`POST ${membership}`);
  await other.status(`POST ${membership}`);
  await here.ingest("HeartRate", [{ start_time: "2024-01-02T00:00Z", value: 61 }]);
  await here.ingest("StepCount", [{ start_time: "2024-01-02T00:00Z", value: 5 }]);
  await here.ingest("MobileWorkout", [{ start_date: "2024-01-02", end_date: "2024-01-02T01:00" }]);
  const of = (op: string, range = RANGE, who = participant_id) =>
    `GET /data/v0/pool/${group.id}/participant/${who}/${op}${op.includes("?") ? "&" : "?"}${range}`;
  const heart = "metric_samples?metric=HeartRate";
  const samples = await maker.json<{ value: number }[]>(of(heart));
  assertEquals(samples.map(({ value }) => value), [61]);
  const alpha = (type: string, query = "") =>
    `GET /data/v1alpha1/metric/${type}?${RANGE}&pool_id=${group.id}` +
    `&participant_id=${participant_id}${query}`;
  assertEquals((await maker.json<unknown[]>(alpha("HeartRate"))).length, 1);
  assertEquals((await maker.json<unknown[]>(of("mobile_workouts"))).length, 1);
  assertEquals((await maker.json<unknown[]>(of("sleep_cycles?output=jstable"))).length, 0);
  const refused = [
    of("metric_samples?metric=StepCount"),
    of("mobile_location_updates"),
    of(heart, "start_time=2023-12-31T23:59:59Z&end_time=2024-01-10"),
    of(heart, "start_time=2024-01-10&end_time=2024-02-01T00:00:01Z"),
    of(heart, "start_time=2025-01-10&end_time=2025-01-11"),
    of(heart, RANGE, crypto.randomUUID()),
    alpha("StepCount"),
    ...[here, maker, other].map(({ userid }) => alpha("HeartRate", `&svc_userid=${userid}`)),
    alpha("HeartRate").replace(/&participant_id=.*/, ""),
  ];
  for (const route of refused) assertEquals(await maker.status(route), 403, route);
  assertEquals(await maker.status(of(heart, "start_time=2024-01-10&end_time=2024-01-09")), 422);
  for (const who of [other, me]) {
    assertEquals(await who.status(of(heart)), 403);
    assertEquals(await who.status(alpha("HeartRate")), 403);
  }
  const direct = `GET /data/v0/${here.userid}/metric_samples?metric=HeartRate&${RANGE}`;
  assertEquals(await maker.status(direct), 403, "the group gives no user's data by the user's id");
  const log = await me.json<ShareRead[]>(
    "GET /user/v1alpha1/access/reads?start_time=2000-01-01&end_time=2100-01-01",
  );
  const noted = (op: string) =>
    log.filter(({ operation }) => operation.endsWith(op)).map(({ data_type }) => data_type);
  assertEquals(noted("/sleep_cycles"), ["SleepStage"], "reads are noted by type");
  assertEquals(noted("/mobile_workouts"), ["MobileWorkout"]);
  const read = log.find(({ operation }) => operation.includes("metric_samples"))!;
  assertEquals([read.svc_userid, read.data_type], [maker.userid, "HeartRate"]);
  assert(read.operation.includes("/pool/"), read.operation);
  await me.status(`DELETE ${membership}`);
  for (const route of [of(heart), alpha("HeartRate")]) assertEquals(await maker.status(route), 403);
  assertEquals(
    await maker.json(`GET ${GROUP}/${group.id}/participants`).then((all) =>
      (all as string[]).length
    ),
    1,
  );
});

Deno.test("a creator who takes part is only read by the group's terms", async () => {
  await using here = await embedded();
  const me = await person(here, here.userid);
  const group = await make(me, { svc_data_types: ["HeartRate"], time_end: "2024-01-15" });
  const { participant_id } = await me.json<Membership>(`POST ${GROUP}/${group.id}/membership`);
  const of = (metric: string, range: string) =>
    `GET /data/v0/pool/${group.id}/participant/${participant_id}/metric_samples?metric=${metric}&${range}`;
  await here.ingest("HeartRate", [{ start_time: "2024-01-02T00:00Z", value: 61 }]);
  const within = "start_time=2024-01-01&end_time=2024-01-15";
  assertEquals((await me.json<unknown[]>(of("HeartRate", within))).length, 1);
  assertEquals(await me.status(of("HeartRate", RANGE)), 403);
  assertEquals(await me.status(of("StepCount", within)), 403);
});

Deno.test("everybody in a group reads data shared with it, even after the sharer has left", async () => {
  await using here = await embedded();
  const me = await person(here, here.userid);
  const reader = await person(here), second = await person(here);
  const group = await make(reader, { is_public: true });
  const membership = `${GROUP}/${group.id}/membership`;
  for (const who of [me, reader, second]) await who.status(`POST ${membership}`);
  await share(here, reader, {
    permissions: [],
    group_permissions: [{ allowed_group_id: group.id }],
    svc_data_types: ["HeartRate"],
  });
  const direct = `GET /data/v0/${here.userid}/metric_samples?metric=HeartRate&${RANGE}`;
  const all = async () => [await reader.status(direct), await second.status(direct)];
  assertEquals(await all(), [200, 200]);
  // One participant gives it up by the older route, the other keeps it.
  const [dataset] = await second.json<Dataset[]>("GET /user/v1alpha1/datasets");
  await second.status(`DELETE /user/v1alpha1/dataset/permission/${dataset!.permission_id}`);
  assertEquals(await all(), [200, 403]);
  await reader.status(`DELETE ${membership}`);
  assertEquals(await all(), [403, 403]);
  await reader.status(`POST ${membership}`);
  assertEquals(await all(), [200, 403]);
  await me.status(`DELETE ${membership}`);
  assertEquals(await all(), [200, 403]);
  await reader.status(`DELETE ${GROUP}/${group.id}`);
  assertEquals(await all(), [403, 403]);
  assertEquals(await reader.json("GET /user/v1alpha1/datasets"), []);
});

Deno.test("a token identifies a participant to the group's page, but no user", async () => {
  await using here = await embedded();
  const maker = await person(here), other = await person(here);
  const group = await make(maker, { group_url: "https://study.example.org" });
  const plain = await make(maker);
  const { participant_id } = await other.json<Membership>(`POST ${GROUP}/${group.id}/membership`);
  await other.status(`POST ${GROUP}/${plain.id}/membership`);
  const { keys } = await maker.json<{ keys: JsonWebKey[] }>(`GET ${GROUP}/.well-known/jwks.json`);
  assertEquals(keys.map(({ kty, crv, alg, d }) => [kty, crv, alg, d]), [
    ["EC", "P-256", "ES256", undefined],
  ]);
  const { token, expires_in } = await other.json<GroupToken>(
    `POST ${GROUP}/${group.id}/membership/token`,
  );
  const options = { alg: "ES256", exp: false, iat: false } as const;
  const claims = await verify(token, keys[0]!, options);
  assertEquals(claims, {
    group_id: group.id,
    participant_id,
    aud: "https://study.example.org",
    iat: claims.iat!,
    exp: claims.iat! + expires_in,
  });
  assert(!token.includes(here.userid) && expires_in <= 600);
  assertEquals(await other.status(`POST ${GROUP}/${plain.id}/membership/token`), 409);
  assertEquals(await maker.status(`POST ${GROUP}/${group.id}/membership/token`), 404);
});
