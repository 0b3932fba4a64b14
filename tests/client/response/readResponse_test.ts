import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { tableFromArrays, tableToIPC } from "apache-arrow";
import { api } from "../../../src/api/api.ts";
import type { Endpoint } from "../../../src/api/fields/endpoint.ts";
import { OUTPUT_METHODS } from "../../../src/api/fields/enums.ts";
import { CYCLES_SCHEMA } from "../../../src/api/sleep.ts";
import { BodyError } from "../../../src/client/errors/apiError.ts";
import { readResponse, type ResponseContext } from "../../../src/client/response/readResponse.ts";
import type { Columns } from "../../../src/frame/columns/columns.ts";
import { FORMATS } from "../../../src/frame/formats/formats.ts";
import { fromRows } from "../../../src/frame/polars/rows.ts";
import { columnNames, frameHeight } from "../../../src/frame/polars/seriesOf.ts";
import { BASE, facts } from "../fixtures.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import type { ArgumentValues } from "../../../src/client/request/argumentValues.ts";

const SERIES = api.metrics.timeSeries;
const HOUR = {
  start_time: "2024-01-24T00:00Z",
  end_time: "2024-01-24T00:03Z",
  metric: "HeartRate",
};
const request = { method: "GET", url: `${BASE}/x` };

function read(
  endpoint: Endpoint,
  args: ArgumentValues,
  body: Uint8Array | string,
  context: Partial<ResponseContext> = {},
): Frame {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const headers = new Headers({ "content-type": "text/x-test" });
  return readResponse(endpoint, args, { status: 200, headers, bytes }, {
    request,
    ...context,
  }) as Frame;
}

const minute = 60_000_000n, start = 1_706_054_400_000_000n;
const three: Columns = {
  time: {
    type: "time",
    values: new BigInt64Array([start, start + minute, start + 2n * minute]),
    zone: "UTC",
  },
  heart_rate: {
    type: "float64",
    values: new Float64Array([60.5, 0, 62]),
    valid: new Uint8Array([1, 0, 1]),
  },
  max_heart_rate: { type: "float64", values: new Float64Array([61, 62, 63]) },
  uniq_heart_rate: {
    type: "list",
    offsets: new Int32Array([0, 2, 2, 3]),
    item: { type: "float64", values: new Float64Array([60, 61, 62]) },
  },
};
const calculated = { ...HOUR, calculations: ["max", "uniques"] };

Deno.test("readResponse() returns the same frame from all eight formats, in the call's zone", () => {
  for (const tz of ["UTC", "Europe/Berlin"]) {
    for (const output of OUTPUT_METHODS) {
      const frame = read(SERIES, calculated, FORMATS[output].encode(three), { output, tz });
      assertEquals(facts(frame), {
        types: {
          time: `DataType(Datetime(us,${tz}))`,
          heart_rate: "DataType(Float64)",
          max_heart_rate: "DataType(Float64)",
          uniq_heart_rate: "DataType(List(DataType(Float64)))",
        },
        rows: [
          [0, 1, 2].map((i) => new Date(Date.UTC(2024, 0, 24, 0, i))),
          [60.5, null, 62],
          [61, 62, 63],
          [[60, 61], [], [62]],
        ],
      }, `${output} in ${tz}`);
    }
  }
});

Deno.test("readResponse() returns the columns even without rows", () => {
  const none = Object.fromEntries(
    Object.entries(three).map(([name, column]) => [
      name,
      column.type === "list"
        ? {
          ...column,
          offsets: new Int32Array(1),
          item: { type: "float64", values: new Float64Array(0) },
        }
        : {
          type: column.type,
          zone: "UTC",
          values: (column as { values: Float64Array }).values.slice(0, 0),
        },
    ]),
  ) as unknown as Columns;
  const valueColumns = new Map([["HeartRate", "heart_rate"]]);
  const args = { ...calculated, end_time: HOUR.start_time };
  const wanted = facts(read(SERIES, args, FORMATS.arrow.encode(none)));
  assertEquals(Object.keys(wanted.types), Object.keys(three));
  for (const output of OUTPUT_METHODS) {
    const frame = read(SERIES, args, FORMATS[output].encode(none), { output, valueColumns });
    assertEquals(facts(frame), wanted, output);
  }
  assertThrows(
    () => read(SERIES, args, "", { output: "ndjson", valueColumns: new Map() }),
    BodyError,
    'the catalog has no metric "HeartRate"',
  );
});

