import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import * as Plot from "@observablehq/plot";
import * as plot from "../../src/plot/mod.ts";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { golden } from "./golden.ts";
import { sampleNights } from "./sampleNights.ts";
import { found, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const noise = (i: number): number => (Math.imul(i + 1, 2_654_435_761) >>> 8) / 2 ** 24;
const rows = (first: string, count: number, pulse: number) =>
  Array.from({ length: count }, (_, i) => {
    const at = Temporal.PlainDate.from(first).toZonedDateTime(tz).add({ minutes: 30 * i });
    const awake = Math.max(0, Math.sin((at.hour - 7) / 16 * Math.PI));
    return {
      time: at.toInstant().toString(),
      pulse: pulse + 25 * awake + 6 * noise(i),
      steps: Math.round(900 * awake * noise(i)),
    };
  });
const week = rows("2024-03-18", 48 * 7, 55), day = rows("2024-03-20", 48 * 2, 75);
/** Returns the tick labels of the value axis of each chart. */
const ticks = (svg: string): string[] =>
  textBoxes(svg).filter(({ text }) => /^\d[\d,]*$/.test(text)).map(({ text }) => text);
const frames = (svg: string): number[] =>
  found(svg, "g[transform] > svg").map((one) => Number(one.getAttribute("width")));

Deno.test("beside() places two quantities over one time axis, each with its own scale", async () => {
  const picture = plot.beside([
    plot.line(week, { y: "pulse", unit: "bpm", tz }),
    plot.line(day, { y: "steps", tz }),
  ], { across: 1, title: "Pulse and steps" });
  const svg = await golden("beside-panels", picture);
  const texts = textBoxes(svg).map(({ text }) => text);
  assertEquals(texts.filter((text) => text === "Wed 20 Mar").length, 1, "times are written once");
  assertEquals(texts.filter((text) => text === "Local time, Europe/Berlin, 2024").length, 1);
  assert(["Pulse (bpm), ", "Steps, ", "800"].every((text) => texts.join("; ").includes(text)));
  // The two days of steps are below the same days of the heart rate.
  const [pulse, steps] = found(svg, "[aria-label=line] path").map((path) =>
    path.getAttribute("d")!.match(/-?[\d.]+(?=,)/g)!.map(Number)
  );
  const at = (xs: number[], part: number): number => xs[0]! + part * (xs.at(-1)! - xs[0]!);
  assertAlmostEquals(steps![0]!, at(pulse!, 2 * 48 / (48 * 7 - 1)), 0.5);
  assertEquals(picture.summary.split("\n").length, 3);
});

Deno.test("beside() gives value axes of one quantity the same ends, and shows equal legends once", async () => {
  const pictures = [
    plot.line(week, { y: "pulse", unit: "bpm", tz, width: 400, title: "A week", gapSteps: 1.5 }),
    plot.line(day, { y: "pulse", unit: "bpm", tz, width: 400, title: "Two days", gapSteps: 1.5 }),
  ];
  const svg = await golden("beside", plot.beside(pictures));
  const all = ticks(svg);
  assertEquals(all.slice(0, all.length / 2), all.slice(all.length / 2));
  assertEquals(frames(svg), [400, 400]);
  const apart = ticks(await plot.beside(pictures, { share: false }).svg());
  assert(apart.join() !== all.join(), "unless asked for");
  const bars = [1, 2].map((i) =>
    plot.sleepBars(sampleNights(`2024-0${i}-10`, 10, tz), { tz, width: 400 })
  );
  const legend = textBoxes(await plot.beside(bars).svg()).filter(({ text }) => text === "Deep");
  assertEquals(legend.length, 1);
});

Deno.test("beside() stacks two nights on a clock each, as no time is in both", async () => {
  const nights = ["2024-03-20", "2024-03-21"].map((date) => sampleNights(date, 1, tz));
  const picture = plot.beside(nights.map((night) => plot.hypnogram(night, { tz })), { across: 1 });
  const texts = textBoxes(await picture.svg()).map(({ text }) => text);
  assertEquals(texts.filter((text) => text === "03:00").length, 2);
});

Deno.test("beside() wraps in a page, where each chart shows its own values", async () => {
  const picture = plot.beside([
    plot.line(week, { y: "pulse", tz, width: 360 }),
    plot.calendar(week, { y: "steps", tz, width: 360 }),
    plot.hypnogram(sampleNights("2024-03-20", 1, tz), { tz, width: 360 }),
  ], { across: 2, title: "Three" });
  const html = await picture.html();
  assert(html.includes("flex-wrap:wrap"));
  assertEquals(html.match(/data-live=/g)!.length, 3);
  assertEquals(html.match(/<svg /g)!.length, 4, "three, and one for the title");
  const png = await picture.png({ scale: 1 });
  assertEquals([...png.slice(1, 4)], [..."PNG"].map((letter) => letter.charCodeAt(0)));
  assertThrows(() => picture.options(Plot), TypeError, "side by side: each chart has its own");
});

Deno.test("beside() rejects values that are not charts, and an empty list", () => {
  const one = plot.line(week, { y: "pulse", tz });
  assertThrows(
    () => plot.beside([]),
    RangeError,
    "Cannot place charts side by side: the list is empty",
  );
  assertThrows(
    () => plot.beside(one as never),
    TypeError,
    "expected a list of charts, got a Picture",
  );
  assertThrows(() => plot.beside([one, "x" as never]), TypeError, "number 2 is the text");
  assertThrows(() => plot.beside([one], { across: 0 }), RangeError, "across is 0");
});

Deno.test("multiples() draws each group on the same axes, in order of first rows", async () => {
  const people = ["Bob", "Ada"].flatMap((user, i) =>
    rows(`2024-03-2${i}`, 48 * 2, 60 + 20 * i).map((row) => ({ ...row, user, night: i === 0 }))
  );
  const picture = plot.multiples(people, {
    by: "user",
    draw: (part, options) => plot.line(part, { ...options, y: "pulse", unit: "bpm", tz }),
    title: "Pulse of two people",
  });
  const svg = await golden("multiples", picture);
  const titles = textBoxes(svg).map(({ text }) => text);
  assert(titles.indexOf("Bob") < titles.indexOf("Ada"));
  const all = ticks(svg).filter((text) => Number(text) > 40);
  assertEquals(all.slice(0, all.length / 2), all.slice(all.length / 2));
  const days = titles.filter((text) => /^Wed 20/.test(text));
  assertEquals(days.length, 2, "both begin on the first day of either");
  assertEquals(frames(svg), [352, 352]);
  const flags = plot.multiples(people, {
    by: "night",
    draw: (part, options) => plot.line(part, { ...options, y: "pulse", tz }),
  });
  assert((await flags.svg()).includes("not night"));
});

Deno.test("multiples() reports missing data and invalid options", () => {
  const draw = (part: Parameters<typeof plot.line>[0]) => plot.line(part, { y: "pulse", tz });
  assert(/no data/.test(plot.multiples([], { by: "user", draw }).summary));
  assertThrows(
    () => plot.multiples(week, { by: "steps", draw }),
    RangeError,
    "the maximum is 60",
  );
  assertThrows(() => plot.multiples(week, { by: "who", draw }), TypeError, '"who" is missing');
  assertThrows(
    () =>
      plot.multiples(day.slice(0, 2).map((row, i) => ({ ...row, i })), {
        by: "i",
        draw: (() => 5) as never,
      }),
    TypeError,
    "draw returned the number 5 for group 1, expected a chart",
  );
  assertThrows(() => plot.multiples(week, { by: "steps" } as never), TypeError, "draw is missing");
});

Deno.test("overlay() draws this week over last week, by wall clock time", async () => {
  const now = rows("2024-03-25", 48 * 7 - 2, 58), before = rows("2024-03-18", 48 * 7, 55);
  const picture = plot.overlay(now, before, {
    y: "pulse",
    unit: "bpm",
    tz,
    labels: ["This week", "Last week"],
  });
  const svg = await golden("overlay", picture);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["This week", "Last week", "Mon", "Sun"]) assert(texts.includes(text), text);
  // Daylight saving starts on Sunday: noon is still at the position of noon.
  const xs = found(svg, "[aria-label=line] path").map((path) =>
    path.getAttribute("d")!.match(/-?[\d.]+(?=,)/g)!.map(Number)
  );
  assertAlmostEquals(xs[0]!.at(-1)!, xs[1]!.at(-1)!, 0.01);
  const days = plot.overlay(rows("2024-03-27", 48 * 3, 55), before.slice(0, 48 * 3), {
    y: "pulse",
    tz,
  });
  assert(textBoxes(await days.svg()).some(({ text }) => text === "Day 3"), "of other weekdays");
  const hours = await golden(
    "overlay-narrow",
    plot.overlay(rows("2024-03-27", 48, 60), rows("2024-03-26", 48, 55), {
      y: "pulse",
      tz,
      width: 360,
    }),
  );
  assert(textBoxes(hours).some(({ text }) => text === "24:00"));
  assert(plot.overlay(day, [], { y: "pulse", tz }).summary.endsWith("no data, no data"));
  const [grey, blue] = found(svg, "[aria-label=line]");
  assertEquals([grey, blue].map((line) => Number(line!.getAttribute("stroke-width"))), [
    1.5,
    2,
  ], "they also differ in grey");
  const known = toFrame(fromRows(day, { time: "time", pulse: "float64" }), { pulse: "bpm" });
  assert(String(plot.overlay(known, day, { y: "pulse", tz })).startsWith("Pulse (bpm)"));
});

