import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { api } from "../../src/api/api.ts";
import type { Endpoints } from "../../src/api/fields/endpoint.ts";
import { connect } from "../../src/client/connect.ts";
import { NetworkError } from "../../src/client/errors/apiError.ts";
import { BASE, clientOf, facts, jwt, script, TOKEN, USER } from "./fixtures.ts";
import type { ConnectOptions } from "../../src/client/connectOptions.ts";

const RANGE = { start_time: "2024-01-24T00:00Z", end_time: "2024-01-25T00:00Z" };
const OTHER = "99999999-2222-4333-8444-555555555555";
const options = (more: object): ConnectOptions => ({ baseUrl: BASE, token: TOKEN, ...more });

Deno.test("connect() has a method for every row of the tables, and more for records, files, groups and types", () => {
  const client = clientOf(script().fetch).api as unknown as Record<string, Record<string, unknown>>;
  for (const [noun, endpoints] of Object.entries<Endpoints>(api)) {
    const names = Object.keys(client[noun]!).filter((name) =>
      !["ingest.records", "files.upload", "groups.people", "catalog.describe"].includes(
        `${noun}.${name}`,
      )
    );
    assertEquals(names, Object.keys(endpoints));
    for (const name of names) assertEquals(typeof client[noun]![name], "function");
  }
  assertEquals(typeof client["ingest"]!["records"], "function");
  assertEquals(typeof client["files"]!["upload"], "function");
  assertEquals(typeof client["groups"]!["people"], "function");
  assertEquals(typeof client["catalog"]!["describe"], "function");
});

Deno.test("connect() requires a token that is valid in a header, and never shows it", () => {
  const missing = { baseUrl: BASE } as ConnectOptions;
  assertThrows(() => connect(missing), TypeError, "Cannot connect: the token is missing");
  for (const token of ["", "  ", "a b-secret", "secret\nx", "gehéim", "Bearer secret", null, 5]) {
    const error = assertThrows(() => connect(options({ token })), TypeError, "Cannot connect");
    assertEquals(/secret|gehéim/.test(Deno.inspect(error)), false);
  }
});

Deno.test("connect() accepts a token with a line break at its end, as read from a file", async () => {
  const { fetch, requests } = script(Response.json([]));
  await connect(options({ token: `${TOKEN}\n`, fetch })).api.metrics.catalog();
  assertEquals(requests[0]!.headers.get("authorization"), `Bearer ${TOKEN}`);
});

Deno.test("connect() only sends tokens unencrypted to this machine by default", () => {
  for (
    const baseUrl of [
      "http://host.example",
      "http://10.0.0.1:8080",
      "http://localhost.evil.example",
    ]
  ) {
    assertThrows(() => connect(options({ baseUrl })), RangeError, "unencrypted");
    assertEquals(connect(options({ baseUrl, allowInsecure: true })).baseUrl, baseUrl);
  }
  const own = [
    "http://localhost:8000",
    "http://127.0.0.1",
    "http://[::1]:80",
    "http://a.localhost",
  ];
  for (const baseUrl of own) connect(options({ baseUrl }));
});

Deno.test("connect() rejects addresses that are invalid or have extra parts", () => {
  const wrong: [string, string][] = [
    ["host.example", 'baseUrl "host.example" is not an address'],
    ["ftp://host.example", "is not an address"],
    ["https://me:pass@host.example", "contains a user name or password"],
    ["me:pass@", "baseUrl is not an address"],
    ["https://host.example/?x=1", "has a query or a fragment"],
  ];
  for (const [baseUrl, message] of wrong) {
    const error = assertThrows(() => connect(options({ baseUrl })), TypeError, message);
    assertEquals(error.message.includes("pass@"), false);
  }
  assertEquals(connect(options({ baseUrl: new URL(`${BASE}/api//`) })).baseUrl, `${BASE}/api`);
});