Deno.test("readResponse() detects Arrow by its bytes, whatever format was requested", () => {
  const stream = FORMATS.arrowraw.encode(three), file = FORMATS.arrow.encode(three);
  assertEquals(
    facts(read(SERIES, calculated, stream, { output: "arrow" })),
    facts(read(SERIES, calculated, file, { output: "arrowraw" })),
  );
});

Deno.test("readResponse() casts another service's units and widths", () => {
  const table = tableFromArrays({
    time: [0, 1, 2].map((i) => new Date(Date.UTC(2024, 0, 24, 0, i))), // timestamp[ms], no zone
    heart_rate: new Int32Array([60, 61, 62]),
  });
  const frame = read(SERIES, HOUR, tableToIPC(table, "file"), { tz: "Asia/Tokyo" });
  assertEquals(facts(frame), {
    types: { time: "DataType(Datetime(us,Asia/Tokyo))", heart_rate: "DataType(Float64)" },
    rows: [[0, 1, 2].map((i) => new Date(Date.UTC(2024, 0, 24, 0, i))), [60, 61, 62]],
  });
});

Deno.test("readResponse() accepts columns with the names of a frame's methods", () => {
  const shadow: Columns = { time: three["time"]!, height: three["max_heart_rate"]! };
  const frame = read(SERIES, HOUR, FORMATS.arrow.encode(shadow), { tz: "Europe/Berlin" });
  assertEquals(columnNames(frame), ["time", "height"]);
});

Deno.test("readResponse() never returns a frame from a truncated body", () => {
  const two = { time: three["time"]!, heart_rate: three["heart_rate"]! };
  for (const [columns, args] of [[three, calculated], [two, HOUR]] as const) {
    for (const output of OUTPUT_METHODS) {
      const whole = FORMATS[output].encode(columns);
      // A line of JSON is complete without its line break.
      const most = output === "ndjson" ? whole.length - 1 : whole.length;
      for (let length = 0; length < most; length++) {
        const error = assertThrows(
          () => read(SERIES, args, whole.slice(0, length), { output }),
          BodyError,
          "Cannot read metric_time_series: the body is not valid",
        );
        assertEquals(error.status, 200);
      }
      assertEquals(frameHeight(read(SERIES, args, whole, { output })), 3);
    }
  }
});

Deno.test("readResponse() rejects a grid with too few or too many rows", () => {
  const bytes = FORMATS.arrow.encode(three);
  assertThrows(
    () => read(SERIES, { ...calculated, end_time: "2024-01-24T01:00Z" }, bytes),
    BodyError,
    "it is cut short: it has 3 rows, the grid has 60",
  );
  assertThrows(
    () => read(SERIES, { ...calculated, end_time: "2024-01-24T00:01Z" }, bytes),
    BodyError,
    "it has 3 rows, the grid has 1",
  );
  const dropped = { ...calculated, end_time: "2024-01-24T01:00Z", drop_nulls: true };
  assertEquals(frameHeight(read(SERIES, dropped, bytes)), 3);
});

Deno.test("readResponse() quotes the start of an unexpected body", () => {
  const error = assertThrows(
    () => read(SERIES, HOUR, "<!doctype html>\n<title>Sign in</title>"),
    BodyError,
    "Cannot read metric_time_series: the body is not valid arrow",
  );
  assertStringIncludes(error.message, "it begins with <!doctype html>\\n<title>Sign in");
  assertStringIncludes(error.message, "text/x-test");
  assertStringIncludes(error.message, "(200)");
  assertThrows(() => read(SERIES, HOUR, '{"detail":"x"}'), BodyError, '{"detail":"x"}');
  assertThrows(() => read(SERIES, HOUR, ""), BodyError, "it is empty");
  assertThrows(() => read(api.user.info, {}, "<html>"), BodyError, "not valid JSON");
  assertThrows(() => read(SERIES, HOUR, "[1]", { output: "jstable" }), BodyError, "objects");
  assertThrows(
    () => read(SERIES, HOUR, '{"time":[],"heart_rate":[1]}', { output: "jscolumns" }),
    BodyError,
    '"heart_rate" is an array of 1 value, the first of 0',
  );
});

