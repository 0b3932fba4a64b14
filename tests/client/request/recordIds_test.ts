import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { connect } from "../../../src/client/connect.ts";
import { withIds } from "../../../src/client/request/recordIds.ts";
import { createService } from "../../../src/service/createService.ts";
import { openStore } from "../../../src/store/openStore.ts";
import { clientOf, script, USER } from "../fixtures.ts";

const owner = { userid: USER, dataType: "HeartRate" };
const ids = (...records: Parameters<typeof withIds>[0]): unknown[] =>
  withIds(records, owner).map(({ id }) => id);
const at = "2024-01-24T00:00:00Z";

Deno.test("withIds() creates a UUID of version 8 that starts with the record's milliseconds", () => {
  const [id] = ids({ start_time: "2024-01-24T10:30:00.123Z", value: 60 }) as [string];
  assert(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id), id);
  const milliseconds = parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  assertEquals(new Date(milliseconds).toISOString(), "2024-01-24T10:30:00.123Z");
  const [recorded] = ids({ recorded_at: { start_time: at, end_time: at } }) as [string];
  assertEquals(parseInt(recorded.slice(0, 8) + recorded.slice(9, 13), 16), Date.parse(at));
});

Deno.test("withIds() follows RFC 9562: 48 bits of time, 8, 12 bits, 10, and 62 bits of a hash", async () => {
  for (let value = 0; value < 64; value++) {
    const start = Temporal.Instant.from(at).add({ milliseconds: value });
    const [id] = ids({ value, start_time: start.toString() }) as [string];
    const content = `{"start_time":"${start.epochNanoseconds / 1000n}","value":${value}}`;
    const hashed = new TextEncoder().encode(JSON.stringify([USER, "HeartRate", content, 0]));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", hashed));
    const bits = BigInt(`0x${hash.toHex().slice(0, 20)}`); // the 80 bits below the time
    const [a, b] = [BigInt.asUintN(12, bits >> 64n), BigInt.asUintN(62, bits)];
    const uuid = BigInt(start.epochMilliseconds) << 80n | 8n << 76n | a << 64n | 2n << 62n | b;
    assertEquals(id.replaceAll("-", ""), uuid.toString(16).padStart(32, "0"));
  }
});

Deno.test("withIds() uses the first time in a record, whatever its field", () => {
  const times = [
    "start_time",
    "start_date",
    "arrival_date",
    "timestamp",
    "recorded_at",
    "end_time",
    "end_date",
    "departure_date",
  ];
  times.forEach((_, first) => {
    const [id] = ids(Object.fromEntries(
      times.slice(first).map((name, i) => [name, `2024-01-0${i + 1}T00:00:00Z`]),
    )) as [string];
    const milliseconds = parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    assertEquals(milliseconds, Date.UTC(2024, 0, 1), times[first]);
    const zoned = (time: string): unknown[] => ids({ start_date: at, [times[first]!]: time });
    assertEquals(zoned("2024-01-05T00:00:00Z"), zoned("2024-01-05T01:00:00+01:00"), times[first]);
  });
});

Deno.test("withIds() uses any identifying member of a record, such as calendar_id for calendars", () => {
  for (const name of ["id", "uuid", "apple_workout_id", "calendar_event_id"]) {
    const record = { [name]: "a", start_time: at };
    assertEquals(withIds([record], owner), [record]);
    assert("id" in withIds([{ start_time: at, [name]: null }], owner)[0]!);
  }
  const calendar = { calendar_id: "a", start_time: at };
  assertEquals(withIds([calendar], { ...owner, dataType: "calendars" }), [calendar]);
  assert(ids(calendar)[0] !== undefined);
  assert(
    "id" in withIds([{ start_time: at, calendar_id: 5 }], { ...owner, dataType: "calendars" })[0]!,
  );
});

Deno.test("withIds() gives the same record the same id in any notation", () => {
  const [id] = ids({ start_time: at, value: 60, source: { name: "watch", model: "x" } });
  const same = [
    { value: 60, source: { model: "x", name: "watch" }, start_time: "2024-01-24T01:00:00+01:00" },
    { start_time: new Date(at), value: 60, source: { name: "watch", model: "x" } },
    { start_time: Temporal.Instant.from(at), source: { name: "watch", model: "x" }, value: 60 },
    { start_time: "2024-01-24T00:00", value: 60, source: { name: "watch", model: "x" } },
  ];
  for (const record of same) assertEquals(ids(record), [id]);
});

Deno.test("withIds() distinguishes records by user, type, content and their count among equal ones", () => {
  const record = { start_time: at, value: 60 };
  const [first, second, third] = ids(record, { ...record }, { ...record, value: 61 });
  assertEquals(new Set([first, second, third]).size, 3);
  const [other] = withIds([record], { ...owner, userid: crypto.randomUUID() });
  const [type] = withIds([record], { ...owner, dataType: "StepCount" });
  assertEquals(new Set([first, other!["id"], type!["id"]]).size, 3);
  assertEquals(ids(record, { ...record }), [first, second]); // the same call again
});

Deno.test("withIds() keeps existing ids, and gives records without a time a new id on each call", () => {
  const id = crypto.randomUUID();
  assertEquals(ids({ id, start_time: at }), [id]);
  const [now] = ids({ value: 1 }), [later] = ids({ value: 1 });
  assertNotEquals(now, later);
});

Deno.test("ingest.records() can be retried because every record has an id", async () => {
  const lost = (): never => {
    throw new TypeError("connection reset");
  };
  const done = Response.json({ upload_id: "u" }, { status: 201 });
  const { fetch, bodies } = script(lost, done);
  await clientOf(fetch).api.ingest.records("HeartRate", [{ start_time: at, value: 60 }]);
  assertEquals(bodies.length, 2);
  assertEquals(bodies[0], bodies[1]);
});

Deno.test("records that are sent again are stored once; equal records in one call are all stored", async () => {
  const service = createService({ store: openStore() });
  const token = await service.issueToken(await service.owner());
  const client = connect({
    baseUrl: "http://localhost",
    token,
    fetch: (request) => service.fetch(request),
  });
  const beat = (minute: number) => ({
    start_time: `2024-01-24T00:0${minute}:00Z`,
    end_time: `2024-01-24T00:0${minute}:30Z`,
    value: 60 + minute,
  });
  const records = [beat(0), beat(1), beat(1), beat(2)];
  const stored = async (): Promise<number> => {
    const range = { start_time: "2024-01-24T00:00Z", end_time: "2024-01-25T00:00Z" };
    return (await client.api.metrics.samples({ metric: "HeartRate", ...range })).height;
  };
  await client.api.ingest.records("HeartRate", records);
  assertEquals(await stored(), 4);
  await client.api.ingest.records("HeartRate", records, { batch: 2 });
  assertEquals(await stored(), 4);
  await client.api.ingest.records("HeartRate", [beat(3)]);
  assertEquals(await stored(), 5);
  // A record that reports a deletion has no id itself.
  const deleted_id = withIds([beat(3)], {
    userid: await client.userid(),
    dataType: "HeartRate",
  })[0]!;
  await client.api.ingest.records("DeletedRecord", [
    { deleted_id: deleted_id["id"], deleted_type: "HeartRate" },
  ]);
  assertEquals(await stored(), 4);
});
