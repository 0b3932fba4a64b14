import { assert } from "@std/assert";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import type { DataType, JsonSchema } from "../../src/schema/catalog.ts";
import { embedded } from "./embedded.ts";

type Schema = Record<string, unknown>;

const TIMES = [
  "2024-01-05",
  "2024-01-05T08:00Z",
  "2024-01-05 08:00:00",
  "2024-02-29T08:00:00.123456-08:00",
  "2024-01-05T09:00+01:00[Europe/Berlin]",
  "2023-02-29",
  "2024-04-31T00:00Z",
  "2024-01-05T24:00Z",
  "20240105T080000Z",
  "soon",
  "",
];
const UUIDS = ["0190a0a0-1234-7abc-8def-0123456789ab", "0190A0A0-1234-7ABC-8DEF-0123456789AB", "x"];
const TEXTS = ["a", "", "\0", "\ud800", "é\u{1F600}", "\u{1F600}".repeat(1000), "a".repeat(1001)];
const ODD = [null, true, false, 0, 1, -1, 1.5, 3, 1e15, 1e16, 2 ** 53, "1", [], {}, [1, 2, 3]];

/** Values near a schema: most valid, some at its limits, and some of another kind. */
function near(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const odd = fc.constantFrom<unknown>(...ODD, ...TEXTS);
  const likely = (arbitrary: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 20, arbitrary }, { weight: 1, arbitrary: odd });
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as Schema[] | undefined;
  if (depth > 5) return odd;
  if (choices !== undefined) return likely(fc.oneof(...choices.map((one) => near(one, depth + 1))));
  if ("const" in schema) return likely(fc.constant(schema["const"]));
  if (Array.isArray(schema["enum"])) return likely(fc.constantFrom(...schema["enum"]));
  const { minimum = -10, maximum = 10 } = schema as { minimum?: number; maximum?: number };
  switch (schema["type"]) {
    case "object": {
      const fields = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
      const required = (schema["required"] ?? []) as string[];
      const known = Object.fromEntries(fields.map(([name, of]) => [name, near(of, depth + 1)]));
      const others = fields.map(([name]) => name).filter((name) => !required.includes(name));
      const kept = fc.subarray(others, { maxLength: Math.min(4, others.length) });
      const record = fc.tuple(fc.record(known), kept, fc.integer({ min: 0, max: 30 }));
      return record.map(([all, names, dice]) => ({
        ...Object.fromEntries(
          [...required.filter((_, i) => dice !== i), ...names].map((name) => [name, all[name]]),
        ),
        ...(dice === 30 ? { of_no_schema: 1 } : {}),
      }));
    }
    case "array": {
      const tuple = schema["prefixItems"] as Schema[] | undefined;
      if (tuple !== undefined) return likely(fc.tuple(...tuple.map((one) => near(one, depth + 1))));
      return likely(fc.array(near((schema["items"] ?? {}) as Schema, depth + 1), { maxLength: 2 }));
    }
    case "string": {
      const pattern = String(schema["pattern"] ?? "");
      const of = pattern.includes("-02-29") ? TIMES : pattern.includes("a-fA-F") ? UUIDS : TEXTS;
      return likely(fc.constantFrom(...of, ...of.slice(0, 2), ...of.slice(0, 2)));
    }
    case "integer":
    case "number":
      return likely(fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, 1, 2, 2.5));
    case "boolean":
      return likely(fc.boolean());
    default:
      return odd;
  }
}

/**
 * Errors that the schema cannot express: an end before its start, and a deletion from an unknown
 * data type.
 */
const BEYOND = /before (?:start_time|start_date|arrival_date)|No records can have data type/;

const OWN: [base: string, record_spec: object][] = [
  ["Event", {}],
  ["Metric", { unit: "kg" }],
  ["Metric", { scale: { min: 1, max: 9, step: 2 } }],
  ["Metric", { scale: { min: 0, max: 10, step: 5 } }],
  ["Metric", { value_map: { "0": "no", "1": "yes" } }],
  ["Event", {
    schema: {
      type: "object",
      properties: { place: { type: "string" }, count: { type: "integer", minimum: 1 } },
      required: ["place"],
      additionalProperties: false,
    },
  }],
  ["Metric", {
    schema: { properties: { note: { type: "string", enum: ["a"] } }, required: ["note"] },
  }],
  ["Event", { schema: { type: "object", maxProperties: 4 } }],
];

const ANNOTATIONS = [
  { annotation_type: "moment" },
  { annotation_type: "duration", measurement_spec: { measurement_type: "duration" } },
  { annotation_type: "people" },
  { annotation_type: "boolean", measurement_spec: { measurement_type: "boolean", boolean: {} } },
  {
    annotation_type: "numeric",
    measurement_spec: { measurement_type: "mass", unit: "gram", mass: { value: 5 } },
  },
  {
    annotation_type: "scale",
    measurement_spec: { measurement_type: "scale", scale: { min_allowed: 1, max_allowed: 3 } },
    spec: { scale: { label_mapping: { mapping_type: "string", string: { mapping: {} } } } },
  },
];

Deno.test("ingestion accepts and rejects the same records as the schema of every type", async () => {
  await using here = await embedded();
  for (const [base, { schema, ...spec }] of OWN as [string, { schema?: object }][]) {
    const record_spec = schema === undefined ? spec : { ...spec, schema: JSON.stringify(schema) };
    const body = JSON.stringify({ name: "W", description: "", record_spec });
    await here.json(`POST /input/v1/data_type/${base}`, { body });
  }
  for (const one of ANNOTATIONS) {
    const body = JSON.stringify({ name: "A", description: "", tags: [], ...one });
    await here.json("POST /user/v1alpha1/annotation", { body });
  }
  const types = (await here.json<DataType[]>("GET /data/v1/catalog")).filter(({ recordable }) =>
    recordable
  );
  const metrics = types.filter(({ api_version }) => api_version === "v0");
  // Built-in metrics only differ in their units, so each gets fewer records.
  let taken = 0, refused = 0;
  for (const { id, api_version } of types) {
    const isMany = metrics.length > 100 && api_version === "v0" && id !== "SleepStage";
    const path = `/data/v1/catalog/${id}/${api_version}/schema`;
    const schema = await here.json<JsonSchema>(`GET ${path}`);
    const accepts = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    await fc.assert(
      fc.asyncProperty(near(schema as Schema), async (record) => {
        const response = await here.send(`POST /ingest/v1/record/${id}`, {
          body: JSON.stringify(record),
          headers: { "content-type": "application/json" },
        });
        const text = await response.text(), isTaken = response.status === 201;
        if (isTaken) taken++;
        else refused++;
        const read = JSON.parse(JSON.stringify(record));
        if (accepts(read) === isTaken || (!isTaken && BEYOND.test(text))) return;
        const why = isTaken ? JSON.stringify(accepts.errors) : text;
        assert(
          false,
          `${id}: ${JSON.stringify(record).slice(0, 300)} is ${response.status}: ${why}`,
        );
      }),
      { numRuns: isMany ? 6 : 60 },
    );
  }
  assert(taken > 500 && refused > 500, `${taken} were taken, ${refused} refused`);
});
