import { assert } from "@std/assert";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { z } from "zod";
import { api } from "../../src/api/api.ts";
import { type Endpoint, type Field, splitRoute } from "../../src/api/endpoint.ts";
import { pathField } from "../../src/api/pathFields.ts";
import { answerSchema } from "../../src/service/openapiAnswerSchemas.ts";
import { BODIES } from "../../src/service/openapiBodies.ts";
import { PROBLEM_SCHEMAS } from "../../src/service/openapiErrors.ts";
import { embedded } from "./embedded.ts";
import { person } from "./people.ts";

const operations: [string, Endpoint][] = Object.entries(api).flatMap(([noun, all]) =>
  Object.entries(all as Record<string, Endpoint>)
    .map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint])
);

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const [text, list, problem] = [
  PROBLEM_SCHEMAS.Error,
  { ...PROBLEM_SCHEMAS.ValidationError, required: ["detail"] },
  { ...PROBLEM_SCHEMAS.ProblemDocument, required: ["status", "title", "type", "detail"] },
].map((schema) => ajv.compile(schema));
const answers = new Map(
  operations.filter(([, { returns }]) => returns.kind === "json")
    .map(([name]) => [name, ajv.compile(answerSchema(name))]),
);

const ODD = [
  "",
  " ",
  "\0",
  "%",
  "/",
  "..",
  "é",
  "\u{1F600}",
  "null",
  "-1",
  "1e400",
  "a".repeat(300),
];
const TIMES = ["2024-01-01", "2024-01-02T00:00Z", "0001-01-01", "9999-12-31T23:59:59.999999Z", "x"];
const TYPES = [
  "HeartRate",
  "StepCount",
  "MomentAnnotation",
  "calendars",
  "DeletedRecord",
  "Event",
  "file:/a",
];
const anyText = fc.oneof(
  fc.constantFrom(...ODD, ...TYPES),
  fc.string({ unit: "binary", maxLength: 8 }),
).filter((text) => text !== "." && text !== ".."); // in a path these are no segments of their own

/** Values of a parameter: mostly of its kind. */
function values(name: string, field: Field, ids: readonly string[]): fc.Arbitrary<string> {
  if (field.oneOf !== undefined) {
    return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...field.oneOf) }, anyText);
  }
  const ofKind = {
    time: fc.constantFrom(...TIMES),
    uuid: fc.constantFrom(...ids),
    number: fc.constantFrom("1", "60", "0.5", "0", "-1", "1e300", "NaN"),
    integer: fc.constantFrom("0", "1", "5", "900", "-1", "9007199254740993"),
    boolean: fc.constantFrom("true", "False", "1", "0", "yes"),
    duration: fc.constantFrom("PT2H", "P1D", "PT0S", "-PT1H", "P1M"),
    zone: fc.constantFrom("UTC", "Europe/Berlin", "utc", "Mars/Base"),
    text: name.endsWith("_id") || name === "tag_name"
      ? fc.constantFrom(...ids)
      : fc.constantFrom(...TYPES, ...ids, "1h", "18h/1d", "HeartRate[60s] @ 1704153600", "/a"),
  }[field.kind];
  return fc.oneof({ weight: 5, arbitrary: ofKind }, anyText);
}

/** JSON near to what a schema asks for. */
function near(schema: Record<string, unknown>, depth = 0): fc.Arbitrary<unknown> {
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(...ODD, ...TIMES));
  const all = (schema["anyOf"] ?? schema["oneOf"]) as Record<string, unknown>[] | undefined;
  if (depth > 6) return odd;
  if (all !== undefined) return fc.oneof(...all.map((one) => near(one, depth + 1)), odd);
  if ("const" in schema) return fc.constant(schema["const"]);
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...schema["enum"]);
  const likely = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: odd });
  switch (schema["type"]) {
    case "object": {
      const fields = Object.entries((schema["properties"] ?? {}) as Record<string, never>);
      const known: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        fields.map(([name, field]) => [name, near(field, depth + 1)]),
      );
      return likely(fc.record(known, {
        requiredKeys: (schema["required"] ?? []) as string[],
      }));
    }
    case "array":
      return likely(fc.array(near((schema["items"] ?? {}) as never, depth + 1), { maxLength: 2 }));
    case "string":
      return likely(fc.constantFrom("a", "text/plain", "/a", "UTC", "06:00:00", ...TIMES));
    case "integer":
    case "number":
      return likely(fc.constantFrom(0, 1, 5, -1, 12));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return odd;
  }
}

