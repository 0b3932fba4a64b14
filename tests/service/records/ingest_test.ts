import type { DataType } from "../../../src/schema/catalog.ts";
import { assert, assertEquals } from "@std/assert";
import { embedded, JANUARY } from "../embedded.ts";

interface Sample {
  uuid: string;
  start_date: string;
  end_date: string;
  value: number;
  unit: string;
  source_properties: { name: string } | null;
}

const samplesOf = (metric: string) =>
  `GET /data/v0/{me}/metric_samples?metric=${metric}&${JANUARY}`;

const at = (minute: number) => new Date(Date.UTC(2024, 0, 1) + minute * 60_000).toISOString();

Deno.test("an ingested record is read back unchanged", async () => {
  await using here = await embedded();
  const record = {
    id: "0190a0a0-1234-7abc-8def-0123456789ab",
    start_time: "2024-01-01T08:00:00.123456Z",
    end_time: "2024-01-01T08:05:00Z",
    value: 0.1 + 0.2,
    unit: "bpm",
    count: 3,
    has_undetermined_duration: true,
    extras: { "a\0b": ["\ud800", { deep: null }], __proto__x: 1 },
    source: {
      name: "Ünï 𝄞",
      version: "1.2",
      productType: "Watch7,1",
      operatingSystemVersion: [10, 4, 1],
      sourceBundleIdentifier: "com.example.watch",
    },
    device: { name: "Wrist", model: null, manufacturer: "Example" },
  };
  const response = await here.send("POST /ingest/v1/record/HeartRate", {
    body: JSON.stringify(record),
    headers: { "content-type": "application/json" },
  });
  assertEquals(response.status, 201);
  assertEquals(Object.keys(await response.json()), ["upload_id"]);
  assertEquals(await here.json(samplesOf("HeartRate")), [{
    uuid: record.id,
    start_date: record.start_time,
    end_date: record.end_time,
    value: record.value,
    unit: "bpm",
    count: 3,
    has_undetermined_duration: true,
    extras: record.extras,
    source_properties: record.source,
    device_properties: record.device,
  }]);
});

Deno.test("JSON lines are stored under both media types, and blank lines are skipped", async () => {
  await using here = await embedded();
  for (const type of ["application/x-jsonl", "application/x-ndjson; charset=utf-8"]) {
    const body = `{"start_time":"${at(0)}","value":1}\r\n\n  \n{"start_time":"${
      at(1)
    }","value":2}\n`;
    const response = await here.send("POST /ingest/v1/record/Weight", {
      body,
      headers: { "content-type": type },
    });
    assertEquals(response.status, 201, await response.text());
  }
  const samples = await here.json<Sample[]>(samplesOf("Weight"));
  assertEquals(samples.map(({ value }) => value).sort(), [1, 1, 2, 2]);
});

Deno.test("an explicit id replaces the user's own record, even of another metric", async () => {
  await using here = await embedded();
  const id = crypto.randomUUID();
  const token = await here.service.issueToken(crypto.randomUUID());
  await (await here.ingest("HeartRate", [{ id, start_time: at(0), value: 60 }])).text();
  await (await here.ingest("HeartRate", [{ id: id.toUpperCase(), start_time: at(9), value: 61 }]))
    .text();
  const other = { token, body: JSON.stringify({ id, start_time: at(0), value: 99 }) };
  assertEquals((await here.send("POST /ingest/v1/record/HeartRate", other)).status, 201);
  const samples = await here.json<Sample[]>(samplesOf("HeartRate"));
  assertEquals(samples.map(({ uuid, start_date, value }) => [uuid, start_date, value]), [
    [id, "2024-01-01T00:09:00Z", 61],
  ]);
  await (await here.ingest("StepCount", [{ id, start_time: at(0), value: 5 }])).text();
  assertEquals(await here.json(samplesOf("HeartRate")), []);
  assertEquals((await here.json<Sample[]>(samplesOf("StepCount"))).length, 1);
});

