import { assertEquals } from "@std/assert";
import type { Dataset, Share } from "../../../src/schema/shares.ts";
import { embedded } from "../embedded.ts";
import { person, share } from "../people.ts";

const RANGE = "start_time=2024-01-10&end_time=2024-01-20";

Deno.test("a share is created, listed, changed field by field, and revoked", async () => {
  await using here = await embedded();
  const reader = await person(here), second = await person(here);
  const made = await share(here, reader, {
    svc_user_name: "Me",
    svc_data_types: ["HeartRate"],
    time_start: "2024-01-01T00:00:00Z",
    time_end: "2024-02-01T00:00:00+01:00",
  });
  assertEquals(made, {
    id: made.id,
    datashare_id: made.id,
    svc_userid: here.userid,
    datashare_name: "a share",
    svc_user_name: "Me",
    svc_data_types: ["HeartRate"],
    share_all_data: false,
    time_start: "2024-01-01T00:00:00Z",
    time_end: "2024-01-31T23:00:00Z",
    permissions: [{ allowed_svc_userid: reader.userid }],
    group_permissions: [],
    created_at: made.created_at,
    updated_at: made.updated_at,
  });
  assertEquals(await here.json("GET /user/v1alpha1/datashares"), [made]);
  assertEquals(await reader.json("GET /user/v1alpha1/datashares"), []);
  const route = `/user/v1alpha1/datashare/${made.id}`;
  const put = async (body: object): Promise<Share> => {
    const answer = await here.send(`PUT ${route}`, { body: JSON.stringify(body) });
    assertEquals([answer.status, answer.headers.get("location")], [303, route]);
    return await here.json<Share>(`GET ${answer.headers.get("location")}`);
  };
  const { updated_at, ...renamed } = await put({ datashare_name: "b" });
  const { updated_at: _, ...before } = made;
  assertEquals(renamed, { ...before, datashare_name: "b" });
  assertEquals(updated_at >= made.updated_at, true);
  const cleared = await put({
    time_start: null,
    time_end: null,
    svc_user_name: null,
    svc_data_types: null,
    permissions: null,
  });
  assertEquals([cleared.time_start, cleared.time_end, cleared.svc_user_name], [null, null, null]);
  assertEquals([cleared.svc_data_types, cleared.permissions], [[], []]);
  await put({
    permissions: [{ allowed_svc_userid: second.userid }, { allowed_svc_userid: second.userid }],
  });
  assertEquals((await second.json<Dataset[]>("GET /user/v1alpha1/datasets")).length, 1);
  assertEquals(await reader.json("GET /user/v1alpha1/datasets"), []);
  for (const method of ["GET", "PUT", "DELETE"]) {
    const route = `${method} /user/v1alpha1/datashare/`;
    const body = method === "PUT" ? {} : undefined;
    assertEquals(await reader.status(route + made.id, body), 404);
    assertEquals(await reader.status(route + crypto.randomUUID(), body), 404);
  }
  assertEquals((await here.send(`DELETE /user/v1alpha1/datashare/${made.id}`)).status, 204);
  assertEquals(await here.json("GET /user/v1alpha1/datashares"), []);
  assertEquals(await second.json("GET /user/v1alpha1/datasets"), []);
});

Deno.test("an invalid share is rejected", async () => {
  await using here = await embedded();
  const reader = await person(here);
  const { id } = await share(here, reader, { time_start: "2024-01-01T00:00:00Z" });
  for (
    const body of [
      { datashare_name: null },
      { datashare_name: "" },
      { time_start: "soon" },
      { time_end: "2023-01-01T00:00:00Z" },
      { permissions: [{ allowed_svc_userid: "me" }] },
      { svc_data_types: ["file:relative"] },
      { svc_data_types: "HeartRate" },
      { nonsense: 1 },
    ]
  ) {
    const text = { body: JSON.stringify(body), status: 422 };
    const { detail } = await here.json<{ detail: { loc: string[] }[] }>(
      `PUT /user/v1alpha1/datashare/${id}`,
      text,
    );
    assertEquals(detail[0]!.loc.slice(0, 2).join("."), `body.${Object.keys(body)[0]}`);
  }
});

