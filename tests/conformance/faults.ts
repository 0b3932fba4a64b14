import {
  always,
  answer,
  asks,
  edit,
  type Fault,
  type Json,
  resend,
  restate,
  restateRepeated,
  says,
  without,
} from "./fault.ts";
import type { Call } from "./fault.ts";

const NOBODY = "00000000-0000-4000-8000-0000000000fe";
const CATALOG = /^GET \/data\/v1\/catalog$/, SCHEMA = /^GET \/data\/v1\/catalog\/.*\/schema$/;
const RECORDS = /^GET \/data\/v1\/records$/, INGEST = /^POST \/ingest\/v1\/record\//;
const HEART = /^POST \/ingest\/v1\/record\/HeartRate$/, TOMB = /^POST .*\/DeletedRecord$/;
const TYPE = /\/input\/v1\/data_type\//, SHARE = /\/user\/v1\/datashare\b/;
const DATASET = /^GET \/user\/v1\/dataset$/, GRANT = /^DELETE \/user\/v1\/dataset\//;
const SHARED = /^GET \/user\/v1\/shared\//, GROUP = /^GET \/user\/v1\/group\/[^/.]*$/;
const JOIN = /^POST .*\/membership$/, PEOPLE = /^GET .*\/participants$/, METADATA = /\/metadata$/;
const POOL = /^GET \/data\/v0\/pool\//, DOWNLOAD = /^GET .*\/download$/;
const FILE = /^GET \/input\/v1\/file(?:_upload)?\/[^/]*$/,
  FILES = /^GET \/input\/v1\/file(?:_upload)?$/;
const NOTE = /\/user\/v1alpha1\/annotation\b/, EVENTS = /^GET \/data\/v1alpha1\/event\//;
const TAG = /\/user\/v1alpha1\/tag\b/, TOKEN = /^POST \/oauth\/token$/;
const bodyOf = ({ body }: Call): Json => JSON.parse(body);

