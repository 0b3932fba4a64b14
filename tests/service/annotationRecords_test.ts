import { assert, assertEquals } from "@std/assert";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Annotation } from "../../src/schema/annotations.ts";
import type { DataType, JsonSchema } from "../../src/schema/catalog.ts";
import type { Metric } from "../../src/schema/metrics.ts";
import { type Embedded, embedded, JANUARY } from "./embedded.ts";
import { ANNOTATION_BASES } from "../../src/schema/enums.ts";

type Row = Record<string, unknown>;

const EARLIER = "2024-01-05T07:00:00Z", AT = "2024-01-05T08:00:00Z", LATER = "2024-01-05T09:30:00Z";

/** A definition of each kind, with the additional fields of its records. */
const KINDS = {
  moment: [{}, {}],
  duration: [{ measurement_spec: { measurement_type: "duration" } }, { end_time: LATER }],
  people: [{}, { end_time: LATER }],
  boolean: [{ measurement_spec: { measurement_type: "boolean", boolean: {} } }, { value: true }],
  numeric: [
    { measurement_spec: { measurement_type: "volume", unit: "millileter", volume: {} } },
    { value: 250 },
  ],
  scale: [
    {
      measurement_spec: {
        measurement_type: "scale",
        scale: { min_allowed: 1, max_allowed: 3 },
      },
      spec: {
        scale: { label_mapping: { mapping_type: "string", string: { mapping: { "1": "low" } } } },
      },
    },
    { value: 2 },
  ],
} as const;

function define(here: Embedded, kind: keyof typeof KINDS, more: object = {}): Promise<Annotation> {
  const body = { name: `My ${kind}`, description: "", tags: [], ...KINDS[kind][0], ...more };
  return here.json("POST /user/v1alpha1/annotation", {
    body: JSON.stringify({ annotation_type: kind, ...body }),
  });
}

async function post(here: Embedded, type: string, record: object): Promise<string[]> {
  const response = await here.ingest(type, [record]);
  const { detail = [] } = await response.json();
  return response.status === 201
    ? []
    : [detail].flat().map((one: { loc?: unknown[] }) =>
      one.loc?.slice(2).join(".") ?? String(response.status)
    );
}

