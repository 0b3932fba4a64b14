import { assert, assertEquals } from "@std/assert";
import type { Session } from "../../../src/schema/sessions.ts";
import { embedded, JANUARY } from "../embedded.ts";

const SESSION = "/user/v1alpha1/session";

Deno.test("a session's token is shown once, works as a bearer token, and can be revoked at once", async () => {
  let now = "2024-01-01T00:00:00Z";
  await using here = await embedded({ clock: () => now });
  const body = JSON.stringify({ session_name: "nightly", state: "x", policy_id: null });
  const { token, ...rest } = await here.json<{ token: string }>(`POST ${SESSION}`, { body });
  assertEquals(rest, {});
  const listed = await here.json<Session[]>(`GET ${SESSION}`);
  const { id } = listed[0]!;
  assertEquals(listed, [{
    id,
    svc_userid: here.userid,
    name: "nightly",
    created_at: listed[0]!.created_at,
    deleted_at: null,
    policy_id: null,
  }]);
  assert(!JSON.stringify(listed).includes(token));

  const info = await here.json<{ userid: string }>("GET /user/v1alpha1/info", { token });
  assertEquals(info.userid, here.userid);
  now = "2034-01-01T00:00:00Z"; // it does not expire, unlike the access token
  await here.json("GET /user/v1alpha1/info", { status: 401 });
  await here.json("GET /user/v1alpha1/info", { token });

  const stranger = await here.service.issueToken(crypto.randomUUID());
  assertEquals(await here.json(`GET ${SESSION}`, { token: stranger }), []);
  await here.json(`DELETE ${SESSION}/${id}`, { token: stranger, status: 404 });
  const response = await here.send(`DELETE ${SESSION}/${id}`, { token });
  assertEquals([response.status, await response.text()], [204, ""]);
  await here.json("GET /user/v1alpha1/info", { token, status: 401 });
  const again = await here.service.issueToken(here.userid);
  const [ended] = await here.json<Session[]>(`GET ${SESSION}`, { token: again });
  assert(ended!.deleted_at !== null);
  await here.json("GET /user/v1alpha1/info", { token: `${token}x`, status: 401 });
});

Deno.test("the store does not contain a session's token", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/store.sqlite`;
    const here = await embedded({ path });
    const body = JSON.stringify({ session_name: "nightly", state: "" });
    const { token } = await here.json<{ token: string }>(`POST ${SESSION}`, { body });
    await here.service.close();
    for await (const { name } of Deno.readDir(folder)) {
      const bytes = await Deno.readFile(`${folder}/${name}`);
      const text = new TextDecoder("latin1").decode(bytes);
      assert(!text.includes(token.slice(4)), name);
      assertEquals(text.includes("nightly"), name === "store.sqlite");
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a session needs a name and a state", async () => {
  await using here = await embedded();
  for (const body of ["{}", '{"session_name":"a"}', '{"session_name":"","state":"a"}']) {
    await here.json(`POST ${SESSION}`, { body, status: 422 });
  }
});

const stages = "GET /data/v0/{me}/metric_samples?metric=SleepStage&" + JANUARY;
const heart = "GET /data/v0/{me}/metric_samples?metric=HeartRate&" + JANUARY;

Deno.test("policy_id names a policy of the user's own, and an unknown one is rejected", async () => {
  await using here = await embedded();
  const create = (body: object, options: { token?: string; status?: number } = {}) =>
    here.json<{ token: string }>(`POST ${SESSION}`, {
      body: JSON.stringify({ session_name: "a", state: "x", ...body }),
      ...options,
    });
  const first = await create({ policy: { svc_data_types: ["SleepStage"] } });
  const [{ policy_id }] = await here.json<[Session]>(`GET ${SESSION}`);
  const second = await create({ policy_id });
  for (const { token } of [first, second]) {
    await here.json(stages, { token });
    await here.json(heart, { token, status: 403 });
  }
  const sessions = await here.json<Session[]>(`GET ${SESSION}`);
  assertEquals(sessions.map((session) => session.policy_id), [policy_id, policy_id]);

  const stranger = await here.service.issueToken(crypto.randomUUID());
  for (const id of ["p-1", crypto.randomUUID(), ""]) {
    await create({ policy_id: id }, { status: 422 });
  }
  await create({ policy_id }, { token: stranger, status: 422 });
  await create({ policy_id, policy: {} }, { status: 422 });
  assertEquals((await here.json<Session[]>(`GET ${SESSION}`)).length, 2);
});

Deno.test("a policy that contradicts itself is rejected", async () => {
  await using here = await embedded();
  for (
    const policy of [
      { time_start: "2024-02-01T00:00Z", time_end: "2024-01-01T00:00Z" },
      { time_start: "yesterday" },
      { ends_at: "2024-13-01T00:00Z" },
      { write: true, time_end: "2024-01-01T00:00Z" },
      { svc_data_types: [] },
      { svc_data_types: "SleepStage" },
      { types: ["SleepStage"] },
    ]
  ) {
    const body = JSON.stringify({ session_name: "a", state: "x", policy });
    await here.json(`POST ${SESSION}`, { body, status: 422 });
  }
});

Deno.test("a session that writes adds records of its types only", async () => {
  await using here = await embedded();
  const body = JSON.stringify({
    ...{ session_name: "a", state: "x" },
    policy: { svc_data_types: ["HeartRate"], write: true },
  });
  const { token } = await here.json<{ token: string }>(`POST ${SESSION}`, { body });
  const record = { start_time: "2024-01-02T00:00Z", value: 60 };
  assertEquals((await here.ingest("HeartRate", [record], { token })).status, 201);
  assertEquals((await here.ingest("StepCount", [record], { token })).status, 403);
  assertEquals((await here.ingest("DeletedRecord", [{}], { token })).status, 403);
  const tag = JSON.stringify({ name: "a" });
  await here.json("POST /user/v1alpha1/tag", { body: tag, token, status: 403 });
});

Deno.test("the owner sees what a session with types has read", async () => {
  await using here = await embedded();
  const body = JSON.stringify({
    ...{ session_name: "a", state: "x", policy: { svc_data_types: ["SleepStage"] } },
  });
  const { token } = await here.json<{ token: string }>(`POST ${SESSION}`, { body });
  const [{ id }] = await here.json<[Session]>(`GET ${SESSION}`);
  await here.json(stages, { token });
  const reads = await here.json<{ svc_userid: string; data_type: string; count: number }[]>(
    "GET /user/v1alpha1/access/reads?start_time=2000-01-01T00:00Z&end_time=2100-01-01T00:00Z",
  );
  assertEquals(reads.map(({ svc_userid, data_type, count }) => [svc_userid, data_type, count]), [
    [id, "SleepStage", 1],
  ]);
});
