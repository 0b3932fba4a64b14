import { assertEquals } from "@std/assert";
import { type Embedded, embedded, JANUARY } from "../embedded.ts";

interface Event {
  id: string;
  note: string | null;
  recorded_at: string;
}

const TAG = "11111111-2222-4333-8444-555555555555";

async function withEvents(): Promise<Embedded> {
  const here = await embedded();
  const source = (id: string) => ({
    name: id,
    sourceBundleIdentifier: `com.example.annotation.${id}`,
  });
  const response = await here.ingest("MomentAnnotation", [
    { start_time: "2024-01-01T23:30:00Z", source: source("a"), note: "one", tags: [TAG] },
    {
      start_time: "2024-01-02T00:30:00Z",
      end_time: "2024-01-02T01:00:00Z",
      source: source("b"),
      note: 'two, "quoted"',
      metadata: { mood: "fine", n: 2 },
    },
    { start_time: "2024-01-02T00:31:00Z", source: source("a"), note: "three" },
    { start_time: "2023-12-31T23:00:00Z", end_time: "2024-01-01T00:00:01Z", note: "before" },
    { start_time: "2023-12-31T23:00:00Z", end_time: "2024-01-01T00:00:00Z", note: "touches" },
  ]);
  assertEquals(response.status, 201, await response.text());
  return here;
}

const list = (query = "") => `GET /data/v1alpha1/event/MomentAnnotation?${JANUARY}${query}`;
const notes = async (here: Embedded, query = "") =>
  (await here.json<Event[]>(list(query))).map(({ note }) => note);

Deno.test("events that overlap the range are returned by start, in both orders", async () => {
  await using here = await withEvents();
  assertEquals(await notes(here), ["before", "one", 'two, "quoted"', "three"]);
  assertEquals(await notes(here, "&sort=desc"), ["three", 'two, "quoted"', "one", "before"]);
});

Deno.test("an event has the fields of the wire; one with a duration has start and end", async () => {
  await using here = await withEvents();
  const [, one, two] = await here.json<Event[]>(list());
  assertEquals({ ...one, id: "" } as unknown, {
    id: "",
    recorded_at: "2024-01-01T23:30:00Z",
    source_name: "a",
    source_id: "com.example.annotation.a",
    sources: ["com.example.annotation.a"],
    note: "one",
    tags: [TAG],
    metadata: {},
  });
  assertEquals({ ...two, id: "" } as unknown, {
    id: "",
    recorded_at: "2024-01-02T00:30:00Z",
    start_time: "2024-01-02T00:30:00Z",
    end_time: "2024-01-02T01:00:00Z",
    source_name: "b",
    source_id: "com.example.annotation.b",
    sources: ["com.example.annotation.b"],
    note: 'two, "quoted"',
    tags: [],
    metadata: { mood: "fine", n: 2 },
  });
});

Deno.test("all filters must match: lists by one of their items, metadata by name", async () => {
  await using here = await withEvents();
  assertEquals(await notes(here, "&filter=source_id:com.example.annotation.a"), ["one", "three"]);
  assertEquals(await notes(here, "&filter=source_name:a&filter=note:three"), ["three"]);
  assertEquals(await notes(here, `&filter=tags:${TAG}`), ["one"]);
  assertEquals(await notes(here, "&filter=metadata.mood:fine"), ['two, "quoted"']);
  assertEquals(await notes(here, "&filter=metadata.n:2"), ['two, "quoted"']);
  assertEquals(await notes(here, "&filter=note:a:b"), []);
  for (const filter of ["note", "nonsense:1", "metadata:1"]) {
    const { detail } = await here.json<{ detail: { loc: string[] }[] }>(
      list(`&filter=${filter}`),
      { status: 422 },
    );
    assertEquals(detail.map(({ loc }) => loc), [["query", "filter"]]);
  }
});