Deno.test("one invalid line rejects the whole batch, and every invalid line is listed", async () => {
  await using here = await embedded();
  const lines = [
    { start_time: at(0), value: 60 },
    { start_time: "tomorrow", value: "60" },
    { value: 60, strat_time: at(0) },
    { start_time: at(5), end_time: at(4), value: 60 },
    { start_time: at(0), value: 60, unit: "furlong" },
    { start_time: "10000-01-01T00:00:00Z", value: 60 },
    { start_time: at(0), value: 1e300 },
    { start_time: at(0), value: 60, id: "mine" },
    { start_time: at(0), value: 60, source: "a\0b" },
    [1],
    null,
  ];
  const body = lines.map((line) => JSON.stringify(line)).join("\n") +
    `\n{"start_time":\n{"start_time":"${at(0)}","value":1e999}\n{"start_time":"${
      at(0)
    }","value":NaN}`;
  const { detail } = await here.json<{ detail: { loc: unknown[]; type: string }[] }>(
    "POST /ingest/v1/record/HeartRate",
    { body, headers: { "content-type": "application/x-jsonl" }, status: 422 },
  );
  assertEquals(detail.map(({ loc }) => loc), [
    ["body", 2, "start_time"],
    ["body", 2, "value"],
    ["body", 3, "strat_time"], // otherwise it would be a record at the current time
    ["body", 4, "end_time"],
    ["body", 5, "unit"],
    ["body", 6, "start_time"],
    ["body", 7, "value"],
    ["body", 8, "id"],
    ["body", 9, "source"],
    ["body", 10],
    ["body", 11],
    ["body", 12],
    ["body", 13, "value"],
    ["body", 14],
  ]);
  assertEquals(detail[2]!.type, "extra_forbidden");
  assertEquals(await here.json(samplesOf("HeartRate")), []);
  assertEquals((await here.ingest("HeartRate", [])).status, 422);
});

Deno.test("blank lines count as lines and hold no record", async () => {
  await using here = await embedded();
  const good = `{"start_time":"${at(0)}","value":60}`, wrong = '{"value":"1"}';
  const send = async (body: string): Promise<unknown[]> => {
    const headers = { "content-type": "application/x-jsonl" };
    const { detail } = await here.json<{ detail: { loc: unknown[] }[] }>(
      "POST /ingest/v1/record/HeartRate",
      { body, headers, status: 422 },
    );
    return detail.map(({ loc }) => loc[1]);
  };
  // Breaks of blocks are at 256 KiB.
  for (const blank of ["", "\r", " \t", "\u3000", " ".repeat(300_000)]) {
    const between = `${blank}\n`.repeat(3);
    const body = `${between}${wrong}\n${between}  ${good} \n${between}${wrong}${blank}`;
    assertEquals(await send(body), [4, 12], JSON.stringify(blank.slice(0, 10)));
    assertEquals(await send(`\n${wrong}\n${"\n".repeat(600_000)}${wrong}\n`), [2, 600_003]);
  }
});

Deno.test("the check stops after a hundred errors, and says so", async () => {
  await using here = await embedded();
  const response = await here.ingest("HeartRate", new Array(1500).fill({ value: "1" }));
  const { detail } = await response.json();
  assertEquals([response.status, detail.length], [422, 101]);
  assertEquals(detail[99].loc, ["body", 100, "value"]);
  assertEquals(detail.at(-1).msg, "The check stopped after 100 problems; there may be more");
  const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`f${i}`, 1]));
  const one = await (await here.ingest("HeartRate", [fields])).json();
  assertEquals(one.detail.length, 101);
  assertEquals(await here.json(samplesOf("HeartRate")), []);
});

Deno.test("a record that is too large is 413, one with too many values is 422, and nothing is stored", async () => {
  await using here = await embedded();
  const good = { start_time: at(0), value: 60 };
  for (
    const [extras, status] of [
      [{ text: "x".repeat(1_100_000) }, 413],
      [{ list: new Array(40_000).fill(1) }, 422],
    ] as const
  ) {
    const records = [good, { ...good, extras }, good];
    assertEquals((await here.ingest("HeartRate", records)).status, status);
  }
  assertEquals(await here.json(samplesOf("HeartRate")), []);
  const most = { ...good, extras: { list: new Array(29_000).fill(1) } };
  assertEquals((await here.ingest("HeartRate", [most])).status, 201);
});

Deno.test("a body of unknown length is rejected while it is read", async () => {
  await using here = await embedded();
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
      if (sent > 100_000_000) controller.close();
    },
  });
  const response = await here.service.fetch(
    new Request("http://localhost/user/v1alpha1/preferences", {
      method: "POST",
      headers: { authorization: `Bearer ${here.token}` },
      body,
    }),
  );
  await response.body?.cancel();
  assertEquals(response.status, 413);
  assert(sent < 2_000_000, `${sent} bytes were read`);
});