Deno.test("overlay() of a year over the year before draws two lines of medians, and says so", async () => {
  const year = (start: number, add: number) =>
    Array.from({ length: 365 * 24 }, (_, i) => ({
      time: new Date(start + i * 3_600_000),
      pulse: add + 10 * (i % 3), // the median per 2 days is 10 above the lowest
    }));
  const [now, before] = [year(Date.UTC(2024, 0, 1), 50), year(Date.UTC(2023, 0, 1), 55)];
  const picture = plot.overlay(now, before, { tz: "UTC", unit: "bpm" });
  assert(picture.summary.startsWith("Pulse (bpm), median per 2 days, UTC: "), picture.summary);
  assert(picture.summary.includes("mean 60; "), picture.summary);
  const svg = await picture.svg();
  const lines = found(svg, "[aria-label=line] path").map((path) => path.getAttribute("d")!);
  const heights = lines.map((d) => new Set([...d.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => y)).size);
  assertEquals(heights, [1, 1], "constant medians");
  assert(found(svg, "[aria-label=rule] line").length < 40, "a line for each day would be a block");
});

Deno.test("beside() merges legends that agree and keeps the others apart", async () => {
  const legendOf = async (pictures: plot.Picture[]): Promise<string[]> => {
    const svg = await plot.beside(pictures).svg();
    return found(svg, "[aria-label=header] text").map(({ textContent }) => textContent!);
  };
  const bars = (frame: typeof week, range?: { start_time: string; end_time: string }) =>
    plot.dailyBars(frame, { y: "steps", tz, target: 900, width: 340, ...(range && { range }) });
  const wide = { start_time: "2024-03-18", end_time: "2024-03-25" };
  // Both are too narrow to name their target, which the common legend explains once.
  assertEquals((await legendOf([bars(week), bars(day, wide)])).filter(isTarget).length, 1);
  // The same line is another quantity in each chart, so both name their lines.
  const regular = (shift: number) =>
    plot.regularity(sampleNights("2024-03-10", 8 + shift, tz), { tz });
  const svg = await plot.beside([regular(0), regular(4)]).svg();
  const texts = textBoxes(svg).map(({ text }) => text);
  assertEquals(texts.filter((text) => text.startsWith("All days: ")).length, 2, texts.join());
  // A colour has another meaning in another kind of chart.
  const kinds = await legendOf([
    bars(day, wide),
    plot.regularity(sampleNights("2024-03-10", 8, tz), { tz }),
  ]);
  assert(kinds.some(isTarget), kinds.join());
});