const NIGHT = {
  number: 0,
  start_time: "2024-01-24T22:00:00Z",
  end_time: "2024-01-25T06:00:00Z",
  total_time_ms: 28_800_000,
  total_time_asleep_ms: 27_000_000,
  latency_ms: 0,
  in_bed_start_time: "2024-01-24T22:00:00Z",
  in_bed_end_time: "2024-01-25T06:00:00Z",
  total_time_in_bed_ms: 28_800_000,
  in_bed_to_first_stage_ms: 0,
  sleep_stage_intervals: [{
    start_time: "2024-01-24T22:00:00Z",
    end_time: "2024-01-25T06:00:00Z",
    duration_ms: 28_800_000,
    sleep_stage: 3,
  }],
  sleep_stage_totals: [{
    sleep_stage: 3,
    total_time_in_stage_ms: 28_800_000,
    stage_latency_ms: 0,
  }],
  in_bed_intervals: [],
};

Deno.test("readResponse() reads nested sleep cycles identically from all eight formats", () => {
  const args = { start_time: "2024-01-24T00:00Z", end_time: "2024-01-26T00:00Z" };
  for (const rows of [[NIGHT, { ...NIGHT, number: 1 }], []]) {
    const columns = fromRows(rows, CYCLES_SCHEMA);
    const wanted = facts(
      read(api.sleep.cycles, args, FORMATS.arrow.encode(columns), { tz: "Europe/Berlin" }),
    );
    assertEquals(Object.keys(wanted.types), Object.keys(CYCLES_SCHEMA));
    assertStringIncludes(wanted.types["start_time"]!, "Europe/Berlin");
    for (const output of OUTPUT_METHODS) {
      const frame = read(api.sleep.cycles, args, FORMATS[output].encode(columns), {
        output,
        tz: "Europe/Berlin",
      });
      assertEquals(facts(frame), wanted, `${output} of ${rows.length}`);
    }
  }
});

Deno.test("readResponse() expects the requested functions from sleep_agg", () => {
  const args = { start_time: "2024-01-24T00:00Z", end_time: "2024-01-26T00:00Z" };
  const body = "period_start_time,value,sum_ms,min_start_time,max_end_time\n" +
    "2024-01-24T00:00:00Z,3,60000,2024-01-24T01:00:00Z,2024-01-24T02:00:00Z\n";
  const csv = { output: "csv" } as const;
  assertEquals(
    columnNames(read(api.sleep.aggregate, args, body, csv)).join(),
    "period_start_time,value,sum_ms,min_start_time,max_end_time",
  );
  assertThrows(
    () => read(api.sleep.aggregate, { ...args, agg_functions: ["max"] }, body, csv),
    BodyError,
    'column "max_ms" is missing',
  );
});

const SAMPLE = {
  uuid: "0f8fad5b-d9cb-469f-a165-70867728950e",
  start_date: "2024-01-24T00:00:00.5Z",
  end_date: "2024-01-24T00:00:01+00:00",
  value: 61,
  unit: "bpm",
  count: 1,
  has_undetermined_duration: false,
  extras: { motion: [0, 1] },
  source_properties: { name: "Watch", version: 7 },
  device_properties: null,
};