Deno.test("content-length is required and must be correct", async () => {
  await using here = await embedded();
  const body = JSON.stringify({ start_time: at(0), value: 60 });
  const url = "http://localhost/ingest/v1/record/HeartRate";
  const headers = { authorization: `Bearer ${here.token}`, "content-type": "application/json" };
  for (const length of [undefined, String(body.length + 1), String(body.length - 1), "x", "-1"]) {
    const response = await here.service.fetch(
      new Request(url, {
        method: "POST",
        body,
        headers: length === undefined ? headers : { ...headers, "content-length": length },
      }),
    );
    assertEquals(response.status, 422);
    assertEquals((await response.json()).detail[0].loc, ["header", "content-length"]);
  }
  const huge = await here.send("POST /ingest/v1/record/HeartRate", {
    body,
    headers: { "content-length": String(2 ** 40) },
  });
  assertEquals(huge.status, 413);
  assertEquals(await here.json(samplesOf("HeartRate")), []);
});

Deno.test("an unknown type is 404; another media type, invalid text and deep nesting are 422", async () => {
  await using here = await embedded();
  assertEquals((await here.ingest("HartRate", [{ start_time: at(0), value: 1 }])).status, 404);
  const post = (body: string | Uint8Array, type: string) =>
    here.send("POST /ingest/v1/record/HeartRate", { body, headers: { "content-type": type } });
  assertEquals((await post("{}", "text/csv")).status, 422);
  assertEquals((await post(new Uint8Array([0x7b, 0xff, 0x7d]), "application/json")).status, 422);
  assertEquals((await post("[]", "application/json")).status, 422);
  assertEquals((await post("", "application/json")).status, 422);
  for (const [depth, status] of [[62, 201], [64, 422], [200_000, 422]] as const) {
    const nested = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const response = await post(
      `{"start_time":"${at(0)}","value":1,"extras":{"a":${nested}}}`,
      "application/json",
    );
    assertEquals(response.status, status, `depth ${depth}`);
  }
  assertEquals((await here.json<Sample[]>(samplesOf("HeartRate"))).length, 1);
});

Deno.test("units are converted to the catalog's unit", async () => {
  await using here = await embedded();
  const cases: [string, string, number, number][] = [
    ["Weight", "kg", 70, 154.3235835],
    ["BodyTemperature", "degC", 37, 98.6],
    ["DistanceTraveledOnFoot", "km", 1.609344, 1],
    ["DistanceTraveledOnFoot", "m", 1609.344, 1],
    ["BloodGlucose", "mmol/L", 5, 90.078],
    ["ActiveCaloriesBurned", "kcal", 0.5, 500],
    ["ActiveCaloriesBurned", "kJ", 4.184, 1000],
    ["WatchExerciseTime", "hr", 0.5, 30],
    ["DietaryWaterConsumed", "L", 1, 33.8140227],
    ["RunningSpeed", "m/s", 0.44704, 1],
    ["HeartRate", "count/min", 61, 61],
    ["StepCount", "count", 12, 12],
    ["BloodOxygenSaturation", "fraction", 0.97, 97],
  ];
  for (const [metric, unit, sent, kept] of cases) {
    const response = await here.ingest(metric, [{ start_time: at(0), value: sent, unit }]);
    assertEquals(response.status, 201, await response.text());
    const samples = await here.json<Sample[]>(samplesOf(metric));
    assert(
      samples.some(({ value }) => Math.abs(value - kept) < 1e-6 * kept),
      `${sent} ${unit} of ${metric} became ${samples.map(({ value }) => value)}`,
    );
  }
});

Deno.test("a sleep stage is a number from 0 to 5", async () => {
  await using here = await embedded();
  for (const [value, status] of [[0, 201], [5, 201], [6, 422], [-1, 422], [2.5, 422]] as const) {
    const response = await here.ingest("SleepStage", [{ start_time: at(0), value }]);
    assertEquals(response.status, status, String(value));
  }
});

Deno.test("a tombstone deletes the user's own record under either pair of names", async () => {
  await using here = await embedded();
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await (await here.ingest("HeartRate", ids.map((id) => ({ id, start_time: at(0), value: 60 }))))
    .text();
  const token = await here.service.issueToken(crypto.randomUUID());
  const theirs = [{ deleted_id: ids[2], deleted_type: "HeartRate" }];
  assertEquals((await here.ingest("DeletedRecord", theirs)).status, 201);
  const stranger = {
    token,
    body: JSON.stringify({ deleted_id: ids[0], deleted_type: "HeartRate" }),
  };
  assertEquals((await here.send("POST /ingest/v1/record/DeletedRecord", stranger)).status, 201);
  const response = await here.ingest("DeletedRecord", [
    { record_id: ids[1], data_type: "HeartRate" },
    { deleted_id: crypto.randomUUID(), deleted_type: "HeartRate" },
  ]);
  assertEquals(response.status, 201);
  const left = await here.json<Sample[]>(samplesOf("HeartRate"));
  assertEquals(left.map(({ uuid }) => uuid), [ids[0]!]);
  assertEquals((await here.ingest("DeletedRecord", [{ id: ids[0] }])).status, 422);
});

