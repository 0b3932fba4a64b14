import { assertEquals } from "@std/assert";
import type { CustomInput } from "../../../src/schema/customInputs.ts";
import { embedded, JANUARY } from "../embedded.ts";

const CUSTOM = "/input/v1/custom";

Deno.test("a custom input is created, changed field by field, listed and deleted", async () => {
  await using here = await embedded();
  const made = await here.json<CustomInput>(`POST ${CUSTOM}`, { body: '{"name":"Scale"}' });
  const { id, created_at } = made;
  assertEquals(made, {
    id,
    svc_userid: here.userid,
    name: "Scale",
    description: "",
    svc_data_type: "",
    svc_source: null,
    default_event_tags: null,
    url: `http://localhost/input/v1/custom/${id}`,
    created_at,
    deleted: false,
  });
  const changed = await here.json<CustomInput>(`PUT ${CUSTOM}/${id}`, {
    body: JSON.stringify({ svc_data_type: "Weight", default_event_tags: ["morning"] }),
  });
  assertEquals(changed, { ...made, svc_data_type: "Weight", default_event_tags: ["morning"] });
  const cleared = await here.json(`PUT ${CUSTOM}/${id}`, { body: '{"default_event_tags":null}' });
  assertEquals(cleared, { ...changed, default_event_tags: null });
  const response = await here.send(`DELETE ${CUSTOM}/${id}`);
  assertEquals([response.status, await response.text()], [204, ""]);
  assertEquals(await here.json(`GET ${CUSTOM}`), [
    { ...changed, default_event_tags: null, deleted: true },
  ]);
});

Deno.test("records posted to a custom input get its source and tags by default", async () => {
  await using here = await embedded();
  const { url, id } = await here.json<CustomInput>(`POST ${CUSTOM}`, {
    body: JSON.stringify({
      name: "Diary",
      svc_data_type: "MomentAnnotation",
      svc_source: ["Diary app"],
      default_event_tags: ["home"],
    }),
  });
  const tag = crypto.randomUUID();
  const body = [
    { start_time: "2024-01-01T00:00Z" },
    { start_time: "2024-01-02T00:00Z", source: "Phone", tags: [tag] },
  ].map((record) => JSON.stringify(record)).join("\n");
  const headers = { "content-type": "application/x-ndjson" };
  const path = new URL(url).pathname;
  await here.json(`POST ${path}`, { body, headers, status: 201 });
  const rows = await here.json<{ source_name: string; tags: string[] }[]>(
    `GET /data/v1alpha1/event/MomentAnnotation?${JANUARY}`,
  );
  assertEquals(rows.map(({ source_name, tags }) => [source_name, tags]), [
    ["Diary app", ["home"]],
    ["Phone", [tag]],
  ]);
  await here.json(`POST ${path}`, { body: '{"start_time":"never"}', status: 422 });
  const token = await here.service.issueToken(crypto.randomUUID());
  await here.json(`POST ${path}`, { body, headers, token, status: 404 });
  await here.json(`POST ${path}`, { body, headers, token: null, status: 401 });
  await (await here.send(`DELETE ${CUSTOM}/${id}`)).text();
  await here.json(`POST ${path}`, { body, headers, status: 404 });
});

Deno.test("a custom input with more than ten tags, an unknown type or an unknown field is rejected", async () => {
  await using here = await embedded();
  const post = (body: object, status: number) =>
    here.json<CustomInput>(`POST ${CUSTOM}`, {
      body: JSON.stringify({ name: "x", ...body }),
      status,
    });
  await post({ default_event_tags: new Array(11).fill("a") }, 422);
  await post({ default_event_tags: new Array(10).fill("a") }, 200);
  const fault = async (svc_data_type: string) =>
    (await here.json<{ detail: { msg: string }[] }>(`POST ${CUSTOM}`, {
      body: JSON.stringify({ name: "x", svc_data_type }),
      status: 422,
    })).detail.map(({ msg }) => msg);
  assertEquals(await fault("Nothing"), [`Unknown data type "Nothing"`]);
  assertEquals(await fault("Event"), [
    `Data type "Event" has no records of its own: define a type based on it`,
  ]);
  await post({ name: "" }, 422);
  await post({ more: 1 }, 422);
  const { id } = await post({}, 200);
  const body = '{"start_time":"2024-01-01T00:00Z"}';
  await here.json(`POST ${CUSTOM}/${id}`, { body, status: 409 }); // it has no data type
  await here.json(`GET ${CUSTOM}/${crypto.randomUUID()}`, { status: 404 });
  const token = await here.service.issueToken(crypto.randomUUID());
  await here.json(`GET ${CUSTOM}/${id}`, { token, status: 404 });
  await here.json(`PUT ${CUSTOM}/${id}`, { token, body: "{}", status: 404 });
  await here.json(`DELETE ${CUSTOM}/${id}`, { token, status: 404 });
});
