import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { float64Column, timeColumn } from "../../src/frame/columns/columns.ts";
import { around } from "../../src/plot/around.ts";
import { offsetLabel, offsetTicks } from "../../src/plot/axis/offsetTicks.ts";
import { around as seriesAround } from "../../src/series/around.ts";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { unitsOf } from "../../src/frame/polars/displays.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { golden } from "./golden.ts";
import { heartRates } from "./rhythmSample.ts";
import { found, textBoxes } from "./svg.ts";

const rates = heartRates(14);
const events = Array.from({ length: 14 }, (_, i) => ({
  start_time: new Date(Date.UTC(2024, 2, 20 + i, 6, 10 * (i % 6))),
}));
const aligned = seriesAround(rates, events, { before: "3h", after: "3h", every: "10m" });

Deno.test("around() draws the mean, its band and the count around an event at 0", async () => {
  const picture = around(aligned, { label: "heart_rate", unit: "bpm", title: "Around waking" });
  const svg = await golden("around", picture);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["−3 h", "0", "+3 h", "Mean", "Time since the event"]) {
    assert(texts.includes(text), `${text} of ${texts.join()}`);
  }
  const named = await around(aligned, { band: "Interval" }).svg();
  assert(textBoxes(named).some(({ text }) => text === "Interval"));
  assert(picture.summary.includes("from −3 h to +3 h around 14 events"), picture.summary);
  assertEquals(found(svg, '[aria-label="area"] path').length, 1);
  assert(!texts.some((text) => text.startsWith("n ")), "every mean has 14 events");
});

Deno.test("around() is legible at phone width", async () => {
  await golden("around-narrow", around(aligned, { label: "heart_rate", unit: "bpm", width: 360 }));
});

Deno.test("around() breaks its line if no event counts", async () => {
  const rows = [0, 1, 2, 3, 4].map((i) => ({
    offset_ms: (i - 2) * 60_000,
    mean: i === 2 ? null : i,
    low: null,
    high: null,
    n: i === 2 ? 0 : 1,
  }));
  const svg = await around(rows).svg();
  const [line] = found(svg, '[aria-label="line"] path');
  assertEquals(line!.getAttribute("d")!.match(/M/g)!.length, 2);
  assert(textBoxes(svg).some(({ text }) => text === "n 1"), "numbers of events that differ");
  assert((await around([]).svg()).includes("No data"));
});

Deno.test("around() breaks its line at windows without a row", async () => {
  const rows = [0, 1, 4, 5].map((i) => ({ offset_ms: i * 60_000, mean: i, low: i, high: i, n: 1 }));
  const [line] = found(await around(rows).svg(), '[aria-label="line"] path');
  assertEquals(line!.getAttribute("d")!.match(/M/g)!.length, 2);
});

Deno.test("around() marks an outlier at the edge, also above numbers of events", async () => {
  for (const more of [0, 1]) {
    const rows = Array.from({ length: 24 }, (_, i) => {
      const mean = i === 8 ? 2400 : 60 + i % 5;
      return {
        offset_ms: (i - 12) * 300_000,
        mean,
        low: mean - 5,
        high: mean + 5,
        n: 9 + i % 2 * more,
      };
    });
    const picture = around(rows, { label: "pulse", unit: "bpm" }), svg = await picture.svg();
    const texts = textBoxes(svg).map(({ text }) => text);
    assert(texts.some((text) => text.includes("1 value above 70 bpm not to scale (2,400)")));
    assert(!texts.includes("2,500"), texts.join());
    assert(picture.summary.includes("highest 2,400 at −20 min"), picture.summary);
  }
});

Deno.test("offsets have labels at round times", () => {
  assertEquals(
    [-5_400_000, 0, 300_000, 90_000, 500].map(offsetLabel),
    ["−1 h 30 min", "0", "+5 min", "+1 min 30 s", "+1 s"],
  );
  const { ticks } = offsetTicks([-3_600_000, 3_600_000], 300);
  assertEquals(ticks.map(({ text }) => text), ["−1 h", "−30 min", "0", "+30 min", "+1 h"]);
});

Deno.test("around() uses the unit of the series, even with groups", () => {
  const columns = fromRows(rates, { time: "time", heart_rate: "float64" });
  const known = toFrame({ ...columns, who: { type: "text", values: rates.map(() => "a") } }, {
    heart_rate: "bpm",
  });
  for (const by of [undefined, "who"]) {
    const found = seriesAround(known, events.map((event) => ({ ...event, who: "a" })), {
      y: "heart_rate",
      by,
    });
    assertEquals(unitsOf(found), { mean: "bpm", low: "bpm", high: "bpm" });
    assert(String(around(found, { label: "heart_rate" })).startsWith("Heart rate (bpm)"));
  }
  const each = seriesAround(known, events, { y: "heart_rate", each: true });
  assertEquals(unitsOf(each), { value: "bpm" });
});

Deno.test("around() draws data with events like the result of series.around()", async () => {
  const columns = {
    time: timeColumn(BigInt64Array.from({ length: 240 }, (_, i) => BigInt(i) * 60_000_000n)),
    bpm: float64Column(Float64Array.from({ length: 240 }, (_, i) => 60 + (i % 60 === 30 ? 20 : 0))),
  };
  const heart = toFrame(columns, { bpm: "bpm" });
  const coffees = [30, 90, 150].map((minute) => ({ time: new Date(minute * 60_000) }));
  const asked = { before: "10m", after: "20m", every: "5m" } as const;
  const drawn = around(heart, { events: coffees, ...asked });
  const expected = around(seriesAround(heart, coffees, asked), { label: "bpm" });
  assertEquals(drawn.summary, expected.summary);
  assertMatch(drawn.summary, /\(bpm\)/);
  assertEquals(await drawn.svg(), await expected.svg());
  assertThrows(() => around(heart, asked), TypeError, "only applies to data with events");
});
