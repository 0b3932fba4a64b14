import { Validator } from "../../../tools/packages/openapiValidator.ts";
import { assert, assertEquals } from "@std/assert";
import { api } from "../../../src/api/api.ts";
import {
  type Endpoint,
  type Json,
  type ModelName,
  splitRoute,
} from "../../../src/api/fields/endpoint.ts";
import { toWire } from "../../../src/api/fields/names.ts";
import { FORMATS } from "../../../src/frame/formats/formats.ts";
import { TIME_ZONES } from "../../../src/api/fields/timeZones.ts";
import { zone } from "../../../src/time/zone.ts";
import { openapi } from "../../../src/service/openapi/openapi.ts";
import { modelExamples, modelSchema } from "../../../src/service/openapi/openapiModels.ts";
import * as models from "../../../src/schema/models.ts";
import { type Embedded, embedded } from "../embedded.ts";
import type { GroupAnswer, Membership } from "../../../src/schema/groups.ts";

const endpoints: [string, Endpoint][] = Object.entries(api).flatMap(([noun, operations]) =>
  Object.entries(operations as Record<string, Endpoint>)
    .map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint])
);

interface Operation {
  operationId: string;
  deprecated?: boolean;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: { [type: string]: { schema: object } } };
  responses: { [status: string]: { content?: { [type: string]: { schema: object } } } };
}

/** Returns the document, requested without a token. */
async function served(): Promise<{ paths: { [path: string]: { [method: string]: Operation } } }> {
  await using here = await embedded();
  return await here.json("GET /openapi.json", { token: null });
}

Deno.test("the document is valid OpenAPI 3.1, with neutral and with other words", async () => {
  const words = { svc: "acme", mobile: "phone", map: "gps", health_sdk: "vitals" };
  for (const document of [openapi(), openapi(toWire(words))]) {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    assertEquals(result.valid, true, JSON.stringify(result.errors));
    assertEquals(document["openapi"], "3.1.0");
  }
});

Deno.test("the document has every operation once, with all of its parameters", async () => {
  const { paths } = await served();
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const ids = operations.map(({ operationId }) => operationId);
  assertEquals(ids.length, new Set(ids).size);
  for (const [name, endpoint] of endpoints) {
    const { method, path } = splitRoute(endpoint.route);
    const operation = paths[path]?.[method.toLowerCase()];
    assertEquals(operation?.operationId, name);
    const { parameters = [], deprecated = false } = operation!;
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    assertEquals(
      inPath.map((parameter) => parameter.name),
      [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
    );
    const inQuery = parameters.filter((parameter) => parameter.in === "query");
    assertEquals(inQuery.map((parameter) => parameter.name), Object.keys(endpoint.query ?? {}));
    assertEquals(deprecated, endpoint.deprecated !== undefined, name);
  }
  const rest = ids.filter((id) => !endpoints.some(([name]) => name === id));
  assertEquals(
    rest.map((id) => id.split(".")[0]).filter((noun) => !["signIn", "documents"].includes(noun!)),
    [],
  );
});

Deno.test("the service answers every path of the document, without 404 or 405", async () => {
  await using here = await embedded();
  const { paths } = await served();
  for (const [path, item] of Object.entries(paths)) {
    for (const method of Object.keys(item)) {
      const filled = path.replaceAll(/\{\w+\}/g, "x");
      const response = await here.send(`${method.toUpperCase()} ${filled}`, { token: null });
      await response.body?.cancel();
      assert(![404, 405, 500].includes(response.status), `${method} ${path} ${response.status}`);
    }
    const response = await here.send(`PROPFIND ${path.replaceAll(/\{\w+\}/g, "x")}`);
    const allow = response.headers.get("allow")!.split(", ").filter((name) => name !== "HEAD");
    assertEquals(allow.sort(), Object.keys(item).map((name) => name.toUpperCase()).sort(), path);
    await response.body?.cancel();
  }
});

Deno.test("every body has the schema that checks it", async () => {
  const { paths } = await served();
  const bodies = endpoints.filter(([, { body }]) => body !== undefined && body !== "records");
  for (const [name, { route, body }] of bodies) {
    const { method, path } = splitRoute(route);
    const { requestBody } = paths[path]![method.toLowerCase()]!;
    const { schema } = requestBody!.content["application/json"]!;
    assertEquals(schema, { $ref: `#/components/schemas/${(body as Json).model}` }, name);
  }
  assertEquals(deprecatedIn(modelSchema("LegacyRecord", "input")), ["recorded_at"]);
});

/** Returns the names of deprecated properties in a schema, at any depth. */
function deprecatedIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) => [
    ...(Object(inner).deprecated === true ? [name] : []),
    ...deprecatedIn(inner),
  ]);
}

