import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { api } from "../../../src/api/api.ts";
import { checkArguments } from "../../../src/client/request/checkArguments.ts";
import type { ArgumentValues } from "../../../src/client/request/argumentValues.ts";

const RANGE = { start_time: "2024-01-24T00:00Z", end_time: "2024-01-25T00:00Z" };
const { samples, timeSeries, timeSeriesGrouped } = api.metrics;

function query(args: ArgumentValues, tz?: string): readonly (readonly [string, string])[] {
  return checkArguments(samples, { metric: "HeartRate", ...args }, { tz }).query;
}

Deno.test("checkArguments() writes every format of a time as the same UTC text", () => {
  const wanted = "2024-01-24T00:00:00Z";
  const forms = [
    "2024-01-24T00:00:00.000Z",
    "2024-01-24 01:00+01:00",
    new Date(Date.UTC(2024, 0, 24)),
    Temporal.Instant.from(wanted),
    Temporal.ZonedDateTime.from("2024-01-24T01:00:00+01:00[Europe/Berlin]"),
  ];
  for (const start_time of forms) {
    assertEquals(query({ ...RANGE, start_time })[0], ["start_time", wanted]);
  }
});

Deno.test("checkArguments() keeps microseconds", () => {
  const start_time = "2024-01-24T00:00:00.000001Z";
  assertEquals(query({ ...RANGE, start_time })[0], ["start_time", start_time]);
});

Deno.test("checkArguments() requires a tz for a time without a zone", () => {
  const args = { ...RANGE, start_time: "2024-01-24T00:00" };
  assertThrows(() => query(args), TypeError, "start_time");
  assertEquals(query(args, "Europe/Berlin")[0], ["start_time", "2024-01-23T23:00:00Z"]);
});

Deno.test("checkArguments() rejects a range that ends before it starts, and accepts an empty one", () => {
  const error = assertThrows(
    () => query({ start_time: RANGE.end_time, end_time: new Date(Date.UTC(2024, 0, 24)) }),
    RangeError,
    "end_time 2024-01-24T00:00:00Z is before start_time 2024-01-25T00:00:00Z",
  );
  assertStringIncludes(error.message, "Cannot read metric_samples: ");
  assertEquals(query({ start_time: RANGE.start_time, end_time: RANGE.start_time }).length, 3);
});

Deno.test("checkArguments() suggests a name for a misspelt argument", () => {
  for (const [name, meant] of [["startTime", "start_time"], ["metrc", "metric"]]) {
    assertThrows(
      () => query({ ...RANGE, [name!]: "x" }),
      TypeError,
      `there is no argument "${name}"; did you mean "${meant}"?`,
    );
  }
  assertThrows(() => query({ ...RANGE, colour: "red" }), TypeError, "the arguments are svc_userid");
});

Deno.test("checkArguments() reports missing arguments", () => {
  assertThrows(() => checkArguments(samples, RANGE), TypeError, "metric is missing");
  assertThrows(() => checkArguments(api.catalog.get, {}), TypeError, "data_type is missing");
  assertThrows(
    () => checkArguments(api.ingest.record, { data_type: "HeartRate" }),
    TypeError,
    "body is missing",
  );
  assertThrows(
    () => checkArguments(samples, null as unknown as ArgumentValues),
    TypeError,
    "expected an object",
  );
});

Deno.test("checkArguments() lists the allowed values", () => {
  assertThrows(
    () => checkArguments(timeSeries, { ...RANGE, metric: "X", output: "arow" }),
    RangeError,
    'output "arow" is not one of ndjson, jstable, jscolumns, arrow, arrowraw, parquet, csv, quotecsv; did you mean "arrow"?',
  );
  assertThrows(
    () =>
      checkArguments(api.events.aggregate, {
        ...RANGE,
        data_type: "MomentAnnotation",
        resolution: "1h",
      }),
    RangeError,
    "resolution",
  );
  assertThrows(
    () => checkArguments(timeSeries, { ...RANGE, metric: "X", calculations: ["max", "med"] }),
    RangeError,
    "calculations",
  );
});

