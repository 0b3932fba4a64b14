import type { MetricName } from "../../src/api/fields/metricTable.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { connect } from "../../src/client/connect.ts";
import type { Client } from "../../src/client/client.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import type { Service } from "../../src/service/service.ts";

const SCHEMA = {
  type: "object",
  properties: {
    place: { type: "string" },
    cups: { type: "integer" },
    liters: { type: ["number", "null"] },
    hot: { type: "boolean" },
    with: { type: "array" },
    "a.b": {},
    start_time: { type: "string" },
  },
};
const RANGE = { start_time: "2024-01-01T00:00:00Z", end_time: "2024-03-01T00:00:00Z" };

async function clientOf(service: Service, user: string, asked: string[] = []): Promise<Client> {
  const token = await service.issueToken(user);
  return connect({
    baseUrl: "http://localhost",
    token,
    fetch: (request) => {
      asked.push(new URL(request.url).pathname);
      return service.fetch(request);
    },
  });
}

async function define(
  me: Client,
  base_type: "Event" | "Metric",
  spec: object = {},
): Promise<MetricName> {
  const { id } = await me.api.catalog.define({
    base_type,
    body: {
      name: "Tea",
      description: "Tea",
      record_spec: { ...spec, schema: JSON.stringify(SCHEMA) },
    },
  });
  return id as MetricName;
}

/** Returns the columns of user-defined fields as rows. */
function own(frame: Frame): object[] {
  return toRows(columnsOf(frame)).map((row) =>
    Object.fromEntries(Object.keys(SCHEMA.properties).slice(0, 6).map((name) => [name, row[name]]))
  );
}

const RECORDS = [
  {
    start_time: "2024-01-05T08:00:00Z",
    place: "home",
    cups: 2,
    hot: true,
    with: ["milk"],
    "a.b": 1,
  },
  { start_time: "2024-02-25T08:00:00Z", place: "5", liters: 0.5, "a.b": "x", name: "Late" },
];
const EXPECTED = [
  { place: "home", cups: 2, liters: null, hot: true, with: '["milk"]', "a.b": "1" },
  { place: "5", cups: null, liters: 0.5, hot: null, with: null, "a.b": "x" },
];

Deno.test("fields of a user-defined type become columns of its frames, equal from JSON and CSV", async () => {
  const service = createService({ store: openStore() }), asked: string[] = [];
  const me = await clientOf(service, crypto.randomUUID(), asked);
  try {
    for (const base of ["Event", "Metric"] as const) {
      const id = await define(me, base);
      await me.api.ingest.records(
        id,
        RECORDS.map((record) => base === "Metric" ? { ...record, value: 1 } : record),
      );
      const list = base === "Event" ? me.api.events.list : me.api.metrics.records;
      for (const format of ["json", "csv"] as const) {
        assertEquals(own(await list({ data_type: id, ...RANGE, format })), EXPECTED, format);
        const q = `{__name__="${id}"}[5184000s] @ 1709251200`;
        assertEquals(
          own(await me.api.records.query({ q, format })),
          EXPECTED,
          `records as ${format}`,
        );
      }
      for (const format of ["json", "csv"] as const) {
        const rows = toRows(columnsOf(await list({ data_type: id, ...RANGE, format })));
        assertEquals(rows.map(({ name }) => name), [null, "Late"], format);
      }
      // In pieces, some of them empty.
      const pieces = await list({ data_type: id, ...RANGE }, { piece: "P7D" });
      assertEquals(own(pieces), EXPECTED);
      const none = await list({
        data_type: id,
        start_time: "2020-01-01T00:00Z",
        end_time: "2020-01-02T00:00Z",
      });
      assertEquals(Object.keys(columnsOf(none)).slice(-6), Object.keys(EXPECTED[0]!));
      const filtered = await list({ data_type: id, ...RANGE, filter: ["hot:true", "cups:2"] });
      assertEquals(own(filtered), [EXPECTED[0]!]);
    }
    // The catalog is requested once per type.
    assertEquals(asked.filter((path) => path === "/data/v1/catalog").length, 2);
  } finally {
    await service.close();
  }
});

Deno.test("records of a built-in type need no catalog and have no additional columns", async () => {
  const service = createService({ store: openStore() }), asked: string[] = [];
  const me = await clientOf(service, crypto.randomUUID(), asked);
  try {
    const frame = await me.api.events.list({ data_type: "MomentAnnotation", ...RANGE }, {
      piece: false,
    });
    assertEquals(Object.keys(columnsOf(frame)).at(-1), "metadata");
    assertEquals(asked, ["/data/v1alpha1/event/MomentAnnotation"]);
  } finally {
    await service.close();
  }
});

Deno.test("a user-defined metric is a series in every format, single or grouped, for readers of the base type too", async () => {
  const service = createService({ store: openStore() });
  const [owner, reader] = [crypto.randomUUID(), crypto.randomUUID()];
  const me = await clientOf(service, owner), they = await clientOf(service, reader);
  try {
    const metric = await define(me, "Metric", { aggregation: "cumulative" });
    await me.api.ingest.records(metric, [
      { start_time: "2024-01-01T00:00:00Z", end_time: "2024-01-01T00:04:00Z", value: 8 },
    ]);
    const range = { start_time: "2024-01-01T00:00:00Z", end_time: "2024-01-01T00:03:00Z" };
    const values = (frame: Frame) => toRows(columnsOf(frame)).map((row) => row["tea"]);
    for (const output of ["arrow", "csv", "ndjson", "jscolumns"] as const) {
      assertEquals(values(await me.api.metrics.timeSeries({ metric, ...range }, { output })), [
        2,
        2,
        2,
      ]);
      // Without rows a JSON format has no columns, so the catalog names them.
      const none = { metric, start_time: range.start_time, end_time: range.start_time };
      assertEquals(Object.keys(columnsOf(await me.api.metrics.timeSeries(none, { output }))), [
        "time",
        "tea",
      ]);
    }
    const both = await me.api.metrics.timeSeriesGrouped({
      metrics: ["HeartRate", metric],
      ...range,
    });
    assertEquals(Object.keys(columnsOf(both)), ["time", "heart_rate", "tea"]);
    assertEquals(values(both), [2, 2, 2]);
    const twin = await define(me, "Metric");
    await assertRejects(
      () => me.api.metrics.timeSeriesGrouped({ metrics: [twin, metric], ...range }),
      Error,
      "both have a column tea",
    );
    const ask = () => they.api.metrics.timeSeries({ metric, ...range, svc_userid: owner });
    await assertRejects(ask, Error, "not shared");
    await me.api.shares.create({
      body: {
        datashare_name: "All of mine",
        svc_user_name: "Kim",
        svc_data_types: ["Metric"],
        share_all_data: false,
        permissions: [{ allowed_svc_userid: reader }],
        group_permissions: [],
      },
    });
    assertEquals(values(await ask()), [2, 2, 2]);
    const shared = await they.api.metrics.catalog();
    assertEquals(
      shared.filter(({ name }) => name.startsWith("Metric/")).map(({ name }) => name).sort(),
      [metric, twin].sort(),
    );
    const none = { metric, start_time: range.start_time, end_time: range.start_time };
    const empty = await they.api.metrics.timeSeries({ ...none, svc_userid: owner }, {
      output: "ndjson",
    });
    assertEquals(Object.keys(columnsOf(empty)), ["time", "tea"]);
  } finally {
    await service.close();
  }
});