Deno.test("the document has every answer: the eight formats of a frame, records, files and all errors", async () => {
  const { paths } = await served();
  for (const [name, endpoint] of endpoints) {
    const { method, path } = splitRoute(endpoint.route);
    const { responses } = paths[path]![method.toLowerCase()]!;
    const { kind } = endpoint.returns;
    const success = String(
      endpoint.seeOther ? 303 : endpoint.status ?? (kind === "nothing" ? 204 : 200),
    );
    for (const status of [success, "403", "404", "405", "422"]) {
      assert(status in responses, `${name} ${status}`);
    }
    assertEquals("401" in responses, endpoint.auth !== "none", name);
    const types = Object.keys(responses[success]!.content ?? {});
    if (kind === "frame") {
      const forms = Object.values(FORMATS).map(({ contentType }) => contentType.split(";")[0]!);
      assertEquals(types.sort(), [...new Set(forms)].sort(), name);
    }
    const problem = Object.keys(responses["422"]!.content!)[0];
    const isFile = path.startsWith("/input/v1/file");
    assertEquals(problem, isFile ? "application/problem+json" : "application/json", name);
  }
});

Deno.test("under other names no path, parameter or schema contains a neutral word", () => {
  const words = { svc: "acme", mobile: "phone", map: "gps", health_sdk: "vitals" };
  const text = JSON.stringify(openapi(toWire(words)));
  for (const word of ["svc_", "mobile_", "map_location", "map_service", "health_sdk"]) {
    const found = [...text.matchAll(new RegExp(`"[^" ]*${word}[^" ]*"`, "g"))].map(String);
    assertEquals(found, [], word);
  }
  for (const word of ["acme_userid", "phone_workouts", "gps_location_updates", "vitals"]) {
    assert(text.includes(word), word);
  }
});

Deno.test("the page for people has an anchor for every operation and loads nothing", async () => {
  await using here = await embedded();
  const response = await here.send("GET /docs", { token: null });
  const html = await response.text();
  assertEquals(response.headers.get("content-type"), "text/html; charset=utf-8");
  for (const [name, endpoint] of endpoints) {
    assert(html.includes(`id="${name}"`), name);
    for (const parameter of Object.keys(endpoint.query ?? {})) assert(html.includes(parameter));
  }
  assertEquals([...html.matchAll(/<(?:link|script|img|iframe|object)\b/g)].length, 0);
  const links = [...html.matchAll(/(?:src|href)="(?!#)([^"]*)"/g)].map(([, link]) => link);
  assertEquals(links, ["openapi.json", "oauth/device"]); // relative, because of prefixes of proxies
});

Deno.test("the page uses the words of the deployment and lists the eight formats of a table", async () => {
  const names = { svc: "acme", mobile: "phone", map: "gps", health_sdk: "vitals" };
  await using here = await embedded({ names });
  const html = await (await here.send("GET /docs", { token: null })).text();
  assertEquals(html.match(/\b(?:\w+_)?(?:svc_|mobile_|map_location)\w+/g), null);
  for (const word of ["acme_userid", "phone_workouts", "gps_service", ...Object.keys(FORMATS)]) {
    assert(html.includes(word), word);
  }
});

Deno.test("an answer lists exactly the media types that are available", async () => {
  await using here = await embedded();
  const filledPath = await pathFiller(here);
  const { paths } = await served();
  for (const [name, endpoint] of endpoints) {
    if (endpoint.returns.kind !== "records" && endpoint.returns.kind !== "lines") continue;
    const { method, path } = splitRoute(endpoint.route);
    const types = Object.keys(paths[path]![method.toLowerCase()]!.responses["200"]!.content!);
    const query = new URLSearchParams(
      Object.entries(endpoint.query ?? {}).filter(([, field]) => field.required).map(
        (
          [name, { kind, oneOf }],
        ) => [name, oneOf?.[0] ?? (kind === "time" ? TIMES[name]! : ASKED[name]!)],
      ),
    );
    const filled = filledPath(path).replace("{resolution}", "day")
      .replace("{data_type}", path.includes("/event/") ? "AgentLoop" : "HeartRate");
    const found = new Set<string>();
    for (const format of ["json", "csv"]) {
      const response = await here.send(`${method} ${filled}?${query}&format=${format}`, {
        headers: { accept: format === "csv" ? "text/csv" : "application/json" },
      });
      await response.body?.cancel();
      assertEquals(response.status, 200, name);
      found.add(response.headers.get("content-type")!.split(";")[0]!);
    }
    assertEquals([...found].sort(), types.sort(), name);
  }
});