Deno.test("beside() aligns the frames of one quantity, with titles and legends of any height", async () => {
  const line = (options: { title?: string; target?: number }) =>
    plot.line(day, { y: "pulse", tz, width: 400, ...options });
  const pictures = [line({ title: "Two days of a pulse" }), line({ target: 90 }), line({})];
  const tops = (svg: string): number[] =>
    textBoxes(svg).filter(({ text }) => text === "110").map(({ top }) => top);
  assertEquals(new Set(tops(await plot.beside(pictures).svg())).size, 1);
  assertEquals(new Set(tops(await plot.beside(pictures, { share: false }).svg())).size, 3);
});

Deno.test("beside() places a night and its measurements on one time axis", async () => {
  const night = sampleNights("2024-03-20", 1, tz);
  const picture = plot.beside(
    [plot.hypnogram(night, { tz }), plot.line(day, { y: "pulse", tz })],
    { across: 1 },
  );
  const svg = await golden("beside-night", picture);
  const midnights = textBoxes(svg).filter(({ text }) => /^\d\d:00$/.test(text));
  assert(new Set(midnights.map(({ top }) => top)).size === 1, "times are written once");
  assertEquals(new Set(frames(svg)).size, 1);
});

Deno.test("night() draws the stages and every measure of a night on one clock", async () => {
  const stages = sampleNights("2024-03-20", 1, tz);
  const minutes = Array.from({ length: 24 * 60 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 2, 20, 12, i)),
    pulse: 55 + 4 * Math.sin(i / 90) + (i * 7919) % 5,
    breathing_rate: i % 300 > 240 ? null : 14 + Math.sin(i / 40),
  }));
  const svg = await golden("night", plot.night(stages, minutes, { tz }));
  const hours = textBoxes(svg).filter(({ text }) => /^\d\d:00$/.test(text));
  assert(new Set(hours.map(({ top }) => top)).size === 1, "times are written once");
  assertEquals(new Set(frames(svg)).size, 1);
  // The clock ends with the stages, not with the measures of the whole day.
  assert(hours.every(({ text }) => !["12:00", "18:00"].includes(text)), hours.join());
  const inside = minutes.filter(({ time }) =>
    time.getTime() >= Date.parse(String(stages[0]!.start_time)) &&
    time.getTime() <= Date.parse(String(stages.at(-1)!.end_time))
  ).map(({ pulse }) => pulse).sort((a, b) => a - b);
  const median = inside[Math.floor(inside.length / 2)]!.toPrecision(3).replace(/\.0$/, "");
  assert(textBoxes(svg).some(({ text }) => text.startsWith(`Pulse ${median},`)), median);
});

Deno.test("night() of several nights says what to do, and one without measures says so", async () => {
  const stages = sampleNights("2024-03-20", 3, tz);
  assertThrows(() => plot.night(stages, day, { tz }), RangeError, "stages of one night");
  const one = sampleNights("2024-03-20", 1, tz);
  const empty = plot.night(one, [{ time: "2024-06-01T00:00Z", pulse: 60 }], { tz });
  assert((await empty.svg()).includes("No data"));
});

function isTarget(text: string): boolean {
  return text === "Target: 900";
}

Deno.test("overlay() of single values draws a dot for each", async () => {
  const [first, second] = ["2024-03-10T10:00Z", "2024-03-11T12:00Z"].map((time) => [{
    time,
    weight: 61,
  }]);
  const svg = await plot.overlay(first!, second!, { y: "weight", tz: "UTC" }).svg();
  assertEquals(found(svg, "[aria-label=dot] circle").length, 2);
});
