/**
 * A call and its expected answer, in neutral words. `{name}` inserts a value saved by an earlier
 * call.
 */
export interface Case {
  /** Method and path, as in `tests/fixtures/operations.csv`; `{upload}` is a saved address. */
  readonly operation: string;
  /** Values of the path's parameters. @default saved values with their names */
  readonly path?: { readonly [name: string]: string };
  /** Query; an array is a repeated parameter. */
  readonly query?: { readonly [name: string]: string | readonly string[] };
  /** Body: JSON, records as JSON lines, or form fields. */
  readonly body?: unknown;
  readonly lines?: readonly unknown[];
  readonly form?: { readonly [name: string]: string };
  /** Body as text, for the content of a file. */
  readonly content?: string;
  /** Caller. @default "user" */
  readonly as?: "user" | "other" | "none" | "operator" | "storage";
  readonly status: number;
  /** Media type of the answer. @default JSON, or nothing for a 204 */
  readonly type?: string;
  /** Part of the answer: objects may contain more, arrays may not. */
  readonly expect?: unknown;
  /** Parts of a text answer. */
  readonly holds?: readonly string[];
  /** The header Allow of the answer. */
  readonly allow?: string;
  /** True if the operation does not exist. @default false */
  readonly isElsewhere?: boolean;
  /** Parts of the answer to save by name: `{ tag_id: "id" }`, `{ pool: "pool.id" }`. */
  readonly keep?: { readonly [name: string]: string };
}

const RANGE = { start_time: "2024-01-01T00:00:00Z", end_time: "2024-01-02T00:00:00Z" };
const NOON = "2024-01-01T12:00:00Z";
const ME = "/data/v0/{svc_userid}";
const USER = "/user/v1alpha1";
const CALENDAR = {
  calendar_name: "Work",
  calendar_color: "#112233",
  calendar_source_id: "local",
  calendar_source_name: "Local",
  calendar_type: "local",
  calendar_identifier: "vendor-1",
  source_type: "local",
  svc_source: "calendar app",
  is_immutable: false,
  is_subscribed: false,
  inserted_at: "2024-01-01T00:00:00Z",
};
const ANNOTATION = {
  annotation_type: "moment",
  name: "Coffee",
  description: "A cup",
  tags: [],
  measurement_spec: null,
  spec: null,
};
const SCHEDULE = {
  cron: "0 9 * * *",
  time_zone: "Europe/Berlin",
  paused: false,
  start_at: null,
  end_at: null,
};
const FILE = { name: "a.txt", path: "/notes", content_type: "text/plain", content_length: 5 };
const IMPORTED = "0190a0a0-0000-4000-8000-00000000cafe";
const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

const METADATA = "/user/v1/group/{group_id}/participants/{participant_id}/metadata";

/** Reads of a participant by a group's creator, each with the rest of its query. */
const PARTICIPANT_READS: readonly [string, Record<string, string>][] = [
  ["metric_samples", { metric: "HeartRate" }],
  ["metric_time_series", { metric: "HeartRate", output: "jstable" }],
  ["mobile_workouts", {}],
  ["map_location_updates", {}],
  ["mobile_location_updates", {}],
  ["mobile_location_visits", {}],
  ["location_time_series", {}],
  ["location_at_time", { time: NOON }],
  ["sleep_cycles", { output: "jstable" }],
  ["sleep_stages", { output: "jstable" }],
  ["sleep_agg", { output: "jstable" }],
];

const COLLECTED = [
  "HeartRate",
  "SleepStage",
  "mobile_workouts",
  "MapLocationUpdate",
  "MobileLocationUpdate",
  "MobileLocationVisit",
];

