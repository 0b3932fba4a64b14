import { assertEquals, assertThrows } from "@std/assert";
import pl from "nodejs-polars";
import { demo, range, read, series, show, sleep } from "../../mod.ts";
import { isWhole } from "../../src/frame/polars/askedRange.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

const TZ = "Europe/Berlin";
const MARCH = range.month("2025-03", TZ);

const ROWS = await read.csv({
  text: "time,value\n2025-03-01T12:00Z,1\n2025-03-02T12:00Z,2\n2025-03-03T12:00Z,3\n",
});

/** Three rows of March 2025, declared to be all of it. */
function march(): Frame {
  return show.withRange(ROWS.clone(), MARCH);
}

const big = pl.col("value").gt(1);

/**
 * Common operations of users on a frame, and whether the result has the range and claims all of its
 * rows.
 */
const STEPS: Record<string, [(frame: Frame) => Frame | Promise<Frame>, boolean | null]> = {
  clone: [(f) => f.clone(), true],
  sort: [(f) => f.sort("value", true), true],
  select: [(f) => f.select("time", "value"), true],
  rename: [(f) => f.rename({ value: "steps" }), true],
  withColumns: [(f) => f.withColumns(pl.col("value").mul(2).alias("double")), true],
  "left join": [
    (f) => f.join(pl.DataFrame({ value: [1, 2, 3], x: [4, 5, 6] }), { on: "value" }),
    true,
  ],
  "lazy and collect": [async (f) => await f.lazy().sort("value").collect(), true],
  filter: [(f) => f.filter(big), false],
  head: [(f) => f.head(2), false],
  "lazy and filter": [(f) => f.lazy().filter(big).collectSync(), false],
  "groupBy and agg": [
    (f) => f.withColumns(pl.lit(1).alias("all")).groupBy("all").agg(pl.col("value").mean()),
    false,
  ],
  "filter, then sort": [(f) => f.filter(big).sort("value"), false],
  shift: [(f) => f.shift(1), null],
  vstack: [(f) => f.vstack(f.clone()), null],
  transpose: [(f) => f.select("value").transpose(), null],
  "pl.concat": [(f) => pl.concat([f, f]), null],
  "pl.DataFrame": [(f) => pl.DataFrame({ value: f.getColumn("value").toArray() }), null],
};

for (const [name, [step, complete]] of Object.entries(STEPS)) {
  const what = complete === null
    ? "does not know its range"
    : complete
    ? "keeps its range and all of its rows"
    : "keeps its range but does not claim all of its rows";
  Deno.test(`a frame that went through ${name} ${what}`, async () => {
    const found = show.rangeOf(await step(march()));
    assertEquals(found?.complete ?? null, complete);
    if (found !== null) assertEquals(found.start_time.equals(MARCH.start_time), true);
  });
}

Deno.test("a frame that extend() has changed forgets its range", () => {
  const frame = march();
  frame.extend(march());
  assertEquals(show.rangeOf(frame), null);
});

Deno.test("a client's frame knows its requested range, even if it is fetched in pieces", async () => {
  const me = await demo({ days: 40 });
  const asked = me.range.lastDays(35);
  for (const piece of [false, "P7D"] as const) {
    const heart = await me.api.metrics.samples({ metric: "HeartRate", ...asked }, { piece });
    const known = show.rangeOf(heart)!;
    assertEquals([known.start_time, known.end_time], [asked.start_time, asked.end_time]);
    assertEquals([known.now, known.complete], [me.now(), true]);
  }
});

Deno.test("the verbs of sleep and series pass on the range", async () => {
  const me = await demo({ days: 8 });
  const asked = me.range.lastNights(5);
  const samples = await me.api.metrics.samples({ metric: "SleepStage", ...asked });
  const stages = sleep.merge(sleep.withoutClones(sleep.fromSamples(samples)));
  const heart = await me.api.metrics.timeSeries({ metric: "HeartRate", samprate: "10m", ...asked });
  const made = {
    stages,
    sessions: sleep.sessions(stages),
    nightly: sleep.nightly(stages),
    cycles: sleep.cycles(stages),
    resampled: series.resample(heart, { every: "1h", tz: me.tz! }),
    rolled: series.rolling(heart, { window: "1h", tz: me.tz! }),
    thinned: series.thin(heart, { points: 50 }),
    aligned: series.align({ a: heart, b: heart }, { every: "1h", tz: me.tz! }),
  };
  for (const [name, frame] of Object.entries(made)) {
    assertEquals(show.rangeOf(frame)?.start_time, asked.start_time, name);
  }
});

Deno.test("series.between() narrows the range, and adds one to a frame that has none", () => {
  const day = series.between(march(), "2025-03-02", { tz: TZ });
  const { start_time, end_time, complete } = show.rangeOf(day)!;
  assertEquals([start_time.day, end_time.day, complete], [2, 3, true]);
  const open = series.between([{ time: "2025-03-02T12:00Z", value: 1 }], {
    start_time: "2025-03-01",
  }, { tz: TZ });
  assertEquals(show.rangeOf(open)!.start_time.day, 1);
  assertEquals(show.rangeOf(open)!.complete, false);
});

Deno.test("an interval is whole if it is inside the range and before now, and unknown without a range", () => {
  const asked = { start: 10n, end: 20n, tz: TZ, now: 18n, complete: true };
  assertEquals(isWhole(asked, { start: 10n, end: 18n }), true);
  assertEquals(isWhole(asked, { start: 9n, end: 12n }), false);
  assertEquals(isWhole(asked, { start: 15n, end: 19n }), false, "it is not over");
  assertEquals(isWhole({ ...asked, complete: false }, { start: 10n, end: 12n }), null);
  assertEquals(isWhole(undefined, { start: 10n, end: 12n }), null);
});

Deno.test("show.withRange() rejects values other than frames, and a range that ends before it starts", () => {
  assertThrows(
    () => show.withRange([] as unknown as Frame, MARCH),
    TypeError,
    "Cannot give a frame its range: expected a Polars frame, got a list",
  );
  assertThrows(
    () =>
      show.withRange(march(), { start_time: "2025-03-02T00:00Z", end_time: "2025-03-01T00:00Z" }),
    RangeError,
  );
});
