import { assert, assertEquals } from "@std/assert";
import type {
  DataType,
  DataTypeBody,
  JsonSchema,
  OldDataType,
} from "../../../src/schema/catalog.ts";
import { openStore } from "../../../src/store/openStore.ts";
import { embedded, JANUARY } from "../embedded.ts";

const EVENT_SCHEMA = {
  type: "object",
  properties: { place: { type: "string" }, count: { type: "integer", minimum: 1 } },
  required: ["place"],
  additionalProperties: false,
};

const AT = "2024-01-05T08:00:00Z";

async function start() {
  const here = await embedded();
  const define = (base: string, body: Partial<DataTypeBody>, status = 200) =>
    here.json<DataType>(`POST /input/v1/data_type/${base}`, {
      body: JSON.stringify({ name: "Coffee cups", description: "How many", ...body }),
      status,
    });
  const ingest = async (type: string, record: object): Promise<[number, string]> => {
    const response = await here.ingest(type, [{ start_time: AT, ...record }]);
    const { detail } = await response.json();
    const where = Array.isArray(detail)
      ? detail.map(({ loc }: { loc: string[] }) => loc.join(".")).join()
      : "";
    return [response.status, where];
  };
  return Object.assign(here, { define, ingestOne: ingest });
}

Deno.test("a user-defined event type checks records by its schema and returns all their fields", async () => {
  await using here = await start();
  const type = await here.define("Event", {
    record_spec: { schema: JSON.stringify(EVENT_SCHEMA) },
  });
  const { id } = type;
  assert(/^Event\/[0-9a-f-]{36}$/.test(id));
  assertEquals(type.record_spec, { type: "event", schema: EVENT_SCHEMA });
  assertEquals([type.class, type.svc_userid, type.column_name, type.categories], [
    "event",
    here.userid,
    "coffee_cups",
    ["user_configured"],
  ]);
  assertEquals(await here.json(`GET /data/v1/catalog/${id}/v1`), type);
  const schema = await here.json<JsonSchema>(`GET /data/v1/catalog/${id}/v1/schema`);
  assertEquals([schema["required"], schema["additionalProperties"]], [["place"], false]);
  const { properties } = schema as unknown as typeof EVENT_SCHEMA;
  assertEquals({ ...properties, ...EVENT_SCHEMA.properties }, properties);
  assertEquals(await here.json("GET /data/v1/catalog?category=user_configured"), [type]);
  assertEquals(await here.json(`GET /data/v1/catalog?data_type=${encodeURIComponent(id)}`), [type]);

  const uuid = crypto.randomUUID();
  const record = { id: uuid, place: "home", count: 2, note: "x", end_time: "2024-01-05T09:00:00Z" };
  assertEquals(await here.ingestOne(id, record), [201, ""]);
  assertEquals(await here.ingestOne(id, { count: 2 }), [422, "body.1.place"]);
  assertEquals(await here.ingestOne(id, { place: "home", count: 0 }), [422, "body.1.count"]);
  assertEquals(await here.ingestOne(id, { place: "home", more: 1 }), [422, "body.1.more"]);
  assertEquals(await here.ingestOne(id, { place: "home", tags: "x" }), [422, "body.1.tags"]);
  const rows = await here.json<object[]>(`GET /data/v1alpha1/event/${id}?${JANUARY}`);
  assertEquals(rows, [{
    place: "home",
    count: 2,
    id: uuid,
    recorded_at: AT,
    start_time: AT,
    end_time: "2024-01-05T09:00:00Z",
    source_name: null,
    source_id: null,
    sources: [],
    note: "x",
    tags: [],
    metadata: {},
  }]);
  const tombstone = { deleted_id: uuid, deleted_type: id };
  assertEquals(
    (await here.ingest("DeletedRecord", [tombstone])).status,
    201,
  );
  assertEquals(await here.json(`GET /data/v1alpha1/event/${id}?${JANUARY}`), []);
});