const RECORD = fc.record({
  start_time: fc.constantFrom<unknown>(...TIMES, 5, null),
  value: fc.constantFrom<unknown>(1, 60, "x", null),
  place: fc.constantFrom<unknown>("home", 5, {}),
}, { requiredKeys: ["start_time"] });

Deno.test("no request of any operation is answered 500; every refusal has its shape, every answer its schema", async () => {
  await using here = await embedded({ operatorToken: "operator", storageSecret: "storage" });
  const other = await person(here);
  const made = await here.json<{ id: string }>("POST /input/v1/data_type/Metric", {
    body: JSON.stringify({
      name: "a",
      description: "b",
      record_spec: { schema: '{"properties":{"place":{"type":"string"}}}' },
    }),
  });
  const ids = [here.userid, other.userid, made.id, made.id.split("/")[1]!, crypto.randomUUID()];
  const tokens = { operator: "operator", storage: "storage", none: null };
  const request = fc.constantFrom(...operations).chain(([name, endpoint]) => {
    const { path } = splitRoute(endpoint.route);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part!);
    const json = BODIES[name] === undefined
      ? RECORD
      : near(z.toJSONSchema(BODIES[name], { io: "input", unrepresentable: "any" }));
    return fc.record({
      name: fc.constant(name),
      endpoint: fc.constant(endpoint),
      path: fc.tuple(...inPath.map((part) => values(part, pathField(part), ids))),
      query: fc.tuple(
        ...Object.entries(endpoint.query ?? {}).map(([part, field]) =>
          fc.array(values(part, field, ids), {
            minLength: field.required ? 1 : 0,
            maxLength: field.list ? 3 : 1,
          }).map((all) => all.map((value) => [part, value]))
        ),
      ),
      body: endpoint.body === undefined ? fc.constant(undefined) : json,
      type: fc.constantFrom(
        "application/json",
        "application/json",
        "application/x-jsonl",
        "text/x",
      ),
      asOther: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    });
  });
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ name, endpoint, path, query, body, type, asOther }) => {
      const { method, path: template } = splitRoute(endpoint.route);
      let i = 0;
      const filled = template.replaceAll(
        /\{(\w+)\}/g,
        () => encodeURIComponent(path[i++]!.toWellFormed()),
      );
      const search = new URLSearchParams(query.flat() as string[][]);
      const response = await here.send(`${method} ${filled}?${search}`, {
        token: endpoint.auth !== undefined
          ? tokens[endpoint.auth]
          : endpoint.route === "DELETE /user/v1alpha1/session" // ends the token that asks for it
          ? (await person(here)).token
          : asOther
          ? other.token
          : here.token,
        ...(body === undefined ? {} : { body: JSON.stringify(body) ?? "" }),
        headers: { "content-type": type },
      });
      const { status } = response, answer = await response.text();
      seen.set(status, (seen.get(status) ?? 0) + 1);
      const what = `${method} ${filled}?${search} ${JSON.stringify(body)} answered ${status} ${
        answer.slice(0, 300)
      } ${here.log.at(-1)?.error}`;
      assert(status < 500, what);
      if (status >= 400) {
        const isFile = filled.startsWith("/input/v1/file");
        const isShaped = isFile
          ? problem!(JSON.parse(answer))
          : status === 422
          ? list!(JSON.parse(answer))
          : text!(JSON.parse(answer));
        assert(isShaped, what);
        const expected = isFile ? "application/problem+json" : "application/json";
        assert(response.headers.get("content-type") === expected, what);
        return;
      }
      const check = answers.get(name);
      if (check === undefined || status === 204) return;
      assert(check(JSON.parse(answer)), `${ajv.errorsText(check.errors)}: ${what}`);
    }),
    { numRuns: 2000, seed: 20_240_101 },
  );
  for (const status of [200, 403, 404, 409, 422]) {
    assert((seen.get(status) ?? 0) > 2, `${[...seen]}`);
  }
});