for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
  const { id: base, class: family } = ANNOTATION_BASES[kind];

  Deno.test(`a defined ${kind} annotation is a type of ${base} in catalog, ingestion, queries and updates`, async () => {
    await using here = await embedded({ clock: () => "2024-01-06T00:00:00Z" });
    const row = await define(here, kind), other = await define(here, kind, { name: "Other" });
    const type = `${base}/${row.id}`;
    const entry = await here.json<DataType>(`GET /data/v1/catalog/${type}/v1alpha1`);
    assertEquals([entry.class as string, entry.api_version, entry.name], [
      family,
      "v1alpha1",
      `My ${kind}`,
    ]);
    assert(entry.categories.includes("user_configured"));
    assertEquals(await here.json(`GET /data/v1/catalog?data_type=${type}`), [entry]);
    const schema = await here.json<JsonSchema>(`GET /data/v1/catalog/${type}/v1alpha1/schema`);
    const record = { start_time: AT, note: "n", ...KINDS[kind][1] };
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    assert(validate(record), JSON.stringify(validate.errors));

    assertEquals(await post(here, type, { ...record, source: "Phone" }), []);
    assertEquals(await post(here, `${base}/${other.id}`, { ...record, start_time: EARLIER }), []);
    const read = (of: string, query = "") =>
      here.json<Row[]>(`GET /data/v1alpha1/${family}/${of}?${JANUARY}${query}`);
    const [own] = await read(type);
    const { svc_source_id, ...definition } = row;
    assertEquals(own, {
      id: own!["id"],
      recorded_at: AT,
      ...("end_time" in record ? { start_time: AT, end_time: LATER } : {}),
      source_name: "Annotation",
      source_id: svc_source_id,
      sources: ["Phone", svc_source_id],
      note: "n",
      tags: [],
      metadata: definition,
      ...(family === "metric"
        ? { value: "value" in record ? record.value : null, unit: own!["unit"] }
        : {}),
    });
    assertEquals(
      own!["unit"],
      kind === "numeric" ? "millileter" : family === "event" ? undefined : null,
    );
    assertEquals(svc_source_id, `com.svc.annotation.${row.id}`);
    assertEquals((await read(base)).length, 2, "the base type has those of all definitions");
    assertEquals(await read(base, `&filter=source_id:${svc_source_id}`), [own]);
    assertEquals(await read(base, `&filter=source_id:com.example.annotation.${row.id}`), [own]);
    assertEquals(await read(base, "&filter=metadata.name:Other").then((all) => all.length), 1);
    assertEquals((await read(base, "&sort=desc")).length, 2);
    assertEquals(
      (await read(base, "&sort=desc")).map(({ id }) => id).reverse(),
      (await read(base)).map(({ id }) => id),
    );
    const latest = await here.send(`GET /data/v1/records?q=${base}`);
    assertEquals(JSON.parse(await latest.text()), { start_time: own!["recorded_at"], ...own });
    const day = "start_time=2024-01-06&end_time=2024-01-07";
    const { data_types } = await here.json<{ data_types: Row }>(`GET /data/v1/updates?${day}`);
    assertEquals(data_types, { [type]: 1, [`${base}/${other.id}`]: 1 });
    const elsewhere = family === "metric" ? "event" : "metric";
    await here.json(`GET /data/v1alpha1/${elsewhere}/${base}?${JANUARY}`, { status: 404 });
    await here.json(`GET /data/v1alpha1/${elsewhere}/${type}?${JANUARY}`, { status: 404 });
    await here.json(`GET /data/v1alpha1/event/Annotation?${JANUARY}`, { status: 404 });
  });

  Deno.test(`a record of ${base} that names an annotation as its source gets that annotation's type`, async () => {
    await using here = await embedded();
    const { id, svc_source_id } = await define(here, kind);
    const record = { start_time: AT, ...KINDS[kind][1] };
    const named: object[] = [
      { ...record, source: svc_source_id },
      { ...record, source: { name: "x", sourceBundleIdentifier: svc_source_id } },
      { ...record, sources: ["com.phone", svc_source_id] },
    ];
    for (const [i, one] of named.entries()) {
      assertEquals(await post(here, base, { ...one, start_time: `2024-01-05T08:0${i}:00Z` }), []);
    }
    await here.json("POST /ingest/v1/record", {
      status: 201,
      body: JSON.stringify({
        data: JSON.stringify(KINDS[kind][1]),
        metadata: {
          data_type: base,
          recorded_at: "2024-01-05T08:03:00Z",
          source: ["com.phone", svc_source_id],
        },
      }),
      headers: { "content-type": "application/json" },
    });
    const path = `GET /data/v1alpha1/${family}/${base}/${id}?${JANUARY}`;
    assertEquals((await here.json<Row[]>(path)).map(({ sources }) => sources), [
      [svc_source_id],
      [svc_source_id],
      ["com.phone", svc_source_id],
      ["com.phone", svc_source_id],
    ]);
    assertEquals(
      await here.json("GET /data/v1alpha1/data_sources").then((all) =>
        (all as Row[]).map((source) => source["vendor_id"])
      ),
      ["com.phone"],
      "an annotation is no app or device",
    );
    const unknown = `com.svc.annotation.${crypto.randomUUID()}`;
    assertEquals(await post(here, base, { ...record, source: unknown }), ["source"]);
  });
}

