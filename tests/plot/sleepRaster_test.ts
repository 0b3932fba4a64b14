import { assert, assertEquals } from "@std/assert";
import { clockIntervals } from "../../src/plot/nights/clockIntervals.ts";
import { sleepRaster } from "../../src/plot/sleepRaster.ts";
import { sessions } from "../../src/sleep/sessions.ts";
import { golden } from "./golden.ts";
import { sampleNights, variedNights } from "./sampleNights.ts";
import { found, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";

Deno.test("sleepRaster() draws a row for each night, and a band for nights without data", async () => {
  const nights = [...sampleNights("2024-03-10", 14, tz), ...sampleNights("2024-03-26", 12, tz)];
  const svg = await golden("sleepRaster", sleepRaster(nights, { tz }));
  const rows = new Set(
    found(svg, "path[aria-label=line]").flatMap((path) =>
      [...path.getAttribute("d")!.matchAll(/M[-\d.]+,([-\d.]+)/g)].map(([, y]) => y)
    ),
  );
  assertEquals(rows.size, 26);
  assertEquals(found(svg, "[aria-label=rect] rect").length, 2);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("Mon 11 Mar") && texts.includes("00:00"), texts.join());
});

Deno.test("sleepRaster() of a year takes less than 120 kB, and adds no gap to the data", async () => {
  const year = sampleNights("2024-01-01", 365, tz);
  const svg = await sleepRaster(year, { tz, form: "days" }).svg();
  assert(svg.length < 120_000, `${svg.length}`);
  const rows = new Map<string, [number, number][]>();
  for (const path of found(svg, "path[aria-label=line]")) {
    let x = 0, row = "";
    for (
      const [, name, first, second] of path.getAttribute("d")!
        .matchAll(/([Mmh])(-?[\d.]+)(?:,(-?[\d.]+))?/g)
    ) {
      if (name === "M") [x, row] = [Number(first), second!];
      else if (name === "m") x += Number(first);
      else rows.set(row, [...rows.get(row) ?? [], [x, x += Number(first)]]);
    }
  }
  assertEquals(rows.size, 365);
  const gaps = [...rows.values()].flatMap((pieces) => {
    let end = Infinity; // end of the stroke to the left
    return pieces.toSorted(([a], [b]) => a - b).flatMap(([x, to]) => {
      const gap = x - end;
      end = end === Infinity ? to : Math.max(end, to);
      return gap > 0 ? [gap] : [];
    });
  });
  assertEquals(gaps.length, 1, gaps.join()); // the hour that the clock skips
});

Deno.test("sleepRaster() of over 90 nights has a row for each week, and says how many nights were asleep", async () => {
  const picture = sleepRaster(variedNights("2024-01-01", 365, tz), { tz });
  const svg = await golden("sleepRaster-year", picture);
  assert(svg.length < 40_000, `${svg.length}`);
  assert(
    picture.summary.startsWith("Weeks of nights from noon to noon, how many"),
    picture.summary,
  );
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.join(" ").includes("Share of a week's nights asleep at each time"), texts.join());
  assert(texts.includes("No data"), texts.join());
});

Deno.test("sleepRaster() of weeks shades by the share of nights asleep", async () => {
  // A week from Monday: all nights from 23:00 to 05:00, three of seven until 06:00.
  const nights = Array.from({ length: 7 }, (_, i) => ({
    start_time: new Date(Date.UTC(2024, 0, 7 + i, 23)).toISOString(),
    end_time: new Date(Date.UTC(2024, 0, 8 + i, i < 3 ? 6 : 5)).toISOString(),
    sleep_stage: 3,
  }));
  const svg = await sleepRaster(nights, { tz: "UTC", form: "trend" }).svg();
  const drawn = found(svg, "path[aria-label=line]").flatMap((path) => {
    const lengths = [...path.getAttribute("d")!.matchAll(/h([\d.]+)/g)].map(([, h]) => Number(h));
    const sum = lengths.reduce((total, length) => total + length, 0);
    return sum === 0 ? [] : [{ sum }];
  });
  assertEquals(drawn.length, 2);
  assert(Math.abs(drawn[1]!.sum / drawn[0]!.sum - 6) < 0.1, "six hours by all, one by three");
  const title = found(svg, "path[aria-label=line] title").map(({ textContent }) => textContent);
  assert(title.includes("40 to 60 % of nights asleep"), title.join());
});

Deno.test("sleepRaster() of ten years has a row for each month, and fits a screen", async () => {
  const nights = Array.from({ length: 3650 }, (_, i) => ({
    start_time: new Date(Date.UTC(2014, 0, 1 + i, 23)).toISOString(),
    end_time: new Date(Date.UTC(2014, 0, 2 + i, 7)).toISOString(),
    sleep_stage: 3,
  })).filter(({ end_time }) => !end_time.startsWith("2019-06"));
  const picture = sleepRaster(nights, { tz: "UTC" });
  assert(picture.summary.startsWith("Months of nights"), picture.summary);
  const svg = await picture.svg(), [, height] = /viewBox="0 0 720 (\d+)"/.exec(svg)!;
  assert(Number(height) <= 660, height);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("2014") && texts.includes("2023"), texts.join());
  assert(texts.some((text) => text.startsWith("Share of a month's nights asleep")), texts.join());
  assert(svg.includes("Jun 2019: no data"));
  assertEquals(found(svg, "[aria-label=rect] rect").length, 1, "one month without nights");
});

