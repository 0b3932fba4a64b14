import { assert, assertEquals } from "@std/assert";
import type { DataType, JsonSchema } from "../../../src/schema/catalog.ts";
import type { Metric } from "../../../src/schema/metrics.ts";
import { embedded } from "../embedded.ts";
import { CATEGORIES } from "../../../src/schema/enums.ts";

Deno.test("the metrics catalog has each metric, value column and description once", async () => {
  await using here = await embedded();
  const metrics = await here.json<Metric[]>("GET /data/v0/metrics_catalog");
  assertEquals(metrics.length, 161);
  for (const key of ["name", "value_column", "description"] as const) {
    assertEquals(new Set(metrics.map((metric) => metric[key])).size, metrics.length, key);
  }
  assert(metrics.every(({ unit, is_time_series }) => unit !== "" && is_time_series));
  assert(metrics.every(({ description }) => /^[A-Z].*[^.]\.$/.test(description)));
  assertEquals(metrics.find(({ name }) => name === "SleepStage"), {
    name: "SleepStage",
    description:
      "Stage of sleep over an interval, as a number; the sleep operations make nights of it.",
    unit: "stage",
    value_column: "sleep_stage",
    is_time_series: true,
    metric_kind: "discrete",
  });
  assertEquals(
    metrics.filter(({ metric_kind }) => metric_kind === null).map(({ name }) => name),
    ["ReportedMood"],
  );
});

Deno.test("the catalog lists metrics, event types and the tombstone, by type and category", async () => {
  await using here = await embedded();
  const types = await here.json<DataType[]>("GET /data/v1/catalog");
  const others = types.filter((type) => type.class !== "metric");
  assertEquals(types.length - others.length, 161 + 4); // base types: Metric, and the annotations with values
  for (
    const [id, kind, column_name] of [
      ["MomentAnnotation", "event", "moment_annotation"],
      ["DurationAnnotation", "event", "duration_annotation"],
      ["PeopleAnnotation", "event", "people_annotation"],
      ["AgentLoop", "event", "agent_loop"],
      ["Message", "event", "message"],
      ["Event", "event", "event"],
      ["DeletedRecord", "tombstone", "deleted_record"],
    ]
  ) {
    const found = others.find((type) => type.id === id);
    assertEquals([found?.class as string, found?.column_name], [kind!, column_name]);
  }
  for (const type of types) {
    assert(type.categories.every((category) => CATEGORIES.includes(category)));
    const kind = type.class === "entry" ? "event" : type.class; // an entry has no variant of its own
    assertEquals(type.record_spec.type as string, kind);
    assertEquals(type.svc_userid, here.userid, "the user whose records are meant");
  }
  const list = (query: string) => here.json<DataType[]>(`GET /data/v1/catalog?${query}`);
  assertEquals(
    (await list("category=base_type")).map(({ id, api_version }) => [id, api_version] as string[]),
    [
      ...["Moment", "Duration", "People", "Boolean", "Numeric", "Scale"]
        .map((kind) => [`${kind}Annotation`, "v1alpha1"]),
      ["Event", "v1"],
      ["Metric", "v1"],
    ],
  );
  assertEquals((await list("category=sleep")).map(({ id }) => id), ["SleepStage"]);
  assertEquals((await list("data_type=HeartRate"))[0]!.name, "Heart Rate");
  assertEquals(await list("data_type=HeartRate&category=sleep"), []);
  assertEquals(await list("data_type=Nothing"), []);
  await here.json("GET /data/v1/catalog?category=nothing", { status: 422 });
});

Deno.test("a type and its record schema are read by id and version", async () => {
  await using here = await embedded();
  const type = await here.json<DataType>("GET /data/v1/catalog/SleepStage/v0");
  assertEquals([type.api_version, type.class], ["v0", "metric"]);
  assertEquals(await here.json("GET /data/v1/catalog?data_type=SleepStage"), [type]);
  const v1 = await here.json<DataType>("GET /data/v1/catalog/SleepStage/v1");
  assertEquals(v1, { ...type, api_version: "v1" });
  assert(type.record_spec.type === "metric");
  assertEquals(type.record_spec.scale, { min: 0, max: 5, step: 1 });
  assertEquals(type.record_spec.value_map!["4"], "Deep");
  const schema = await here.json<JsonSchema>("GET /data/v1/catalog/SleepStage/v1/schema");
  assertEquals(schema, type.record_spec.schema);
  assertEquals(await here.json("GET /data/v1/catalog/SleepStage/v0/schema"), schema);
  assertEquals(schema["required"], ["value"]);
  const properties = schema["properties"] as Record<string, JsonSchema>;
  assertEquals([properties["value"]!["minimum"], properties["value"]!["maximum"]], [0, 5]);
  const weight = await here.json<{ properties: { unit: { anyOf: { enum?: string[] }[] } } }>(
    "GET /data/v1/catalog/Weight/v1/schema",
  );
  assert(weight.properties.unit.anyOf.some((one) => one.enum?.includes("kg")));
  await here.json("GET /data/v1/catalog/SleepStage/v1alpha1", { status: 404 });
  await here.json("GET /data/v1/catalog/SleepStage/v2", { status: 422 });
  await here.json("GET /data/v1/catalog/Nothing/v1/schema", { status: 404 });
});

Deno.test("the metrics catalog has every metric of the list, under the same name", async () => {
  await using here = await embedded();
  const metrics = await here.json<Metric[]>("GET /data/v0/metrics_catalog");
  const list = await Deno.readTextFile(new URL("../../fixtures/metrics.csv", import.meta.url));
  const [header, ...lines] = list.trim().split("\n");
  assertEquals(header, "name,unit,value_column,metric_kind");
  assertEquals(
    metrics.map(({ name, unit, value_column, metric_kind }) =>
      [name, unit, value_column, metric_kind ?? ""].join(",")
    ).sort(),
    lines.sort(),
  );
});

Deno.test("records are only ingested under the versions of their type in the catalog", async () => {
  await using here = await embedded();
  const types = await here.json<DataType[]>("GET /data/v1/catalog");
  const versions = ["v0", "v1", "v1alpha1"];
  const byVersions = new Map(types.map((type) => [type.class + type.api_version, type]));
  for (const { id, recordable } of byVersions.values()) {
    if (!recordable) continue;
    for (const version of versions) {
      const entry = await here.send(`GET /data/v1/catalog/${id}/${version}`);
      const posted = await here.send(`POST /ingest/v1/record/${id}?api_version=${version}`, {
        body: "{}",
      });
      await Promise.all([entry.body?.cancel(), posted.body?.cancel()]);
      assertEquals(posted.status === 404, entry.status === 404, `${id} ${version}`);
    }
  }
});

Deno.test("a record schema contains the pattern of times once", async () => {
  await using here = await embedded();
  for (const id of ["HeartRate", "MomentAnnotation", "calendar_events", "MobileWorkout"]) {
    const [entry] = await here.json<DataType[]>(`GET /data/v1/catalog?data_type=${id}`);
    const version = entry!.api_version;
    const schema = await here.json<JsonSchema>(`GET /data/v1/catalog/${id}/${version}/schema`);
    for (const text of [JSON.stringify(entry), JSON.stringify(schema)]) {
      assertEquals(text.split("-02-29").length - 1, 1, id);
    }
  }
});
