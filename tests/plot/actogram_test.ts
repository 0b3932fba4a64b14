import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { actogram } from "../../src/plot/actogram.ts";
import { PHONE_WIDTH } from "../../src/plot/picture/spec.ts";
import { assertLegible, golden } from "./golden.ts";
import { sampleNights } from "./sampleNights.ts";
import { found, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
/** Returns steps per ten minutes: none at night, and some afternoons without the watch. */
function steps(
  first: string,
  days: number,
  minutes = 10,
): { time: string; steps: number | null }[] {
  const start = Temporal.PlainDate.from(first).toZonedDateTime(tz);
  const end = start.add({ days });
  const rows = [];
  let state = 11;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let at = start; Temporal.ZonedDateTime.compare(at, end) < 0; at = at.add({ minutes })) {
    const clock = at.hour + at.minute / 60, late = (at.dayOfYear * 7) % 3 * 0.8;
    const isAwake = clock > 7 + late && clock < 22.5 + late / 2;
    const off = at.dayOfYear % 6 === 0 && at.hour >= 13 && at.hour < 17;
    rows.push({
      time: at.toInstant().toString(),
      steps: off
        ? null
        : isAwake
        ? Math.round(900 * next() ** 3 * (clock > 17 && clock < 18 ? 3 : 1))
        : 0,
    });
  }
  return rows;
}
interface Run {
  readonly x: number;
  readonly foot: number;
  readonly width: number;
}
/** Returns the runs of bars of a path of bars. */
function runs(svg: string, selector: string): Run[] {
  return [...found(svg, selector)[0]!.getAttribute("d")!.matchAll(/M([\d.]+),([\d.]+)([^z]*)z/g)]
    .map(([, x, foot, rest]) => ({
      x: Number(x),
      foot: Number(foot),
      width: [...rest!.matchAll(/h([\d.]+)/g)].reduce((sum, [, width]) => sum + Number(width), 0),
    }));
}
const BARS = "path[aria-label=bars]:not([fill-opacity]):not([fill='#eef0f2'])";
const GAPS = `path[aria-label=bars][fill="#eef0f2"]`;

Deno.test("actogram() has a row for each local day, from 00:00 to 24:00, and bands for missing data", async () => {
  const svg = await golden("actogram", actogram(steps("2024-03-18", 28), { y: "steps", tz }));
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("00:00") && texts.includes("24:00") && texts.includes("Mon 18 Mar"));
  assertEquals(runs(svg, GAPS).length, 5, "four afternoons off, one more in the fifth week");
});

Deno.test("actogram({ double }) shows each day and the next, never the same day twice", async () => {
  // One hour of activity per day, an hour later each day.
  const rows = [0, 1, 2].flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => ({
      time: new Date(Date.UTC(2024, 0, 1 + day, hour)),
      steps: hour === 6 + day ? 100 : 0,
    }))
  );
  const svg = await actogram(rows, { tz: "UTC", y: "steps", every: "1h", double: true }).svg();
  const [a, b, c, ...others] = [0, 1, 2].map((row) => {
    const feet = [...new Set(runs(svg, BARS).map(({ foot }) => foot))].sort((x, y) => x - y);
    const found = runs(svg, BARS).filter(({ foot }) => foot === feet[row]);
    return found.map(({ x, width }) => ({ x, width }));
  });
  assertEquals(others, []);
  const hour = a![0]!.width, left = a![0]!.x - 6 * hour;
  const hours = (row: typeof a): number[] => row!.map(({ x }) => Math.round((x - left) / hour));
  assertEquals([hours(a), hours(b), hours(c)], [[6, 24 + 7], [7, 24 + 8], [8]]);
});

Deno.test("actogram({ double }) draws two months with sleep behind the bars", async () => {
  const nights = sampleNights("2024-02-29", 61, tz);
  const svg = await golden(
    "actogram-double",
    actogram(steps("2024-03-01", 60, 15), {
      y: "steps",
      unit: "steps",
      tz,
      every: "30m",
      double: true,
      spans: { Asleep: nights },
    }),
  );
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(["Next day", "Asleep"].every((text) => texts.includes(text)));
  assert(texts.join(" ").includes("Grey: no data"), texts.join());
  assert(svg.length < 60_000, `${svg.length}`);
});

Deno.test("actogram() aligns times of day across daylight saving changes", async () => {
  // One active hour around noon of each day, at any UTC offset.
  const rows = steps("2024-03-30", 3, 30).map(({ time }) => ({
    time,
    steps: Temporal.Instant.from(time).toZonedDateTimeISO(tz).hour === 12 ? 50 : 0,
  }));
  const svg = await actogram(rows, { y: "steps", tz, every: "30m" }).svg();
  assertEquals(new Set(runs(svg, BARS).map(({ x }) => x)).size, 1);
  assertEquals(found(svg, GAPS)[0]!.getAttribute("d"), "", "a skipped hour is no gap");
});

