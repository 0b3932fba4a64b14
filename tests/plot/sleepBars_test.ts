import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { openFrame } from "../../src/frame/open.ts";
import { nightly } from "../../src/sleep/nightly.ts";
import { sleepBars } from "../../src/plot/sleepBars.ts";
import * as show from "../../src/show/mod.ts";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { between } from "../../src/series/between.ts";
import * as range from "../../src/time/range.ts";
import { aggregate } from "../../src/sleep/aggregate.ts";
import { golden } from "./golden.ts";
import { sampleNights, variedNights } from "./sampleNights.ts";
import { found, number, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const BANDS = '[aria-label=rect][fill="#eef0f2"] rect';
const BARS = "[aria-label=rect]:not([fill-opacity]):not([fill='#eef0f2']) rect";

Deno.test("sleepBars() stacks four stages for each day of a month", async () => {
  const svg = await golden("sleepBars", sleepBars(sampleNights("2024-03-10", 30, tz), { tz }));
  const bars = found(svg, BARS);
  assertEquals(bars.length, 4 * 30);
  assertEquals(new Set(bars.map((bar) => bar.getAttribute("x"))).size, 30);
  assertEquals(found(svg, BANDS).length, 0);
});

Deno.test("sleepBars() shows days without data as bands, and says so in them", async () => {
  const nights = [...sampleNights("2024-03-10", 10, tz), ...sampleNights("2024-03-23", 8, tz)];
  const svg = await golden("sleepBars-missing", sleepBars(nights, { tz }));
  const [band] = found(svg, BANDS), [bar] = found(svg, BARS);
  assertEquals(found(svg, BANDS).length, 1);
  assertAlmostEquals(number(band!, "width") / (number(bar!, "width") / 0.76), 3, 0.01);
  assert(textBoxes(svg).some(({ text }) => text === "No data"));
});

Deno.test("sleepBars() draws the lengths of the stages", async () => {
  const svg = await sleepBars([
    { start_time: "2024-03-30T22:00Z", end_time: "2024-03-31T04:00Z", sleep_stage: 3 },
    { start_time: "2024-03-31T04:00Z", end_time: "2024-03-31T06:00Z", sleep_stage: 4 },
  ], { tz }).svg();
  const [deep, core] = found(svg, BARS);
  assertAlmostEquals(number(core!, "height"), 3 * number(deep!, "height"), 0.02);
  assertAlmostEquals(number(core!, "y") + number(core!, "height"), number(deep!, "y"), 0.02);
});

Deno.test("sleepBars() draws stages and their aggregate identically", async () => {
  const nights = sampleNights("2024-03-10", 5, tz);
  const direct = await sleepBars(nights, { tz, naps: true }).svg();
  assertEquals(await sleepBars(aggregate(nights, { tz })).svg(), direct);
});

Deno.test("sleepBars() covers a range that extends beyond the data", async () => {
  const range = { start_time: "2024-03-01T00:00", end_time: "2024-04-01T00:00" };
  const picture = sleepBars(sampleNights("2024-03-10", 5, tz), { tz, range });
  assert(picture.summary.includes("5 of 31 days have data"), picture.summary);
  assertEquals(found(await picture.svg(), BANDS).length, 2);
});

Deno.test("sleepBars() draws time in bed only for time without a stage", async () => {
  const svg = await sleepBars([
    { start_time: "2024-03-29T22:00Z", end_time: "2024-03-30T06:00Z", sleep_stage: 0 },
    { start_time: "2024-03-30T22:00Z", end_time: "2024-03-31T06:00Z", sleep_stage: 0 },
    { start_time: "2024-03-30T22:30Z", end_time: "2024-03-31T05:00Z", sleep_stage: 3 },
  ], { tz }).svg();
  assertEquals(found(svg, BARS).length, 2);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("In bed 1 h 30") && texts.includes("Core 6 h 30"), texts.join());
});