const utc = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;
const places = (start: string, end: string) =>
  clockIntervals(utc(start), utc(end), tz).map(({ slot, from, to }) => [
    new Date(slot).toISOString().slice(0, 10),
    from,
    to,
  ]);

Deno.test("clockIntervals() cuts at noon", () => {
  assertEquals(places("2024-01-10T10:00Z", "2024-01-10T12:00Z"), [
    ["2024-01-09", 23, 24],
    ["2024-01-10", 0, 1],
  ]);
});

Deno.test("clockIntervals() leaves a skipped hour empty and returns a repeated hour twice", () => {
  assertEquals(places("2024-03-30T23:00Z", "2024-03-31T03:00Z"), [
    ["2024-03-30", 12, 14],
    ["2024-03-30", 15, 17],
  ]);
  assertEquals(places("2024-10-26T23:00Z", "2024-10-27T03:00Z"), [
    ["2024-10-26", 13, 15],
    ["2024-10-26", 14, 16],
  ]);
});

/** Returns sleep between local times, in hourly stages. */
function sleepOf(start: string, end: string) {
  const from = Temporal.PlainDateTime.from(start).toZonedDateTime(tz).epochMilliseconds;
  const to = Temporal.PlainDateTime.from(end).toZonedDateTime(tz).epochMilliseconds;
  return Array.from({ length: Math.ceil((to - from) / 3_600_000) }, (_, i) => ({
    start_time: new Date(from + i * 3_600_000),
    end_time: new Date(Math.min(to, from + (i + 1) * 3_600_000)),
    sleep_stage: 3,
  }));
}

Deno.test("sleepRaster() keeps a sleep over noon in the row of its night", async () => {
  const nights = [
    ...sleepOf("2024-05-06T23:00", "2024-05-07T07:00"),
    ...sleepOf("2024-05-08T05:30", "2024-05-08T14:30"),
    ...sleepOf("2024-05-09T23:30", "2024-05-10T08:00"),
  ];
  const picture = sleepRaster(nights, { tz });
  assert(picture.summary.includes("3 of 4 days have data"), picture.summary);
  const svg = await golden("sleepRaster-late", picture);
  const rows = found(svg, "path[aria-label=line]").flatMap((path) =>
    [...path.getAttribute("d")!.matchAll(/M[-\d.]+,([-\d.]+)/g)].map(([, y]) => y)
  );
  assertEquals(rows.length, 3, "each sleep is one bar in a row of its own");
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("12:00") && texts.includes("14:00"), "the axis continues after noon");
});

Deno.test("sleepRaster() draws sleeps in the rows that sleep.sessions assigns, for any schedule", () => {
  const sleeps = [
    ...sleepOf("2024-05-06T09:00", "2024-05-06T17:00"),
    ...sleepOf("2024-05-08T12:30", "2024-05-08T20:00"),
    ...sleepOf("2024-05-10T02:00", "2024-05-10T11:00"),
  ];
  const found = sessions(sleeps, { tz }).getColumn("night").toArray() as unknown as Date[];
  const { summary } = sleepRaster(sleeps, { tz });
  const [first, last] = [found[0]!, found.at(-1)!].map((night) => new Date(night).getUTCDate());
  assert(summary.includes(` ${first} May 2024 to Fri ${last} May 2024`), `${summary} ${found}`);
});

Deno.test("sleepRaster() cuts sleeps longer than a day at noon", () => {
  const { summary } = sleepRaster(sleepOf("2024-05-06T20:00", "2024-05-09T10:00"), { tz });
  assert(summary.includes("Tue 7 May 2024 to Thu 9 May 2024"), summary);
  assert(summary.includes("3 of 3 days have data"), summary);
});

Deno.test("sleepRaster() does not count a day with only time in bed", () => {
  const { summary } = sleepRaster([
    { start_time: "2024-03-29T22:00Z", end_time: "2024-03-30T06:00Z", sleep_stage: 3 },
    { start_time: "2024-03-30T22:00Z", end_time: "2024-03-31T06:00Z", sleep_stage: 0 },
  ], { tz: "UTC" });
  assert(summary.includes("1 of 2 days have data"), summary);
});

Deno.test("sleepRaster() draws an awakening of half a minute", async () => {
  const at = (minutes: number) =>
    Temporal.Instant.from("2024-03-10T22:00Z").add({ seconds: minutes * 60 }).toString();
  const span = (from: number, to: number, sleep_stage: number) => ({
    start_time: at(from),
    end_time: at(to),
    sleep_stage,
  });
  const night = [span(0, 200, 3), span(200, 200.5, 2), span(200.5, 480, 3)];
  const svg = await sleepRaster(night, { tz }).svg();
  const awake = found(svg, "[aria-label=line]").find((line) => line.textContent === "Awake");
  assert(awake !== undefined);
  const [, length] = /h([\d.]+)$/.exec(awake.getAttribute("d")!) ?? [];
  assert(Number(length) >= 1, length);
});