Deno.test("readResponse() reads records as a frame: nested members by path, objects as JSON", () => {
  const frame = read(api.metrics.samples, HOUR, JSON.stringify([SAMPLE]), { tz: "Europe/Berlin" });
  const { types, rows } = facts(frame);
  assertEquals(types["start_date"], "DataType(Datetime(us,Europe/Berlin))");
  assertEquals(types["count"], "DataType(Int64)");
  const row = Object.fromEntries(Object.keys(types).map((name, i) => [name, rows[i]![0]]));
  assertEquals(row, {
    uuid: SAMPLE.uuid,
    start_date: new Date("2024-01-24T00:00:00.500Z"),
    end_date: new Date("2024-01-24T00:00:01Z"),
    value: 61,
    unit: "bpm",
    count: 1,
    has_undetermined_duration: false,
    source: "Watch",
    source_version: "7",
    source_bundle_identifier: null,
    device: null,
    device_model: null,
    device_manufacturer: null,
    extras: '{"motion":[0,1]}',
  });
  assertEquals(facts(read(api.metrics.samples, HOUR, "[]")).types["device"], types["device"]);
});

Deno.test("readResponse() reports which record is invalid", () => {
  const body = JSON.stringify([SAMPLE, { ...SAMPLE, value: "61" }]);
  assertThrows(() => read(api.metrics.samples, HOUR, body), BodyError, "row 1");
  assertThrows(() => read(api.metrics.samples, HOUR, "[null]"), BodyError, "record 0 is null");
  assertThrows(() => read(api.metrics.samples, HOUR, "{}"), BodyError, "not an array of records");
  const cut = JSON.stringify([SAMPLE]);
  for (let length = 0; length < cut.length; length++) {
    assertThrows(() => read(api.metrics.samples, HOUR, cut.slice(0, length)), BodyError);
  }
});

Deno.test("readResponse() reads records identically from CSV and JSON", () => {
  const args = { ...HOUR, metric: undefined, data_type: "Event/x" };
  const record = {
    id: "a",
    recorded_at: "2024-01-24T00:00:00Z",
    start_time: "2024-01-24T00:00:00Z",
    end_time: null,
    source_name: "App",
    source_id: "1",
    sources: ["1"],
    note: 'two, "lines"\nof 5',
    tags: ["x"],
    metadata: { mood: 5 },
  };
  const csv =
    "id,recorded_at,start_time,end_time,source_name,source_id,sources,note,tags,metadata\n" +
    'a,2024-01-24T00:00:00Z,2024-01-24T00:00:00Z,,App,1,"[""1""]","two, ""lines""\nof 5",' +
    '"[""x""]","{""mood"":5}"\n';
  assertEquals(
    facts(read(api.events.list, { ...args, format: "csv" }, csv)),
    facts(read(api.events.list, args, JSON.stringify([record]))),
  );
  const empty = csv.slice(0, csv.indexOf("\n") + 1);
  assertEquals(
    facts(read(api.events.list, { ...args, format: "csv" }, empty)),
    facts(read(api.events.list, args, "[]")),
  );
  assertThrows(
    () => read(api.events.list, { ...args, format: "csv" }, "id,note\n"),
    BodyError,
    'column "recorded_at" is missing',
  );
});

Deno.test("readResponse() gives an aggregate the requested columns, with groups as text", () => {
  const args = {
    ...HOUR,
    metric: undefined,
    data_type: "X",
    resolution: "day",
    function: ["max", "avg"],
    group: ["source_name", "metadata.mood"],
  };
  const body = JSON.stringify([{
    time: "2024-01-24T00:00:00Z",
    source_name: "Watch",
    "metadata.mood": 5,
    avg: 1.5,
    max: 2,
  }]);
  const { types, rows } = facts(read(api.metrics.aggregate, args, body));
  assertEquals(Object.keys(types), ["time", "source_name", "metadata.mood", "avg", "max"]);
  assertEquals(rows.slice(1), [["Watch"], ["5"], [1.5], [2]]);
  const csv = "time,source_name,metadata.mood,avg,max\n2024-01-24T00:00:00Z,Watch,5,1.5,2\n";
  assertEquals(
    facts(read(api.metrics.aggregate, { ...args, format: "csv" }, csv)),
    { types, rows },
  );
});

Deno.test("readResponse() returns JSON unchanged, and undefined for an empty body", () => {
  assertEquals(read(api.metrics.catalog, {}, '[{"name":"é"}]') as unknown, [{ name: "é" }]);
  assertEquals(read(api.user.info, {}, "") as unknown, undefined);
});