Deno.test("a user-defined metric enforces its scale, values and unit", async () => {
  await using here = await start();
  const scaled = await here.define("Metric", {
    record_spec: { scale: { min: 1, max: 9, step: 2 }, aggregation: "cumulative" },
  });
  assertEquals([scaled.class, scaled.metric_kind, scaled.unit], ["metric", "cumulative", null]);
  for (const [value, status] of [[1, 201], [9, 201], [2, 422], [11, 422], [-1, 422]] as const) {
    assertEquals((await here.ingestOne(scaled.id, { value }))[0], status, `${value}`);
  }
  assertEquals(await here.ingestOne(scaled.id, {}), [422, "body.1.value"]);
  assertEquals(await here.ingestOne(scaled.id, { value: 1, unit: "kg" }), [422, "body.1.unit"]);

  const mapped = await here.define("Metric", {
    record_spec: { value_map: { "0": "no", "1": "yes" }, unit: "answers" },
  });
  assertEquals(await here.ingestOne(mapped.id, { value: 1, unit: "answers" }), [201, ""]);
  assertEquals(await here.ingestOne(mapped.id, { value: 2 }), [201, ""], "labels restrict nothing");

  const heavy = await here.define("Metric", { record_spec: { unit: "kg" } });
  assertEquals(await here.ingestOne(heavy.id, { value: 500, unit: "g" }), [201, ""]);
  assertEquals(await here.ingestOne(heavy.id, { value: 5, more: 1 }), [422, "body.1.more"]);
  const read = (type: string) =>
    here.json<{ value: number; unit: string | null }[]>(
      `GET /data/v1alpha1/metric/${type}?${JANUARY}`,
    );
  assertEquals((await read(heavy.id)).map(({ value, unit }) => ({ value, unit })), [
    { value: 0.5, unit: "kg" },
  ]);
  assertEquals((await read(scaled.id)).map(({ value, unit }) => ({ value, unit })), [
    { value: 1, unit: null },
    { value: 9, unit: null },
  ]);
  const [day] = await here.json<{ sum: number; count: number }[]>(
    `GET /data/v1alpha1/metric/${scaled.id}/agg/day?${JANUARY}&function=sum`,
  );
  assertEquals([day!.sum], [10]);
});

Deno.test("a definition that no record could satisfy is rejected", async () => {
  await using here = await start();
  const wrong: [string, DataTypeBody["record_spec"]][] = [
    ["Event", { unit: "kg" }],
    ["Event", { aggregation: "discrete" }],
    ["Event", { schema: "{" }],
    ["Event", { schema: "[]" }],
    ["Event", { schema: '{"type":"nothing"}' }],
    ["Event", { schema: '{"$ref":"https://example.com/schema"}' }],
    ["Event", { schema: '{"$async":true}' }],
    ["Event", { schema: '{"pattern":"("}' }],
    ["Event", { schema: `{"description":"${"x".repeat(70_000)}"}` }],
    ["Event", { schema: `${'{"not":'.repeat(9000)}{}${"}".repeat(9000)}` }],
    ["Metric", { scale: { min: 2, max: 1 } }],
    ["Metric", { scale: { min: 0.5, max: 1 } }],
    ["Metric", { value_map: { a: "x" } }],
  ];
  for (const [base, record_spec] of wrong) {
    const { detail } = await here.define(base, record_spec ? { record_spec } : {}, 422) as
      & DataType
      & { detail: { loc: string[] }[] };
    assertEquals(detail[0]!.loc.slice(0, 2), ["body", "record_spec"], JSON.stringify(record_spec));
  }
  await here.define("Event", { name: "" }, 422);
  await here.define("Location", {}, 422);
  const { id } = await here.define("Event", {}); // without a schema, records may only have common fields
  assertEquals(await here.ingestOne(id, { note: "x", metadata: { a: 1 } }), [201, ""]);
  assertEquals(await here.ingestOne(id, { more: 1 }), [422, "body.1.more"]);
  const schema = await here.json<JsonSchema>(`GET /data/v1/catalog/${id}/v1/schema`);
  assertEquals([schema["required"], schema["additionalProperties"]], [undefined, false]);
});

Deno.test("an archived user-defined type is missing in the catalog's list", async () => {
  await using here = await start();
  const { id } = await here.define("Event", {});
  const archive = (deprecated: boolean) =>
    here.json<DataType>(`PUT /input/v1/data_type/${id}`, { body: JSON.stringify({ deprecated }) });
  const listed = async (query: string): Promise<boolean[]> =>
    (await here.json<DataType[]>(`GET /data/v1/catalog?data_type=${id}${query}`))
      .map(({ deprecated }) => deprecated);
  assertEquals(await listed(""), [false]);
  assertEquals((await archive(true)).deprecated, true);
  assertEquals(await listed(""), []);
  assertEquals(await listed("&include_archived=true"), [true]);
  assertEquals((await here.json<DataType>(`GET /data/v1/catalog/${id}/v1`)).deprecated, true);
  assertEquals((await archive(false)).deprecated, false);
  assertEquals(await listed(""), [false]);
  await here.json(`PUT /input/v1/data_type/${id}`, { body: "{}", status: 422 });
  const other = id.replace("Event", "Metric");
  await here.json(`PUT /input/v1/data_type/${other}`, { body: '{"deprecated":true}', status: 404 });
});

