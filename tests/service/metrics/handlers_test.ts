import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { FORMATS } from "../../../src/frame/formats/formats.ts";
import { fromSamples } from "../../../src/series/fromSamples.ts";
import { type Embedded, embedded, JANUARY } from "../embedded.ts";

type Row = { [name: string]: number | string | null };

const series = (query: string) => `GET /data/v0/{me}/metric_time_series?output=jstable&${query}`;

async function rows(here: Embedded, query: string): Promise<Row[]> {
  return await here.json<Row[]>(series(query));
}

const values = (table: Row[], name: string) => table.map((row) => row[name] ?? null);
const range = (start: string, end: string) => `start_time=${start}&end_time=${end}`;

Deno.test("the grid starts at start_time and has a row per samprate seconds before end_time", async () => {
  await using here = await embedded();
  const query = `metric=HeartRate&${range("2024-01-01T00:00:07.5Z", "2024-01-01T00:00:10Z")}`;
  assertEquals(
    values(await rows(here, `${query}&samprate=0.75`), "time"),
    ["07.5", "08.25", "09", "09.75"].map((second) => `2024-01-01T00:00:${second}Z`),
  );
  assertEquals((await rows(here, query)).length, 1);
  assertEquals(await rows(here, query.replace("10Z", "07.5Z")), []);
});

Deno.test("a slot without data is null, 0 with replace_nulls, and omitted with drop_nulls", async () => {
  await using here = await embedded();
  await (await here.ingest("HeartRate", [{ start_time: "2024-01-01T00:01:30Z", value: 60 }]))
    .text();
  const query = `metric=HeartRate&${range("2024-01-01T00:00Z", "2024-01-01T00:03Z")}`;
  assertEquals(values(await rows(here, query), "heart_rate"), [null, 60, null]);
  assertEquals(values(await rows(here, `${query}&replace_nulls=1`), "heart_rate"), [0, 60, 0]);
  assertEquals(values(await rows(here, `${query}&drop_nulls=1`), "time"), ["2024-01-01T00:01:00Z"]);
});

Deno.test("a cumulative metric is spread in proportion, and its sum is the same on any grid", async () => {
  await using here = await embedded();
  await (await here.ingest("StepCount", [
    { start_time: "2024-01-01T00:00:30Z", end_time: "2024-01-01T00:02:30Z", value: 100 },
    { start_time: "2024-01-01T00:07:00Z", value: 7 },
  ])).text();
  const query = `metric=StepCount&${range("2024-01-01T00:00Z", "2024-01-01T00:10Z")}`;
  assertEquals(values(await rows(here, query), "step_count"), [
    ...[25, 50, 25],
    ...[null, null, null, null],
    7,
    ...[null, null],
  ]);
  for (const samprate of ["0.9", "7", "61", "600", "1m", "1d"]) {
    const table = await rows(here, `${query}&samprate=${samprate}`);
    const sum = values(table, "step_count").reduce<number>((a, b) => a + Number(b), 0);
    assertAlmostEquals(sum, 107, 1e-9, samprate);
  }
});

Deno.test("only one source of a cumulative metric counts at a time, by the rank of sources", async () => {
  const records = ["Phone", "Watch"].map((source, i) => ({
    start_time: "2024-01-01T00:00Z",
    end_time: "2024-01-01T00:01Z",
    value: 100 * (i + 1),
    source,
  }));
  const query = `metric=StepCount&${range("2024-01-01T00:00Z", "2024-01-01T00:01Z")}`;
  for (
    const [sourcePriority, steps] of [[[], 100], [["Watch"], 200], [
      ["Phone", "Watch"],
      100,
    ]] as const
  ) {
    await using here = await embedded({ sourcePriority });
    await (await here.ingest("StepCount", records)).text();
    assertEquals(values(await rows(here, query), "step_count"), [steps]);
  }
});

Deno.test("windows are cut in tz and labelled with its offset", async () => {
  await using here = await embedded();
  const query = `metric=HeartRate&${range("2024-03-30T12:00Z", "2024-04-01T12:00Z")}`;
  assertEquals(values(await rows(here, `${query}&samprate=1d&tz=Europe/Berlin`), "time"), [
    "2024-03-30T00:00:00+01:00",
    "2024-03-31T00:00:00+01:00",
    "2024-04-01T00:00:00+02:00",
  ]);
});

Deno.test("calculations add columns, and are rejected for a cumulative metric", async () => {
  await using here = await embedded();
  await (await here.ingest(
    "HeartRate",
    [60, 80, 60].map((value, i) => ({
      start_time: `2024-01-01T00:00:0${i}Z`,
      value,
    })),
  )).text();
  const all = ["max", "min", "delta", "mean", "uniques", "allpoints", "rollingmean", "mode"]
    .map((name) => `calculations=${name}`).join("&");
  const minute = range("2024-01-01T00:00Z", "2024-01-01T00:01Z");
  assertEquals(await rows(here, `metric=HeartRate&${minute}&${all}`), [{
    time: "2024-01-01T00:00:00Z",
    heart_rate: 200 / 3,
    max_heart_rate: 80,
    min_heart_rate: 60,
    delta_heart_rate: 20,
    mean_heart_rate: 200 / 3,
    uniq_heart_rate: [60, 80],
    all_heart_rate: [60, 80, 60],
    rollingmean_heart_rate: 200 / 3,
    mode_heart_rate: 60,
  }] as unknown as Row[]);
  const refused = await here.json<{ detail: { loc: string[] }[] }>(
    series(`metric=StepCount&${minute}&calculations=max`),
    { status: 422 },
  );
  assertEquals(refused.detail[0]!.loc, ["query", "calculations"]);
});

