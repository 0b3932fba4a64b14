import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import fc from "fast-check";
import { hypnogram } from "../../src/plot/hypnogram.ts";
import { wholeTimeInBed } from "../../src/plot/nights/hypnogramRows.ts";
import { merge } from "../../src/sleep/merge.ts";
import { CONSUMER_STAGES } from "../../src/sleep/stages/stageTables.ts";
import { golden } from "./golden.ts";
import { sampleNight, sampleNights } from "./sampleNights.ts";
import { UNKNOWN } from "../../src/plot/picture/theme.ts";
import { found, number, type SvgElement, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const color = (stage: number): string => CONSUMER_STAGES.find((row) => row.stage === stage)!.color;

Deno.test("hypnogram() draws a night with a bar for each interval and local times", async () => {
  const night = sampleNight("2024-01-24T22:20Z");
  const svg = await golden("hypnogram", hypnogram(night, { tz }));
  assertEquals(found(svg, "[aria-label=rect] rect").length, night.length);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("00:00") && texts.includes("Local time, Europe/Berlin"), texts.join());
  assert(texts.includes("Sleep, Wed 24 to Thu 25 Jan 2024"), texts.join());
  assert(texts.includes("Thu 25 Jan 2024"), "the date after midnight is named");
});

Deno.test("hypnogram() draws each stage from its start to its end, not an epoch late", async () => {
  const svg = await hypnogram([
    { start_time: "2024-01-24T22:00Z", end_time: "2024-01-24T23:00Z", sleep_stage: 3 },
    { start_time: "2024-01-24T23:00Z", end_time: "2024-01-24T23:30Z", sleep_stage: 4 },
    { start_time: "2024-01-25T01:00Z", end_time: "2024-01-25T02:00Z", sleep_stage: 3 },
  ], { tz }).svg();
  const all = found(svg, "[aria-label=rect] rect"),
    isGap = (bar: SvgElement) => bar.parentElement!.getAttribute("fill") === UNKNOWN;
  const bars = all.filter((bar) => !isGap(bar)), [gap, ...others] = all.filter(isGap);
  const left = number(bars[0]!, "x"), hour = number(bars[0]!, "width");
  assertEquals(bars.map((bar) => bar.getAttribute("fill")), [3, 4, 3].map(color));
  assertAlmostEquals(number(gap!, "x"), left + 1.5 * hour, 0.02);
  assertAlmostEquals(number(gap!, "width"), 1.5 * hour, 0.02);
  assertEquals(others, []);
  assertAlmostEquals(number(bars[1]!, "x"), left + hour, 0.02);
  assertAlmostEquals(number(bars[1]!, "width"), hour / 2, 0.02);
  assertAlmostEquals(number(bars[2]!, "x"), left + 3 * hour, 0.02);
});

Deno.test("hypnogram() joins stages that touch, and leaves gaps empty", async () => {
  const spans = [
    { start_time: "2024-01-24T22:00Z", end_time: "2024-01-24T23:00Z", sleep_stage: 3 },
    { start_time: "2024-01-24T23:00Z", end_time: "2024-01-24T23:30Z", sleep_stage: 4 },
    { start_time: "2024-01-25T01:00Z", end_time: "2024-01-25T02:00Z", sleep_stage: 3 },
  ];
  const joints = async (frame: typeof spans): Promise<number> =>
    found(await hypnogram(frame, { tz }).svg(), '[stroke="#b4bac2"] line').length;
  assertEquals(await joints(spans), 1);
  assertEquals(await joints([spans[0]!, spans[2]!]), 0);
});

Deno.test("hypnogram() orders the lanes awake, REM, core, deep, with time in bed below", async () => {
  const inBed = { start_time: "2024-01-24T22:00Z", end_time: "2024-01-25T06:30Z", sleep_stage: 0 };
  const svg = await golden(
    "hypnogram-in-bed",
    hypnogram([inBed, ...sampleNight("2024-01-24T22:20Z")], { tz }),
  );
  const labels = ["Awake", "REM", "Core", "Deep", "In bed"];
  const places = textBoxes(svg).filter(({ text }) => labels.includes(text));
  assertEquals(places.sort((a, b) => a.top - b.top).map(({ text }) => text), labels);
  const heights = found(svg, "[aria-label=rect] rect").map((bar) => number(bar, "height"));
  assert(heights[0]! < heights[1]! / 2, "time in bed is a thin strip");
});

