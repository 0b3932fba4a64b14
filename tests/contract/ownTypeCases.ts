import type { Case } from "./cases.ts";

const RANGE = { start_time: "2024-01-01T00:00:00Z", end_time: "2024-01-02T00:00:00Z" };
const MINUTES = { start_time: "2024-01-01T12:00:00Z", end_time: "2024-01-01T12:02:00Z" };
const ME = "/data/v0/{svc_userid}";
const NOBODYS = "00000000-0000-4000-8000-000000000009";

/** Schema of a type, which the interface takes as text. */
const FIELDS = JSON.stringify({
  type: "object",
  properties: {
    place: { type: "string" },
    hot: { type: "boolean" },
    size: { type: "integer" },
    with: { type: "array", items: { type: "string" } },
  },
});

/** User-defined types: their fields in every format, and their series. */
export const OWN_TYPE_CASES: readonly Case[] = [
  {
    operation: "POST /input/v1/data_type/{base_type}",
    path: { base_type: "Metric" },
    body: {
      name: "Cups of tea",
      description: "How much tea",
      record_spec: { aggregation: "cumulative", unit: "cups", schema: FIELDS },
    },
    status: 200,
    expect: {
      column_name: "cups_of_tea",
      metric_kind: "cumulative",
      categories: ["user_configured"],
    },
    keep: { tea: "id" },
  },
  {
    operation: "POST /input/v1/data_type/{base_type}",
    path: { base_type: "Event" },
    body: { name: "Walk", description: "A walk", record_spec: { schema: FIELDS } },
    status: 200,
    keep: { walk: "id" },
  },
  {
    operation: "POST /ingest/v1/record/{data_type}",
    path: { data_type: "{tea}" },
    lines: [
      {
        start_time: MINUTES.start_time,
        end_time: MINUTES.end_time,
        value: 4,
        place: "home",
        hot: true,
        size: 2,
        with: ["milk"],
      },
      { start_time: "2024-01-01T13:00:00Z", value: 1, place: "work" },
    ],
    status: 201,
  },
  {
    operation: "POST /ingest/v1/record/{data_type}",
    path: { data_type: "{walk}" },
    lines: [
      { start_time: MINUTES.start_time, place: "park", size: 2 },
      { start_time: "2024-01-01T15:00:00Z", place: "wood", name: "To the wood" },
    ],
    status: 201,
  },
  {
    operation: "POST /ingest/v1/record/{data_type}",
    path: { data_type: "{walk}" },
    body: { start_time: MINUTES.start_time, size: "large" },
    status: 422,
    expect: { detail: [{ loc: ["body", "size"] }] },
  },
  // Their own fields.
  {
    operation: "GET /data/v1alpha1/metric/{data_type}",
    path: { data_type: "{tea}" },
    query: { ...RANGE, filter: ["place:home", "hot:true"] },
    status: 200,
    expect: [{ value: 4, unit: "cups", place: "home", hot: true, size: 2, with: ["milk"] }],
  },
  {
    operation: "GET /data/v1alpha1/metric/{data_type}",
    path: { data_type: "{tea}" },
    query: { ...RANGE, filter: "with:milk" },
    status: 200,
    expect: [{ place: "home" }],
  },
  {
    operation: "GET /data/v1alpha1/metric/{data_type}",
    path: { data_type: "{tea}" },
    query: { ...RANGE, format: "csv" },
    status: 200,
    type: "text/csv",
    holds: ["metadata,value,unit,place,hot,size,with\n", ',4,cups,home,true,2,"[""milk""]"\n'],
  },
  {
    operation: "GET /data/v1alpha1/event/{data_type}",
    path: { data_type: "{walk}" },
    query: { ...RANGE, format: "csv", filter: ["place:wood", "name:To the wood"] },
    status: 200,
    type: "text/csv",
    holds: [
      ",sources,name,note,tags,metadata,place,hot,size,with\n",
      ",To the wood,,",
      ",wood,,,\n",
    ],
  },
  {
    operation: "GET /data/v1/records",
    query: { q: '{__name__="{walk}"}[86400s] @ 1704153600', format: "csv" },
    status: 200,
    type: "text/csv",
    holds: ["metadata,place,hot,size,with\n", ",park,,2,\n"],
  },
  {
    operation: "GET /data/v1alpha1/event/{data_type}",
    path: { data_type: "{walk}" },
    query: { ...RANGE, filter: "colour:red" },
    status: 422,
    expect: { detail: [{ loc: ["query", "filter"] }] },
  },
  {
    operation: "GET /data/v1alpha1/metric/{data_type}/agg/{resolution}",
    path: { data_type: "{tea}", resolution: "day" },
    query: { ...RANGE, group: "place", function: "sum" },
    status: 200,
    expect: [{ place: "home", sum: 4 }, { place: "work", sum: 1 }],
  },
  {
    operation: "GET /data/v1alpha1/event/{data_type}/agg/{resolution}",
    path: { data_type: "{walk}", resolution: "day" },
    query: { ...RANGE, group: "size" },
    status: 200,
    expect: [{ size: 2, count: 1 }, { size: null, count: 1 }],
  },
  {
    operation: "GET /data/v1alpha1/event/{data_type}/agg/{resolution}",
    path: { data_type: "{walk}", resolution: "day" },
    query: { ...RANGE, group: "colour" },
    status: 422,
    expect: { detail: [{ loc: ["query", "group"] }] },
  },
  // Their series.
  {
    operation: `GET ${ME}/metric_samples`,
    query: { ...RANGE, metric: "{tea}" },
    status: 200,
    expect: [{ value: 4, unit: "cups" }, { value: 1, unit: "cups" }],
  },
  {
    operation: `GET ${ME}/metric_time_series`,
    query: { ...MINUTES, metric: "{tea}", output: "jstable" },
    status: 200,
    expect: [{ cups_of_tea: 2 }, { cups_of_tea: 2 }],
  },
  {
    operation: `GET ${ME}/metric_time_series`,
    query: { ...MINUTES, metric: "{tea}", output: "jstable", calculations: "max" },
    status: 422,
    expect: { detail: [{ loc: ["query", "calculations"] }] },
  },
  {
    operation: "GET /data/v0/time_series_grouped",
    query: { ...MINUTES, metrics: ["HeartRate", "{tea}"], output: "jstable" },
    status: 200,
    expect: [{ heart_rate: 65, cups_of_tea: 2 }, { heart_rate: null, cups_of_tea: 2 }],
  },
  {
    operation: `GET ${ME}/sleep_cycles_extended`,
    query: { ...RANGE, output: "jscolumns", metrics: "{tea}" },
    status: 200,
  },
  {
    operation: `GET ${ME}/metric_time_series`,
    query: { ...MINUTES, metric: `Metric/${NOBODYS}`, output: "jstable" },
    status: 404,
  },
  {
    operation: `GET ${ME}/metric_time_series`,
    query: { ...MINUTES, metric: "{walk}", output: "jstable" },
    status: 404,
  },
  // A share of the base type covers them.
  {
    operation: `GET ${ME}/metric_time_series`,
    query: { ...MINUTES, metric: "{tea}", output: "jstable" },
    as: "other",
    status: 403,
  },
  {
    operation: "GET /data/v1/catalog",
    query: { category: "shared_type" },
    as: "other",
    status: 200,
    expect: [],
  },
  {
    operation: "POST /user/v1alpha1/datashares",
    body: {
      datashare_name: "Tea",
      svc_user_name: "Me",
      svc_data_types: ["Metric"],
      permissions: [{ allowed_svc_userid: "{other}" }],
    },
    status: 200,
    keep: { datashare_id: "datashare.datashare_id" },
  },
  {
    operation: `GET ${ME}/metric_time_series`,
    query: { ...MINUTES, metric: "{tea}", output: "jstable" },
    as: "other",
    status: 200,
    expect: [{ cups_of_tea: 2 }, { cups_of_tea: 2 }],
  },
  {
    operation: "GET /data/v0/time_series_grouped",
    query: {
      ...MINUTES,
      metrics: ["HeartRate", "{tea}"],
      output: "jstable",
      svc_userid: "{svc_userid}",
    },
    as: "other",
    status: 403,
  },
  {
    operation: "GET /data/v1/catalog",
    query: { category: "shared_type" },
    as: "other",
    status: 200,
    expect: [{
      id: "{tea}",
      svc_userid: "{svc_userid}",
      categories: ["user_configured", "shared_type"],
    }],
  },
  {
    operation: "GET /data/v1/catalog/{data_type}/{api_version}",
    path: { data_type: "{tea}", api_version: "v1" },
    query: { svc_userid: "{svc_userid}" },
    as: "other",
    status: 200,
    expect: { id: "{tea}", categories: ["user_configured", "shared_type"] },
  },
  { operation: "DELETE /user/v1alpha1/datashare/{datashare_id}", status: 204 },
  {
    operation: `GET ${ME}/metric_samples`,
    query: { ...RANGE, metric: "{tea}" },
    as: "other",
    status: 403,
  },
];
