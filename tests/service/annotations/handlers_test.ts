import { assert, assertEquals } from "@std/assert";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Annotation, AnnotationBody } from "../../../src/schema/annotations.ts";
import type { DataType, JsonSchema } from "../../../src/schema/catalog.ts";
import { embedded } from "../embedded.ts";

const ANNOTATION = "/user/v1alpha1/annotation";
const COMMON = { name: "Mood", description: "How it was", tags: [] };

const scale = (mapping: Record<string, string>) => ({
  default_note: "so so",
  scale: {
    label_mapping: { mapping_type: "string", string: { mapping: { "1": "bad", "2": "good" } } },
    scale_mapping: { mapping_type: "color", color: { mapping } },
  },
});
const SCALE = { measurement_type: "scale", scale: { min_allowed: 1, max_allowed: 2 } };

/** Every variant of annotations and measurements, as short as possible. */
const VARIANTS: Record<string, unknown>[] = [
  { annotation_type: "boolean", measurement_spec: { measurement_type: "boolean", boolean: {} } },
  { annotation_type: "duration", measurement_spec: { measurement_type: "duration" } },
  { annotation_type: "moment" },
  { annotation_type: "people", spec: null, measurement_spec: null },
  ...["count", "custom", "distance", "mass", "percent", "period", "temperature", "volume"].map(
    (type) => ({
      annotation_type: "numeric",
      measurement_spec: { measurement_type: type, [type]: { value: 1.5 } },
    }),
  ),
  { annotation_type: "scale", measurement_spec: SCALE, spec: scale({ "1": "red" }) },
];

Deno.test("every variant of an annotation is stored with its defaults and read back", async () => {
  await using here = await embedded({ clock: () => "2024-01-01T00:00:00Z" });
  const rows: Annotation[] = [];
  for (const variant of VARIANTS) {
    const body = JSON.stringify({ ...COMMON, ...variant });
    const row = await here.json<Annotation>(`POST ${ANNOTATION}?response_class=x`, { body });
    rows.push(row);
    assertEquals(await here.json(`GET ${ANNOTATION}/${row.id}`), row);
    const { annotation_type } = row;
    assertEquals(row.svc_userid, here.userid);
    assert(row.svc_source_id.endsWith(row.id));
    assertEquals([row.created_at, row.deleted_at], ["2024-01-01T00:00:00.000000Z", null]);
    if (annotation_type === "moment" || annotation_type === "people") {
      assertEquals(row.measurement_spec, null);
    } else {
      assertEquals(row.measurement_spec!.metric_kind, "discrete");
      assert(row.measurement_spec!.unit !== undefined);
      assert(row.measurement_spec!.value_type !== undefined);
    }
  }
  assertEquals(await here.json(`GET ${ANNOTATION}`), rows);
  assertEquals(
    await here.json(`GET ${ANNOTATION}?annotation_type=numeric`),
    rows.filter((row) => row.annotation_type === "numeric"),
  );
  assertEquals(rows[0]!.measurement_spec, {
    measurement_type: "boolean",
    metric_kind: "discrete",
    unit: null,
    value_type: "boolean",
    boolean: { value: null },
  });
  await here.json(`GET ${ANNOTATION}?annotation_type=none`, { status: 422 });
});

Deno.test("an answer can be sent back as a body", async () => {
  await using here = await embedded();
  for (const variant of VARIANTS) {
    const body = JSON.stringify({ ...COMMON, ...variant });
    const {
      id,
      svc_userid: _u,
      created_at: _c,
      updated_at,
      deleted_at: _d,
      svc_source_id,
      ...own
    } = await here.json<Annotation>(`POST ${ANNOTATION}`, { body });
    const row = await here.json<Annotation>(`PUT ${ANNOTATION}/${id}`, {
      body: JSON.stringify(own),
    });
    assertEquals({ ...row, ...own }, row);
    assertEquals(row.svc_source_id, svc_source_id);
    assert(row.updated_at >= updated_at, "times of one form sort as text");
  }
});

Deno.test("colours of a scale are returned as hex, and an invalid one is rejected with its location", async () => {
  await using here = await embedded();
  const post = (mapping: Record<string, string>, status = 200) =>
    here.json<{ spec: ReturnType<typeof scale>; detail: { loc: string[] }[] }>(
      `POST ${ANNOTATION}`,
      {
        status,
        body: JSON.stringify({
          ...COMMON,
          annotation_type: "scale",
          measurement_spec: SCALE,
          spec: scale(mapping),
        }),
      },
    );
  const { spec } = await post({ "1": "Tomato", "2": "hsl(120, 100%, 25%)" });
  assertEquals(spec.scale.scale_mapping.color.mapping, { "1": "#ff6347", "2": "#008000" });
  const at = (await post({ "1": "tomatoe" }, 422)).detail[0]!.loc.join(".");
  assertEquals(at, "body.spec.scale.scale_mapping.color.mapping.1");
  await post({ one: "red" }, 422);
});