/** Faults that violate each row of the facts. */
export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  C1: [
    edit(CATALOG, (all: Json[]) => all.map((entry) => ({ ...entry, svc_userid: NOBODY }))),
    answer(RECORDS, 403, asks("svc_userid")),
  ],
  C2: [
    edit(CATALOG, (all: Json[]) => [...all, ...all]),
    answer(TYPE, 200, says('"deprecated": true')),
  ],
  C3: [
    answer(/DeletedRecord\/v1\/schema$/, 404),
    answer(/DeletedRecord\/v1alpha1\/schema$/, 404),
    edit(SCHEMA, () => "a schema"),
  ],
  C4: [
    edit(CATALOG, (all: Json[]) => all.map((entry) => ({ ...entry, recordable: true }))),
    edit(CATALOG, (all: Json[]) => all.map((entry) => ({ ...entry, categories: [] }))),
  ],
  W1: [restate(INGEST, 201, 200), answer(INGEST, 422, says('"sources"'))],
  W2: [
    edit(RECORDS, (record) => [record]),
    edit(RECORDS, without("start_time")),
  ],
  W3: [
    answer(TOMB, 201, always, {}),
    answer(TOMB, 422, ({ body }) => /"data_type": "(?:Event|Metric)"/.test(body)),
    restateRepeated(TOMB, 404),
  ],
  W4: [answer(HEART, 201, asks("api_version", "v1alpha1"), {})],
  W5: [
    answer(/\/AgentLoop$/, 422, says('"sources"')),
    answer(TOMB, 422, says('"sources"')),
    answer(HEART, 201, says("no_such_field"), {}),
  ],
  W6: [
    answer(HEART, 422, says("+0100")),
    answer(HEART, 422, says("10t12")),
    answer(HEART, 422, says('"2025-02-10"')),
  ],
  T1: [edit(/^POST \/input\/v1\/data_type/, (entry) => ({ ...entry, id: "x" }))],
  T2: [answer(TYPE, 200, says('"deprecated": false'))],
  T3: [
    answer(/^GET \/input\/v1\/data_type/, 405),
    answer(/^PUT \/input\/v1\/data_type/, 422, says('"value_map"')),
    answer(/^PUT \/input\/v1\/data_type/, 200, says('"other"')),
  ],
  T4: [
    edit(CATALOG, dropRequired),
    resend(/^PUT \/input\/v1\/data_type/, ({ body }) => ({ body: body.replace("size", "note") })),
  ],
  T5: [
    answer(INGEST, 422, says('"value": 3')),
    edit(
      /^POST .*\/Metric$/,
      (entry) => ({ ...entry, record_spec: { ...entry.record_spec, value_map: null } }),
    ),
  ],
  S1: [
    edit(/^POST \/user\/v1\/datashare$/, ({ datashare, ...error }) => datashare ?? error),
    edit(
      /^POST \/user\/v1\/datashare$/,
      ({ datashare }) => ({ datashare, detail: "There is no such group" }),
    ),
    restate(/^POST \/user\/v1\/datashare$/, 400, 404),
  ],
  S2: [
    edit(/^GET \/user\/v1\/datashare$/, without("time_end")),
    restate(/^GET \/user\/v1\/datashare\//, 404, 200),
  ],
  S3: [
    resend(
      /^PUT .*\/datashare\//,
      (call) => ({ body: JSON.stringify(without("time_end")(bodyOf(call))) }),
    ),
    resend(
      /^PUT .*\/datashare\//,
      ({ body }) => ({ body: body.replace('"svc_data_types": null', '"svc_data_types": []') }),
    ),
    answer(SHARE, 200, says('"svc_data_types": []')),
  ],
  S4: [answer(/^DELETE \/user\/v1\/datashare\//, 204)],
  S5: [
    answer(/^POST \/user\/v1\/datashare$/, 422, says("calendar_events")),
    restate(DOWNLOAD, 403, 200),
    edit(SHARED, (types) => ({ ...types, svc_data_types: [...types.svc_data_types, "file:/"] })),
  ],
  S6: [
    resend(/^PUT .*\/datashare\//, ({ body }) => ({ body: body.replace("filehistory:", "file:") })),
  ],
  D1: [edit(DATASET, (all: Json[]) => all.slice(1))],
  D2: [edit(DATASET, (all: Json[]) => all.filter((grant) => grant.grant_type !== "group"))],
  D3: [restate(GRANT, 404, 204), restate(GRANT, 204, 404)],
  D4: [
    answer(SHARED, 403, ({ route }) => route.includes("0000-4000-8000-0000")),
    edit(
      SHARED,
      (types) => types.all_data_types ? types : { ...types, svc_data_types: ["HeartRate"] },
    ),
    edit(SHARED, (types) => ({ ...types, all_data_types: false })),
  ],
  D5: [
    edit(DATASET, ([own, ...all]: Json[]) => [
      own,
      ...all.filter((one) => one.sharing_svc_userid !== own.sharing_svc_userid),
    ]),
  ],
  G1: [
    edit(/^POST \/user\/v1\/group$/, ({ group }) => ({ pool: group })),
    edit(GROUP, (group) => ({ pool: group })),
    edit(
      /^POST \/user\/v1\/group$/,
      ({ group }) => ({ group: without("agreement_markdown")(group) }),
    ),
  ],
  G2: [
    answer(/^PUT \/user\/v1\/group/, 200, says('"title"')),
    answer(/^PUT \/user\/v1\/group/, 422, says('"view_description"')),
  ],
  G3: [
    edit(JOIN, without("group_id")),
    edit(PEOPLE, (all) => ["the maker", ...all]),
  ],
  G4: [
    edit(/^GET \/user\/v1\/group$/, without("participant_id")),
    edit(/^GET \/user\/v1\/group$/, without("joined_at")),
    edit(/^GET \/user\/v1\/group$/, () => []),
  ],
  G5: [edit(PEOPLE, (all: string[]) => all.map((participant_id) => ({ participant_id })))],
  G6: [
    resend(METADATA, () => ({ method: "PUT" }), ({ route }) => route.startsWith("PATCH")),
    resend(METADATA, () => ({ method: "PATCH" }), ({ route }) => route.startsWith("PUT")),
    edit(METADATA, (metadata) => Object.keys(metadata).length === 0 ? null : metadata),
  ],
  G7: [answer(POOL, 404), answer(/^GET \/data\/v1alpha1\/metric\//, 403, asks("pool_id"))],
  G8: [restate(POOL, 403, 200), restate(POOL, 422, 200), restate(METADATA, 403, 200)],
  G9: [answer(/^DELETE .*\/membership$/, 204), answer(/^DELETE \/user\/v1\/group\/[^/]*$/, 204)],
  G10: [answer(/jwks\.json$/, 404), edit(/jwks\.json$/, ({ keys }) => keys)],
  G11: [
    edit(JOIN, (joined) => ({ ...joined, participant_id: NOBODY })),
    restate(POOL, 403, 200),
  ],
  E1: [
    restate(/^GET \/user\/v1\/group$/, 401, 403),
    edit(
      /^GET \/user\/v1\/group$/,
      (body) => body.detail === undefined ? body : { error: body.detail },
    ),
  ],
  E2: [
    edit(/metric_samples$/, (body) => body.detail === undefined ? body : { detail: [{}] }),
    restate(/metric_samples$/, 422, 400),
  ],
  A1: ["verification_uri_complete", "interval", "expires_in", "user_code"]
    .map((name) => edit(/\/oauth\/device\/code$/, without(name))),
  A2: [
    restate(TOKEN, 400, 401, says("device_code")),
    edit(TOKEN, () => ({ error: "invalid_request" }), says("device_code")),
  ],
  A3: [
    restate(TOKEN, 400, 408, says("refresh_token")),
    restate(TOKEN, 400, 500, says("refresh_token")),
  ],
  A4: [answer(/\/authorize$/, 404)],
  B1: [
    answer(/metric_samples$/, 422, ({ query }) => query.get("start_time")?.includes(" ") ?? false),
    answer(/metric_samples$/, 422, asks("start_time", "2025-02-10")),
    answer(/metric_samples$/, 200, asks("start_time", "2025-02-10T24:00:00Z")),
  ],
  B2: [
    answer(/group$/, 422, asks("subscribed_only", "True")),
    answer(/group$/, 422, asks("subscribed_only", "1")),
  ],
  B3: [answer(/metric_samples$/, 200, ({ query }) => query.getAll("start_time").length > 1)],
  B4: [
    answer(/metric_time_series$/, 422, asks("output", "ndjson")),
    answer(/sleep_cycles$/, 422, asks("output", "ndjson")),
  ],
  F1: [
    answer(/^POST \/input\/v1\/file_upload$/, 404),
    edit(
      /^POST \/input\/v1\/file$/,
      (made) => ({ ...made, url: made.url.replace(/[^/]*$/, "none") }),
    ),
  ],
  F2: [
    edit(FILE, (file) => ({ ...file, state: "uploaded" })),
    answer(/\/restore$/, 404),
    edit(FILES, ({ files, ...body }) => ({ ...body, files: [...files ?? [], ...files ?? []] })),
  ],
  F3: [restate(FILE, 404, 403), restate(FILE, 403, 200)],
  F4: [
    edit(FILES, (body) => ({ ...body, files: body.files?.length ? body.files : null })),
    edit(/recent_changes$/, (body) => ({ ...body, files: null })),
  ],
  N1: [
    restate(NOTE, 403, 404),
    answer(/\/cancel_deletion$/, 200, always, {}),
    edit(/^DELETE .*\/annotation/, (row) => ({ ...row, deleted_at: null })),
    edit(/^PUT .*\/annotation/, (row) => ({ ...row, description: "kit" })),
  ],
  N2: [
    edit(CATALOG, (all: Json[]) => all.map((entry) => ({ ...entry, api_version: "v1" }))),
    edit(
      CATALOG,
      (all: Json[], { query }) => all.length > 0 ? all : [{ id: query.get("data_type") }],
    ),
  ],
  N3: [
    edit(EVENTS, () => [], asks("filter")),
    edit(EVENTS, (all: Json[]) => all.map((one) => ({ ...one, sources: ["x"] }))),
  ],
  N4: [edit(/^GET .*\/annotation$/, (all: Json[]) => all.filter((row) => row.deleted_at === null))],
  U1: [edit(/^GET .*\/preferences$/, without("timezone"))],
  U2: [restate(TAG, 409, 200), restate(TAG, 422, 200), answer(/\/tag\/name\//, 404)],
  U3: [
    edit(/\/updates$/, without("file_changes")),
    restate(/\/updates$/, 403, 200),
    answer(/\/updates$/, 403, asks("svc_userid")),
  ],
  M1: [
    edit(DATASET, (all: Json[]) => all.map((grant) => ({ ...grant, svc_data_types: [] }))),
    answer(RECORDS, 403, asks("svc_userid")),
  ],
  M2: [restate(INGEST, 404, 201), answer(/^DELETE .*\/datashare\//, 204)],
};

function dropRequired(all: Json[]): Json[] {
  return all.map(({ record_spec: { schema, ...spec }, ...entry }) => ({
    ...entry,
    record_spec: { ...spec, schema: schema && without("required")(schema) },
  }));
}