Deno.test("checkArguments() rejects values of another type", () => {
  const wrong: [ArgumentValues, string][] = [
    [{ metric: true }, "metric true is not text"],
    [{ metric: "" }, "metric is empty"],
    [{ metric: "\ud800" }, "not well-formed text"],
    [{ start_time: 1706054400000 }, "start_time"],
    [{ svc_userid: "me" }, 'svc_userid "me" is not a UUID'],
  ];
  for (const [args, message] of wrong) {
    const error = assertThrows(() => query({ ...RANGE, ...args }), Error, message);
    assertEquals(error instanceof TypeError || error instanceof RangeError, true);
  }
  const grouped = (args: ArgumentValues) => () =>
    checkArguments(timeSeriesGrouped, { ...RANGE, metrics: ["A"], ...args });
  assertThrows(grouped({ samprate: "60" }), TypeError, 'samprate "60" is not a number');
  assertThrows(grouped({ samprate: NaN }), TypeError, "samprate NaN is not a number");
  assertThrows(grouped({ replace_nulls: 1 }), TypeError, "replace_nulls 1 is not true or false");
  assertThrows(grouped({ metrics: "A" }), TypeError, "metrics has to be a list");
  assertThrows(grouped({ metrics: [] }), RangeError, "metrics is an empty list");
  const sleep = (args: ArgumentValues) => () =>
    checkArguments(api.sleep.cycles, { ...RANGE, ...args });
  assertThrows(sleep({ cycle_gap: "2 hours" }), RangeError, "cycle_gap");
  assertThrows(sleep({ stages: [1.5] }), TypeError, "stages 1.5 is not an integer");
});

Deno.test("checkArguments() writes durations in ISO 8601", () => {
  for (const cycle_gap of ["90m", "1h30m", "PT1H30M", Temporal.Duration.from("PT1H30M")]) {
    const { query } = checkArguments(api.sleep.cycles, { ...RANGE, cycle_gap });
    const written = query.find(([name]) => name === "cycle_gap")![1];
    assertEquals(Temporal.Duration.from(written).total("minutes"), 90, String(cycle_gap));
  }
});

Deno.test("checkArguments() rejects an empty list that the service would read as all", () => {
  const sleep = (args: ArgumentValues) => checkArguments(api.sleep.cycles, { ...RANGE, ...args });
  assertThrows(() => sleep({ stages: [] }), RangeError, "leave it out for all");
  assertEquals(sleep({ gap_stages: [] }).query.map(([name]) => name), ["start_time", "end_time"]);
});

Deno.test("checkArguments() rejects invalid zones, and writes a call's zone for the windows", () => {
  const args = { ...RANGE, metric: "HeartRate" };
  assertThrows(() => checkArguments(timeSeries, { ...args, tz: "+01:00" }), RangeError, "offset");
  assertThrows(
    () => checkArguments(timeSeries, args, { tz: "Mars/Base" }),
    RangeError,
    "Mars/Base",
  );
  const zoned = checkArguments(timeSeries, args, { tz: "Europe/Berlin" });
  assertEquals(zoned.query.at(-1), ["tz", "Europe/Berlin"]);
  const own = checkArguments(timeSeries, { ...args, tz: "Asia/Tokyo" }, { tz: "Europe/Berlin" });
  assertEquals(own.query.at(-1), ["tz", "Asia/Tokyo"]);
});

Deno.test("checkArguments() reports a malformed part of a path before a request", () => {
  const wrong = [
    [api.tags.get, "tag_id"],
    [api.annotations.get, "annotation_id"],
    [api.sessions.delete, "session_id"],
    [api.reflections.get, "reflection_id"],
    [api.customInputs.get, "custom_input_id"],
    [api.shares.access, "sharer_svc_userid"],
  ] as const;
  for (const [endpoint, name] of wrong) {
    assertThrows(
      () =>
        checkArguments(endpoint, { ...name === "sharer_svc_userid" ? RANGE : {}, [name]: "12" }),
      TypeError,
      `${name} "12" is not a UUID`,
    );
  }
  assertThrows(
    () => checkArguments(api.catalog.archive, { base_type: "Evnt", type_id: "12", body: {} }),
    RangeError,
    'base_type "Evnt" is not one of Event, Metric; did you mean "Event"?',
  );
  const { path } = checkArguments(api.tags.byName, { tag_name: "a/b" });
  assertEquals(path, { tag_name: "a/b" });
});