Deno.test("actogram() shows the mean of both occurrences of a repeated hour", async () => {
  const rows = Array.from({ length: 25 }, (_, i) => ({
    time: Temporal.Instant.from("2024-10-26T22:00Z").add({ hours: i }).toString(),
    steps: i === 2 ? 100 : i === 3 ? 300 : i === 12 ? 200 : 0,
  }));
  const svg = await actogram(rows, { y: "steps", tz, every: "1h" }).svg();
  const heights = [...found(svg, BARS)[0]!.getAttribute("d")!.matchAll(/v-([\d.]+)/g)]
    .map(([, height]) => Number(height));
  assertEquals(heights.length, 2);
  assertAlmostEquals(heights[0]!, heights[1]!, 0.1);
});

Deno.test("actogram() supports zones that skip midnight and half-hour changes", async () => {
  for (
    const [zone, first] of [["Africa/Cairo", "2024-04-25"], ["Australia/Lord_Howe", "2024-10-05"]]
  ) {
    const start = Temporal.PlainDate.from(first!).toZonedDateTime(zone!).toInstant();
    const end = Temporal.PlainDate.from(first!).add({ days: 3 }).toZonedDateTime(zone!).toInstant();
    const rows = [];
    for (let at = start; Temporal.Instant.compare(at, end) < 0; at = at.add({ minutes: 30 })) {
      rows.push({ time: at.toString(), steps: 10 });
    }
    const picture = actogram(rows, { y: "steps", tz: zone!, every: "30m" });
    assert(picture.summary.includes("3 of 3 days have data"), picture.summary);
    assertEquals(found(await picture.svg(), GAPS)[0]!.getAttribute("d"), "", zone);
  }
});

Deno.test("actogram() of two years of minutes takes less than 300 kB", async () => {
  const rows = Array.from({ length: 730 * 144 }, (_, i) => ({
    time: new Date(Date.UTC(2023, 0, 1) + i * 600_000),
    steps: i % 144 < 45 ? 0 : (i * 7919) % 1000,
  }));
  const svg = await actogram(rows, { y: "steps", double: true, tz }).svg();
  assert(svg.length < 300_000, `${svg.length}`);
});

Deno.test("actogram() rejects bars that do not divide a day", () => {
  for (const every of ["7m", "1d", "30s"] as const) {
    assertThrows(
      () => actogram(steps("2024-01-01", 1), { tz: "UTC", y: "steps", every }),
      RangeError,
      "such as 10m",
    );
  }
});

Deno.test("actogram({ double }) marks the day after the last as missing", async () => {
  const double = await actogram(steps("2024-03-04", 3), { y: "steps", tz, double: true }).svg();
  const single = await actogram(steps("2024-03-04", 3), { y: "steps", tz }).svg();
  const last = runs(double, GAPS).at(-1)!;
  assertAlmostEquals(last.width * 2, frameWidth(double), 1);
  assert(
    found(single, GAPS).length === 0 || runs(single, GAPS).at(-1)!.width < frameWidth(single) / 2,
  );
});

/** Returns the pixels from the first to the last hour line. */
function frameWidth(svg: string): number {
  const lines = found(svg, "[aria-label=rule] line").map((line) => Number(line.getAttribute("x1")));
  return Math.max(...lines) - Math.min(...lines);
}

Deno.test("actogram() of ten years has a row for each month, and fits a page", async () => {
  const hours = Array.from({ length: 3650 * 4 }, (_, i) => ({
    time: new Date(Date.UTC(2014, 0, 1) + i * 6 * 3_600_000).toISOString(),
    steps: i % 4 === 2 ? 100 + Math.floor(i / 28) : 0,
  }));
  const picture = actogram(hours, { y: "steps", tz: "UTC", every: "6h", double: true });
  assert(picture.summary.includes("mean of each month"), picture.summary);
  const svg = await picture.svg();
  assertEquals(
    textBoxes(svg).map(({ text }) => text).filter((text) => /^20\d\d$/.test(text)),
    ["2014", "2015", "2016", "2017", "2018", "2019", "2020", "2021", "2022", "2023"],
  );
  assert(Number(/ height="([\d.]+)"/.exec(svg)![1]) < 760);
  assert(!textBoxes(svg).some(({ text }) => text === "Next day"));
  assertLegible(await actogram(hours, { y: "steps", tz: "UTC", width: PHONE_WIDTH }).svg());
});