Deno.test("values of an annotation are a metric in series, samples, aggregates and the catalog", async () => {
  await using here = await embedded();
  const { id } = await define(here, "numeric", {
    name: "Water drunk",
    measurement_spec: {
      measurement_type: "volume",
      unit: "millileter",
      metric_kind: "cumulative",
      volume: { value: 200 },
    },
  });
  const type = `NumericAnnotation/${id}`;
  const times = ["05T08", "05T20", "07T08"].map((hour) => `2024-01-${hour}:00:00Z`);
  assertEquals(await post(here, type, { start_time: times[0], value: 0.25, unit: "liter" }), []);
  assertEquals(
    await post(here, type, { start_time: times[1] }),
    [],
    "the default of its measurement",
  );
  assertEquals(await post(here, type, { start_time: times[2], value: 300, unit: null }), []);
  assertEquals(await post(here, type, { start_time: times[2], value: 1, unit: "kg" }), ["unit"]);
  assertEquals(await post(here, type, { start_time: times[2], value: "300" }), ["value"]);
  const catalog = await here.json<Metric[]>("GET /data/v0/metrics_catalog");
  assertEquals(catalog.find(({ name }) => name === type), {
    name: type,
    description: "",
    unit: "millileter",
    value_column: "water_drunk",
    is_time_series: true,
    metric_kind: "cumulative",
  });
  const range = "start_time=2024-01-05&end_time=2024-01-08";
  assertEquals(
    await here.json(
      `GET /data/v0/{me}/metric_time_series?metric=${type}&${range}&samprate=1d&output=jscolumns`,
    ),
    {
      time: ["2024-01-05", "2024-01-06", "2024-01-07"].map((day) => `${day}T00:00:00Z`),
      water_drunk: [450, null, 300],
    },
  );
  const samples = await here.json<Row[]>(
    `GET /data/v0/{me}/metric_samples?metric=${type}&${range}`,
  );
  assertEquals(samples.map(({ value, unit }) => [value, unit]), [
    [250, "millileter"],
    [200, "millileter"],
    [300, "millileter"],
  ]);
  const functions = "&function=sum&function=avg&function=min&function=max";
  for (const each of [type, "NumericAnnotation"]) {
    assertEquals(
      await here.json(`GET /data/v1alpha1/metric/${each}/agg/day?${range}${functions}`),
      [
        { time: "2024-01-05T00:00:00Z", sum: 450, avg: 225, min: 200, max: 250 },
        { time: "2024-01-07T00:00:00Z", sum: 300, avg: 300, min: 300, max: 300 },
      ],
    );
  }
  const { detail } = await here.json<{ detail: string }>(
    `GET /data/v0/{me}/metric_time_series?metric=NumericAnnotation&${range}&output=csv`,
    { status: 404 },
  );
  assertEquals(
    detail,
    "NumericAnnotation holds measurements of many kinds: name one, NumericAnnotation/<uuid>",
  );
});

Deno.test("yes and no are booleans in records, but 1 and 0 in series and aggregates", async () => {
  await using here = await embedded();
  const { id } = await define(here, "boolean", { name: "Vitamins" });
  const type = `BooleanAnnotation/${id}`;
  for (const [day, value] of [["05", true], ["06", false], ["07", 1]] as const) {
    assertEquals(await post(here, type, { start_time: `2024-01-${day}`, value }), []);
  }
  assertEquals(await post(here, type, { start_time: AT, value: 2 }), ["value"]);
  assertEquals(await post(here, type, { start_time: AT }), ["value"]);
  const rows = await here.json<Row[]>(`GET /data/v1alpha1/metric/${type}?${JANUARY}`);
  assertEquals(rows.map(({ value }) => value), [true, false, true]);
  const query = `${JANUARY}&function=sum&function=avg`;
  const windows = await here.json<Row[]>(`GET /data/v1alpha1/metric/${type}/agg/day?${query}`);
  assertEquals(windows.map(({ sum }) => sum), [1, 0, 1]);
  const columns = await here.json<Record<string, unknown[]>>(
    `GET /data/v0/{me}/metric_time_series?metric=${type}&${JANUARY}&samprate=1d&output=jscolumns`,
  );
  assertEquals(columns["vitamins"]!.slice(4, 7), [1, 0, 1]);
});

Deno.test("values of a scale must be one of its steps", async () => {
  await using here = await embedded();
  const { id } = await define(here, "scale");
  for (
    const [value, wrong] of [[1, []], [3, []], [0, ["value"]], [4, ["value"]], [1.5, ["value"]]]
  ) {
    const found = await post(here, `ScaleAnnotation/${id}`, { start_time: AT, value });
    assertEquals(found, wrong as string[], String(value));
  }
});

Deno.test("records get the default note and tags of their annotation unless they have their own", async () => {
  await using here = await embedded();
  const tag = crypto.randomUUID(), own = crypto.randomUUID();
  const { id } = await define(here, "moment", { tags: [tag], spec: { default_note: "as ever" } });
  const type = `MomentAnnotation/${id}`;
  await post(here, type, { start_time: AT });
  await post(here, type, { start_time: LATER, note: "mine", tags: [own] });
  const rows = await here.json<Row[]>(`GET /data/v1alpha1/event/${type}?${JANUARY}`);
  assertEquals(rows.map(({ note, tags }) => [note, tags]), [["as ever", [tag]], ["mine", [own]]]);
});