Deno.test("sleepBars() counts no sleep on a day with only time in bed", () => {
  const picture = sleepBars([
    { start_time: "2024-03-29T22:00Z", end_time: "2024-03-30T06:00Z", sleep_stage: 3 },
    { start_time: "2024-03-30T22:00Z", end_time: "2024-03-31T05:00Z", sleep_stage: 0 },
  ], { tz });
  assert(picture.summary.includes("1 of 2 days have data, asleep 8 h on average"), picture.summary);
  const none = sleepBars([
    { start_time: "2024-03-29T22:00Z", end_time: "2024-03-30T06:00Z", sleep_stage: 0 },
  ], { tz });
  assert(none.summary.endsWith("0 of 1 day has data"), none.summary);
});

Deno.test("sleepBars() counts no sleep on a day with only wake, or wake and a nap", () => {
  const night = { start_time: "2024-03-29T22:00Z", end_time: "2024-03-30T06:00Z", sleep_stage: 3 };
  const wake = { start_time: "2024-03-30T22:00Z", end_time: "2024-03-30T22:30Z", sleep_stage: 2 };
  const nap = { start_time: "2024-03-31T01:30Z", end_time: "2024-03-31T02:30Z", sleep_stage: 3 };
  for (const stages of [[night, wake], [night, wake, nap]]) {
    const { summary } = sleepBars(stages, { tz });
    assert(summary.includes("1 of 2 days have data, asleep 8 h on average"), summary);
    assertEquals(nightly(stages, { tz }).toRecords().map(({ TST }) => TST ?? null)[0], 480);
  }
});

Deno.test("sleepBars() leaves out nights that a month cuts, and days outside of it", () => {
  // Seven hours per night; the first and last of March are cut at midnight.
  const nights = Array.from({ length: 32 }, (_, i) => ({
    start_time: new Date(Date.UTC(2024, 1, 29 + i, 22)),
    end_time: new Date(Date.UTC(2024, 2, 1 + i, 5)),
    sleep_stage: 3,
  }));
  const march = range.month("2024-03", "UTC");
  const whole = toFrame(fromRows(nights, {
    start_time: "time",
    end_time: "time",
    sleep_stage: "int64",
  }));
  const cut = sleepBars(between(show.withRange(whole, range.month("2024-03", "UTC")), march), {
    tz: "UTC",
  });
  assertEquals(
    cut.summary,
    "Sleep per day, Fri 1 Mar 2024 to Sun 31 Mar 2024, UTC: 30 of 31 days have data, " +
      "asleep 7 h on average, 1 cut by the range and not counted",
  );
});

Deno.test("sleepBars() draws a night recorded to less than half, but does not count it, in any mode", () => {
  const nights = Array.from({ length: 40 }, (_, i) => ({
    start_time: new Date(Date.UTC(2024, 2, 1 + i, 22)),
    end_time: new Date(Date.UTC(2024, 2, 2 + i, i === 5 ? 1 : 6)), // the strap came off
    sleep_stage: 3,
  }));
  const bed = nights.map(({ start_time }) => ({
    start_time,
    end_time: new Date(start_time.getTime() + 8 * 3_600_000),
    sleep_stage: 0,
  }));
  const counted = "asleep 8 h on average, 1 recorded to less than two thirds and not counted";
  for (const mode of ["start", "end"] as const) {
    for (const naps of [true, false]) {
      const { summary } = sleepBars([...bed, ...nights], { tz: "UTC", mode, naps });
      assert(summary.replace(", naps included", "").includes(counted), `${mode}: ${summary}`);
      assert(summary.includes("39 of 40 days have data"), summary);
    }
  }
  const days = aggregate([...bed, ...nights], { tz: "UTC" });
  assert(sleepBars(days, { tz: "UTC" }).summary.includes("39 of 40 days have data"));
  // the line and the areas of a trend are medians of the same nights
  const half = nights.map((night, i) => ({
    ...night,
    end_time: new Date(night.start_time.getTime() + (i % 2 === 0 ? 8 : 3) * 3_600_000),
  }));
  const trend = sleepBars([...bed, ...half], { tz: "UTC", form: "trend" });
  assert(trend.summary.includes("20 of 40 days have data, asleep 8 h on average"), trend.summary);
});