Deno.test("a body that matches no variant is rejected", async () => {
  await using here = await embedded();
  const numeric = (measurement_spec: unknown) => ({ annotation_type: "numeric", measurement_spec });
  for (
    const wrong of [
      {},
      { annotation_type: "none" },
      { annotation_type: "boolean" },
      { annotation_type: "boolean", measurement_spec: { measurement_type: "count", count: {} } },
      { annotation_type: "boolean", measurement_spec: { measurement_type: "boolean" } },
      { annotation_type: "moment", measurement_spec: { measurement_type: "duration" } },
      { annotation_type: "people", spec: {} },
      { annotation_type: "moment", tags: ["x"] },
      { annotation_type: "moment", name: "" },
      { annotation_type: "moment", more: 1 },
      { annotation_type: "scale", measurement_spec: SCALE },
      numeric({ measurement_type: "duration" }),
      numeric({ measurement_type: "mass", mass: {}, unit: "meter" }),
      numeric({ measurement_type: "mass", mass: { value: "1" } }),
      numeric({ measurement_type: "count", count: {}, unit: "x" }),
      numeric({ measurement_type: "count", count: {}, metric_kind: "x" }),
      numeric({}),
      {
        annotation_type: "scale",
        spec: scale({}),
        measurement_spec: { measurement_type: "scale", scale: { min_allowed: 2, max_allowed: 1 } },
      },
    ]
  ) {
    const body = JSON.stringify({ ...COMMON, ...wrong });
    const { detail } = await here.json<{ detail: { loc: string[] }[] }>(`POST ${ANNOTATION}`, {
      body,
      status: 422,
    });
    assert(detail.every(({ loc }) => loc[0] === "body"), body);
  }
  const member = numeric({ volume: { value: 1 } }); // its member determines the type
  const body = JSON.stringify({ ...COMMON, ...member });
  const { measurement_spec } = await here.json<AnnotationBody>(`POST ${ANNOTATION}`, { body });
  assertEquals(measurement_spec!.measurement_type, "volume");
});

Deno.test("a deleted annotation has its deletion time and is missing in the catalog until it is restored", async () => {
  let now = "2024-01-01T00:00:00Z";
  await using here = await embedded({ clock: () => now });
  const body = JSON.stringify({ ...COMMON, annotation_type: "moment" });
  const { id } = await here.json<Annotation>(`POST ${ANNOTATION}`, { body });
  const inCatalog = async () =>
    (await here.json<DataType[]>("GET /data/v1/catalog?category=annotations"))
      .some((type) => type.id === `MomentAnnotation/${id}`);
  assert(await inCatalog());
  now = "2024-01-01T01:00:00Z";
  const deleted = await here.json<Annotation>(`DELETE ${ANNOTATION}/${id}`);
  assertEquals(deleted.deleted_at, "2024-01-01T01:00:00.000000Z");
  now = "2024-01-01T02:00:00Z";
  assertEquals(await here.json(`DELETE ${ANNOTATION}/${id}`), deleted, "the first deletion counts");
  assertEquals(await here.json(`GET ${ANNOTATION}/${id}`), deleted);
  assertEquals(await here.json(`GET ${ANNOTATION}`), [deleted]);
  assert(!await inCatalog());
  await here.json(`GET /data/v1/catalog/MomentAnnotation/${id}/v1alpha1`, { status: 404 });
  const back = await here.json<Annotation>(`POST ${ANNOTATION}/${id}/cancel_deletion`);
  assertEquals([back.deleted_at, back.updated_at], [null, "2024-01-01T02:00:00.000000Z"]);
  assert(await inCatalog());
  assertEquals(await here.json(`POST ${ANNOTATION}/${id}/cancel_deletion`), back);
});

Deno.test("other users' annotations and unknown ones are rejected alike by every operation", async () => {
  await using here = await embedded();
  const body = JSON.stringify({ ...COMMON, annotation_type: "moment" });
  const { id } = await here.json<Annotation>(`POST ${ANNOTATION}`, { body });
  const token = await here.service.issueToken(crypto.randomUUID());
  for (const one of [id, crypto.randomUUID()]) {
    for (const query of ["", `?svc_userid=${here.userid}`]) {
      for (
        const route of [
          `GET ${ANNOTATION}/${one}`,
          `PUT ${ANNOTATION}/${one}`,
          `DELETE ${ANNOTATION}/${one}`,
          `POST ${ANNOTATION}/${one}/cancel_deletion`,
        ]
      ) {
        assertEquals(
          await here.json(`${route}${query}`, {
            token,
            status: 403,
            ...(route.startsWith("PUT") ? { body } : {}),
          }),
          { detail: "This data is not shared with you" },
        );
      }
    }
  }
  await here.json(`GET ${ANNOTATION}/none`, { status: 422 });
});

Deno.test("the published schemas accept and reject what the service does", async () => {
  await using here = await embedded();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const annotation = ajv.compile(
    await here.json<JsonSchema>("GET /user/v1alpha1/schema/annotation"),
  );
  const measurement = ajv.compile(
    await here.json<JsonSchema>("GET /user/v1alpha1/schema/measurement"),
  );
  for (const variant of VARIANTS) {
    const body = { ...COMMON, ...variant } as unknown as AnnotationBody;
    assert(annotation(body), JSON.stringify([body, annotation.errors]));
    if (body.measurement_spec) assert(measurement(body.measurement_spec));
    assert(!annotation({ ...body, more: 1 }));
    assert(!annotation({ ...body, name: "" }));
  }
  assert(!annotation({ ...COMMON, annotation_type: "boolean" }));
  assert(!measurement({ measurement_type: "mass", mass: {}, unit: "meter" }));
});
