import { assert, assertEquals } from "@std/assert";
import type { MetricName } from "../../../src/api/fields/metricTable.ts";
import { local } from "@lifeframe/lifeframe";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import type { Length } from "../../../src/time/length.ts";

/** Nights of a vendor that gives one resting heart rate for each; the second was not measured. */
const EXPORT =
  `Cycle start time,Cycle timezone,Resting heart rate (bpm),Sleep onset,Wake onset,Day Strain
2024-05-01 22:30:00,UTC+02:00,50,2024-05-01 22:30:00,2024-05-02 06:30:00,9
2024-05-02 23:00:00,UTC+02:00,,2024-05-02 23:00:00,2024-05-03 07:00:00,9
2024-05-04 00:30:00,UTC+02:00,56,2024-05-04 00:30:00,2024-05-04 07:00:00,9
2024-05-04 23:00:00,UTC+02:00,58,2024-05-04 23:00:00,2024-05-05 07:00:00,9
`;

Deno.test("the value of a night counts on the day you woke, and on no other", async () => {
  await using me = await local({ tz: "Europe/Berlin" });
  await me.ingest(new File([EXPORT], "physiological_cycles.csv"));
  const days = async (from: string, to: string) => {
    const range = { start_time: from, end_time: to };
    const rows = toRows(columnsOf(await me.daily(range, { metrics: ["RestingHeartRate"] })));
    return rows.map(({ resting_heart_rate }) => resting_heart_rate);
  };
  assertEquals(await days("2024-05-01", "2024-05-06"), [null, 50, null, 56, 58]);
  assertEquals(await days("2024-05-04", "2024-05-05"), [56], "a night that the range cuts");
  const digest = String(await me.digest({ start_time: "2024-05-01", end_time: "2024-05-06" }));
  assert(digest.includes("(3 days)"), digest); // one for each value
});

Deno.test("values of nights keep their days over more than a month", async () => {
  const [header] = EXPORT.split("\n"), first = Temporal.PlainDate.from("2024-03-01");
  const nights = Array.from({ length: 70 }, (_, i) => {
    const from = `${first.add({ days: i })} 23:00:00`,
      to = `${first.add({ days: i + 1 })} 06:30:00`;
    return `${from},UTC+01:00,${40 + i},${from},${to},9`;
  });
  await using me = await local({ tz: "Europe/Berlin" });
  await me.ingest(new File([[header, ...nights, ""].join("\n")], "physiological_cycles.csv"));
  const range = { start_time: `${first}`, end_time: `${first.add({ days: 72 })}` };
  const days = toRows(columnsOf(await me.daily(range, { metrics: ["RestingHeartRate"] })));
  assertEquals(
    days.map(({ resting_heart_rate }) => resting_heart_rate),
    [null, ...nights.map((_, i) => 40 + i), null],
  );
});

Deno.test("every table of days or weeks counts the value of a night once, even for a vendor's own metric", async () => {
  const rows = EXPORT.trim().split("\n").map((row, i) =>
    `${row},${["Heart rate variability (ms)", 40, "", 60, 80][i]}`
  );
  await using me = await local({ tz: "Europe/Berlin" });
  await me.ingest(new File([rows.join("\n")], "physiological_cycles.csv"));
  const types = await me.api.catalog.list({ category: "user_configured" });
  const own = types.find(({ name }) => name === "hrv_rmssd")?.id as MetricName;
  const range = { start_time: "2024-05-01", end_time: "2024-05-06" };
  const values = async (frame: Promise<Frame>, name: string) =>
    toRows(columnsOf(await frame)).map((row) => row[name]);
  const series = (every: Length, fill: 0 | null = null) =>
    values(me.series("RestingHeartRate", range, { every, fill }), "resting_heart_rate");
  assertEquals(await series("1d"), [null, 50, null, 56, 58]);
  assertEquals(await series("24h"), [null, 50, null, 56, 58]);
  assertEquals(await series("P1D", 0), [0, 50, 0, 56, 58]);
  assertEquals(await series("2d"), [50, 56, 58], "by the day on which the night ends");
  assertEquals(await series("1mo"), [(50 + 56 + 58) / 3]);
  assertEquals((await series("1h")).slice(22, 32), [50, ...Array(8).fill(50), null].slice(0, 10));
  assertEquals(await values(me.daily(range, { metrics: [own] }), "hrv_rmssd"), [
    null,
    40,
    null,
    60,
    80,
  ]);
  const both = me.series(["RestingHeartRate", own], range, { every: "1d" });
  assertEquals(await values(both, "hrv_rmssd"), [null, 40, null, 60, 80]);
  const { metrics } = (await me.day("2024-05-04")).facts;
  assertEquals(
    toRows(columnsOf(metrics)).filter(({ metric }) => metric === "RestingHeartRate")
      .map(({ value, low, high }) => [value, low, high]),
    [[56, 56, 56]],
    "the night that begins on this evening belongs to the next day",
  );
});
