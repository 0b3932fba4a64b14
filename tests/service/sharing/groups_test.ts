import { assertEquals } from "@std/assert";
import type { Group, Participant } from "../../../src/schema/groups.ts";
import type { Dataset } from "../../../src/schema/shares.ts";
import { embedded } from "../embedded.ts";
import { type Person, person, share } from "../people.ts";

const GROUP = "/user/v1/group";
const RANGE = "start_time=2024-01-01&end_time=2024-02-01";

async function make(by: Person, body: object = {}): Promise<Group> {
  const { pool } = await by.json<{ pool: Group }>(`POST ${GROUP}`, {
    body: { title: "Sleepers", ...body },
  });
  return pool;
}

Deno.test("a group is made, read, changed and deleted by its maker", async () => {
  await using here = await embedded();
  const maker = await person(here), other = await person(here);
  const group = await make(maker, { description: "all night" });
  assertEquals(group, {
    id: group.id,
    svc_userid: maker.userid,
    title: "Sleepers",
    description: "all night",
    is_public: false,
    invited: [],
    created_at: group.created_at,
    updated_at: group.updated_at,
  });
  const path = `${GROUP}/${group.id}`;
  assertEquals(await maker.json(`GET ${path}`), { pool: group });
  assertEquals(await maker.json(`GET ${GROUP}`), [group]);
  const { pool } = await maker.json<{ pool: Group }>(`PUT ${path}`, {
    body: { title: "Wakers", description: null },
  });
  assertEquals([pool.title, pool.description, pool.is_public], ["Wakers", null, false]);
  for (const [method, body] of [["GET"], ["PUT", {}], ["DELETE"]] as const) {
    assertEquals(await other.status(`${method} ${path}`, body), 404);
    assertEquals(await other.status(`${method} ${GROUP}/${crypto.randomUUID()}`, body), 404);
  }
  assertEquals(await maker.status(`POST ${GROUP}`, { title: "" }), 422);
  assertEquals(await maker.status(`DELETE ${path}`), 204);
  assertEquals(await maker.status(`GET ${path}`), 404);
});

Deno.test("anybody joins a public group, into a private one who was invited, and nobody puts in others", async () => {
  await using here = await embedded();
  const maker = await person(here), other = await person(here);
  const open = await make(maker, { is_public: true }), closed = await make(maker);
  assertEquals(await other.json(`GET ${GROUP}`), [open]);
  const join = `POST ${GROUP}/${open.id}/membership`;
  const joined = await other.json<Participant>(join);
  assertEquals(await other.json(join), joined);
  assertEquals(Object.keys(joined).sort(), ["joined_at", "participant_id"]);
  const members = await other.json<Participant[]>(`GET ${GROUP}/${open.id}/participants`);
  assertEquals(members.length, 2);
  assertEquals(members[1], joined);
  const closedPath = `${GROUP}/${closed.id}`;
  assertEquals(await other.status(`POST ${closedPath}/membership`), 404);
  assertEquals(await other.status(`GET ${closedPath}/participants`), 404);
  const adding = `POST ${closedPath}/membership?member_svc_userid=`;
  assertEquals(await other.status(adding + other.userid), 404);
  for (const userid of [other.userid, crypto.randomUUID()]) {
    assertEquals(await maker.status(adding + userid), 403);
  }
  const invite = (invited: string[]) => maker.json(`PUT ${closedPath}`, { body: { invited } });
  await invite([other.userid]);
  const { pool } = await other.json<{ pool: Group }>(`GET ${closedPath}`);
  assertEquals(pool.invited, [], "who is invited sees who else is");
  assertEquals(await other.status(adding + other.userid), 200);
  await invite([]);
  assertEquals((await other.json<Group[]>(`GET ${GROUP}`)).length, 2);
  assertEquals(
    await other.status(`DELETE ${closedPath}/membership?member_svc_userid=${maker.userid}`),
    403,
  );
  assertEquals(await other.status(`DELETE ${closedPath}/membership`), 204);
  assertEquals(await other.status(`GET ${closedPath}`), 404);
  assertEquals(await other.status(`DELETE ${GROUP}/${open.id}/membership`), 204);
  assertEquals(await other.status(`DELETE ${GROUP}/${open.id}/membership`), 404);
});

Deno.test("what is shared with a group is read by who is in it, for as long as both are", async () => {
  await using here = await embedded();
  const me = await person(here, here.userid);
  const reader = await person(here), second = await person(here);
  const group = await make(reader, { is_public: true });
  const membership = `${GROUP}/${group.id}/membership`;
  const { participant_id } = await me.json<Participant>(`POST ${membership}`);
  await second.status(`POST ${membership}`);
  const made = () =>
    share(here, reader, {
      permissions: [],
      group_permissions: [{ allowed_group_id: group.id }],
      svc_data_types: ["HeartRate"],
    });
  await made();
  const direct = `GET /data/v0/${here.userid}/metric_samples?metric=HeartRate&${RANGE}`;
  const event = `GET /data/v1alpha1/metric/HeartRate?${RANGE}`;
  const asParticipant = `${event}&pool_id=${group.id}&participant_id=${participant_id}`;
  const both = async (who: Person) => [await who.status(direct), await who.status(asParticipant)];
  await here.ingest("HeartRate", [{ start_time: "2024-01-02T00:00Z", value: 61 }]);
  const rows = await reader.json<{ value: number }[]>(asParticipant);
  assertEquals(rows.map((row) => row.value), [61]);
  for (const who of [reader, second, me]) assertEquals(await both(who), [200, 200]);
  for (
    const wrong of [
      `${event}&pool_id=${group.id}`,
      `${event}&participant_id=${participant_id}`,
      `${event}&pool_id=${crypto.randomUUID()}&participant_id=${participant_id}`,
      `${event}&pool_id=${group.id}&participant_id=${crypto.randomUUID()}`,
      `${asParticipant}&svc_userid=${second.userid}`,
    ]
  ) {
    assertEquals(await reader.status(wrong), 403, wrong);
  }
  // One member gives it up, the other keeps it.
  const [dataset] = await second.json<Dataset[]>("GET /user/v1alpha1/datasets");
  await second.status(`DELETE /user/v1alpha1/dataset/permission/${dataset!.permission_id}`);
  assertEquals([await both(second), await both(reader)], [[403, 403], [200, 200]]);
  // A reader who leaves reads no more; who comes back does.
  await reader.status(`DELETE ${membership}`);
  assertEquals(await both(reader), [403, 403]);
  await reader.status(`POST ${membership}`);
  assertEquals(await both(reader), [200, 200]);
  // A sharer who leaves shares no more, also after coming back.
  await me.status(`DELETE ${membership}`);
  assertEquals(await both(reader), [403, 403]);
  await me.status(`POST ${membership}`);
  assertEquals((await both(reader))[0], 403);
  await made();
  assertEquals((await both(reader))[0], 200);
  await reader.status(`DELETE ${GROUP}/${group.id}`);
  assertEquals(await both(reader), [403, 403]);
  assertEquals(await reader.json("GET /user/v1alpha1/datasets"), []);
});
