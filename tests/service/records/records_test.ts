import { assertEquals } from "@std/assert";
import { embedded } from "../embedded.ts";
import { openStore } from "../../../src/store/openStore.ts";

const T0 = Date.parse("2024-01-01T00:00:00Z") / 1000;
const iso = (seconds: number): string =>
  new Date((T0 + seconds) * 1000).toISOString().replace(".000Z", "Z");

async function filled() {
  const here = await embedded({ store: openStore({ clock: () => iso(10_000) }) });
  const response = await here.ingest(
    "HeartRate",
    [0, 60, 120, 180, 20_000].map((at) => ({ start_time: iso(at), value: at, source: "Wrist" })),
  );
  assertEquals(response.status, 201, await response.text());
  const spans = await here.ingest("StepCount", [
    { start_time: iso(0), end_time: iso(3600), value: 7 },
    { start_time: iso(7200), end_time: iso(7300), value: 8 },
  ]);
  assertEquals(spans.status, 201, await spans.text());
  return here;
}

Deno.test("a range selects the records that overlap it, as JSON lines", async () => {
  await using here = await filled();
  const values = async (q: string): Promise<number[]> => {
    const response = await here.send(`GET /data/v1/records?q=${encodeURIComponent(q)}`);
    assertEquals(response.status, 200, q);
    assertEquals(response.headers.get("content-type"), "application/x-ndjson");
    const text = await response.text();
    assertEquals(text === "" || text.endsWith("\n"), true);
    return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line).value);
  };
  assertEquals(await values(`HeartRate[120s] @ ${T0 + 180}`), [60, 120]);
  assertEquals(await values(`HeartRate[1s] @ ${T0 + 120.5}`), [120]);
  assertEquals(await values(`{__name__="HeartRate"}[1d] @ ${T0}`), []);
  assertEquals(await values(`StepCount[1s] @ ${T0 + 3600}`), [7]);
  assertEquals(await values(`StepCount[1s] @ ${T0 + 3601}`), []);
  // Without an instant it is now, at 10 000 s.
  assertEquals(await values("HeartRate[1h]"), []);
  assertEquals(await values("HeartRate[3h]"), [0, 60, 120, 180]);
  // A bare selector is the latest record that has started.
  assertEquals(await values("HeartRate"), [180]);
  assertEquals(await values(`HeartRate @ ${T0 + 119}`), [60]);
  assertEquals(await values(`HeartRate @ ${T0 - 1}`), []);
  assertEquals(await values("Weight"), []);
  const latest = await here.json<{ start_time: string }>("GET /data/v1/records?q=HeartRate");
  assertEquals(latest.start_time, iso(180), "a moment has its start too");
});

Deno.test("records as CSV have the same fields; locations have their own", async () => {
  await using here = await filled();
  const uuid = "00000000-0000-4000-8000-000000000001";
  await (await here.ingest("MobileLocationUpdate", [
    { uuid, timestamp: iso(0), latitude_degrees: 1.5, longitude_degrees: 2 },
  ])).text();
  const csv = async (q: string): Promise<string[]> => {
    const route = `GET /data/v1/records?format=csv&q=${encodeURIComponent(q)}`;
    return (await (await here.send(route)).text()).split("\n");
  };
  const [header, first, end] = await csv("HeartRate");
  assertEquals(
    header,
    "id,recorded_at,start_time,end_time,source_name,source_id,sources,name,note,tags,metadata,value,unit",
  );
  assertEquals(
    first!.slice(36),
    `,${iso(180)},${iso(180)},,Wrist,Wrist,"[""Wrist""]",,,[],{},180,bpm`,
  );
  assertEquals(end, "");
  assertEquals((await csv("Weight")).length, 2);
  const [fields, row] = await csv(`MobileLocationUpdate[1s] @ ${T0 + 1}`);
  assertEquals(fields!.split(",").slice(0, 5), [
    "uuid",
    "timestamp",
    "latitude_degrees",
    "longitude_degrees",
    "altitude_meters",
  ]);
  assertEquals(row, `${uuid},${iso(0)},1.5,2,,,-1,-1,-1,-1,-1,-1,,false,false`);
  const lines = await here.send(`GET /data/v1/records?q=MobileLocationUpdate`);
  assertEquals(JSON.parse(await lines.text()).uuid, uuid);
});

Deno.test("invalid queries are 422, unknown types 404, and others' data 403", async () => {
  await using here = await filled();
  for (
    const [q, status] of [
      ["rate(HeartRate[5m])", 422],
      ["HeartRate[", 422],
      ["HeartRate @ 1e15", 422],
      ["NoSuchType", 404],
      ["DeletedRecord", 404],
    ] as const
  ) {
    const response = await here.send(`GET /data/v1/records?q=${encodeURIComponent(q)}`);
    assertEquals(response.status, status, q);
    const { detail } = await response.json();
    if (q.startsWith("rate")) assertEquals(detail[0].msg, "function 'rate' is not supported");
  }
  const other = await here.send(
    `GET /data/v1/records?q=HeartRate&svc_userid=${crypto.randomUUID()}`,
  );
  assertEquals(other.status, 403);
  await other.body?.cancel();
});

Deno.test("the deprecated latest and summary of events still work", async () => {
  await using here = await embedded();
  const event = (at: number, more: object = {}) => ({ start_time: iso(at), ...more });
  await (await here.ingest("MomentAnnotation", [
    event(0, { note: "a" }),
    event(60, { note: "b", end_time: iso(600) }),
    event(120, { note: "a" }),
    event(180, { note: "c" }),
  ])).text();
  const latest = async (more = "") =>
    (await here.json<{ recorded_at: string }[]>(
      `GET /data/v1alpha1/event/MomentAnnotation/latest${more}`,
    )).map((row) => row.recorded_at);
  assertEquals(await latest(), [iso(180)]);
  assertEquals(await latest("?filter=note:a"), [iso(120)]);
  assertEquals(await latest("?filter=note:z"), []);
  const summary = (range: string) =>
    here.json(`GET /data/v1alpha1/event/MomentAnnotation/summary?${range}`);
  assertEquals(await summary(`start_time=${iso(60)}&end_time=${iso(180)}`), {
    data_type: "MomentAnnotation",
    count: 2,
    start_time: iso(60),
    end_time: iso(600),
  });
  assertEquals(await summary(`start_time=${iso(60)}&end_time=${iso(60)}`), {
    data_type: "MomentAnnotation",
    count: 0,
    start_time: null,
    end_time: null,
  });
});
