import { assert, assertEquals, assertRejects } from "@std/assert";
import { local } from "../../../mod.ts";

const heart = (start_time: string, more: object = {}) => ({ start_time, value: 60, ...more });
const JANUARY = { start_time: "2024-01-01T00:00Z", end_time: "2024-02-01T00:00Z" };

Deno.test("erase() erases records of every data type that intersect the range, and counts before and after", async () => {
  await using me = await local({ tz: "UTC" });
  await me.api.ingest.records("HeartRate", [
    heart("2023-12-31T23:00Z", { end_time: "2024-01-01T00:00Z" }), // ends where the range starts
    heart("2023-12-31T23:30Z", { end_time: "2024-01-01T00:30Z" }),
    heart("2024-01-15T00:00Z"),
    heart("2024-02-01T00:00Z"),
  ]);
  await me.api.ingest.records("StepCount", [{
    ...heart("2024-01-02T00:00Z"),
    end_time: "2024-01-02T01:00Z",
  }]);
  await me.api.ingest.records("MomentAnnotation", [{ start_time: "2024-01-03T00:00Z" }]);
  const counts = [
    { data_type: "HeartRate", before: 2 },
    { data_type: "MomentAnnotation", before: 1 },
    { data_type: "StepCount", before: 1 },
  ];
  const dry = await me.erase(JANUARY, { dryRun: true });
  assertEquals([...dry], counts.map((one) => ({ ...one, after: one.before })));
  assertEquals((await me.api.user.totals()).total_records, 6);
  assertEquals([...await me.erase(JANUARY)], counts.map((one) => ({ ...one, after: 0 })));
  assertEquals((await me.api.user.totals()).total_records, 2);
  assertEquals([...await me.erase(JANUARY)], []);
});

Deno.test("erase() only erases the given data types", async () => {
  await using me = await local({ tz: "UTC" });
  await me.api.ingest.records("HeartRate", [heart("2024-01-15T00:00Z")]);
  await me.api.ingest.records("StepCount", [{
    ...heart("2024-01-02T00:00Z"),
    end_time: "2024-01-02T01:00Z",
  }]);
  await assertRejects(
    () => me.erase(JANUARY, { dataTypes: ["Heartrate"] }),
    RangeError,
    'there is no data type "Heartrate"; did you mean "HeartRate"?',
  );
  await me.erase(JANUARY, { dataTypes: ["HeartRate"] });
  const left = await me.api.changes.available(JANUARY);
  assertEquals(left.map(({ data_type }) => data_type), ["StepCount"]);
});

Deno.test("the result of erase() displays as a table", async () => {
  await using me = await local({ tz: "UTC" });
  await me.api.ingest.records("HeartRate", [heart("2024-01-15T00:00Z")]);
  const text = Deno.inspect(await me.erase(JANUARY, { dryRun: true }));
  assert(text.includes("HeartRate") && text.includes("before"), text);
});
