import { assertEquals } from "@std/assert";
import { isFrame } from "../../src/frame/polars/table.ts";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import * as show from "../../src/show/mod.ts";
import { EVERY_VERB } from "./everyVerb.ts";

/** Verbs with rows that have no time, to which a range would not apply. */
const WITHOUT_TIMES: ReadonlySet<string> = new Set([
  "places.dayPath",
  "places.distance",
  "places.visits",
  "series.cosinor",
  "series.extendedCosinor",
  "series.fluctuations",
  "series.fragmentation",
  "series.hrv",
  "series.interrupted",
  "series.light",
  "series.intensityGradient",
  "series.periodogram",
  "series.restingRate",
  "series.rhythm",
  "series.trend",
  "sleep.agreement",
  "sleep.blandAltman",
  "sleep.limitsOfAgreement",
  "sleep.mergeReport",
  "sleep.timing",
  "sleep.validate",
]);

const RANGE = { start_time: "2020-01-01T00:00Z", end_time: "2030-01-01T00:00Z" };

for (const [name, { rows, schema, call }] of Object.entries(EVERY_VERB)) {
  if (name.startsWith("plot.")) continue;
  Deno.test(`${name}() passes on the requested range of its frame`, () => {
    const frame = show.withRange(toFrame(fromRows(rows, schema)), RANGE);
    const result = call(frame, { of: (usual) => usual, columns: {} });
    if (!isFrame(result)) return;
    const range = show.rangeOf(result, { tz: "UTC" });
    assertEquals(range === null, WITHOUT_TIMES.has(name), "add it to WITHOUT_TIMES, or carry it");
    assertEquals(range?.complete ?? true, true);
  });
}
