import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { api } from "../../../src/api/api.ts";
import type { Endpoint } from "../../../src/api/fields/endpoint.ts";
import type { ArgumentValues } from "../../../src/client/request/argumentValues.ts";
import { buildRequest } from "../../../src/client/request/buildRequest.ts";
import { BASE, USER } from "../fixtures.ts";

const RANGE = { start_time: "2024-01-24T00:00Z", end_time: "2024-01-25T00:00Z" };
const UUID = "0f8fad5b-d9cb-469f-a165-70867728950e";
const context = { baseUrl: BASE, userid: USER };

Deno.test("buildRequest() fills in the user, the query in the table's order, and arrow", () => {
  const request = buildRequest(api.metrics.timeSeries, {
    metric: "Heart Rate&x",
    ...RANGE,
    calculations: ["max", "min"],
    drop_nulls: true,
    replace_nulls: false,
    samprate: 60,
  }, context);
  assertEquals(
    request.url,
    `${BASE}/data/v0/${USER}/metric_time_series?start_time=2024-01-24T00%3A00%3A00Z` +
      `&end_time=2024-01-25T00%3A00%3A00Z&metric=Heart+Rate%26x&samprate=60&replace_nulls=0` +
      `&calculations=max&calculations=min&drop_nulls=1&output=arrow`,
  );
  assertEquals(request.method, "GET");
  assertEquals([...request.headers], [["accept", "application/json"]]);
});

Deno.test("buildRequest() prefers the arguments' output and user to the context's", () => {
  const other = "99999999-2222-4333-8444-555555555555";
  const { url } = buildRequest(api.sleep.cycles, {
    ...RANGE,
    svc_userid: other,
    output: "csv",
  }, { ...context, output: "parquet" });
  assertEquals(new URL(url).pathname, `/data/v0/${other}/sleep_cycles`);
  assertEquals(new URL(url).searchParams.getAll("output"), ["csv"]);
});

Deno.test("buildRequest() keeps the path of the base address", () => {
  const { url } = buildRequest(api.user.info, {}, { baseUrl: `${BASE}/api` });
  assertEquals(url, `${BASE}/api/user/v1alpha1/info`);
});

Deno.test("buildRequest() keeps the slash of a user-defined type and encodes any other", () => {
  const path = (data_type: string) =>
    new URL(buildRequest(api.events.list, { ...RANGE, data_type }, context).url).pathname;
  assertEquals(path(`Event/${UUID}`), `/data/v1alpha1/event/Event/${UUID}`);
  assertEquals(path("a/b"), "/data/v1alpha1/event/a%2Fb");
  assertEquals(path(`a/b/${UUID}`), `/data/v1alpha1/event/a%2Fb/${UUID}`);
  assertEquals(path("50% ä?#"), "/data/v1alpha1/event/50%25%20%C3%A4%3F%23");
});

Deno.test("buildRequest() encodes any text of a path as one segment, or rejects it", () => {
  fc.assert(fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (data_type) => {
    if (data_type === "." || data_type === "..") return;
    const { url } = buildRequest(api.events.list, { ...RANGE, data_type }, context);
    const segments = new URL(url).pathname.split("/");
    assertEquals(segments.length, 5);
    assertEquals(decodeURIComponent(segments[4]!), data_type);
  }));
  for (const data_type of [".", "..", `../${UUID}`]) {
    assertThrows(
      () => buildRequest(api.events.list, { ...RANGE, data_type }, context),
      RangeError,
      "is not allowed in a path",
    );
  }
});

Deno.test("buildRequest() writes one record as JSON and many as JSON lines, with their length", async () => {
  const args = { data_type: "HeartRate" };
  const one = buildRequest(
    api.ingest.record,
    { ...args, body: { value: 60, note: "é\n" } },
    context,
  );
  assertEquals(one.headers.get("content-type"), "application/json");
  const many = buildRequest(api.ingest.record, {
    ...args,
    body: [{ value: 1, note: "é" }, { value: 2, note: "\n" }],
  }, context);
  assertEquals(many.headers.get("content-type"), "application/x-ndjson");
  assertEquals(many.headers.get("content-length"), String((await many.clone().bytes()).length));
  assertEquals(await many.text(), '{"value":1,"note":"é"}\n{"value":2,"note":"\\n"}\n');
  assertEquals(one.headers.get("content-length"), String((await one.bytes()).length));
});

Deno.test("buildRequest() writes times in records unchanged, and rejects values that JSON would lose", async () => {
  const record = (body: unknown) =>
    buildRequest(api.ingest.record, { data_type: "X", body }, context);
  const berlin = Temporal.ZonedDateTime.from("2024-01-24T01:00:00+01:00[Europe/Berlin]");
  assertEquals(
    await record({ a: berlin, b: berlin.toInstant(), c: new Date(0), d: 5n }).json(),
    { a: "2024-01-24T00:00:00Z", b: "2024-01-24T00:00:00Z", c: "1970-01-01T00:00:00.000Z", d: 5 },
  );
  const wrong: [unknown, string][] = [
    [[{ value: 1 }, { value: NaN }], "record 1: value is NaN"],
    [{ value: Infinity }, "value is Infinity"],
    [{ t: new Date(NaN) }, "t is an invalid Date"],
    [{ n: 2n ** 60n }, "cannot represent exactly"],
    [{ f: () => 1 }, "f is a function"],
  ];
  for (const [body, message] of wrong) {
    assertThrows(() => record(body), TypeError, message);
  }
});

Deno.test("times without a zone get the call's zone in records, and in no other body", async () => {
  const time = "2024-01-24T00:00", zoned = { ...context, tz: "Europe/Berlin" };
  const sent = (endpoint: Endpoint, args: ArgumentValues) =>
    buildRequest(endpoint, { ...args, body: { name: "a", start_time: time } }, zoned).json();
  assertEquals(await sent(api.tags.create, {}), { name: "a", start_time: time });
  const { start_time } = await sent(api.ingest.record, { data_type: "HeartRate" });
  assertEquals(Date.parse(start_time), Date.UTC(2024, 0, 23, 23));
});
