import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { connect } from "../../src/client/connect.ts";
import { withIds } from "../../src/client/request/recordIds.ts";
import { applyZone } from "../../src/client/request/applyZone.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";

const service = createService({ store: openStore() });
const token = await service.issueToken(await service.owner());
const options = { baseUrl: "http://localhost", token, fetch: service.fetch };
const plain = connect(options), berlin = connect({ ...options, tz: "Europe/Berlin" });
const whole = { start_time: "2024-05-30T00:00Z", end_time: "2024-06-03T00:00Z" };

Deno.test("a time without a zone is in the client's zone, and in UTC for the service", async () => {
  await berlin.api.ingest.records("HeartRate", [{ start_time: "2024-06-01T12:00:00", value: 60 }]);
  await berlin.api.ingest.record({
    data_type: "HeartRate",
    body: { start_time: "2024-06-01 12:10", value: 61 },
  });
  await plain.api.ingest.records("HeartRate", [{ start_time: "2024-06-01T12:00:00", value: 70 }]);
  await berlin.api.ingest.records("HeartRate", [{
    start_time: "2024-06-01T12:00:00-04:00",
    value: 80,
  }]);
  const { start_date, value } = (await plain.api.metrics.samples({ metric: "HeartRate", ...whole }))
    .select("start_date", "value").toObject() as unknown as { start_date: Date[]; value: number[] };
  assertEquals(start_date.map((time) => time.toISOString().slice(11, 16)), [
    "10:00",
    "10:10",
    "12:00",
    "16:00",
  ]);
  assertEquals(value, [60, 61, 70, 80]);
  const noon = { start_time: "2024-06-01T11:59", end_time: "2024-06-01T12:01" };
  const found = await berlin.api.metrics.samples({ metric: "HeartRate", ...noon });
  assertEquals(found.getColumn("value").toArray(), [60]);
});

Deno.test("a time argument without any zone is rejected with advice", async () => {
  const bare = {
    metric: "HeartRate" as const,
    start_time: "2024-06-01T00:00",
    end_time: "2024-06-02T00:00",
  };
  await assertRejects(
    () => plain.api.metrics.samples(bare),
    TypeError,
    'start_time: "2024-06-01T00:00" has no zone; end it with Z or an offset, or name a tz',
  );
  assertEquals((await plain.api.metrics.samples(bare, { tz: "Europe/Berlin" })).height, 4);
});

Deno.test("local times that a daylight saving change skips or repeats are rejected by record", () => {
  for (const start_time of ["2024-03-31T02:30:00", "2024-10-27T02:30:00"]) {
    assertThrows(
      () => applyZone([{}, { start_time }], "Europe/Berlin", "send record/X"),
      RangeError,
      "Cannot send record/X: record 1 start_time",
    );
  }
  const span = { recorded_at: { start_time: "2024-06-01", end_time: "2024-06-01T01:00" } };
  assertEquals(applyZone([span], "Europe/Berlin", "x"), [{
    recorded_at: { start_time: "2024-05-31T22:00:00Z", end_time: "2024-05-31T23:00:00Z" },
  }]);
  const [moment, odd] = [{ recorded_at: "2024-06-01T12:00" }, { start_time: span.recorded_at }];
  assertEquals(applyZone([moment, odd], "Europe/Berlin", "x"), [
    { recorded_at: "2024-06-01T10:00:00Z" },
    odd as never, // for the service to reject
  ]);
  const owner = { userid: "u", dataType: "X" };
  const here = applyZone([{ start_time: "2024-06-01T12:00" }], "Europe/Berlin", "x");
  assertEquals(
    withIds(here, owner).map(({ id }) => id),
    withIds([{ start_time: "2024-06-01T10:00:00Z" }], owner).map(({ id }) => id),
  );
});