Deno.test("a type accepts additional optional fields and keeps its existing ones", async () => {
  await using here = await start();
  const { id, record_spec } = await here.define("Metric", {
    record_spec: {
      unit: "kg",
      schema: '{"properties":{"cups":{"type":"integer"}},"required":["cups"]}',
    },
  });
  assertEquals(await here.ingestOne(id, { value: 1, cups: 2 }), [201, ""]);
  const path = `/input/v1/data_type/${id}`;
  const put = (body: unknown, status = 200) =>
    here.json<DataType>(`PUT ${path}`, { body: JSON.stringify(body), status });
  const schema = {
    ...record_spec.schema as object,
    properties: {
      id: {},
      recorded_at: {},
      value: {},
      sources: {},
      cups: { type: "integer" },
      sugar: { type: "boolean" },
    },
  };
  const changed = await put({ record_spec: { schema }, name: "Tea" });
  const fields = Object(changed.record_spec.schema)["properties"];
  assertEquals([changed.name, Object.keys(fields)], ["Tea", ["cups", "sugar"]]);
  assertEquals(await put({ record_spec: { schema: JSON.stringify(schema) } }), changed);
  const described = { type: "integer", description: "Cups of tea." };
  const remark = { ...schema, properties: { ...schema.properties, cups: described } };
  const { record_spec: spec } = await put({ record_spec: { schema: remark } });
  assertEquals(Object(spec.schema)["properties"]["cups"], described);
  await put({ record_spec: { schema } });
  assertEquals(await here.json(`GET ${path}`), changed);
  assertEquals(await here.ingestOne(id, { value: 1, cups: 2, sugar: true }), [201, ""]);
  assertEquals(await here.ingestOne(id, { value: 1, cups: 2 }), [201, ""]);
  assertEquals(await here.ingestOne(id, { value: 1, sugar: true }), [422, "body.1.cups"]);
  await put({ record_spec: { schema: { properties: { sugar: {} } } } }, 422);
  await put({ record_spec: { schema: { ...schema, required: ["cups", "sugar"] } } }, 422);
  await put({ record_spec: { unit: "g" } }, 422);
  await put({}, 422);
  const again = await here.json<DataType>("POST /input/v1/data_type/Metric", {
    body: JSON.stringify({ name: "Copy", description: "", record_spec: changed.record_spec }),
  });
  assertEquals(again.record_spec, changed.record_spec, "a catalog's record_spec can be sent back");
});

Deno.test("user-defined types are invisible to other users", async () => {
  await using here = await start();
  const { id } = await here.define("Event", {});
  const token = await here.service.issueToken(crypto.randomUUID());
  const body = '{"deprecated":true}';
  await here.json(`PUT /input/v1/data_type/${id}`, { token, body, status: 404 });
  await here.json(`GET /data/v1/catalog/${id}/v1`, { token, status: 404 });
  assertEquals((await here.ingest(id, [{ start_time: AT }], { token })).status, 404);
  const types = await here.json<OldDataType[]>("GET /data/v1alpha1/data_types", { token });
  assert(types.some((type) => type.name === "HeartRate") && types.every(({ name }) => name !== id));
  const own = await here.json<OldDataType[]>("GET /data/v1alpha1/data_types");
  assertEquals(own.at(-1), {
    name: id,
    description: "How many",
    category: ["user_configured"],
    class: "event",
  });
});

Deno.test("a type with an unsupported older schema rejects records, and everything else works", async () => {
  const store = openStore();
  await using here = await embedded({ store });
  const schema = JSON.stringify({ properties: { text: { type: "string", pattern: "^(?!a)b" } } });
  const { id } = await store.dataTypes.add(here.userid, {
    base: "Event",
    deprecated: false,
    name: "Old",
    description: "Defined before",
    record_spec: { schema },
  });
  const response = await here.ingest(`Event/${id}`, [{ start_time: AT, text: "b" }]);
  const { detail } = await response.json();
  assertEquals([response.status, detail[0].loc], [422, ["body", 1]]);
  assert(detail[0].msg.startsWith("The data type takes no records"), detail[0].msg);
  const types = await here.json<DataType[]>(`GET /data/v1/catalog?data_type=Event/${id}`);
  assertEquals(types[0]?.record_spec.schema, JSON.parse(schema));
  assertEquals(await here.json(`GET /data/v1alpha1/event/Event/${id}?${JANUARY}`), []);
});

