import { assertAlmostEquals, assertEquals, assertStringIncludes } from "@std/assert";
import { plot, range } from "../../mod.ts";
import { handMade } from "./handMade.ts";

const TZ = "Europe/Berlin", NOW = "2025-01-12T12:00:00+01:00";
const DAYS = [5, 6, 7, 8, 9].map((day) => `2025-01-${String(day).padStart(2, "0")}`);
const days = range.between("2025-01-05", "2025-01-10", TZ);
/** Two cups a day of slightly over 200 ml, and steps that correlate with them. */
const MORE = [50, 80, 20, 110, 140];
const STEPS = DAYS.map((date, i) => ({
  start_time: `${date}T10:00:00+01:00`,
  end_time: `${date}T10:30:00+01:00`,
  value: 1000 + 10 * MORE[i]!,
}));

/** Returns a client with a user-defined annotation that measures volumes, and the metric's name. */
async function drinker() {
  const me = await handMade({ records: { StepCount: STEPS }, now: NOW, tz: TZ });
  const { id } = await me.api.annotations.create({
    body: {
      annotation_type: "numeric",
      name: "Tea",
      description: "Tea that was drunk",
      tags: [],
      measurement_spec: {
        measurement_type: "volume",
        metric_kind: "cumulative",
        unit: "millileter",
        volume: { value: null },
      },
    },
  });
  const metric = `NumericAnnotation/${id}` as const;
  await me.api.ingest.records(
    metric,
    DAYS.flatMap((date, i) => [
      { start_time: `${date}T09:00:00+01:00`, value: 200 },
      { start_time: `${date}T16:00:00+01:00`, value: 200 + MORE[i]! },
    ]),
  );
  return { me, metric };
}

Deno.test("a user-defined annotation is a metric with days, totals, correlations and charts", async () => {
  const { me, metric } = await drinker();
  await using _ = me;
  const sums = MORE.map((more) => 400 + more);
  const frame = await me.daily(days, { metrics: [metric, "StepCount"] });
  assertEquals(frame.columns, ["time", "tea", "step_count", "whole"]);
  assertEquals(frame.getColumn("tea").toArray(), sums);
  const totals = await me.totals(metric, days);
  assertEquals([totals.total, totals.column], [sums.reduce((a, b) => a + b), "tea"]);
  assertStringIncludes(String(totals), totals.unit.mean);
  assertEquals(totals.unit.mean, "millileter");
  const [pair] = (await me.correlate(days, { metrics: [metric, "StepCount"] })).toRecords();
  assertAlmostEquals(pair!["r"] as number, 1, 1e-9);
  assertStringIncludes(await plot.dailyBars(frame, { y: "tea", tz: TZ }).html(), "<svg");
});

Deno.test("a day and a report list annotations with value and unit", async () => {
  const { me } = await drinker();
  await using _ = me;
  const { events } = (await me.day("2025-01-05")).facts;
  const rows = events.toRecords().map(({ name, value }) => [name, value]);
  assertEquals(rows, [["Tea", 200], ["Tea", 250]]);
  const { sections } = (await me.report(days)).content;
  const shown = sections.find(({ heading }) => heading.startsWith("Notes"));
  assertStringIncludes(String(shown!.show[0]), "Tea 10");
});
