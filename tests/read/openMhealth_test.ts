import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { OPEN_MHEALTH } from "./exampleTexts.ts";

Deno.test("data points of Open mHealth have their moments, intervals and units", async () => {
  const { metrics, workouts } = await any(new File([OPEN_MHEALTH], "points.json"));
  assertEquals(metrics["HeartRate"]!.toRecords().map(({ value, unit }) => [value, unit]), [[
    62,
    "bpm",
  ]]);
  const [steps] = metrics["StepCount"]!.toRecords();
  assertEquals((Number(steps!["end_time"]) - Number(steps!["start_time"])) / 3600e3, 2);
  assertEquals(workouts.getColumn("distance_m").toArray(), [1.5 * 1609.344]);
});

Deno.test("statistics of Open mHealth are not read as measurements or totals", async () => {
  const point = (body: object): object => ({
    header: { schema_id: { namespace: "omh", name: "x", version: "1.0" } },
    body: {
      effective_time_frame: {
        time_interval: {
          start_date_time: "2024-02-05T07:00:00Z",
          end_date_time: "2024-06-05T07:00:00Z",
        },
      },
      ...body,
    },
  });
  const steps = { step_count: { value: 12_500, unit: "steps" } };
  const points = [
    point({ ...steps, descriptive_statistic: "average", descriptive_statistic_denominator: "d" }),
    point({ ...steps, descriptive_statistic: "maximum" }),
    point({ heart_rate: { value: 60, unit: "beats/min" }, descriptive_statistic: "average" }),
    point({ heart_rate: { value: 40, unit: "beats/min" }, descriptive_statistic: "minimum" }),
    point({ total_sleep_time: { value: 7, unit: "h" }, descriptive_statistic: "average" }),
    point({ body_mass_index: { value: 22, unit: "kg/m^2" } }),
    point({ latitude: { value: 40, unit: "deg" }, longitude: { value: -105, unit: "deg" } }),
  ];
  const { metrics, sleep, locations, report } = await any(
    new File([JSON.stringify(points)], "points.json"),
  );
  assertEquals(report.read, { HeartRate: 1, BodyMassIndex: 1, locations: 1 });
  assertEquals(metrics["HeartRate"]!.getColumn("value").toArray(), [60]);
  assertEquals(metrics["BodyMassIndex"]!.getColumn("unit").toArray(), ["BMI"]);
  assertEquals([sleep.height, locations.getColumn("longitude_degrees").get(0)], [0, -105]);
  assertEquals(report.skipped, {
    "a mean of totals, which is not a total": 2,
    "a maximum, which is not a measurement": 1,
    "a minimum, which is not a measurement": 1,
  });
});