Deno.test("sleepBars() of each day of a year takes less than 150 kB", async () => {
  const svg = await sleepBars(sampleNights("2024-01-01", 365, tz), { tz, form: "days" }).svg();
  assertEquals(found(svg, BARS).length, 5 * 365); // the fifth has each day's values
  assert(svg.length < 150_000, `${svg.length}`);
});

Deno.test("sleepBars() of over 90 days shows weekly medians as areas, and says so", async () => {
  const picture = sleepBars(variedNights("2024-01-01", 365, tz), { tz });
  const svg = await golden("sleepBars-year", picture);
  assert(svg.length < 50_000, `${svg.length}`);
  assertEquals(found(svg, "[aria-label=area] path").length, 4);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.join(" ").includes("Hours per day, 7-day medians"), texts.join());
  assert(texts.includes("28-day median"), texts.join());
  assert(picture.summary.startsWith("Sleep per day as 7-day medians, "), picture.summary);
  const nights = (count: number) => sampleNights("2024-01-01", count, tz);
  assert(!sleepBars(nights(90), { tz }).summary.includes("median"));
  assert(sleepBars(nights(91), { tz }).summary.includes("7-day median"));
  assert(sleepBars(nights(20), { tz, form: "trend" }).summary.includes("7-day median"));
});

Deno.test("sleepBars() as areas places the median time asleep below time awake", async () => {
  // The fourth longest of seven nights counts: 7 h asleep, including 1 or 2 h of deep sleep.
  const nights = [3, 4, 5, 7, 8, 9, 9].flatMap((hours, i) => {
    const at = (hour: number): string =>
      new Date(Date.UTC(2024, 0, 10 + i, 0, 60 * hour)).toISOString();
    return [
      { start_time: at(0), end_time: at(1 + i % 2), sleep_stage: 4 },
      { start_time: at(1 + i % 2), end_time: at(hours), sleep_stage: 3 },
      { start_time: at(hours), end_time: at(hours + 0.5), sleep_stage: 2 },
    ];
  });
  const svg = await sleepBars(nights, { tz: "UTC", form: "trend" }).svg();
  const [, core, awake] = found(svg, "[aria-label=area] path").map((path) =>
    path.getAttribute("d")!.match(/-?[\d.]+,-?[\d.]+/g)!.map((point) =>
      point.split(",").map(Number)
    )
  );
  const ticks = textBoxes(svg).filter(({ text, left }) => /^\d+$/.test(text) && left < 56);
  const perHour = (ticks[0]!.top - ticks.at(-1)!.top) /
    (Number(ticks.at(-1)!.text) - Number(ticks[0]!.text));
  const baseline = Math.max(
    ...found(svg, "[aria-label=area] path").flatMap((path) =>
      path.getAttribute("d")!.match(/,(-?[\d.]+)/g)!.map((y) => Number(y.slice(1)))
    ),
  );
  const upper = (points: number[][]): number => (baseline - points[3]![1]!) / perHour;
  assertAlmostEquals(upper(core!), 7, 0.02);
  assertAlmostEquals(upper(awake!), 7.5, 0.02);
});