Deno.test("hypnogram() shows only awake and asleep for devices without stages", async () => {
  const svg = await hypnogram([
    { start_time: "2024-01-24T22:00Z", end_time: "2024-01-25T05:00Z", sleep_stage: 1 },
  ], { tz }).svg();
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("Asleep") && texts.includes("Awake"), texts.join());
  assert(!texts.includes("REM") && !texts.includes("Deep"), texts.join());
});

Deno.test("hypnogram() repeats the hour that the clock repeats on 2024-10-27", async () => {
  const night = sampleNight("2024-10-26T22:10Z");
  const svg = await golden("hypnogram-autumn", hypnogram(night, { tz }));
  const hours = textBoxes(svg).map(({ text }) => text).filter((text) => /^\d\d:00$/.test(text));
  assertEquals(hours, ["01:00", "02:00", "02:00", "03:00", "04:00", "05:00", "06:00"]);
  assert(svg.includes("clock back 1 h at 03:00"));
});

Deno.test("hypnogram() omits the hour that the clock skips on 2024-03-31", async () => {
  const svg = await golden("hypnogram-spring", hypnogram(sampleNight("2024-03-30T22:10Z"), { tz }));
  const hours = textBoxes(svg).filter(({ text }) => /^\d\d:00$/.test(text));
  assertEquals(
    hours.map(({ text }) => text),
    ["00:00", "01:00", "03:00", "04:00", "05:00", "06:00", "07:00"],
  );
  const steps = hours.slice(1).map((hour, i) => hour.left - hours[i]!.left);
  for (const step of steps) assertAlmostEquals(step, steps[0]!, 0.1);
  assert(svg.includes("clock forward 1 h at 02:00"));
});

Deno.test("hypnogram() stacks up to seven nights, with times below each run of nights that share them", async () => {
  const week = sampleNights("2024-03-27", 7, tz);
  const svg = await golden("hypnogram-week", hypnogram(week, { tz }));
  assertEquals(found(svg, "[aria-label=rect] rect").length, week.length);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("Sat 30 to Sun 31 Mar 2024, clock forward 1 h at 02:00"), texts.join());
  // Three nights before daylight saving starts, that night, and three after it.
  assertEquals(texts.filter((text) => text === "04:00").length, 3);
  // Minutes asleep of each night, cut at noon.
  const asleep = Map.groupBy(
    week.filter(({ sleep_stage }) => sleep_stage !== 2),
    ({ start_time }) => new Date(Date.parse(String(start_time)) - 11 * 3_600_000).getUTCDate(),
  ).values().map((spans) =>
    spans.reduce(
      (sum, { start_time, end_time }) =>
        sum + (Date.parse(String(end_time)) - Date.parse(String(start_time))) / 60_000,
      0,
    )
  ).toArray();
  const [least, most] = [Math.min(...asleep), Math.max(...asleep)]
    .map((minutes) => `${Math.floor(minutes / 60)} h ${Math.round(minutes % 60)} min`);
  assert(texts.includes(`${least} to ${most} asleep in 7 nights`), `${least} ${most}`);
});

Deno.test("hypnogram() gives nights without a daylight saving change one axis", async () => {
  const svg = await hypnogram(sampleNights("2024-06-03", 3, tz), { tz }).svg();
  assertEquals(textBoxes(svg).filter(({ text }) => text === "04:00").length, 1);
});

Deno.test("hypnogram() draws touching epochs of one stage as one bar", async () => {
  const epochs = Array.from({ length: 960 }, (_, i) => ({
    start_time: new Date(Date.UTC(2024, 0, 24, 22, 0, 30 * i)),
    end_time: new Date(Date.UTC(2024, 0, 24, 22, 0, 30 * (i + 1))),
    sleep_stage: i < 500 ? 3 : 4,
  }));
  assertEquals(found(await hypnogram(epochs, { tz }).svg(), "[aria-label=rect] rect").length, 2);
});

Deno.test("hypnogram() rejects more than seven nights and suggests other charts", () => {
  assertThrows(
    () => hypnogram(sampleNights("2024-03-01", 8, tz), { tz }),
    RangeError,
    "plot.sleepBars",
  );
});

Deno.test("hypnogram() rejects overlapping stages, with their first overlap", () => {
  const spans = [
    { start_time: "2024-01-24T22:00Z", end_time: "2024-01-24T23:00Z", sleep_stage: 3, source: "a" },
    { start_time: "2024-01-24T22:30Z", end_time: "2024-01-24T23:30Z", sleep_stage: 4, source: "b" },
  ];
  assertThrows(
    () => hypnogram(spans, { tz }),
    RangeError,
    "stages overlap at 2024-01-24T23:30:00+01:00",
  );
  assertEquals(hypnogram(spans, { tz, by: "source" }).summary.split("\n").length, 2);
});