Deno.test("a tombstone finds its record within the base type, and never deletes one of another type", async () => {
  await using here = await embedded();
  const define = async (base: string): Promise<string> =>
    (await here.json<{ id: string }>(`POST /input/v1/data_type/${base}`, {
      body: JSON.stringify({ name: "Cup", description: "A cup" }),
    })).id;
  const event = await define("Event"), metric = await define("Metric");
  const remove = async (id: string, type: string): Promise<number> =>
    (await here.ingest("DeletedRecord", [{ record_id: id, data_type: type }])).status;
  for (const [type, base] of [[event, "Event"], [metric, "Metric"], ["HeartRate", "HeartRate"]]) {
    const count = async (): Promise<number> => {
      const q = encodeURIComponent(`{__name__="${type}"}[3600s] @ 1704070800`);
      return (await (await here.send(`GET /data/v1/records?q=${q}`)).text()).split("\n").length - 1;
    };
    const id = crypto.randomUUID(), other = crypto.randomUUID();
    const value = type === event ? {} : { value: 60 };
    await (await here.ingest(type!, [
      { id, start_time: at(0), ...value },
      { id: other, start_time: at(1), ...value },
    ])).text();
    assertEquals(await remove(id, "StepCount"), 422);
    assertEquals(await remove(id, "Nothing"), 422);
    assertEquals(await remove(id, "DeletedRecord"), 422);
    assertEquals(await count(), 2);
    assertEquals([await remove(id, base!), await count()], [201, 1]);
    assertEquals([await remove(id, base!), await count()], [201, 1], "a repeat");
    assertEquals([await remove(other, type!), await count()], [201, 0]);
  }
  await here.json("GET /data/v1/catalog/DeletedRecord/v1/schema");
  await here.json("GET /data/v1/catalog/DeletedRecord/v1alpha1/schema");
});

Deno.test("records of every type accept sources and return them", async () => {
  await using here = await embedded();
  const types = await here.json<DataType[]>("GET /data/v1/catalog");
  const { id: own } = await here.json<DataType>("POST /input/v1/data_type/Event", {
    body: JSON.stringify({ name: "Cup", description: "A cup" }),
  });
  const location = { latitude_degrees: 1, longitude_degrees: 2 };
  const needed: Record<string, object> = {
    MobileLocationUpdate: { ...location, timestamp: at(0) },
    MapLocationUpdate: { ...location, timestamp: at(0) },
    MobileLocationVisit: { ...location, arrival_date: at(0), departure_date: at(1) },
    MobileWorkout: { start_date: at(0), end_date: at(1) },
    calendar_events: { calendar_id: crypto.randomUUID(), start_date: at(0), end_date: at(1) },
    calendars: {
      calendar_name: "Work",
      calendar_color: "#fff",
      calendar_source_id: "1",
      calendar_source_name: "Phone",
      calendar_type: "local",
      calendar_identifier: "1",
      source_type: "local",
      svc_source: "phone",
      is_immutable: false,
      is_subscribed: false,
      inserted_at: at(0),
    },
  };
  const sources = ["com.example.watch", "com.example.phone"];
  const posted = [...types, { id: own, recordable: true, class: "event" }]
    .filter((type) => type.recordable && type.class !== "tombstone");
  assert(posted.length > 170, `${posted.length} types`);
  for (const type of posted) {
    const fields = needed[type.id] ??
      { start_time: at(0), ...(type.class === "metric" ? { value: 1 } : {}) };
    const response = await here.ingest(type.id, [{ ...fields, sources }]);
    assertEquals(response.status, 201, `${type.id}: ${await response.text()}`);
    const q = encodeURIComponent(`{__name__="${type.id}"}`);
    const record = await (await here.send(`GET /data/v1/records?q=${q}`)).json();
    assertEquals(record.sources.slice(0, 2), sources, type.id);
  }
});

Deno.test("recorded_at is an alias of start_time, and null means a missing field", async () => {
  await using here = await embedded();
  const record = { recorded_at: at(3), end_time: null, unit: null, value: 60, source: null };
  assertEquals((await here.ingest("HeartRate", [record])).status, 201);
  const [sample] = await here.json<Sample[]>(samplesOf("HeartRate"));
  assertEquals([sample!.start_date, sample!.end_date], [
    "2024-01-01T00:03:00Z",
    "2024-01-01T00:03:00Z",
  ]);
  assertEquals(sample!.source_properties, null);
});

