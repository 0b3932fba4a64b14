import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { timeline } from "../../src/plot/timeline.ts";
import { sessions } from "../../src/sleep/sessions.ts";
import { golden } from "./golden.ts";
import { sampleNights, variedNights } from "./sampleNights.ts";
import { found, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const nap = (start_time: string, minutes: number) => ({
  start_time,
  end_time: Temporal.Instant.from(start_time).add({ minutes }).toString(),
  sleep_stage: 1,
});

/** Three weeks with two missing nights and two naps. */
const WEEKS = [
  ...sampleNights("2024-03-18", 9, tz),
  nap("2024-03-23T13:10Z", 55),
  ...sampleNights("2024-03-29", 10, tz),
  nap("2024-04-02T12:20Z", 95),
];

/** Returns the points of the strokes of a colour, by path. */
function points(svg: string, color: string): [x: number, y: number][] {
  return found(svg, `[aria-label=line][stroke="${color}"] path`)
    .flatMap((path) => [...path.getAttribute("d")!.matchAll(/[ML]([\d.]+),([\d.]+)/g)])
    .map(([, x, y]) => [Number(x), Number(y)]);
}

Deno.test("timeline() shows sleep, naps, midpoints, free days and missing nights", async () => {
  const picture = timeline(WEEKS, { tz });
  const svg = await golden("timeline", picture);
  assert(picture.summary.includes("19 of 21 days have data, midpoint 03:"), picture.summary);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["Main sleep", "Nap", "Midpoint", "Free day", "No data"]) {
    assert(texts.includes(text), text);
  }
  // The full hours of the first sleep and the last nap, and an hour on both sides.
  assertEquals([texts.includes("22:00"), texts.includes("16:00"), texts.includes("18:00")], [
    ...[true, true, false],
  ]);
  assertEquals(found(svg, '[aria-label=rect][fill="#eef0f2"] rect').length, 2);
  assertEquals(found(svg, '[aria-label=rect][fill="#69727d"] rect').length, 6);
});

Deno.test("timeline() places sleep by wall clock time with midpoints in the middle, in summer and winter", async () => {
  const night = (evening: string) => {
    const start = Temporal.PlainDateTime.from(`${evening}T23:00`).toZonedDateTime(tz);
    return {
      start_time: start.toInstant().toString(),
      end_time: start.add({ days: 1 }).with({ hour: 7 }).toInstant().toString(),
      sleep_stage: 3,
    };
  };
  const svg = await timeline(["2024-03-29", "2024-03-30", "2024-03-31"].map(night), { tz }).svg();
  const hour = (text: string) => {
    const box = textBoxes(svg).find((box) => box.text === text)!;
    return (box.left + box.right) / 2;
  };
  const width = (hour("06:00") - hour("00:00")) / 6;
  const bars = points(svg, "#005a90").map(([x]) => x);
  const starts = bars.filter((_, i) => i % 2 === 0), ends = bars.filter((_, i) => i % 2 === 1);
  // The night with a skipped hour is in two pieces.
  assertEquals(bars.length, 8);
  for (const start of [starts[0]!, starts[1]!, starts[3]!]) {
    assertAlmostEquals(start, hour("00:00") - width, 1);
  }
  for (const end of [ends[0]!, ends[2]!, ends[3]!]) {
    assertAlmostEquals(end, hour("06:00") + width, 1);
  }
  const middles = points(svg, "currentColor").filter((_, i) => i % 2 === 0).map(([x]) => x);
  assertAlmostEquals(middles[0]!, hour("00:00") + 3 * width, 1);
  assertAlmostEquals(middles[1]!, hour("00:00") + 3.5 * width, 1); // 3.5 of 7 hours
});

Deno.test("timeline() draws stages and their nights identically, by the rule of 18:00", async () => {
  const direct = await timeline(WEEKS, { tz }).svg();
  assertEquals(await timeline(sessions(WEEKS, { tz, rule: "18:00" })).svg(), direct);
  const renamed = WEEKS.map(({ start_time, ...rest }) => ({ begin: start_time, ...rest }));
  assertEquals(await timeline(renamed, { tz, columns: { start_time: "begin" } }).svg(), direct);
});

Deno.test("timeline() fits a narrow column, and a year takes less than 60 kB", async () => {
  await golden("timeline-narrow", timeline(WEEKS, { tz, width: 360, title: "Three weeks" }));
  const year = sampleNights("2023-01-01", 365, tz);
  const svg = await timeline(year, { tz, form: "days" }).svg();
  assert(svg.length < 60_000, `${svg.length}`);
});

Deno.test("timeline() of over 90 nights shows medians over time, and says so", async () => {
  const picture = timeline(variedNights("2024-01-01", 365, tz), { tz });
  const svg = await golden("timeline-year", picture);
  assert(svg.length < 60_000, `${svg.length}`);
  assert(picture.summary.startsWith("Medians of sleep over 7 days, "), picture.summary);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["Asleep from", "Midpoint", "Asleep to", "00:00"]) {
    assert(texts.includes(text), text);
  }
  await golden(
    "timeline-years-narrow",
    timeline(variedNights("2023-01-01", 900, tz), { tz, width: 360 }),
  );
});

Deno.test("timeline() draws median onsets, midpoints and wake-ups by wall clock time", async () => {
  const nights = Array.from({ length: 21 }, (_, i) => {
    const start = Temporal.PlainDateTime.from("2024-03-15T23:00").add({
      days: i,
      minutes: i % 7 * 10,
    })
      .toZonedDateTime(tz); // from 23:00 to 00:00 by weekday: the median is 23:30, in summer too
    return {
      start_time: start.toInstant().toString(),
      end_time: start.add({ hours: 8 }).toInstant().toString(),
      sleep_stage: 3,
    };
  });
  const svg = await timeline(nights, { tz, form: "trend" }).svg();
  const hour = (text: string) => textBoxes(svg).find((box) => box.text === text)!.top;
  const perHour = (hour("06:00") - hour("00:00")) / 6;
  const paths = found(svg, "[aria-label=line] path").map((path) =>
    path.getAttribute("d")!.match(/,(-?[\d.]+)/g)!.map((y) => Number(y.slice(1)))
  );
  const [onset, wake] = paths.map((ys) => ys[10]!); // the night of 25 March
  assertAlmostEquals((wake! - onset!) / perHour, 8, 0.01);
  const edge = found(svg, "[aria-label=text] text").find((text) => text.textContent === "00:00");
  assert(edge !== undefined);
  const grid = (hour("00:00") - perHour / 2) - hour("00:00"); // 23:30 is half an hour above
  const lines = found(svg, "[aria-label=rule] line").map((line) => Number(line.getAttribute("y1")));
  assert(
    lines.some((y) => Math.abs(onset! - (y + grid)) < 0.6),
    `${onset}, ${lines.join()}`,
  );
});

Deno.test("timeline() reports missing data, and a range shows missing nights", async () => {
  assertEquals(timeline([]).summary, "Sleep by the clock: no data");
  const range = { start_time: "2024-03-01T00:00", end_time: "2024-04-01T00:00" };
  const picture = timeline(WEEKS, { tz, range });
  assert(picture.summary.includes("11 of 31 days have data"), picture.summary);
  assert((await picture.svg()).includes("No data"));
});