Deno.test("hypnogram() gives each source a row", async () => {
  const night = sampleNight("2024-01-24T22:20Z");
  const frame = [
    ...night.map((span) => ({ ...span, source: "watch" })),
    ...night.filter(({ sleep_stage }) => sleep_stage === 2)
      .map((span) => ({ ...span, source: "mattress" })),
  ];
  const svg = await golden("hypnogram-sources", hypnogram(frame, { tz, by: "source" }));
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("watch") && texts.includes("mattress"), texts.join());
  assert(texts.includes("Watch 6 h 29 min asleep"), "the mattress knows only wake");
});

Deno.test("hypnogram() reads the stage codes of a sleep laboratory", async () => {
  const svg = await hypnogram([
    { start_time: "2024-01-24T22:00Z", end_time: "2024-01-24T22:30Z", sleep_stage: 0 },
    { start_time: "2024-01-24T22:30Z", end_time: "2024-01-24T23:30Z", sleep_stage: 3 },
  ], { tz, stages: "aasm" }).svg();
  const lanes = ["Wake", "REM", "N1", "N2", "N3"];
  const places = textBoxes(svg).filter(({ text }) => lanes.includes(text));
  assertEquals(places.sort((a, b) => a.top - b.top).map(({ text }) => text), lanes);
});

Deno.test("hypnogram() reports a frame without rows as no data", async () => {
  const { toFrame } = await import("../../src/frame/polars/toFrame.ts");
  const none = new BigInt64Array(0);
  const empty = toFrame({
    start_time: { type: "time", values: none, zone: tz },
    end_time: { type: "time", values: none, zone: tz },
    sleep_stage: { type: "int64", values: none },
  });
  const picture = hypnogram(empty);
  assertEquals(String(picture), "Sleep: no data");
  await golden("no-data", picture);
});

/** A night of a mattress, and of a watch that was put on after midnight and taken off at five. */
const twoSources = [
  ...sampleNight("2024-01-24T22:20Z").map((span) => ({ ...span, source: "mattress" })),
  ...sampleNight("2024-01-24T22:00Z", 2).map((span) => ({ ...span, source: "watch" }))
    .filter(({ start_time, end_time }) =>
      start_time >= "2024-01-24T23:40" && end_time < "2024-01-25T04:10"
    ),
];

Deno.test("hypnogram() shows the source of each interval below a merged night", async () => {
  const merged = merge(twoSources, { sourcePriority: ["watch"], provenance: true });
  const picture = hypnogram(merged, { tz, provenance: true });
  const svg = await golden("hypnogram-provenance", picture);
  const strips = found(svg, "rect[aria-label]");
  assertEquals(strips.map((strip) => strip.getAttribute("fill")), [
    "#751f58",
    "#c26e52",
    "#751f58",
  ]);
  for (const [i, strip] of strips.slice(1).entries()) {
    const before = strips[i]!;
    assertAlmostEquals(number(strip, "x"), number(before, "x") + number(before, "width"), 0.02);
  }
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["Source", "mattress", "watch"]) assert(texts.includes(text), text);
  assert(/\nSources: mattress [^,]+, watch [^,]+$/.test(picture.summary), picture.summary);
});

Deno.test("hypnogram() rejects provenance without sources, and with rows by source", () => {
  const night = sampleNight("2024-01-24T22:20Z");
  assertThrows(() => hypnogram(night, { tz, provenance: true }), TypeError, "provenance: true");
  assertThrows(
    () => hypnogram(twoSources, { tz, provenance: true, by: "source" }),
    TypeError,
    "each row has one source",
  );
});

Deno.test("hypnogram() shows the whole time in bed, before a merge and after it", async () => {
  const start = Temporal.Instant.from("2024-03-10T22:00Z");
  const span = (from: number, to: number, sleep_stage: number, source: string) => ({
    start_time: start.add({ minutes: from }).toString(),
    end_time: start.add({ minutes: to }).toString(),
    sleep_stage,
    source,
  });
  const raw = [
    span(0, 480, 0, "Phone"),
    span(3, 120, 3, "Watch"),
    span(120, 130, 2, "Watch"),
    span(130, 479, 5, "Watch"),
    span(600, 660, 3, "Watch"), // a nap without time in bed
  ];
  const picture = hypnogram(merge(raw), { tz });
  assert(picture.summary.includes("In bed 8 h"), picture.summary);
  assert(!picture.summary.includes("In bed 4 min"), picture.summary);
  const before = hypnogram(raw, { tz, by: "source" });
  assert(before.summary.includes("In bed 8 h"), before.summary);
  await golden("hypnogram-merged-bed", picture);
});