Deno.test("records of a deleted annotation stay readable, and new ones are rejected", async () => {
  await using here = await embedded();
  const { id } = await define(here, "numeric");
  const type = `NumericAnnotation/${id}`;
  await post(here, type, { start_time: AT, value: 1 });
  await here.json(`DELETE /user/v1alpha1/annotation/${id}`);
  for (const each of [type, "NumericAnnotation"]) {
    const [row] = await here.json<{ value: number; metadata: Row }[]>(
      `GET /data/v1alpha1/metric/${each}?${JANUARY}`,
    );
    assertEquals([row!.value, typeof row!.metadata["deleted_at"]], [1, "string"]);
  }
  await here.json(`GET /data/v1/catalog/${type}/v1alpha1`, { status: 404 });
  assertEquals(await post(here, type, { start_time: AT, value: 1 }), ["404"]);
});

Deno.test("an annotation cannot change its kind, or the unit of existing records", async () => {
  await using here = await embedded();
  const row = await define(here, "numeric");
  const put = (body: object, status: number) =>
    here.json(`PUT /user/v1alpha1/annotation/${row.id}`, { body: JSON.stringify(body), status });
  const common = { name: "N", description: "", tags: [] };
  const numeric = (unit: string) => ({
    ...common,
    annotation_type: "numeric",
    measurement_spec: { measurement_type: "volume", unit, volume: {} },
  });
  await put(numeric("liter"), 200);
  await put({ ...common, annotation_type: "moment" }, 422);
  await post(here, `NumericAnnotation/${row.id}`, { start_time: AT, value: 1 });
  await put(numeric("gallon"), 422);
  await put({ ...numeric("liter"), name: "Other" }, 200);
});

Deno.test("a share of a base type only covers records and definitions of its kind", async () => {
  await using here = await embedded();
  const numeric = await define(here, "numeric"), scale = await define(here, "scale");
  await post(here, `NumericAnnotation/${numeric.id}`, { start_time: AT, value: 1 });
  const friend = crypto.randomUUID(), token = await here.service.issueToken(friend);
  await here.json("POST /user/v1alpha1/datashares", {
    body: JSON.stringify({
      datashare_name: "Water",
      svc_user_name: "Me",
      svc_data_types: ["NumericAnnotation"],
      permissions: [{ allowed_svc_userid: friend }],
    }),
  });
  const whose = `svc_userid=${here.userid}`;
  for (const type of ["NumericAnnotation", `NumericAnnotation/${numeric.id}`]) {
    const path = `GET /data/v1alpha1/metric/${type}?${JANUARY}&${whose}`;
    assertEquals((await here.json<Row[]>(path, { token })).length, 1);
  }
  await here.json(`GET /data/v1alpha1/metric/ScaleAnnotation?${JANUARY}&${whose}`, {
    token,
    status: 403,
  });
  assertEquals(await here.json(`GET /user/v1alpha1/annotation?${whose}`, { token }), [numeric]);
  await here.json(`GET /user/v1alpha1/annotation/${numeric.id}?${whose}`, { token });
  await here.json(`GET /user/v1alpha1/annotation/${scale.id}?${whose}`, { token, status: 403 });
});

Deno.test("under other names an annotation's source contains the operator's word, even in CSV", async () => {
  await using here = await embedded({ names: { svc: "acme" } });
  const row = await define(here, "numeric") as unknown as Row & { id: string };
  const source = `com.acme.annotation.${row.id}`;
  assertEquals(row["acme_source_id"], source);
  const type = `NumericAnnotation/${row.id}`;
  assertEquals(await post(here, type, { start_time: AT, value: 1, note: "[a" }), []);
  assertEquals(await post(here, "NumericAnnotation", { start_time: AT, value: 2, source }), []);
  const path = `GET /data/v1alpha1/metric/NumericAnnotation?${JANUARY}&filter=source_id:${source}`;
  const rows = await here.json<Row[]>(path);
  assertEquals(rows.map((one) => [one["source_id"], one["sources"], one["value"]]), [
    [source, [source], 1],
    [source, [source], 2],
  ]);
  const csv = await (await here.send(`${path}&format=csv`)).text();
  assertEquals(
    csv.split("\n").slice(1, 3).map((line) => line.includes(`,${source},"[""${source}`)),
    [
      true,
      true,
    ],
  );
  assert(!csv.includes("com.svc.annotation"), csv);
});