Deno.test("connect() rejects unknown and invalid options", () => {
  const wrong: [object, string][] = [
    [{ userId: USER }, 'unknown option "userId"; did you mean "userid"?'],
    [{ userid: "me" }, 'userid "me" is not a UUID'],
    [{ tz: "europe/berlin" }, "Europe/Berlin"],
    [{ output: "arow" }, 'output "arow" is not one of'],
    [{ timeout: 0 }, "timeout is 0"],
    [{ totalTimeout: Infinity }, "totalTimeout is Infinity"],
    [{ retry: { limit: -1 } }, "retry.limit is -1"],
  ];
  for (const [more, message] of wrong) {
    assertThrows(() => connect(options(more)), Error, message);
  }
});

Deno.test("userid() returns the option, else the token's claim, else requests it once", async () => {
  const silent = script();
  const userid = (more: object) => connect(options({ fetch: silent.fetch, ...more })).userid();
  assertEquals(await userid({ userid: USER, token: jwt({ svc_userid: OTHER }) }), USER);
  assertEquals(await userid({ token: jwt({ svc_userid: OTHER }) }), OTHER);
  assertEquals(await userid({ token: jwt({ "x/id": OTHER }), userClaim: "x/id" }), OTHER);
  assertEquals(silent.requests.length, 0);
  const { fetch, requests } = script(Response.json({ userid: USER }), ...samples(3));
  const client = connect(options({ fetch, token: jwt({ svc_userid: "no uuid" }) }));
  const read = () => client.api.metrics.samples({ metric: "X" as never, ...RANGE });
  await Promise.all([read(), read()]);
  await read();
  assertEquals(await client.userid(), USER);
  assertEquals(requests.map(({ url }) => new URL(url).pathname), [
    "/user/v1alpha1/info",
    ...Array(3).fill(`/data/v0/${USER}/metric_samples`),
  ]);
});

function samples(count: number): (() => Response)[] {
  return Array.from({ length: count }, () => () => Response.json([]));
}

Deno.test("userid() is requested again after a failure, and a signal ends the wait for it", async () => {
  const down = (): never => {
    throw new TypeError("down");
  };
  const controller = new AbortController();
  const silent = (): Promise<Response> => {
    controller.abort();
    return new Promise(() => {});
  };
  const { fetch } = script(down, silent, Response.json({ userid: USER }));
  const client = connect(options({ fetch, retry: { limit: 1, delay: 0 }, timeout: 50 }));
  await assertRejects(
    () =>
      client.api.metrics.samples({ metric: "X" as never, ...RANGE }, { signal: controller.signal }),
    DOMException,
  );
  await assertRejects(() => client.userid());
  assertEquals(await client.userid(), USER);
});

Deno.test("arguments are checked before any request", async () => {
  const { fetch, requests } = script();
  const client = connect(options({ fetch }));
  await assertRejects(
    () =>
      client.api.metrics.samples({
        metric: "X" as never,
        start_time: RANGE.end_time,
        end_time: RANGE.start_time,
      }),
    RangeError,
    "end_time",
  );
  assertEquals(requests.length, 0);
});

Deno.test("the types reject what the checks reject", async () => {
  const client = clientOf(script().fetch);
  // @ts-expect-error the metric is missing
  await assertRejects(() => client.api.metrics.samples(RANGE), TypeError, "metric is missing");
  // @ts-expect-error there is no such argument
  await assertRejects(() => client.api.user.info({ plattform: "x" }), TypeError, '"platform"');
  const args = { metric: "X" as never, ...RANGE };
  await assertRejects(
    // @ts-expect-error there is no such calculation
    () => client.api.metrics.timeSeries({ ...args, calculations: ["median"] }),
    RangeError,
    "calculations",
  );
});