Deno.test("time in bed extends over intervals connected to it on both sides, and over nothing else", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 8 }), fc.nat(2)), { maxLength: 12 }),
      (given) => {
        const pieces = given.map(([x1, length, index]) => ({ index, x1, x2: x1 + length }));
        const covers = (own: typeof pieces, at: number) =>
          own.some(({ x1, x2 }) => x1 <= at && at < x2);
        // Brute force: minutes linked to a minute in bed by covered minutes.
        const expected = new Set<number>();
        for (let at = 0; at < 50; at++) {
          if (!covers(pieces, at)) continue;
          let from = at, to = at;
          while (covers(pieces, from - 1)) from--;
          while (covers(pieces, to + 1)) to++;
          for (let i = from; i <= to; i++) {
            if (pieces.some(({ index, x1, x2 }) => index === 0 && x1 <= i && i < x2)) {
              expected.add(at);
            }
          }
        }
        const bed = wholeTimeInBed(pieces, 0).filter(({ index }) => index === 0);
        for (let at = 0; at < 50; at++) assertEquals(covers(bed, at), expected.has(at), `${at}`);
        assertEquals(
          wholeTimeInBed(pieces, 0).filter(({ index }) => index !== 0).length,
          pieces.filter(({ index }) => index !== 0).length,
        );
      },
    ),
  );
});

for (
  const [day, change, deep] of [
    ["2025-03-30", "clock forward 1 h at 02:00", "7 h"],
    ["2025-10-26", "clock back 1 h at 03:00", "9 h"],
  ] as const
) {
  Deno.test(`the caption of the night to ${day} names the clock change, and counts real hours`, async () => {
    const at = (date: Temporal.PlainDate, hour: number) =>
      date.toZonedDateTime({ timeZone: "Europe/Berlin", plainTime: { hour } });
    const date = Temporal.PlainDate.from(day);
    const start = at(date.subtract({ days: 1 }), 23), end = at(date, 7);
    const night = [{ start_time: start, end_time: end, sleep_stage: 4 }];
    const { summary } = await hypnogram(night as never, { tz: "Europe/Berlin" });
    assertStringIncludes(summary, `23:00 to 07:00 Europe/Berlin, ${change}: Deep ${deep}`);
  });
}

Deno.test("hypnogram() gives an awakening of half a minute a visible width", async () => {
  const at = (minutes: number) =>
    Temporal.Instant.from("2024-03-10T22:00Z").add({ seconds: minutes * 60 }).toString();
  const span = (from: number, to: number, sleep_stage: number) => ({
    start_time: at(from),
    end_time: at(to),
    sleep_stage,
  });
  const picture = hypnogram([span(0, 200, 3), span(200, 200.5, 2), span(200.5, 480, 3)], { tz });
  const svg = await picture.svg();
  const [stroke, ...others] = found(svg, "[aria-label=rule][stroke-width='2'] line");
  assertEquals(others, []);
  const bar = found(svg, "[aria-label=rect] rect").find((rect) =>
    rect.textContent === "Awake 02:20 to 02:20, 30 s"
  );
  const middle = number(bar!, "x") + number(bar!, "width") / 2;
  assertAlmostEquals(number(stroke!, "x1"), middle, 0.02);
});

Deno.test("hypnogram() only calls a night unbroken if its source records wake", async () => {
  const title = async (...stages: number[]): Promise<string> => {
    const rows = stages.map((sleep_stage, i) => ({
      start_time: `2024-03-10T0${i}:00Z`,
      end_time: `2024-03-10T0${i + 1}:00Z`,
      sleep_stage,
    }));
    return /<title[^>]*>([^<]*)/.exec(await hypnogram(rows, { tz: "UTC" }).svg())![1]!;
  };
  assertEquals(await title(1, 1), "2 h asleep"); // asleep, stage unknown
  assertEquals(await title(3, 4), "2 h asleep"); // a device without REM sleep and wake
  assertEquals(await title(3, 5), "2 h asleep, not broken");
  assertEquals(await title(2, 1), "1 h asleep, not broken"); // awake before
  assertEquals(await title(1, 2, 1), "2 h asleep, broken once, for 3 min or more");
});
