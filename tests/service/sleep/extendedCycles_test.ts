import { assert, assertEquals } from "@std/assert";
import { embedded } from "../embedded.ts";

const RANGE = "start_time=2024-01-01T18:00:00Z&end_time=2024-01-03T18:00:00Z";
type Row = Record<string, unknown>;

async function slept() {
  const here = await embedded();
  const nights = ["01T23:00", "02T22:30"].flatMap((start, i) => {
    const at = (hours: number) =>
      new Date(Date.parse(`2024-01-${start}:00Z`) + hours * 3_600_000).toISOString();
    return [
      { start_time: at(0), end_time: at(1), value: 3 },
      { start_time: at(1), end_time: at(2 + i), value: 4 },
    ];
  });
  await (await here.ingest("SleepStage", nights)).text();
  const rates = Array.from({ length: 40 }, (_, i) => ({
    start_time: new Date(Date.parse("2024-01-01T22:00:00Z") + i * 45_000 * 60).toISOString(),
    value: 40 + i,
  }));
  await (await here.ingest("HeartRate", rates)).text();
  await (await here.ingest("StepCount", [
    { start_time: "2024-01-01T22:00:00Z", end_time: "2024-01-02T04:00:00Z", value: 360 },
  ])).text();
  return here;
}

Deno.test("each cycle has the series of each metric from before it to after it", async () => {
  await using here = await slept();
  const more =
    "metrics=HeartRate&metrics=StepCount&metric_seconds_before=600&metric_seconds_after=90";
  const rows = await here.json<Row[]>(
    `GET /data/v0/{me}/sleep_cycles_extended?${RANGE}&output=jstable&${more}`,
  );
  const cycles = await here.json<Row[]>(`GET /data/v0/{me}/sleep_cycles?${RANGE}&output=jstable`);
  assertEquals(cycles.length, 2);
  for (const [i, cycle] of cycles.entries()) {
    const { heart_rate, step_count, ...rest } = rows[i]!;
    assertEquals(rest, cycle);
    const shift = (time: unknown, seconds: number) =>
      new Date(Date.parse(time as string) + seconds * 1000).toISOString().replace(".000Z", "Z");
    const range = `start_time=${shift(cycle.start_time, -600)}&end_time=${
      shift(cycle.end_time, 90)
    }`;
    for (const [metric, list] of [["HeartRate", heart_rate], ["StepCount", step_count]]) {
      const series = await here.json<Row[]>(
        `GET /data/v0/{me}/metric_time_series?${range}&output=jstable&metric=${metric}`,
      );
      const column = metric === "HeartRate" ? "heart_rate" : "step_count";
      assertEquals(list, series.map((row) => ({ time: row.time, value: row[column] })));
      assert((list as unknown[]).length > 120);
    }
  }
});

Deno.test("statistics add fields to a metric's rows, in every format", async () => {
  await using here = await slept();
  const query = `${RANGE}&metrics=HeartRate&metric_calculations=max&metric_calculations=uniques`;
  const [row] = await here.json<Row[]>(
    `GET /data/v0/{me}/sleep_cycles_extended?${query}&output=jstable`,
  );
  const list = row!.heart_rate as Row[];
  assertEquals(Object.keys(list[0]!), ["time", "value", "max_value", "uniq_value"]);
  const filled = list.filter((each) => each.value !== null);
  assert(filled.length > 0 && filled.length < list.length);
  for (const each of filled) {
    assertEquals([each.max_value, each.uniq_value], [each.value, [each.value]]);
  }
  for (const output of ["arrow", "arrowraw", "parquet", "csv", "ndjson", "jscolumns"]) {
    for (const range of [RANGE, "start_time=1999-01-01&end_time=1999-01-02"]) {
      const response = await here.send(
        `GET /data/v0/{me}/sleep_cycles_extended?${range}&${
          query.slice(RANGE.length)
        }&output=${output}`,
      );
      assertEquals(response.status, 200, output);
      await response.body?.cancel();
    }
  }
});

Deno.test("cycles with metrics reject invalid arguments", async () => {
  await using here = await slept();
  for (
    const [query, status] of [
      ["metrics=Nothing", 404],
      ["metrics=StepCount&metric_calculations=max", 422],
      ["metrics=HeartRate&metric_calculations=median", 422],
      ["metric_seconds_before=-1", 422],
      ["metric_seconds_after=1e12", 422],
    ] as const
  ) {
    const response = await here.send(
      `GET /data/v0/{me}/sleep_cycles_extended?${RANGE}&output=arrow&${query}`,
    );
    assertEquals(response.status, status, query);
    await response.body?.cancel();
  }
});
