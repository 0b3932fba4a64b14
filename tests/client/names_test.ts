import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { connect } from "../../src/client/connect.ts";
import { InvalidError } from "../../src/client/errors/apiError.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { BASE, clientOf, jwt, script, TOKEN, USER } from "./fixtures.ts";

const names = { svc: "acme", mobile: "phone", map: "gps", health_sdk: "vitals" };
const RANGE = { start_time: "2024-01-01T00:00Z", end_time: "2024-01-02T00:00Z" };

Deno.test("a client uses the service's words in paths, parameters and values", async () => {
  const empty = () => Response.json([]);
  const { fetch, requests } = script(empty, empty, empty, empty);
  const client = clientOf(fetch, { names });
  await client.api.workouts.list(RANGE);
  await client.api.locations.updates({ ...RANGE, location_sources: ["mobile", "map_service"] });
  await client.api.locations.mapUpdates({ ...RANGE, svc_source_id: "mobile" });
  await client.api.catalog.list({ category: "health_sdk", svc_userid: USER });
  const sent = requests.map(({ url }) => new URL(url)).map((url) =>
    decodeURIComponent(url.pathname + url.search).replace(/(?:start|end)_time=[^&]*&?/g, "")
  );
  assertEquals(sent, [
    `/data/v0/${USER}/phone_workouts?`,
    `/data/v0/${USER}/location_updates?location_sources=phone&location_sources=gps_service`,
    `/data/v0/${USER}/gps_location_updates?acme_source_id=mobile`,
    `/data/v1/catalog?category=vitals&acme_userid=${USER}`,
  ]);
});

Deno.test("a client reads the service's words as neutral ones, in JSON and in frames", async () => {
  const csv = 'id,acme_source_id,metadata\n1,x,"{""acme_userid"":1}"\n';
  const { fetch } = script(
    () => Response.json([{ acme_userid: USER, categories: ["vitals"], name: "acme_userid" }]),
    () =>
      Response.json([{
        calendar_id: "c",
        acme_source: "Phone",
        is_immutable: true,
        is_subscribed: false,
      }]),
    () => new Response(csv),
  );
  const client = clientOf(fetch, { names });
  const [type] = await client.api.catalog.list();
  assertEquals(type as unknown, {
    svc_userid: USER,
    categories: ["health_sdk"],
    name: "acme_userid",
  });
  const calendars = columnsOf(await client.api.calendars.list())["svc_source"]!;
  assertEquals(calendars.type === "text" && calendars.values, ["Phone"]);
});

Deno.test("a client sends bodies in the service's words, but records of user-defined types unchanged", async () => {
  const answer = () => Response.json({ upload_id: "u" }, { status: 201 });
  const { fetch, bodies } = script(answer, answer, answer);
  const client = clientOf(fetch, { names });
  const record = { svc_source: "a", metadata: { svc_userid: 1 } };
  await client.api.ingest.record({ data_type: "Calendar", body: record });
  await client.api.ingest.record({ data_type: `Event/${USER}`, body: record });
  await client.api.ingest.record({ data_type: "Calendar", body: [record, { svc_source: "b" }] });
  assertEquals(bodies, [
    '{"acme_source":"a","metadata":{"svc_userid":1}}',
    '{"svc_source":"a","metadata":{"svc_userid":1}}',
    '{"acme_source":"a","metadata":{"svc_userid":1}}\n{"acme_source":"b"}\n',
  ]);
});

Deno.test("a client reports faults in neutral words", async () => {
  const { fetch } = script(() =>
    Response.json({ detail: [{ loc: ["query", "acme_userid"], msg: "no", type: "t" }] }, {
      status: 422,
    })
  );
  const error = await assertRejects(
    () => clientOf(fetch, { names }).api.catalog.list(),
    InvalidError,
    "svc_userid: no",
  );
  assertEquals(error.detail, [{ loc: ["query", "svc_userid"], msg: "no", type: "t" }]);
});

Deno.test("the claim of the user's id contains the service's word too", async () => {
  const client = connect({
    baseUrl: BASE,
    token: jwt({ acme_userid: USER, svc_userid: "other" }),
    names,
    fetch: () => Response.error(),
  });
  assertEquals(await client.userid(), USER);
});

Deno.test("connect() rejects names that are malformed or would collide", () => {
  const wrong = (names: object) => () => connect({ baseUrl: BASE, token: TOKEN, names });
  assertThrows(wrong({ svc: "Acme!" }), TypeError, "Cannot use names: svc is");
  assertThrows(wrong({ other: "x" }), TypeError, 'unknown word "other"');
  assertThrows(wrong({ mobile: "map" }), RangeError, "would both be");
});