Deno.test("records return the properties of their app and device", async () => {
  await using here = await embedded();
  const source = { name: "Watch", sourceBundleIdentifier: "com.watch", version: "2" };
  const device = { name: "W", model: "W2" };
  const kinds = [{ source, device }, { source, device: "W" }, { source: "Watch" }, {}];
  for (const [minute, more] of kinds.entries()) { // records of one instant come in any order
    await (await here.ingest("AgentLoop", [{ start_time: at(minute), ...more }])).body?.cancel();
  }
  const rows = await here.json<Record<string, unknown>[]>(
    `GET /data/v1alpha1/event/AgentLoop?${JANUARY}`,
  );
  const given = rows.map((row) => [row["source_properties"], row["device_properties"]]);
  assertEquals(given.filter((pair) => pair.some((one) => one !== undefined)), [
    [source, device],
    [source, { name: "W" }],
  ]);
  assertEquals(rows.length, 4);
});

Deno.test("recorded_at that contradicts start_time or end_time is rejected", async () => {
  await using here = await embedded();
  const span = { start_time: at(3), end_time: at(5) };
  const rows: [record: object, status: number][] = [
    [{ start_time: at(3), recorded_at: at(3).replace("Z", "+00:00") }, 201],
    [{ ...span, recorded_at: span }, 201],
    [{ end_time: at(5), recorded_at: at(3) }, 201],
    [{ start_time: at(4), recorded_at: at(3) }, 422],
    [{ start_time: at(4), recorded_at: { start_time: at(3) } }, 422],
    [{ end_time: at(6), recorded_at: span }, 422],
    [{ start_time: at(3), recorded_at: span }, 422],
  ];
  for (const [record, status] of rows) {
    for (const [type, value] of [["HeartRate", { value: 60 }], ["AgentLoop", {}]] as const) {
      const answer = await here.ingest(type, [{ ...record, ...value }]);
      assertEquals(answer.status, status, JSON.stringify(record));
      const { detail } = await answer.json();
      if (status === 422) assertEquals(detail[0].loc, ["body", 1, "recorded_at"]);
    }
  }
});

Deno.test("reading a batch in chunks loses no line, character or line number", async () => {
  await using here = await embedded();
  // 3 MB of lines with multi-byte characters at the borders of chunks.
  const records = Array.from({ length: 12_000 }, (_, i) => ({
    start_time: at(i / 10),
    value: i,
    note: "ü𝄞".repeat(30 + i % 7),
  }));
  const response = await here.ingest("HeartRate", records);
  assertEquals(response.status, 201, await response.text());
  const read = await here.json<{ value: number; note: string }[]>(
    `GET /data/v1alpha1/metric/HeartRate?${JANUARY}`,
  );
  assertEquals(
    read.map(({ value, note }) => [value, note]),
    records.map(({ value, note }) => [value, note]),
  );
  const bad = await here.ingest("HeartRate", [...records, { start_time: at(0) }]);
  assertEquals((await bad.json()).detail[0].loc, ["body", 12_001, "value"]);
});

Deno.test("a record without a time gets the current time; one with an end needs a start", async () => {
  const now = "2024-01-05T06:07:08.123456Z";
  await using here = await embedded({ clock: () => now });
  const begun = "2024-01-01T00:00:00Z", over = "2024-01-01T00:05:00Z";
  const times = async (record: object): Promise<unknown> => {
    const id = crypto.randomUUID();
    const response = await here.ingest("AgentLoop", [{ id, ...record }]);
    const { detail } = await response.json();
    if (response.status !== 201) return detail[0].loc.at(-1);
    const rows = await here.json<Record<string, string>[]>(
      `GET /data/v1alpha1/event/AgentLoop?${JANUARY}`,
    );
    const row = rows.find((row) => row["id"] === id)!;
    return [row["recorded_at"], row["end_time"]];
  };
  assertEquals(await times({}), [now, undefined]);
  assertEquals(await times({ start_time: null, recorded_at: null, end_time: null }), [
    now,
    undefined,
  ]);
  assertEquals(await times({ recorded_at: begun }), [begun, undefined]);
  assertEquals(await times({ recorded_at: { start_time: begun, end_time: over } }), [
    begun,
    over,
  ]);
  assertEquals(await times({ recorded_at: { start_time: begun }, end_time: over }), [
    begun,
    over,
  ]);
  assertEquals(await times({ end_time: over }), "start_time");
  assertEquals(await times({ recorded_at: { end_time: over } }), "start_time");
  assertEquals(await times({ recorded_at: { start_time: over, end_time: begun } }), "end_time");
});
