import { assertEquals, assertRejects } from "@std/assert";
import { handMade } from "../handMade.ts";
import { show } from "../../../mod.ts";
import { rowsOf } from "../../sleep/hypnograms.ts";

const held = () =>
  handMade({
    records: {
      HeartRate: [
        { start_time: "2025-01-02T00:10:00+01:00", value: 60, unit: "bpm" },
        { start_time: "2025-01-02T00:50:00+01:00", value: 70, unit: "bpm" },
        { start_time: "2025-01-02T02:00:00+01:00", value: 80, unit: "bpm" },
      ],
      StepCount: [{ start_time: "2025-01-02T01:00:00+01:00", value: 500, unit: "steps" }],
    },
    now: "2025-01-04T12:00:00+01:00",
    tz: "Europe/Berlin",
  });

Deno.test("series() returns one row per hour, with the mean of a rate and null without data", async () => {
  await using me = await held();
  const rows = rowsOf(await me.series("HeartRate", "2025-01-02"));
  assertEquals(rows.length, 24);
  assertEquals(rows.slice(0, 4).map(({ heart_rate }) => heart_rate), [65, null, 80, null]);
});

Deno.test("series() of several metrics has one column each, with range and units", async () => {
  await using me = await held();
  const frame = await me.series(["HeartRate", "step_count"], "2025-01-02", { every: "PT1H" });
  assertEquals(frame.columns, ["time", "heart_rate", "step_count"]);
  assertEquals(rowsOf(frame).slice(0, 2).map(({ step_count }) => step_count), [null, 500]);
  assertEquals(show.rangeOf(frame)?.start_time.toPlainDate().toString(), "2025-01-02");
  const shown = Deno.inspect(frame);
  assertEquals([shown.includes("bpm"), shown.includes("steps")], [true, true]);
});

Deno.test("series() takes a step as text, as ISO 8601 or as a duration, and can fill with 0", async () => {
  await using me = await held();
  const read = async (every: "1d" | "P1D" | Temporal.Duration) =>
    rowsOf(
      await me.series("StepCount", { from: "2025-01-01", to: "2025-01-03" }, { every, fill: 0 }),
    )
      .map(({ step_count }) => step_count);
  assertEquals(await read("1d"), [0, 500]);
  assertEquals(await read("P1D"), [0, 500]);
  assertEquals(await read(Temporal.Duration.from({ days: 1 })), [0, 500]);
});

Deno.test("series() rejects an empty list, an unknown step and an unknown fill", async () => {
  await using me = await held();
  await assertRejects(() => me.series([], "2025-01-02"), TypeError, "the list of metrics is empty");
  await assertRejects(
    () => me.series("HeartRate", "2025-01-02", { every: "1 hour" as never }),
    RangeError,
  );
  await assertRejects(
    () => me.series("HeartRate", "2025-01-02", { fill: 1 as never }),
    RangeError,
    "fill is 1",
  );
});
