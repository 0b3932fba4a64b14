import { assert } from "@std/assert";
import fc from "fast-check";
import { embedded } from "./embedded.ts";

const SCHEDULE = {
  cron: "0 8 * * *",
  time_zone: "Europe/Berlin",
  paused: false,
  start_at: "2024-01-01T00:00:00Z",
  end_at: null,
};
const PERIODS = {
  morning: "06:00:00",
  afternoon: "12:00:00",
  evening: "18:00:00",
  end_of_day: "22:00:00",
};
const labels = { mapping_type: "string", string: { mapping: { "1": "low" } } };
const colors = { mapping_type: "color", color: { mapping: { "1": "tomato" } } };

/** Accepted bodies by request, which the test then mutates. */
const SEEDS: [route: string, body: unknown][] = [
  ["POST /user/v1alpha1/tag", { name: "calm" }],
  ["POST /user/v1alpha1/session", { session_name: "a", state: "b", policy_id: null }],
  ["POST /user/v1alpha1/preferences", {
    periods_of_day: PERIODS,
    timezone: "UTC",
    location_resolution: { home: 1 },
    selected_metrics_map: { a: ["b"] },
  }],
  ["POST /user/v1alpha1/annotation", {
    annotation_type: "scale",
    name: "a",
    description: "b",
    tags: ["00000000-0000-4000-8000-000000000001"],
    measurement_spec: { measurement_type: "scale", scale: { min_allowed: 1, max_allowed: 5 } },
    spec: { default_note: null, scale: { label_mapping: labels, scale_mapping: colors } },
  }],
  ["PUT /user/v1alpha1/annotation/{annotation}", {
    annotation_type: "numeric",
    name: "a",
    description: "b",
    tags: [],
    measurement_spec: { measurement_type: "mass", mass: { value: 1 }, unit: "kilogram" },
  }],
  ["POST /user/v1alpha1/reflection", {
    name: "a",
    schedule: SCHEDULE,
    annotations: ["b"],
    data_types: [{ name: "c", resource_id: null }],
  }],
  ["PUT /user/v1alpha1/reflection/{reflection}", { schedule: SCHEDULE, description: "x" }],
  ["POST /user/v1alpha1/reflection/reschedule", { periods_of_day: PERIODS, time_zone: "UTC" }],
  ["POST /input/v1/custom", {
    name: "a",
    svc_data_type: "MomentAnnotation",
    svc_source: ["b"],
    default_event_tags: ["c"],
  }],
  ["PUT /input/v1/custom/{custom}", { description: "x", svc_data_type: "HeartRate" }],
  ["POST /input/v1/custom/{custom}", { start_time: "2024-01-01T00:00Z", value: 1 }],
  ["POST /input/v1/data_type/Event", {
    name: "a",
    description: "b",
    record_spec: { schema: '{"type":"object"}' },
  }],
  ["POST /input/v1/data_type/Metric", {
    name: "a",
    description: "b",
    record_spec: {
      unit: "kg",
      aggregation: "discrete",
      scale: { min: 1, max: 5, step: 2 },
      value_map: { "1": "low" },
    },
  }],
  ["PUT /input/v1/data_type/{own}", { deprecated: true }],
  ["POST /ingest/v1/record/{own}", {
    start_time: "2024-01-01T00:00Z",
    metadata: { a: [1] },
    place: { x: "y" },
  }],
  ["POST /ingest/v1/record", {
    data: '{"start_time":"2024-01-01T00:00Z","value":1}',
    metadata: { data_type: "HeartRate", source: ["a"], tags: [], recorded_at: "2024-01-01" },
  }],
  ["POST /ingest/v1/record/batch", [{
    data: '{"start_time":"2024-01-01T00:00Z"}',
    metadata: {
      data_type: "MomentAnnotation",
      recorded_at: { start_time: "2024", end_time: "2024" },
    },
  }]],
];

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    "",
    "\0",
    "\ud800",
    -1,
    1e300,
    2 ** 53,
    "9999-12-31T23:59:59.999999Z",
    "0001-01-01",
    "* * * * *",
    "0 0 29 2 1",
    "0 0 31 2 *",
    '{"$ref":"#"}',
    '{"pattern":"[","properties":{"a":{"$ref":"#/x"}}}',
    '{"$id":"a","$defs":{"b":{"$id":"a"}}}',
    "hsl(1e308deg 1% 1%)",
    "Pacific/Apia",
    ["a", "a"],
    { __proto__x: 1 },
    JSON.parse('{"__proto__":{"a":1},"constructor":2}'),
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** A JSON value with a part replaced, removed or added. */
function bent(value: unknown): fc.Arbitrary<unknown> {
  const here = { weight: 1, arbitrary: anything };
  if (typeof value !== "object" || value === null) {
    return fc.oneof(here, { weight: 1, arbitrary: fc.constant(value) });
  }
  const keys = Object.keys(value);
  const key = fc.oneof(
    { weight: 9, arbitrary: keys.length === 0 ? fc.constant("a") : fc.constantFrom(...keys) },
    { weight: 1, arbitrary: fc.constantFrom("__proto__", "toString", "more", "id", "0") },
  );
  const within = key.chain((name) => {
    const inner = (value as Record<string, unknown>)[name];
    return fc.oneof({ weight: 3, arbitrary: bent(inner) }, {
      weight: 1,
      arbitrary: fc.constant(undefined),
    }).map((item) => {
      if (Array.isArray(value)) return [...value, item];
      const entries = Object.entries(value).filter(([other]) => other !== name);
      return Object.fromEntries([...entries, [name, item]]);
    });
  });
  return fc.oneof(here, { weight: 8, arbitrary: within });
}