Deno.test("a reader sees a share and may give it up, and the sharer may revoke it", async () => {
  await using here = await embedded();
  const reader = await person(here), stranger = await person(here);
  const read = `GET /data/v0/${here.userid}/metric_samples?metric=HeartRate&${RANGE}`;
  for (const who of [reader, { ...reader, status: here.send }] as const) {
    await share(here, reader, {
      svc_data_types: ["HeartRate"],
      svc_user_name: "Me",
      time_start: "2024-01-01T00:00:00Z",
    });
    const [dataset] = await reader.json<Dataset[]>("GET /user/v1alpha1/datasets");
    assertEquals(dataset, {
      permission_id: dataset!.permission_id,
      created_at: dataset!.created_at,
      time_start: "2024-01-01T00:00:00Z",
      time_end: null,
      svc_userid: here.userid,
      svc_user_name: "Me",
      svc_user_picture: null,
      datashare_name: "a share",
    });
    assertEquals(await reader.status(read), 200);
    const revoke = `DELETE /user/v1alpha1/dataset/permission/${dataset!.permission_id}`;
    assertEquals(await stranger.status(revoke), 404);
    const ended = await who.status(revoke);
    assertEquals(typeof ended === "number" ? ended : ended.status, 204);
    assertEquals(await reader.status(read), 403);
    assertEquals(await reader.status(revoke), 404);
  }
});

Deno.test("the data types that a user shares are listed for a range", async () => {
  await using here = await embedded();
  const reader = await person(here), stranger = await person(here);
  const types = (range: string, status = 200) =>
    reader.json<string[]>(`GET /user/v1alpha1/access/${here.userid}/data_types?${range}`, {
      status,
    });
  await types(RANGE, 403);
  await share(here, reader, {
    svc_data_types: ["HeartRate", "file:/a/"],
    time_start: "2024-01-10T00:00:00Z",
    time_end: "2024-01-15T00:00:00Z",
  });
  const { id } = await share(here, reader, {
    svc_data_types: ["HeartRate", "calendars"],
    time_start: "2024-01-15T00:00:00Z",
  });
  assertEquals(await types(RANGE), ["HeartRate"]);
  assertEquals(await types("start_time=2024-01-10&end_time=2024-01-15"), ["HeartRate", "file:/a/"]);
  assertEquals(await types("start_time=2024-01-15&end_time=2025-01-15"), [
    "HeartRate",
    "calendars",
  ]);
  assertEquals(await types("start_time=2024-01-01&end_time=2024-01-15"), []);
  await here.send(`PUT /user/v1alpha1/datashare/${id}`, { body: '{"share_all_data":true}' });
  const all = await types("start_time=2024-01-15&end_time=2025-01-15");
  for (const type of ["HeartRate", "MomentAnnotation", "calendar_events", "file:/"]) {
    assertEquals(all.includes(type), true, type);
  }
  assertEquals(
    await stranger.status(`GET /user/v1alpha1/access/${here.userid}/data_types?${RANGE}`),
    403,
  );
});

Deno.test("a share needs its owner's name, and its groups must exist", async () => {
  await using here = await embedded();
  const post = (body: object, status: number) =>
    here.json<{ detail: unknown }>("POST /user/v1alpha1/datashares", {
      body: JSON.stringify({ datashare_name: "a", ...body }),
      status,
    });
  const { detail } = await post({}, 422);
  assertEquals((detail as { loc: string[] }[]).map(({ loc }) => loc), [["body", "svc_user_name"]]);
  await post({ svc_user_name: null }, 422);
  const group = crypto.randomUUID();
  assertEquals(
    await post(
      { svc_user_name: "Kim", group_permissions: [{ allowed_group_id: group }] },
      400,
    ),
    { detail: `Unknown group ${group}` },
  );
  assertEquals(await here.json("GET /user/v1alpha1/datashares"), []);
});
