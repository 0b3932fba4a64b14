import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { range } from "../../../mod.ts";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import { handMade } from "../handMade.ts";

const TZ = "Europe/Berlin";
const rows = (frame: Frame) => toRows(columnsOf(frame));

Deno.test("steps of two devices count once in every answer, and a warning says that the service's sum adds them", async () => {
  const hour = (source: string, at: number, value: number) => ({
    source,
    value,
    start_time: `2025-03-18T${String(at).padStart(2, "0")}:00:00+01:00`,
    end_time: `2025-03-18T${String(at + 1).padStart(2, "0")}:00:00+01:00`,
  });
  const day = range.day("2025-03-18", TZ);
  await using me = await handMade({
    records: {
      StepCount: [
        ...[8, 9, 10].map((at) => hour("Watch", at, 1000)),
        ...[8, 9, 10, 11].map((at) => hour("Phone", at, 800)),
      ],
    },
    now: "2025-03-31T12:00:00+02:00",
    tz: TZ,
  });
  const expected = 3 * 1000 + 800; // the watch counts while it has data, then the phone
  const [ofDay] = rows(await me.daily(day, { metrics: ["StepCount"] }));
  assertAlmostEquals(ofDay!["step_count"] as number, expected, 1e-6);
  const { total } = await me.totals("StepCount", day);
  assertAlmostEquals(total!, expected, 1e-6);
  const recalled = rows((await me.day("2025-03-18")).facts.metrics);
  const steps = recalled.find(({ metric }) => metric === "StepCount")!;
  assertAlmostEquals(steps["value"] as number, expected, 1e-6);
  const [own] = rows(await me.compareWith(await me.userid(), "StepCount", day));
  for (const name of ["mine", "theirs"]) {
    assertAlmostEquals(own![name] as number, expected, 1e-6);
  }

  const all = await me.api.metrics.aggregate({
    data_type: "StepCount",
    resolution: "day",
    time_zone: TZ,
    function: ["sum"],
    ...day,
  });
  assertEquals(rows(all)[0]!["sum"], 3 * 1000 + 4 * 800);
  assert(Deno.inspect(all).includes("Sums all sources"), Deno.inspect(all));
});