Deno.test("no JSON body is answered with 500, and every error has a location in the body", async () => {
  await using here = await embedded();
  const make = async (route: string, body: unknown) =>
    (await here.json<{ id: string }>(route, { body: JSON.stringify(body) })).id;
  const seeds = new Map(SEEDS);
  const seed = (route: string) => seeds.get(route);
  const open = '{"properties":{"place":{"type":"object"}}}';
  const ids: Record<string, string> = {
    annotation: await make(
      "POST /user/v1alpha1/annotation",
      seed("POST /user/v1alpha1/annotation"),
    ),
    reflection: await make(
      "POST /user/v1alpha1/reflection",
      seed("POST /user/v1alpha1/reflection"),
    ),
    custom: await make("POST /input/v1/custom", seed("POST /input/v1/custom")),
    own: await make("POST /input/v1/data_type/Event", {
      name: "a",
      description: "b",
      record_spec: { schema: open },
    }),
  };
  const filled = (route: string) => route.replace(/\{(\w+)\}/, (_, name: string) => ids[name]!);
  const seen = new Map<number, number>();
  const request = fc.constantFrom(...SEEDS)
    .chain(([route, body]) => fc.tuple(fc.constant(route), bent(body)));
  await fc.assert(
    fc.asyncProperty(request, async ([route, body]) => {
      const response = await here.send(filled(route), { body: JSON.stringify(body) ?? "" });
      const { status } = response;
      seen.set(status, (seen.get(status) ?? 0) + 1);
      const answer = await response.json();
      const what = `${route} ${JSON.stringify(body)} answered ${status} ${JSON.stringify(answer)} ${
        here.log.at(-1)?.error
      }`;
      assert([200, 201, 409, 422].includes(status), what);
      if (status === 422) {
        assert(answer.detail.length > 0, what);
        assert(
          answer.detail.every(({ loc }: { loc: string[] }) =>
            loc[0] === "body" || loc.join(".") === "header.content-length"
          ),
          what,
        );
      }
    }),
    { numRuns: 1500 },
  );
  for (const status of [200, 201, 422]) assert((seen.get(status) ?? 0) > 20, `${[...seen]}`);
  // All stored data can be read back.
  for (
    const path of [
      "/user/v1alpha1/tag",
      "/user/v1alpha1/session",
      "/user/v1alpha1/preferences",
      "/user/v1alpha1/annotation",
      "/user/v1alpha1/reflection",
      "/user/v1alpha1/totals",
      "/input/v1/custom",
      "/data/v1/catalog",
      "/data/v1alpha1/data_types",
      `/data/v1alpha1/event/${ids["own"]}?start_time=0001-01-01&end_time=9999-12-31`,
      "/data/v1alpha1/event/MomentAnnotation?start_time=0001-01-01&end_time=9999-12-31",
    ]
  ) await here.json(`GET ${path}`);
});
