import { assertEquals, assertStringIncludes } from "@std/assert";
import { sourceOrder } from "../../../src/app/nights/sourceOrder.ts";
import { pageLabels } from "../../../src/app/page/pageLabels.ts";
import { sourcesText } from "../../../src/app/nights/sleepSources.ts";
import { fromSamples } from "../../../src/sleep/fromSamples.ts";
import { merge } from "../../../src/sleep/merge.ts";
import { pick } from "../../../src/frame/pick.ts";
import { statistics } from "../../../src/sleep/statistics.ts";
import { demo, range } from "../../../mod.ts";
import { handMade, slept } from "../handMade.ts";

const TZ = "Europe/Berlin", NOW = "2025-01-05T12:00:00+01:00";
/** A night from two sources: first a coarse one, then a fine one with two awakenings. */
const COARSE = [slept("Bed", "2025-01-04T23:00", "2025-01-05T07:00")];
const FINE = [
  slept("Ring", "2025-01-04T23:10", "2025-01-05T01:00"),
  slept("Ring", "2025-01-05T01:00", "2025-01-05T01:20", 2),
  slept("Ring", "2025-01-05T01:20", "2025-01-05T04:00", 4),
  slept("Ring", "2025-01-05T04:00", "2025-01-05T04:10", 2),
  slept("Ring", "2025-01-05T04:10", "2025-01-05T06:50"),
];
const held = (records: readonly (typeof COARSE)[number][], refuses?: (path: string) => 404) =>
  handMade({
    records: { SleepStage: records },
    now: NOW,
    tz: TZ,
    ...(refuses === undefined ? {} : { refuses }),
  });
const figures = (night: Awaited<ReturnType<Awaited<ReturnType<typeof held>>["lastNight"]>>) =>
  Object.fromEntries(
    night.facts!.figures.toRecords().map(({ name, value }) => [name as string, value]),
  );

Deno.test("by default, the first of the service's data sources counts", async () => {
  await using first = await held([...COARSE, ...FINE]);
  const bed = await first.lastNight();
  assertEquals([bed.facts!.sources.order, bed.facts!.sources.rule], [
    ["Bed", "Ring"],
    "data sources",
  ]);
  assertEquals([figures(bed)["TST"], figures(bed)["awakenings"]], [480, null]); // the bed records no wake
  await using second = await held([...FINE, ...COARSE]);
  const ring = await second.lastNight();
  assertEquals(ring.facts!.sources.order, ["Ring", "Bed"]);
  // By hand: the bed's 480 minutes minus the ring's two awakenings of 20 and 10 minutes.
  assertEquals([figures(ring)["TST"], figures(ring)["awakenings"]], [450, 2]);
});

Deno.test("a given order counts, and sources that it omits rank below it", async () => {
  await using me = await held([...COARSE, ...FINE]);
  const night = await me.lastNight({ sourcePriority: ["Ring"] });
  assertEquals([night.facts!.sources.order, night.facts!.sources.rule], [["Ring"], "asked"]);
  assertEquals(figures(night)["awakenings"], 2);
  assertEquals((await me.lastNight({ sourcePriority: [] })).facts!.sources.rule, "data sources");
});

Deno.test("without a list of sources, the finest resolution counts", async () => {
  await using me = await held(
    [...COARSE, ...FINE],
    ((path: string) => path.endsWith("/data_sources") ? 404 : undefined) as (path: string) => 404,
  );
  const night = await me.lastNight();
  assertEquals([night.facts!.sources.order, night.facts!.sources.rule], [
    ["Ring", "Bed"],
    "resolution",
  ]);
});

Deno.test("sources are also found by their vendor's identifier, and unlisted ones rank last", async () => {
  const stages = fromSamples(["com.example.Bed", "Ring", "Patch"].map((source, i) => ({
    start_date: "2025-01-04T22:00Z",
    end_date: `2025-01-04T23:0${i}:00Z`,
    value: 3,
    source,
  })));
  const list = [{
    id: "",
    vendor_id: "com.example.Bed",
    name: "Bed",
    parent_id: null,
    metadata: {},
  }];
  await using held = await handMade({ records: {}, now: NOW, tz: TZ });
  const sources = { ...held.api.sources, list: () => Promise.resolve(list) };
  const me = { api: { ...held.api, sources } };
  assertEquals((await sourceOrder(me, stages, undefined)).order, [
    "com.example.Bed",
    "Ring",
    "Patch",
  ]);
});

Deno.test("a night lists its sources, their order and the difference between them", async () => {
  await using me = await held([...FINE, ...COARSE]);
  const night = await me.lastNight();
  const text = "From Ring, then Bed (the order of the service's data sources). Alone they have: " +
    "Ring 7 h 10 min asleep and 2 awakenings; Bed 8 h asleep, wake not recorded.";
  assertEquals(sourcesText(night.facts!.sources, pageLabels({}, TZ)), text);
  assertStringIncludes(String(night), text);
  assertStringIncludes(await night.html(), "then Bed");
});

Deno.test("last night, a day and a report of the sample use the same source", async () => {
  const me = await demo({ days: 4 });
  const day = range.day("2025-03-20", TZ), date = "2025-03-20";
  const [night, recall, page] = await Promise.all([
    me.lastNight({ date }),
    me.day(date),
    me.report(day),
  ]);
  // The wrist tracker is the sample's first source; this merges the sources below it by hand.
  const nights = range.lastNights(1, TZ, { until: "2025-03-20T12:00+01:00" });
  const samples = await me.api.metrics.samples({ metric: "SleepStage", ...nights });
  const merged = merge(fromSamples(samples), { sourcePriority: ["Wrist"] });
  const expected = pick(statistics(merged, { tz: TZ }), "awakenings", { night: date });
  assertEquals(figures(night)["awakenings"], expected);
  assertEquals(recall.facts.sleep!.facts.sources.order, ["Wrist", "Mattress"]);
  assertEquals(recall.facts.sleep!.facts.figures.toRecords(), night.facts!.figures.toRecords());
  const asleep = pick(statistics(merged, { tz: TZ }), "TST", { night: date })!;
  assertStringIncludes(
    String(page.content.sections[0]!.show[0]),
    `Asleep: ${Math.floor(asleep / 60)} h ${String(Math.round(asleep % 60)).padStart(2, "0")} min`,
  );
  assertEquals(page.content.provenance["Sources of sleep"], "Wrist, then Mattress");
});