Deno.test("events as CSV have the same fields, nested ones as JSON", async () => {
  await using here = await withEvents();
  const response = await here.send(list("&format=csv&filter=source_name:b"));
  assertEquals(response.headers.get("content-type"), "text/csv; charset=utf-8");
  const [header, row, end] = (await response.text()).split("\n");
  assertEquals(
    header,
    "id,recorded_at,start_time,end_time,source_name,source_id,sources,name,note,tags,metadata",
  );
  assertEquals(
    row!.slice(37),
    "2024-01-02T00:30:00Z,2024-01-02T00:30:00Z,2024-01-02T01:00:00Z,b,com.example.annotation.b," +
      '"[""com.example.annotation.b""]",,"two, ""quoted""",[],"{""mood"":""fine"",""n"":2}"',
  );
  assertEquals(end, "");
});

Deno.test("events are counted by start, per window of a time zone and group", async () => {
  await using here = await withEvents();
  const aggregate = (resolution: string, query: string) =>
    here.json(`GET /data/v1alpha1/event/MomentAnnotation/agg/${resolution}?${JANUARY}${query}`);
  assertEquals(await aggregate("day", ""), [
    { time: "2024-01-01T00:00:00Z", count: 1 },
    { time: "2024-01-02T00:00:00Z", count: 2 },
  ]);
  assertEquals(await aggregate("day", "&time_zone=Europe/Berlin"), [
    { time: "2024-01-02T00:00:00+01:00", count: 3 },
  ]);
  assertEquals(await aggregate("60m", "&group=source_name&group=metadata.mood"), [
    { time: "2024-01-01T23:00:00Z", source_name: "a", "metadata.mood": null, count: 1 },
    { time: "2024-01-02T00:00:00Z", source_name: "b", "metadata.mood": "fine", count: 1 },
    { time: "2024-01-02T00:00:00Z", source_name: "a", "metadata.mood": null, count: 1 },
  ]);
  const csv = await here.send(
    `GET /data/v1alpha1/event/MomentAnnotation/agg/15m?${JANUARY}&format=csv&sort=desc`,
  );
  assertEquals(
    await csv.text(),
    "time,count\n2024-01-02T00:30:00Z,2\n2024-01-01T23:30:00Z,1\n",
  );
});

Deno.test("metric records have a value and a unit, and can be aggregated", async () => {
  await using here = await embedded();
  await (await here.ingest(
    "HeartRate",
    [50, 60, 100].map((value, i) => ({
      start_time: `2024-01-01T00:${i * 10}:00Z`.replace(":0:", ":00:"),
      value,
      source: "Watch",
    })),
  )).text();
  const records = await here.json<{ value: number; unit: string }[]>(
    `GET /data/v1alpha1/metric/HeartRate?${JANUARY}`,
  );
  assertEquals(records.map(({ value, unit }) => [value, unit]), [
    [50, "bpm"],
    [60, "bpm"],
    [100, "bpm"],
  ]);
  const functions = "&function=avg&function=min&function=max&function=sum&group=unit";
  assertEquals(
    await here.json(`GET /data/v1alpha1/metric/HeartRate/agg/15m?${JANUARY}${functions}`),
    [
      { time: "2024-01-01T00:00:00Z", unit: "bpm", avg: 55, min: 50, max: 60, sum: 110 },
      { time: "2024-01-01T00:15:00Z", unit: "bpm", avg: 100, min: 100, max: 100, sum: 100 },
    ],
  );
  await here.json(`GET /data/v1alpha1/metric/HeartRate/agg/15m?${JANUARY}`, { status: 422 });
  await here.json(`GET /data/v1alpha1/metric/HeartRate/agg/1m?${JANUARY}`, { status: 422 });
  await here.json(`GET /data/v1alpha1/metric/MomentAnnotation?${JANUARY}`, { status: 404 });
  await here.json(`GET /data/v1alpha1/event/HeartRate?${JANUARY}`, { status: 404 });
});

Deno.test("a range with too many windows is rejected before the windows are created", async () => {
  await using here = await embedded();
  const range = "start_time=0001-01-01T00:00:00Z&end_time=9999-12-31T00:00:00Z";
  for (const zone of ["UTC", "Europe/Berlin", "Australia/Lord_Howe"]) {
    await here.json(
      `GET /data/v1alpha1/event/MomentAnnotation/agg/15m?${range}&time_zone=${zone}`,
      {
        status: 422,
      },
    );
  }
});