Deno.test("sleepBars() shows the time in bed without a stage", async () => {
  const nights = sampleNights("2024-03-10", 14, tz).filter(({ start_time }, i) =>
    // The watch recorded only the first hours of two nights.
    !["2024-03-14", "2024-03-20"].includes(start_time.slice(0, 10)) || i % 2 === 0
  );
  const beds = Array.from({ length: 14 }, (_, i) => {
    const evening = Temporal.PlainDate.from("2024-03-10").add({ days: i }).toPlainDateTime("22:50")
      .add({ minutes: (i * 37) % 110 }).toZonedDateTime(tz);
    return {
      start_time: evening.toInstant().toString(),
      end_time: evening.add({ hours: 8 }).toInstant().toString(),
      sleep_stage: 0,
    };
  });
  const picture = sleepBars([...nights, ...beds], { tz });
  const svg = await golden("sleepBars-partial", picture);
  const pale = found(svg, '[aria-label=rect][fill="#eef0f2"][stroke] rect');
  assertEquals(pale.length, 14);
  // The two nights that are recorded in part are hollow: deep, core and REM sleep.
  const sleep = found(svg, "[aria-label=rect][fill=none] rect")
    .filter((bar) => bar.getAttribute("stroke") !== "#bc8c0b");
  assertEquals(sleep.length, 2 * 3);
  const longest = pale.map((bar) => number(bar, "height")).sort((a, b) => b - a);
  assert(longest[1]! > 2 * longest[7]!, "the partial nights stand out");
  assert(textBoxes(svg).some(({ text }) => text === "In bed without a stage"));
  assert(picture.summary.endsWith("14 with time in bed without a stage"), picture.summary);
});

Deno.test("sleepBars() agrees with sleep.nightly() on time asleep, and its caption mentions naps", () => {
  const day = Temporal.PlainDate.from("2024-03-20");
  const span = (offset: number, from: string, to: string, sleep_stage = 3) => {
    const at = (time: string): string => {
      const date = day.add({ days: offset + (time < "18:00" ? 0 : -1) });
      return date.toZonedDateTime({ timeZone: tz, plainTime: time }).toInstant().toString();
    };
    return { start_time: at(from), end_time: at(to), sleep_stage };
  };
  const stages = Array.from({ length: 9 }, (_, i) => [
    // In bed before midnight; a long waking that was not recorded; a nap every other day.
    span(i, "21:00", i % 3 === 0 ? "23:30" : "23:50"),
    span(i, "01:30", "06:00", 4),
    ...i % 2 === 0 ? [span(i, "14:00", "14:40")] : [],
  ]).flat();
  const { TST } = openFrame(nightly(stages, { tz })).read({ TST: "float64" });
  const mean = TST.values.reduce((sum, one) => sum + one, 0) / TST.values.length;
  const text = (minutes: number): string =>
    `${Math.floor(minutes / 60)} h ${String(Math.round(minutes % 60)).padStart(2, "0")} min`;
  const caption = String(sleepBars(stages, { tz }));
  assertStringIncludes(caption, `asleep ${text(mean)} on average, 5 naps left out`);
  assertStringIncludes(String(sleepBars(stages, { tz, naps: true })), "on average, naps included");
  const naps = stages.filter(({ end_time }) => end_time.slice(11, 13) > "12");
  assertEquals(
    String(sleepBars(naps.filter((_, i) => i > 20), { tz })).endsWith("no data"),
    true,
  );
  const none = stages.filter(({ end_time }) => end_time.slice(11, 13) < "12");
  assert(!String(sleepBars(none, { tz })).includes("nap"));
});

Deno.test("sleepBars() hatches a night that the range cuts, and draws it hollow", async () => {
  const rows = sampleNights("2024-03-10", 5, tz).map((row) => ({
    ...row,
    start_time: new Date(row.start_time),
    end_time: new Date(row.end_time),
  }));
  const stages = toFrame(
    fromRows(rows, { start_time: "time", end_time: "time", sleep_stage: "int64" }),
  );
  const cut = { start_time: "2024-03-10T12:00", end_time: "2024-03-15T02:00" };
  const svg = await sleepBars(show.withRange(stages, cut, { tz, now: "2024-04-01T00:00Z" }), { tz })
    .svg();
  assertEquals(found(svg, "[aria-label='cut by the range']").length, 3, "three stages of sleep");
  const hollow = found(svg, "[aria-label=rect][fill=none] rect").map((bar) =>
    bar.getAttribute("x")
  );
  assertEquals(hollow.filter((x) => x === hollow.at(-1)).length, 4, "its four stages");
  assert(textBoxes(svg).some(({ text }) => text.includes("1 cut by the range (hatched)")));
});