Deno.test("a call's output and zone override the client's", async () => {
  const body = "time,heart_rate\n2024-01-24T00:00:00Z,60\n";
  const { fetch, requests } = script(...Array.from({ length: 3 }, () => () => new Response(body)));
  const client = clientOf(fetch, { output: "csv", tz: "Europe/Berlin" });
  const args = {
    metric: "HeartRate" as const,
    start_time: "2024-01-24T01:00",
    end_time: "2024-01-24T01:01",
  };
  const zones = [
    await client.api.metrics.timeSeries(args),
    await client.api.metrics.timeSeries({ ...args, tz: "Asia/Tokyo" }, { output: "quotecsv" }),
    await client.api.metrics.timeSeries(args, { tz: "America/New_York" }),
  ].map((frame) => facts(frame).types["time"]);
  assertEquals(zones, [
    "DataType(Datetime(us,Europe/Berlin))",
    "DataType(Datetime(us,Asia/Tokyo))",
    "DataType(Datetime(us,America/New_York))",
  ]);
  const sent = requests.map(({ url }) => new URL(url).searchParams);
  assertEquals(
    sent.map((query) => [query.get("output"), query.get("tz"), query.get("start_time")]),
    [
      ["csv", "Europe/Berlin", "2024-01-24T00:00:00Z"],
      ["quotecsv", "Asia/Tokyo", "2024-01-23T16:00:00Z"],
      ["csv", "America/New_York", "2024-01-24T06:00:00Z"],
    ],
  );
});

Deno.test("a text format without rows gets its columns from the catalog, read once", async () => {
  const empty = () => new Response("[]");
  const catalog = Response.json([{ name: "HeartRate", value_column: "heart_rate" }]);
  const { fetch, requests } = script(empty, catalog, empty);
  const client = clientOf(fetch, { output: "jstable" });
  const args = {
    metric: "HeartRate" as const,
    ...RANGE,
    drop_nulls: true,
    calculations: ["max", "allpoints"],
  } as const;
  for (let i = 0; i < 2; i++) {
    assertEquals(facts(await client.api.metrics.timeSeries(args)).types, {
      time: "DataType(Datetime(us,))", // neither the call nor the client has a zone
      heart_rate: "DataType(Float64)",
      max_heart_rate: "DataType(Float64)",
      all_heart_rate: "DataType(List(DataType(Float64)))",
    });
  }
  assertEquals(requests.length, 3);
});

Deno.test("now() uses the clock of the options", () => {
  const at = Temporal.Instant.from("2025-03-21T11:00:00Z");
  assertEquals(clientOf(script().fetch, { now: () => at }).now().equals(at), true);
  const date = new Date(at.epochMilliseconds);
  assertEquals(clientOf(script().fetch, { now: () => date }).now().equals(at), true);
  const before = Date.now(), now = clientOf(script().fetch).now().epochMilliseconds;
  assert(before <= now && now <= Date.now());
});

Deno.test("a client shows its address, its user and its abilities", () => {
  const client = clientOf(script().fetch);
  const text = Deno.inspect(client);
  assertStringIncludes(text, `Client of ${BASE}, user ${USER}\n`);
  assertStringIncludes(text, "metrics: catalog, samples, timeSeries");
  assertStringIncludes(text, "ingest: record, legacyRecord, legacyBatch, records");
  const display = Symbol.for("Jupyter.display");
  const shown = (client as unknown as Record<symbol, () => Record<string, string>>)[display]!();
  assertEquals(shown, { "text/plain": text, "text/html": `<pre>${text}</pre>` });
});

Deno.test("a client is immutable", () => {
  const client = clientOf(script().fetch) as { baseUrl: string };
  assertThrows(() => client.baseUrl = "https://evil.example", TypeError);
});

Deno.test("an unreachable service is reported with its address", async () => {
  const fetch = (): never => {
    throw new TypeError("dns error");
  };
  await assertRejects(
    () => clientOf(fetch).api.user.info(),
    NetworkError,
    `${BASE} was not found (DNS)`,
  );
});
