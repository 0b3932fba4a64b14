import { assert, assertEquals } from "@std/assert";
import { clockIntervals } from "../../src/plot/nights/clockIntervals.ts";
import { sleepRaster } from "../../src/plot/sleepRaster.ts";
import { nights } from "../../src/sleep/nights.ts";
import { golden } from "./golden.ts";
import { sampleNights } from "./sampleNights.ts";
import { found, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";

Deno.test("sleepRaster() draws a row for each night, and a band for those without data", async () => {
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

Deno.test("sleepRaster() of a year takes less than 120 kB, and leaves no gap that is not in the data", async () => {
  const svg = await golden(
    "sleepRaster-year",
    sleepRaster(sampleNights("2024-01-01", 365, tz), { tz }),
  );
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
    let end = Infinity; // of what lies to the left
    return pieces.toSorted(([a], [b]) => a - b).flatMap(([x, to]) => {
      const gap = x - end;
      end = end === Infinity ? to : Math.max(end, to);
      return gap > 0 ? [gap] : [];
    });
  });
  assertEquals(gaps.length, 1, gaps.join()); // the hour that the clock skips
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

Deno.test("clockIntervals() leaves the skipped hour empty and lays the repeated one twice", () => {
  assertEquals(places("2024-03-30T23:00Z", "2024-03-31T03:00Z"), [
    ["2024-03-30", 12, 14],
    ["2024-03-30", 15, 17],
  ]);
  assertEquals(places("2024-10-26T23:00Z", "2024-10-27T03:00Z"), [
    ["2024-10-26", 13, 15],
    ["2024-10-26", 14, 16],
  ]);
});

/** A span of sleep in local times, in stages of an hour. */
function sleepOf(start: string, end: string) {
  const from = Temporal.PlainDateTime.from(start).toZonedDateTime(tz).epochMilliseconds;
  const to = Temporal.PlainDateTime.from(end).toZonedDateTime(tz).epochMilliseconds;
  return Array.from({ length: Math.ceil((to - from) / 3_600_000) }, (_, i) => ({
    start_time: new Date(from + i * 3_600_000),
    end_time: new Date(Math.min(to, from + (i + 1) * 3_600_000)),
    sleep_stage: 3,
  }));
}

Deno.test("sleepRaster() keeps a sleep over noon in one row, that of the night it belongs to", async () => {
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
  assert(texts.includes("12:00") && texts.includes("14:00"), "the axis goes on after noon");
});

Deno.test("sleepRaster() puts sleeps in the rows that sleep.nights names, in any order of life", () => {
  const sleeps = [
    ...sleepOf("2024-05-06T09:00", "2024-05-06T17:00"),
    ...sleepOf("2024-05-08T12:30", "2024-05-08T20:00"),
    ...sleepOf("2024-05-10T02:00", "2024-05-10T11:00"),
  ];
  const found = nights(sleeps, { tz }).getColumn("night").toArray() as unknown as Date[];
  const { summary } = sleepRaster(sleeps, { tz });
  const [first, last] = [found[0]!, found.at(-1)!].map((night) => new Date(night).getUTCDate());
  assert(summary.includes(` ${first} May 2024 to Fri ${last} May 2024`), `${summary} ${found}`);
});

Deno.test("sleepRaster() cuts at noon what lasts for more than a day", () => {
  const { summary } = sleepRaster(sleepOf("2024-05-06T20:00", "2024-05-09T10:00"), { tz });
  assert(summary.includes("Tue 7 May 2024 to Thu 9 May 2024"), summary);
  assert(summary.includes("3 of 3 days have data"), summary);
});