/** Calls in order, on one service that starts empty. */
export const CASES: readonly Case[] = [
  // Ingestion.
  {
    operation: "POST /ingest/v1/record/{data_type}",
    path: { data_type: "HeartRate" },
    lines: [{ start_time: NOON, value: 60, source: "Watch" }, {
      start_time: "2024-01-01T12:00:30Z",
      value: 70,
      source: "Watch",
    }],
    status: 201,
    keep: { upload_id: "upload_id" },
  },
  {
    operation: "POST /ingest/v1/record/{data_type}",
    path: { data_type: "SleepStage" },
    lines: [
      { start_time: "2024-01-01T00:00Z", end_time: "2024-01-01T01:00Z", value: 3 },
      { start_time: "2024-01-01T01:00Z", end_time: "2024-01-01T02:00Z", value: 4 },
    ],
    status: 201,
  },
  {
    operation: "POST /ingest/v1/record/{data_type}",
    path: { data_type: "HeartRate" },
    lines: [{ start_time: NOON }],
    status: 422,
    expect: { detail: [{ loc: ["body", 1, "value"], type: "missing" }] },
  },
  {
    operation: "POST /ingest/v1/record/{data_type}",
    path: { data_type: "Nothing" },
    lines: [{ start_time: NOON }],
    status: 404,
  },
  {
    operation: "POST /ingest/v1/record/{data_type}",
    path: { data_type: "calendars" },
    body: CALENDAR,
    status: 201,
  },
  {
    operation: "POST /ingest/v1/record",
    body: {
      data: JSON.stringify({ start_time: NOON, value: 5 }),
      metadata: { data_type: "StepCount", content_type: "application/json" },
    },
    status: 201,
  },
  {
    operation: "POST /ingest/v1/record/batch",
    body: [{
      data: JSON.stringify({ start_time: NOON, value: 6 }),
      metadata: { data_type: "StepCount", content_type: "application/json" },
    }],
    status: 201,
  },
  // Metrics.
  { operation: "GET /data/v0/metrics_catalog", status: 200 },
  {
    operation: `GET ${ME}/metric_samples`,
    query: { ...RANGE, metric: "HeartRate" },
    status: 200,
    expect: [{ value: 60 }, { value: 70 }],
  },
  {
    operation: `GET ${ME}/metric_samples`,
    query: { ...RANGE, metric: "HeartRate" },
    as: "other",
    status: 403,
    expect: { detail: "This data is not shared with you" },
  },
  {
    operation: `GET ${ME}/metric_samples`,
    query: { ...RANGE, metric: "HeartRate" },
    as: "none",
    status: 401,
  },
  {
    operation: `GET ${ME}/metric_samples`,
    query: { metric: "HeartRate" },
    status: 422,
    expect: { detail: [{ loc: ["query", "start_time"] }, { loc: ["query", "end_time"] }] },
  },
  {
    operation: `GET ${ME}/metric_time_series`,
    query: {
      start_time: NOON,
      end_time: "2024-01-01T12:02Z",
      metric: "HeartRate",
      output: "jstable",
    },
    status: 200,
    expect: [{ heart_rate: 65 }, { heart_rate: null }],
  },
  ...["arrow", "arrowraw", "parquet", "csv", "quotecsv", "ndjson", "jscolumns"].map((
    output,
  ): Case => ({
    operation: `GET ${ME}/metric_time_series`,
    query: { ...RANGE, metric: "HeartRate", output, samprate: "3600" },
    status: 200,
    type: {
      arrow: "application/vnd.apache.arrow.file",
      arrowraw: "application/vnd.apache.arrow.stream",
      parquet: "application/vnd.apache.parquet",
      csv: "text/csv",
      quotecsv: "text/csv",
      ndjson: "application/x-ndjson",
    }[output] ?? "application/json",
  })),
  {
    operation: "GET /data/v0/time_series_grouped",
    query: {
      start_time: NOON,
      end_time: "2024-01-01T12:01Z",
      metrics: ["HeartRate"],
      output: "jstable",
      svc_userid: "{svc_userid}",
    },
    status: 200,
    expect: [{ heart_rate: 65 }],
  },
  {
    operation: "GET /data/v1alpha1/metric/{data_type}",
    path: { data_type: "HeartRate" },
    query: RANGE,
    status: 200,
    expect: [{ value: 60 }, { value: 70 }],
  },
  {
    operation: "GET /data/v1alpha1/metric/{data_type}",
    path: { data_type: "HeartRate" },
    query: { ...RANGE, format: "csv" },
    status: 200,
    type: "text/csv",
  },
  {
    operation: "GET /data/v1alpha1/metric/{data_type}/agg/{resolution}",
    path: { data_type: "HeartRate", resolution: "day" },
    query: { ...RANGE, function: ["avg", "max"] },
    status: 200,
    expect: [{ avg: 65, max: 70 }],
  },
  // Sleep.
  {
    operation: `GET ${ME}/sleep_stages`,
    query: { ...RANGE, output: "jstable" },
    status: 200,
    expect: [{ sleep_stage: 3 }, { sleep_stage: 4 }],
  },
  { operation: `GET ${ME}/sleep_cycles`, query: { ...RANGE, output: "jstable" }, status: 200 },
  {
    operation: `GET ${ME}/sleep_cycles_extended`,
    query: { ...RANGE, output: "jstable", metrics: ["HeartRate"] },
    status: 200,
  },
  { operation: `GET ${ME}/sleep_agg`, query: { ...RANGE, output: "jstable" }, status: 200 },
  { operation: `GET ${ME}/sleep_stage_metadata`, status: 200 },
  // Locations, workouts and calendars.
  ...["mobile_location_updates", "mobile_location_visits", "mobile_workouts", "location_updates"]
    .map((name): Case => ({
      operation: `GET ${ME}/${name}`,
      query: RANGE,
      status: 200,
      expect: [],
    })),
  {
    operation: `GET ${ME}/map_location_updates`,
    query: { ...RANGE, svc_source_id: "00000000-0000-4000-8000-000000000001" },
    status: 200,
    expect: [],
  },
  { operation: `GET ${ME}/map_location_updates/bounds`, status: 200 },
  { operation: `GET ${ME}/location_at_time`, query: { time: NOON }, status: 200, expect: [] },
  {
    operation: `GET ${ME}/location_time_series`,
    query: { ...RANGE, location_sources: ["mobile", "map_service"] },
    status: 200,
  },
  {
    operation: `GET ${ME}/location_updates`,
    query: { ...RANGE, location_sources: "nowhere" },
    status: 422,
    expect: { detail: [{ loc: ["query", "location_sources"], type: "enum" }] },
  },
  {
    operation: `GET ${ME}/calendars`,
    status: 200,
    expect: [{ calendar_name: "Work", svc_source: "calendar app" }],
  },
  { operation: `GET ${ME}/calendar_events`, query: RANGE, status: 200, expect: [] },
  // Catalog and changes.
  {
    operation: "GET /data/v1/catalog",
    query: { data_type: "HeartRate" },
    status: 200,
    expect: [{ id: "HeartRate", column_name: "heart_rate" }],
  },
  { operation: "GET /data/v1/catalog", query: { category: "health_sdk" }, status: 200 },
  {
    operation: "GET /data/v1/catalog/{data_type}/{api_version}",
    path: { data_type: "HeartRate", api_version: "v1" },
    status: 200,
    expect: { id: "HeartRate" },
  },
  {
    operation: "GET /data/v1/catalog/{data_type}/{api_version}/schema",
    path: { data_type: "HeartRate", api_version: "v1" },
    status: 200,
    expect: { type: "object" },
  },
  { operation: "GET /data/v1/updates", query: RANGE, status: 200 },
  { operation: "GET /data/v1alpha1/data_available", query: RANGE, status: 200 },
  { operation: "GET /data/v1alpha1/data_sources", status: 200 },
  { operation: "GET /data/v1alpha1/data_types", status: 200 },
  { operation: "GET /data/v1alpha1/insight", status: 200 },
  {
    operation: "GET /data/v1/records",
    query: { q: "HeartRate[86400s] @ 1704153600" },
    status: 200,
    type: "application/x-ndjson",
  },
  {
    operation: "GET /data/v1/records",
    query: { q: "rate(HeartRate[60s]) @ 1704153600" },
    status: 422,
  },
  {
    operation: "POST /input/v1/data_type/{base_type}",
    path: { base_type: "Event" },
    body: { name: "Cup", description: "A cup of coffee" },
    status: 200,
    keep: { own_type: "id" },
  },
  {
    operation: "POST /ingest/v1/record/{data_type}",
    path: { data_type: "{own_type}" },
    body: { start_time: NOON },
    status: 201,
  },
  {
    operation: "GET /data/v1alpha1/event/{data_type}",
    path: { data_type: "{own_type}" },
    query: RANGE,
    status: 200,
    expect: [{}],
  },
  {
    operation: "GET /data/v1alpha1/event/{data_type}/agg/{resolution}",
    path: { data_type: "{own_type}", resolution: "60m" },
    query: RANGE,
    status: 200,
  },
  ...["latest", "summary"].map((name): Case => ({
    operation: `GET /data/v1alpha1/event/{data_type}/${name}`,
    path: { data_type: "MomentAnnotation" },
    query: RANGE,
    status: 200,
  })),
  {
    operation: "PUT /input/v1/data_type/{base_type}/{type_id}",
    path: { base_type: "Event", type_id: "{own_type#1}" },
    body: { deprecated: true },
    status: 200,
    expect: { deprecated: true },
  },
  {
    operation: "GET /input/v1/data_type/{base_type}/{type_id}",
    path: { base_type: "Event", type_id: "{own_type#1}" },
    status: 200,
    expect: { deprecated: true },
  },
  // Files; each family has its own.
  ...["file", "file_upload"].flatMap((family): Case[] => [
    {
      operation: `POST /input/v1/${family}`,
      body: { ...FILE, path: `/${family}` },
      status: 200,
      expect: { file: { state: "created", svc_userid: "{svc_userid}" } },
      keep: { input_id: "file.id" },
    },
    { operation: `GET /input/v1/${family}`, query: { path: `/${family}` }, status: 200 },
    { operation: `GET /input/v1/${family}/recent_changes`, query: RANGE, status: 200 },
    { operation: `GET /input/v1/${family}/{input_id}`, status: 200, expect: { name: "a.txt" } },
    {
      operation: `GET /input/v1/${family}/{input_id}/download`,
      path: { input_id: "nothing" },
      status: 404,
      type: "application/problem+json",
      expect: { status: 404, type: "about:blank" },
    },
    {
      operation: `POST /input/v1/${family}/{input_id}/restore`,
      status: 409,
      type: "application/problem+json",
    },
    { operation: `DELETE /input/v1/${family}/{input_id}`, status: 204 },
  ]),
  {
    operation: "PUT /input/v1/file/{input_id}/identify",
    body: {
      source_data_types: [{ data_type: "HeartRate", state: "found" }],
      source_id: null,
      source_name: "Watch",
    },
    status: 200,
    expect: { source_name: "Watch" },
  },
  {
    operation: "PUT /input/v1/file/{input_id}/data_type/{data_type}",
    path: { data_type: "HeartRate" },
    body: { state: "done" },
    status: 200,
    expect: { source_data_types: [{ data_type: "HeartRate", state: "done" }] },
  },
  // Annotations.
  {
    operation: `POST ${USER}/annotation`,
    body: ANNOTATION,
    status: 200,
    expect: { annotation_type: "moment", deleted_at: null },
    keep: { annotation_id: "id" },
  },
  { operation: `GET ${USER}/annotation`, status: 200, expect: [{ name: "Coffee" }] },
  { operation: `GET ${USER}/annotation/{annotation_id}`, status: 200, expect: { name: "Coffee" } },
  { operation: `GET ${USER}/annotation/{annotation_id}`, as: "other", status: 403 },
  {
    operation: `PUT ${USER}/annotation/{annotation_id}`,
    body: { ...ANNOTATION, name: "Tea" },
    status: 200,
    expect: { name: "Tea" },
  },
  { operation: `DELETE ${USER}/annotation/{annotation_id}`, status: 200 },
  {
    operation: `POST ${USER}/annotation/{annotation_id}/cancel_deletion`,
    status: 200,
    expect: { deleted_at: null },
  },
  { operation: `GET ${USER}/schema/annotation`, status: 200 },
  { operation: `GET ${USER}/schema/measurement`, status: 200 },
  // The user.
  { operation: `GET ${USER}/info`, status: 200, expect: { userid: "{svc_userid}" } },
  {
    operation: `POST ${USER}/preferences`,
    body: { timezone: "Europe/Berlin" },
    status: 200,
    expect: { timezone: "Europe/Berlin" },
  },
  { operation: `GET ${USER}/preferences`, status: 200, expect: { timezone: "Europe/Berlin" } },
  { operation: `GET ${USER}/totals`, status: 200 },
  {
    operation: `POST ${USER}/grant_service`,
    query: { svc_userid: "{svc_userid}" },
    body: { months: 1 },
    as: "operator",
    status: 200,
    expect: { is_active: true },
  },
  { operation: `POST ${USER}/grant_service`, body: { months: 1 }, status: 401 },
  // Tags.
  { operation: `POST ${USER}/tag`, body: { name: "a/b" }, status: 200, keep: { tag_id: "id" } },
  { operation: `POST ${USER}/tag`, body: { name: "a/b" }, status: 409 },
  { operation: `POST ${USER}/tag`, body: { name: "x".repeat(31) }, status: 422 },
  { operation: `GET ${USER}/tag`, status: 200, expect: [{ name: "a/b" }] },
  { operation: `GET ${USER}/tag/id/{tag_id}`, status: 200, expect: { id: "{tag_id}" } },
  {
    operation: `GET ${USER}/tag/name/{tag_name}`,
    path: { tag_name: "a/b" },
    status: 200,
    expect: { id: "{tag_id}" },
  },
  { operation: `DELETE ${USER}/tag/id/{tag_id}`, status: 204 },
  { operation: `GET ${USER}/tag/id/{tag_id}`, status: 404 },
  // Imports.
  {
    operation: "POST /ingest/v1/import",
    body: { name: "steps.csv" },
    status: 200,
    expect: { name: "steps.csv", reader: null, finished_at: null, stored: {}, already_there: {} },
    keep: { import_id: "id" },
  },
  { operation: "POST /ingest/v1/import", body: { title: "steps.csv" }, status: 422 },
  ...[1, 2].map((): Case => ({
    operation: "POST /ingest/v1/record/{data_type}",
    path: { data_type: "StairFlightsClimbed" },
    query: { import_id: "{import_id}" },
    lines: [{ id: IMPORTED, start_time: NOON, value: 3 }],
    status: 201,
  })),
  {
    operation: "POST /ingest/v1/record/{data_type}",
    path: { data_type: "StairFlightsClimbed" },
    query: { import_id: IMPORTED },
    lines: [{ start_time: NOON, value: 3 }],
    status: 404,
  },
  {
    operation: "POST /ingest/v1/record/{data_type}",
    path: { data_type: "DeletedRecord" },
    query: { import_id: "{import_id}" },
    lines: [{ deleted_id: IMPORTED, deleted_type: "StairFlightsClimbed" }],
    status: 422,
  },
  {
    operation: "PUT /ingest/v1/import/{import_id}",
    body: { reader: "csv", report: { read: { StairFlightsClimbed: 1 } } },
    status: 200,
    expect: { reader: "csv", stored: { StairFlightsClimbed: 1 }, already_there: {} },
  },
  {
    operation: "PUT /ingest/v1/import/{import_id}",
    path: { import_id: IMPORTED },
    body: {},
    status: 404,
  },
  { operation: "PUT /ingest/v1/import/{import_id}", as: "other", body: {}, status: 404 },
  { operation: "DELETE /ingest/v1/import/{import_id}", as: "other", status: 404 },
  {
    operation: "GET /ingest/v1/import",
    status: 200,
    expect: [{ name: "steps.csv", report: { read: { StairFlightsClimbed: 1 } } }],
  },
  { operation: "GET /ingest/v1/import", as: "other", status: 200, expect: [] },
  {
    operation: "DELETE /ingest/v1/import/{import_id}",
    status: 200,
    expect: { removed: { StairFlightsClimbed: 1 }, kept: {} },
  },
  { operation: "DELETE /ingest/v1/import/{import_id}", status: 404 },

  // Sessions.
  {
    operation: `POST ${USER}/session`,
    body: { session_name: "script", state: "x" },
    status: 200,
  },
  {
    operation: `GET ${USER}/session`,
    status: 200,
    expect: [{ name: "script", svc_userid: "{svc_userid}" }],
    keep: { session_id: "0.id" },
  },
  { operation: `DELETE ${USER}/session/{session_id}`, status: 204 },
  { operation: `GET ${USER}/access/reads`, query: { ...RANGE }, status: 200, expect: [] },
  // Reflections and custom inputs.
  {
    operation: `POST ${USER}/reflection`,
    body: { name: "Morning", schedule: SCHEDULE },
    status: 200,
    keep: { reflection_id: "id" },
  },
  { operation: `GET ${USER}/reflection`, status: 200 },
  { operation: `GET ${USER}/reflection/{reflection_id}`, status: 200, expect: { name: "Morning" } },
  {
    operation: `PUT ${USER}/reflection/{reflection_id}`,
    body: { name: "Evening" },
    status: 200,
    expect: { name: "Evening" },
  },
  {
    operation: `POST ${USER}/reflection/reschedule`,
    body: { time_zone: "Europe/Paris" },
    status: 200,
  },
  { operation: `DELETE ${USER}/reflection/{reflection_id}`, status: 204 },
  {
    operation: "POST /input/v1/custom",
    body: { name: "Scale", svc_data_type: "HeartRate", svc_source: ["Scale"] },
    status: 200,
    expect: { svc_data_type: "HeartRate", svc_source: ["Scale"] },
    keep: { custom_input_id: "id" },
  },
  {
    operation: "POST /input/v1/custom/{custom_input_id}",
    body: { start_time: "2024-02-01T00:00:00Z", value: 61 },
    status: 201,
  },
  { operation: "GET /input/v1/custom", status: 200 },
  { operation: "GET /input/v1/custom/{custom_input_id}", status: 200 },
  {
    operation: "PUT /input/v1/custom/{custom_input_id}",
    body: { svc_source: null },
    status: 200,
    expect: { svc_source: null },
  },
  { operation: "DELETE /input/v1/custom/{custom_input_id}", status: 204 },
  // Groups and shares.
  {
    operation: "POST /user/v1/group",
    body: {
      title: "Study",
      is_public: true,
      svc_data_types: COLLECTED,
      group_url: "https://x.example",
    },
    status: 200,
    expect: { group: { svc_userid: "{svc_userid}" } },
    keep: { group_id: "group.id", pool_id: "group.id" },
  },
  { operation: "GET /user/v1/group", status: 200 },
  { operation: "GET /user/v1/group/.well-known/jwks.json", status: 200, expect: { keys: [{}] } },
  { operation: "GET /user/v1/group/{group_id}", status: 200, expect: { title: "Study" } },
  { operation: "PUT /user/v1/group/{group_id}", body: { description: "Trial" }, status: 200 },
  { operation: "PUT /user/v1/group/{group_id}", body: { title: "Trial" }, status: 422 },
  {
    operation: "POST /user/v1/group/{group_id}/membership",
    as: "other",
    status: 200,
    expect: { group_id: "{group_id}" },
    keep: { participant_id: "participant_id" },
  },
  { operation: "POST /user/v1/group/{group_id}/membership/token", as: "other", status: 200 },
  {
    operation: "GET /user/v1/group",
    query: { subscribed_only: "true" },
    as: "other",
    status: 200,
    expect: [{ participant_id: "{participant_id}" }],
  },
  {
    operation: "GET /user/v1/group/{group_id}/participants",
    status: 200,
    expect: ["{participant_id}"],
  },
  { operation: "GET /user/v1/group/{group_id}/participants", as: "other", status: 403 },
  { operation: `GET ${METADATA}`, status: 200, expect: {} },
  { operation: `PUT ${METADATA}`, body: { a: 1 }, status: 200, expect: { a: 1 } },
  { operation: `PATCH ${METADATA}`, body: { b: 2 }, status: 200, expect: { a: 1, b: 2 } },
  ...PARTICIPANT_READS.flatMap(([read, query]): Case[] =>
    [["user", 200], ["other", 403]].map(([as, status]) => ({
      operation: `GET /data/v0/pool/{pool_id}/participant/{participant_id}/${read}`,
      query: { ...(read === "location_at_time" ? {} : RANGE), ...query },
      as: as as "user",
      status: status as number,
    }))
  ),
  {
    operation: "POST /user/v1/datashare",
    body: {
      datashare_name: "Steps",
      svc_user_name: "Me",
      svc_data_types: ["StepCount"],
      permissions: [{ allowed_svc_userid: "{other}" }],
      group_permissions: [{ allowed_group_id: "{group_id}" }],
    },
    status: 200,
    expect: { datashare: { svc_data_types: ["StepCount"] } },
    keep: { datashare_id: "datashare.datashare_id" },
  },
  {
    operation: "POST /user/v1/datashare",
    body: { datashare_name: "Steps", svc_user_name: "Me", svc_data_types: ["Stepcount"] },
    status: 422,
  },
  { operation: "GET /user/v1/datashare", status: 200, expect: [{ datashare_name: "Steps" }] },
  { operation: "GET /user/v1/datashare/{datashare_id}", status: 200 },
  {
    operation: "PUT /user/v1/datashare/{datashare_id}",
    body: { svc_data_types: null, time_end: "2030-01-01T00:00:00Z" },
    status: 200,
    expect: { svc_data_types: ["StepCount"], time_end: "2030-01-01T00:00:00Z" },
  },
  {
    operation: "GET /user/v1/dataset",
    as: "other",
    status: 200,
    expect: [{ grant_type: "self" }, { grant_type: "user" }, { grant_type: "group" }],
    keep: { grant_id: "1.grant_id" },
  },
  {
    operation: "GET /user/v1/shared/{svc_userid}/data_types",
    query: RANGE,
    as: "other",
    status: 200,
    expect: { all_data_types: false, svc_data_types: ["StepCount"] },
  },
  { operation: "DELETE /user/v1/dataset/{grant_id}", status: 404 },
  { operation: "DELETE /user/v1/dataset/{grant_id}", as: "other", status: 204 },
  { operation: "DELETE /user/v1/datashare/{datashare_id}", status: 204 },
  {
    operation: `POST ${USER}/datashares`,
    body: {
      datashare_name: "Pulse",
      svc_user_name: "Me",
      svc_data_types: ["HeartRate"],
      share_all_data: false,
      permissions: [{ allowed_svc_userid: "{other}" }],
      group_permissions: [],
    },
    status: 200,
    expect: {
      datashare: {
        svc_data_types: ["HeartRate"],
        permissions: [{ allowed_svc_userid: "{other}" }],
      },
    },
    keep: { datashare_id: "datashare.datashare_id" },
  },
  {
    operation: `GET ${USER}/datashare/{datashare_id}`,
    status: 200,
    expect: { datashare_id: "{datashare_id}", svc_user_name: "Me" },
  },
  { operation: `GET ${USER}/datashares`, status: 200 },
  {
    operation: `GET ${USER}/datasets`,
    as: "other",
    status: 200,
    expect: [{ svc_userid: "{svc_userid}", svc_user_name: "Me" }],
    keep: { permission_id: "0.permission_id" },
  },
  {
    operation: `GET ${USER}/access/{sharer_svc_userid}/data_types`,
    path: { sharer_svc_userid: "{svc_userid}" },
    query: RANGE,
    as: "other",
    status: 200,
    expect: ["HeartRate"],
  },
  {
    operation: `GET ${ME}/metric_samples`,
    query: { ...RANGE, metric: "HeartRate" },
    as: "other",
    status: 200,
    expect: [{ value: 60 }, { value: 70 }],
  },
  {
    operation: `PUT ${USER}/datashare/{datashare_id}`,
    body: { svc_data_types: ["StepCount"] },
    status: 303,
  },
  {
    operation: `GET ${USER}/datashare/{datashare_id}`,
    status: 200,
    expect: { datashare_name: "Pulse", svc_data_types: ["StepCount"] },
  },
  {
    operation: `GET ${ME}/metric_samples`,
    query: { ...RANGE, metric: "HeartRate" },
    as: "other",
    status: 403,
  },
  { operation: `DELETE ${USER}/dataset/permission/{permission_id}`, as: "other", status: 204 },
  { operation: `DELETE ${USER}/datashare/{datashare_id}`, status: 204 },
  { operation: "DELETE /user/v1/group/{group_id}/membership", as: "other", status: 204 },
  { operation: "DELETE /user/v1/group/{group_id}", status: 204 },
  // The storage, and sign-in.
  {
    operation: "POST /events/v1/storage",
    as: "storage",
    body: {
      message: {
        data: "",
        messageId: "1",
        publishTime: NOON,
        attributes: {
          bucketId: "b",
          eventTime: NOON,
          eventType: "OBJECT_FINALIZE",
          notificationConfig: "n",
          objectGeneration: "1",
          objectId: "{input_id}",
          payloadFormat: "JSON_API_V1",
        },
      },
    },
    status: 204,
  },
  { operation: "POST /events/v1/storage", body: {}, status: 401 },
  {
    operation: "POST /oauth/device/code",
    form: { client_id: "cli", scope: "openid" },
    as: "none",
    status: 200,
    expect: { expires_in: 600, interval: 5 },
    keep: { device_code: "device_code" },
  },
  {
    operation: "POST /oauth/token",
    form: { grant_type: GRANT, device_code: "{device_code}", client_id: "cli" },
    as: "none",
    status: 400,
    expect: { error: "authorization_pending" },
  },
];

/** Cases that end access, after all others. */
export const LAST_CASES: readonly Case[] = [
  { operation: `DELETE ${USER}/session`, as: "other", status: 204 },
  { operation: `GET ${USER}/session`, as: "other", status: 401 },
];