Deno.test("grouped series have a column per metric, in the given order", async () => {
  await using here = await embedded();
  await (await here.ingest("HeartRate", [{ start_time: "2024-01-01T00:00Z", value: 60 }])).text();
  const query = range("2024-01-01T00:00Z", "2024-01-01T00:02Z");
  const path = `GET /data/v0/time_series_grouped?output=jstable&${query}`;
  assertEquals(await here.json(`${path}&metrics=StepCount&metrics=HeartRate&metrics=StepCount`), [
    { time: "2024-01-01T00:00:00Z", step_count: null, heart_rate: 60 },
    { time: "2024-01-01T00:01:00Z", step_count: null, heart_rate: null },
  ]);
  await here.json(`${path}&metrics=StepCount&metrics=Nonsense`, { status: 404 });
  await here.json(path, { status: 422 });
});

Deno.test("an invalid samprate and a grid that is too large are rejected before the grid is created", async () => {
  await using here = await embedded();
  const refused = async (samprate: string, span = JANUARY) => {
    const { detail } = await here.json<{ detail: { loc: string[] }[] }>(
      series(`metric=HeartRate&samprate=${samprate}&${span}`),
      { status: 422 },
    );
    assertEquals(detail.map(({ loc }) => loc), [["query", "samprate"]], samprate);
  };
  const none = [
    "0",
    "-1",
    "NaN",
    "Infinity",
    "",
    "1e-9",
    "1x",
    "d",
    "0d",
    "1e400",
    "1d1mo",
    "1e12",
  ];
  for (const samprate of none) await refused(samprate);
  const ever = "start_time=0001-01-01T00:00Z&end_time=9999-12-31T00:00Z";
  for (const samprate of ["0.1", "1us", "1ms", "1s", "60"]) await refused(samprate, ever);
  await refused("9999y", ever);
  const many = "calculations=max&calculations=min";
  await here.json(series(`metric=HeartRate&samprate=0.3&${many}&${JANUARY}`), { status: 422 });
});

Deno.test("a series computed in pieces equals one computed at once", async () => {
  await using here = await embedded();
  const watch = Array.from({ length: 30_000 }, (_, i) => ({
    start_time: new Date(Date.UTC(2024, 0, 1) + i * 75_000).toISOString(),
    end_time: new Date(Date.UTC(2024, 0, 1) + i * 75_000 + 90_000 + (i % 9) * 50_000).toISOString(),
    value: (i * 7919) % 101 / 10,
    source: i % 5 === 0 ? "Phone" : "Watch",
  }));
  for (const metric of ["StepCount", "HeartRate"]) {
    const response = await here.ingest(metric, watch);
    assertEquals(response.status, 201, await response.text());
    const samples = await here.json<
      { start_date: string; end_date: string; value: number; source_properties: { name: string } }[]
    >(`GET /data/v0/{me}/metric_samples?metric=${metric}&${JANUARY}`);
    assertEquals(samples.length, watch.length);
    const flat = samples.map(({ source_properties, ...sample }) => ({
      ...sample,
      source: source_properties.name,
    }));
    const rolling = metric === "HeartRate" ? "&calculations=rollingmean&calculations=max" : "";
    for (
      const [query, every] of [["samprate=41.5", 41.5], ["samprate=7m", "7m"], [
        `samprate=6h${rolling}`,
        "6h",
      ]] as const
    ) {
      const tz = "America/New_York";
      const response = await here.send(
        `GET /data/v0/{me}/metric_time_series?metric=${metric}&output=arrow&tz=${tz}&${query}&${JANUARY}`,
      );
      const there = columnsOf(FORMATS.arrow.decode(new Uint8Array(await response.arrayBuffer())));
      const name = metric === "StepCount" ? "step_count" : "heart_rate";
      const once = columnsOf(fromSamples(flat, {
        start_time: "2024-01-01T00:00:00Z",
        end_time: "2024-02-01T00:00:00Z",
      }, {
        kind: metric === "StepCount" ? "cumulative" : "discrete",
        every,
        tz,
        name,
        sourcePriority: ["Phone", "Watch"],
        calculations: query.includes("calc") ? ["rollingmean", "max"] : [],
      }));
      assertEquals(there, once, `${metric} ${query}`);
    }
  }
});

Deno.test("samples that intersect the range are returned, but not those that end at its start", async () => {
  await using here = await embedded();
  await (await here.ingest("HeartRate", [
    { start_time: "2023-12-31T23:00Z", end_time: "2024-01-01T00:00:00Z", value: 1 },
    { start_time: "2023-12-31T23:00Z", end_time: "2024-01-01T00:00:00.000001Z", value: 2 },
    { start_time: "2024-01-01T00:00Z", value: 3 },
    { start_time: "2024-01-31T23:59:59.999999Z", end_time: "2024-03-01T00:00Z", value: 4 },
    { start_time: "2024-02-01T00:00Z", value: 5 },
  ])).text();
  const samples = await here.json<{ value: number }[]>(
    `GET /data/v0/{me}/metric_samples?metric=HeartRate&${JANUARY}`,
  );
  assertEquals(samples.map(({ value }) => value), [2, 3, 4]);
  const { detail } = await here.json<{ detail: string }>(
    `GET /data/v0/{me}/metric_samples?metric=Heart%20Rate&${JANUARY}`,
    { status: 404 },
  );
  assert(detail.includes("Heart Rate"));
});