const CUPS = {
  type: "object",
  properties: { cups: { type: "integer" }, note: { type: "string", maxLength: 9 } },
  required: ["cups"],
};

Deno.test("a type accepts its record_spec from the catalog, and its schema of whole records", async () => {
  await using here = await embedded();
  const metric = { unit: "kg", aggregation: "cumulative", scale: { min: 1, max: 5, step: 2 } };
  const specs: [base: string, record_spec: object][] = [
    ["Event", { schema: CUPS }],
    ["Event", { schema: { ...CUPS, minProperties: 1, allOf: [{ type: "object" }] } }],
    ["Event", { schema: { ...CUPS, $defs: { record_time: { type: "string" } } } }],
    ["Event", {}],
    ["Metric", { ...metric, value_map: { "1": "low", "5": "high" } }],
    ["Metric", { ...metric, schema: CUPS }],
  ];
  for (const [base, record_spec] of specs) {
    const path = `/input/v1/data_type/${base}`;
    const body = { name: "Tea", description: "Cups.", record_spec };
    const made = await here.json<DataType>(`POST ${path}`, { body: JSON.stringify(body) });
    const own = `/input/v1/data_type/${made.id}`, catalog = `/data/v1/catalog/${made.id}/v1`;
    const whole = await here.json<JsonSchema>(`GET ${catalog}/schema`);
    for (const spec of [made.record_spec, { schema: whole }, { schema: JSON.stringify(whole) }]) {
      const body = { record_spec: spec };
      const edited = await here.json<DataType>(`PUT ${own}`, { body: JSON.stringify(body) });
      assertEquals(edited, made, JSON.stringify(record_spec));
      assertEquals(await here.json(`GET ${catalog}/schema`), whole);
    }
    const properties = { ...whole["properties"] as object, size: { type: "string" } };
    const grown = await here.json<DataType>(`PUT ${own}`, {
      body: JSON.stringify({ record_spec: { schema: { ...whole, properties } } }),
    });
    const fields = Object.keys((grown.record_spec.schema?.["properties"] ?? {}) as object);
    const had = Object.keys((made.record_spec.schema?.["properties"] ?? {}) as object);
    assertEquals(fields.sort(), [...had, "size"].sort());
    const again = await here.json<DataType>(`POST ${path}`, {
      body: JSON.stringify({ ...body, record_spec: { ...record_spec, schema: whole } }),
    });
    assertEquals(again.id === made.id, false);
  }
});

Deno.test("an edit that would change the meaning of records is rejected and changes nothing", async () => {
  await using here = await embedded();
  const made = await here.json<DataType>("POST /input/v1/data_type/Metric", {
    body: JSON.stringify({
      name: "Tea",
      description: "Cups.",
      record_spec: { unit: "kg", scale: { min: 1, max: 5 }, schema: CUPS },
    }),
  });
  const schemas = [
    null,
    {},
    "no JSON",
    "[]",
    { ...CUPS, required: ["cups", "place"], properties: { ...CUPS.properties, place: {} } },
    { ...CUPS, properties: { ...CUPS.properties, place: { pattern: "(?=a)" } } },
    { ...CUPS, properties: { ...CUPS.properties, cups: { type: "string" } } },
    { ...CUPS, properties: { ...CUPS.properties, cups: { type: "integer", maximum: 1 } } },
    { ...CUPS, minProperties: 3 },
    { ...CUPS, additionalProperties: { type: "string" } },
    { ...CUPS, allOf: [{ required: ["place"] }] },
  ];
  const specs = [
    { unit: "g" },
    { unit: null },
    { scale: { min: 1, max: 6 } },
    { scale: null },
    { aggregation: "cumulative" },
    { type: "event" },
    { value_map: { "1": "low" } },
    { cups: 1 },
    ...schemas.map((schema) => ({ schema })),
  ];
  for (const record_spec of specs) {
    const answer = await here.send(`PUT /input/v1/data_type/${made.id}`, {
      body: JSON.stringify({ name: "Coffee", record_spec }),
    });
    await answer.body?.cancel();
    assertEquals(answer.status, 422, JSON.stringify(record_spec));
  }
  assertEquals(await here.json(`GET /input/v1/data_type/${made.id}`), made);
});