/**
 * Fills in the user of a path, or a participant of a group that the user both created and joined.
 */
async function pathFiller(here: Embedded): Promise<(path: string) => string> {
  const { group } = await here.json<GroupAnswer>("POST /user/v1/group", {
    body: JSON.stringify({ title: "All", svc_data_types: COLLECTED }),
  });
  const { participant_id } = await here.json<Membership>(
    `POST /user/v1/group/${group.id}/membership`,
  );
  return (path) =>
    path.replace("{svc_userid}", here.userid).replace("{pool_id}", group.id)
      .replace("{participant_id}", participant_id);
}

const COLLECTED = [
  "HeartRate",
  "SleepStage",
  "mobile_workouts",
  "MapLocationUpdate",
  "MobileLocationUpdate",
  "MobileLocationVisit",
];

const TIMES: Record<string, string> = {
  start_time: "2024-01-01T00:00:00Z",
  end_time: "2024-01-02T00:00:00Z",
  time: "2024-01-01T00:00:00Z",
};
const ASKED: Record<string, string> = { metric: "HeartRate", q: "HeartRate[60s]" };

Deno.test("the service matches the bounds in the document: 200 at a bound, 422 beyond it", async () => {
  await using here = await embedded();
  const filledPath = await pathFiller(here);
  const { paths } = await served();
  const bounded = Object.entries(paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? []).map((parameter) => ({ path, get: get!, ...parameter }))
  ).filter(({ schema }) => "minimum" in schema || "exclusiveMinimum" in schema);
  assertEquals([...new Set(bounded.map(({ name }) => name))].sort(), [
    "change_meters",
    "look_back",
    "metric_seconds_after",
    "metric_seconds_before",
    "sample_rate",
    "samprate",
    "window_size",
  ]);
  for (const { path, get, name, schema } of bounded) {
    const { minimum, exclusiveMinimum } = schema as { minimum?: number; exclusiveMinimum?: number };
    const query = new URLSearchParams(
      get.parameters!.filter((one) => one.required && one.in === "query").map((one) => [
        one.name,
        one.name === "output" ? "csv" : TIMES[one.name] ?? "HeartRate",
      ]),
    );
    const status = async (value: number): Promise<number> => {
      const filled = filledPath(path);
      const response = await here.send(`GET ${filled}?${query}&${name}=${value}`);
      await response.body?.cancel();
      return response.status;
    };
    const least = minimum ?? exclusiveMinimum! + 60;
    assertEquals([await status(least), await status((minimum ?? 1) - 1)], [200, 422], name);
  }
  const { detail } = await here.json<{ detail: { msg: string }[] }>(
    "GET /data/v0/{me}/location_at_time?time=2024-01-01&window_size=36028797018963969",
    { status: 422 },
  );
  assertEquals(detail[0]!.msg, '"36028797018963969" is not within 2^53 of 0');
  await here.json("GET /input/v1/file?path=relative", { status: 422 });
});

Deno.test("the service accepts every name of the enumeration TimeZone", () => {
  assertEquals(TIME_ZONES.length, 597);
  for (const name of TIME_ZONES) assertEquals(zone(name), name);
});

Deno.test("models have names, and programs find them by reference", () => {
  const { components, paths } = JSON.parse(JSON.stringify(openapi()));
  const text = JSON.stringify(paths);
  for (const name of Object.keys(components.schemas)) {
    const isUsed = JSON.stringify({ paths, schemas: { ...components.schemas, [name]: null } })
      .includes(`"#/components/schemas/${name}"`);
    assert(isUsed, name);
  }
  assert(Object.keys(components.schemas).length > 40);
  assert(text.includes('{"type":"array","items":{"$ref":"#/components/schemas/Workout"}}'));
});

Deno.test("every model in the document has a description and the examples of its schema", () => {
  const { schemas } = openapi()["components"] as {
    schemas: { [name: string]: { description?: string; examples?: readonly unknown[] } };
  };
  for (const [name, { description, examples = [] }] of Object.entries(schemas)) {
    if (!(name in models)) continue;
    assert(description, name);
    assertEquals(examples, modelExamples(name as ModelName), name);
  }
});