/** Nights of 2 h core, 1 h deep, 1 h REM and 30 min awake; every third is only known as sleep. */
function mixedNights(count: number) {
  const first = Temporal.PlainDate.from("2024-03-01");
  return Array.from({ length: count }, (_, i) => {
    const start = first.add({ days: i }).toZonedDateTime({ timeZone: tz, plainTime: "01:00" });
    const span = (sleep_stage: number, from: number, to: number) => ({
      start_time: start.add({ minutes: from }).toInstant().toString(),
      end_time: start.add({ minutes: to }).toInstant().toString(),
      sleep_stage,
    });
    return i % 3 === 2
      ? [span(1, 0, 420)]
      : [span(3, 0, 120), span(4, 120, 180), span(2, 180, 210), span(5, 210, 270)];
  }).flat();
}

Deno.test("sleepBars() averages a stage over nights whose stages are known", async () => {
  const svg = await sleepBars(mixedNights(12), { tz }).svg();
  const names = textBoxes(svg).map(({ text }) => text).join(" | ");
  for (const name of ["Deep 1 h", "REM 1 h", "Core 2 h", "Awake 30 min"]) {
    assertStringIncludes(names, name);
  }
  assertStringIncludes(names, "Stage");
  assertEquals(found(svg, '[aria-label="Stage unknown"]').length, 1);
  const only = await sleepBars(mixedNights(12).filter((row) => row.sleep_stage === 1), { tz })
    .svg();
  assertStringIncludes(textBoxes(only).map(({ text }) => text).join(" | "), "Asleep 7 h");
  assertEquals(found(only, '[aria-label="Stage unknown"]').length, 0);
});

Deno.test("sleepBars() of aggregated days leaves days of unknown stage out of means, too", async () => {
  const svg = await sleepBars(aggregate(mixedNights(12), { tz })).svg();
  const names = textBoxes(svg).map(({ text }) => text).join(" | ");
  assertStringIncludes(names, "Deep 1 h");
});

Deno.test("medians of stages leave out days whose stages are unknown", async () => {
  const first = Temporal.PlainDate.from("2024-03-01");
  // Each week has 1, 2, 3 and 4 hours of deep sleep in 10, and three nights of unknown stage.
  const nights = Array.from({ length: 210 }, (_, i) => {
    const deep = [0, 1, 0, 2, 0, 3, 4][i % 7]!;
    const start = first.add({ days: i }).toZonedDateTime({ timeZone: tz, plainTime: "00:00" });
    const span = (sleep_stage: number, from: number, to: number) => ({
      start_time: start.add({ hours: from }).toInstant().toString(),
      end_time: start.add({ hours: to }).toInstant().toString(),
      sleep_stage,
    });
    return deep === 0 ? [span(1, 0, 10)] : [span(4, 0, deep), span(5, deep, 10)];
  }).flat();
  const svg = await sleepBars(nights, { tz, form: "trend" }).svg();
  // A daylight saving change lengthens or shortens one night; zeros would give a median of 1 h.
  assertStringIncludes(svg, "Deep, 7-day median: 2 h 30 min to 2 h 30 min");
});

Deno.test("sleepBars() of a frame without stages names the missing column", () => {
  assertThrows(
    () => sleepBars([{ time: "2024-03-10T08:00Z", heart_rate: 60 }], { tz }),
    TypeError,
    'Cannot draw sleep per day: column "start_time" is missing; the columns are time, heart_rate',
  );
  assertThrows(() => sleepBars([{ time: new Date(0), heart_rate: 60 }]), TypeError, "start_time");
});
