import { assertEquals } from "@std/assert";
import { type Embedded, embedded, JANUARY } from "../embedded.ts";

const RUN = {
  apple_workout_id: "00000000-0000-4000-8000-00000000000a",
  start_date: "2024-01-05T07:00:00Z",
  end_date: "2024-01-05T07:30:00Z",
  duration: 1750.5,
  has_undetermined_duration: false,
  workout_activity_type: "running",
  all_statistics: {
    HeartRate: { unit: "bpm", average: 140, minimum: 90, maximum: 171, sources: ["Wrist"] },
  },
  source_revision: { name: "Wrist", version: "1.0", productType: "W1" },
  device: { name: "Wrist", model: "W" },
  extras: { indoor: false },
  workout_activities: [{ activity: "running", startDate: "2024-01-05T07:00:00Z" }],
  workout_events: [{ type: "pause" }, { type: "resume" }],
};

const read = (here: Embedded, range = JANUARY) =>
  here.json(`GET /data/v0/{me}/mobile_workouts?${range}`);

Deno.test("a workout is returned unchanged, and another with its id replaces it", async () => {
  await using here = await embedded();
  assertEquals((await here.ingest("MobileWorkout", [RUN])).status, 201);
  assertEquals(await read(here), [RUN]);
  const walk = { ...RUN, workout_activity_type: "walking", start_date: "2024-01-06T07:00:00Z" };
  const changed = { ...walk, end_date: "2024-01-06T08:00:00Z" };
  assertEquals((await here.ingest("MobileWorkout", [changed])).status, 201);
  assertEquals(await read(here), [changed]);
});

Deno.test("missing fields of a workout get defaults", async () => {
  await using here = await embedded();
  const { apple_workout_id, start_date, end_date } = RUN;
  const bare = { id: apple_workout_id, start_date, end_date };
  assertEquals((await here.ingest("MobileWorkout", [bare])).status, 201);
  assertEquals(await read(here), [{
    apple_workout_id,
    start_date,
    end_date,
    duration: 1800,
    has_undetermined_duration: false,
    workout_activity_type: "other",
    all_statistics: {},
    source_revision: {},
    device: null,
    extras: null,
    workout_activities: [],
    workout_events: [],
  }]);
});

Deno.test("workouts that intersect the range are returned", async () => {
  await using here = await embedded();
  await (await here.ingest("MobileWorkout", [RUN])).text();
  const count = async (start: string, end: string) =>
    (await read(here, `start_time=2024-01-05T${start}Z&end_time=2024-01-05T${end}Z`) as []).length;
  assertEquals(await count("06:00", "07:00"), 0);
  assertEquals(await count("06:00", "07:01"), 1);
  assertEquals(await count("07:29", "08:00"), 1);
  assertEquals(await count("07:30", "08:00"), 0);
});

Deno.test("the catalog has the types with their own format, with the schemas of ingestion", async () => {
  await using here = await embedded();
  const types = await here.json<{ id: string; class: string; record_spec: { type: string } }[]>(
    "GET /data/v1/catalog",
  );
  const shown = types.filter(({ class: kind }) => kind === "location" || kind === "entry")
    .map(({ id, class: kind, record_spec }) => [id, kind, record_spec.type]);
  assertEquals(shown, [
    ["MobileLocationUpdate", "location", "location"],
    ["MobileLocationVisit", "location", "location"],
    ["MapLocationUpdate", "location", "location"],
    ["MobileWorkout", "entry", "event"],
    ["calendars", "entry", "event"],
    ["calendar_events", "entry", "event"],
  ]);
  const schema = await here.json<{ properties: object; required: string[] }>(
    "GET /data/v1/catalog/MobileWorkout/v1/schema",
  );
  const extra = Object.keys(RUN).filter((name) => !Object.hasOwn(schema.properties, name));
  assertEquals(extra, []);
  assertEquals(schema.required, ["start_date", "end_date"]);
});

Deno.test("a tombstone deletes a workout", async () => {
  await using here = await embedded();
  await (await here.ingest("MobileWorkout", [RUN])).text();
  const tombstone = { deleted_id: RUN.apple_workout_id, deleted_type: "MobileWorkout" };
  assertEquals((await here.ingest("DeletedRecord", [tombstone])).status, 201);
  assertEquals(await read(here), []);
});
