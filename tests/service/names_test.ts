import { assertEquals, assertThrows } from "@std/assert";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";
import { embedded, JANUARY } from "./embedded.ts";

const names = { svc: "acme", mobile: "phone", map: "gps", health_sdk: "vitals" };

Deno.test("neutral words in a query are rejected if a deployment uses others", async () => {
  await using here = await embedded({ names });
  const owner = crypto.randomUUID();
  for (
    const [path, loc] of [
      [`/data/v1/updates?${JANUARY}&svc_userid=${owner}`, ["query", "svc_userid"]],
      ["/data/v1/catalog?category=health_sdk", ["query", "category"]],
      [`/data/v0/{me}/location_updates?${JANUARY}&location_sources=map_service`, [
        "query",
        "location_sources",
      ]],
    ] as const
  ) {
    const { detail } = await here.json<{ detail: { loc: unknown }[] }>(`GET ${path}`, {
      status: 422,
    });
    assertEquals(detail.map((issue) => issue.loc), [loc]);
  }
});

Deno.test("neutral words in a body are rejected if a deployment uses others", async () => {
  await using here = await embedded({ names });
  const body = JSON.stringify({ name: "x", svc_source: ["a"] });
  const { detail } = await here.json<{ detail: object[] }>("POST /input/v1/custom", {
    body,
    status: 422,
  });
  assertEquals(detail, [{
    loc: ["body", "svc_source"],
    msg: "Unknown field svc_source",
    type: "extra_forbidden",
  }]);
});

Deno.test("errors use the deployment's words, and quotes stay unchanged", async () => {
  await using here = await embedded({ names });
  const wrong = await here.json(`GET /data/v1/updates?${JANUARY}&acme_userid=svc_userid`, {
    status: 422,
  });
  assertEquals(wrong, {
    detail: [{
      loc: ["query", "acme_userid"],
      msg: '"svc_userid" is not a UUID',
      type: "uuid_parsing",
    }],
  });
  const sources = await here.json<{ detail: { msg: string }[] }>(
    `GET /data/v0/{me}/location_updates?${JANUARY}&location_sources=x`,
    { status: 422 },
  );
  assertEquals(sources.detail[0]!.msg, "location_sources must be one of phone, gps_service");
});

Deno.test("free values keep words that the interface would rename", async () => {
  await using here = await embedded({ names });
  const free = { svc_userid: "mobile", map_service: ["health_sdk"] };
  const response = await here.ingest("MomentAnnotation", [
    { start_time: "2024-01-05T00:00Z", note: "svc_source health_sdk", metadata: free },
  ]);
  assertEquals(response.status, 201, await response.text());
  const [record] = await here.json<{ note: string; metadata: object }[]>(
    `GET /data/v1alpha1/event/MomentAnnotation?${JANUARY}`,
  );
  assertEquals([record!.note, record!.metadata], ["svc_source health_sdk", free]);
});

Deno.test("a service rejects words that would merge two names", () => {
  const store = openStore();
  assertThrows(() => createService({ store, names: { mobile: "map" } }), RangeError);
  assertThrows(() => createService({ store, names: { svc: "Acme" } }), TypeError);
  return store.close();
});
