import { assert, assertEquals } from "@std/assert";
import { clockChanges, skippedTimes } from "../../../src/plot/axis/clockChanges.ts";
import {
  actogram,
  dayProfile,
  polarClock,
  sleepRaster,
  timeline,
  weekHours,
} from "../../../src/plot/mod.ts";
import { golden } from "../golden.ts";
import { found, textBoxes } from "../svg.ts";

/** Returns a value per quarter of an hour for two days, from the midnight before a clock change. */
function series(date: string, tz: string, days = 2) {
  const start = Temporal.PlainDate.from(date).toZonedDateTime(tz).epochMilliseconds;
  return Array.from({ length: days * 96 }, (_, i) => ({
    time: new Date(start + i * 900_000),
    steps: 10 + i % 7,
  }));
}

/** Returns a night of sleep from 22:00 to 08:00. */
function night(date: string, tz: string) {
  const day = Temporal.PlainDate.from(date);
  const at = (day: Temporal.PlainDate, plainTime: string) =>
    day.toZonedDateTime({ timeZone: tz, plainTime }).toInstant().toString();
  return [{
    start_time: at(day.subtract({ days: 1 }), "22:00"),
    end_time: at(day, "08:00"),
    sleep_stage: 3,
  }];
}

const FORWARD = [
  ["2024-03-31", "Europe/Berlin", "clock forward 1 h at 02:00 on Sun 31 Mar"],
  ["2024-10-06", "Australia/Lord_Howe", "clock forward 30 min at 02:00 on Sun 6 Oct"],
  ["2018-11-04", "America/Sao_Paulo", "clock forward 1 h at 00:00 on Sun 4 Nov"],
  ["2024-04-26", "Africa/Cairo", "clock forward 1 h at 00:00 on Fri 26 Apr"],
] as const;

/** Texts of a chart; lines of a source are joined. */
const texts = (svg: string): string => textBoxes(svg).map(({ text }) => text).join(" ");
const hatches = (svg: string): string[] =>
  found(svg, 'path[aria-label="clock forward"]').map((path) => path.getAttribute("d")!);

for (const [date, tz, words] of FORWARD) {
  Deno.test(`charts with a row per day hatch and explain the hour that ${tz} skips`, async () => {
    const pictures = {
      actogram: actogram(series(date, tz), { y: "steps", tz }),
      sleepRaster: sleepRaster(night(date, tz), { tz }),
      timeline: timeline(night(date, tz), { tz }),
    };
    for (const [name, picture] of Object.entries(pictures)) {
      const svg = await picture.svg();
      assert(texts(svg).toLowerCase().includes(words.toLowerCase()), `${name}: ${texts(svg)}`);
      assert(picture.summary.toLowerCase().includes(words.toLowerCase()), picture.summary);
      const [hatch] = hatches(svg);
      assert(hatch !== undefined && hatch.length > 10, name);
    }
  });

  Deno.test(`usual days and weeks explain the hour that ${tz} skips`, async () => {
    const rows = series(date, tz, 1).slice(0, 90); // the day is not longer
    const hourly = weekHours(rows, { y: "steps", tz });
    if (!tz.startsWith("Australia")) assert(texts(await hourly.svg()).includes(words), tz);
    assert(texts(await dayProfile(rows, { tz, extremes: false }).svg()).includes(words), tz);
    const clock = polarClock(rows, { tz, y: "steps" });
    const note = words.replace("clock", "Clock");
    if (!tz.startsWith("Australia")) assert(texts(await clock.svg()).includes(note), tz);
    const more = [...series(date, tz, 15)];
    assert(!texts(await polarClock(more, { tz, y: "steps" }).svg()).includes(note), tz);
    assert(!texts(await dayProfile(more, { tz, extremes: false }).svg()).includes("clock"), tz);
    assert(!texts(await weekHours(more, { y: "steps", tz }).svg()).includes("clock"), tz);
  });
}

Deno.test("a skipped hour is hatched between the two pieces of the night", async () => {
  const svg = await sleepRaster(night("2024-03-31", "Europe/Berlin"), { tz: "Europe/Berlin" })
    .svg();
  const xs = [...hatches(svg)[0]!.matchAll(/[ML]([\d.]+),/g)].map(([, x]) => Number(x));
  const [bar] = found(svg, "path[aria-label=line]").map((path) => path.getAttribute("d")!);
  const [, start, first, gap] = /^M([\d.]+),[\d.]+h([\d.]+)m([\d.]+),0h/.exec(bar!)!.map(Number);
  const from = start! + first!;
  assert(Math.abs(Math.min(...xs) - from) < 1 && Math.abs(Math.max(...xs) - from - gap!) < 1);
});

Deno.test("a repeated hour leaves no gap, but is explained as well", async () => {
  const picture = sleepRaster(night("2024-10-27", "Europe/Berlin"), { tz: "Europe/Berlin" });
  assertEquals(hatches(await picture.svg()), []);
  assert(picture.summary.endsWith("clock back 1 h at 03:00 on Sun 27 Oct"), picture.summary);
});

Deno.test("more than two clock changes are counted, since their dates lack a year", async () => {
  const nights = Array.from(
    { length: 900 },
    (_, i) =>
      night(Temporal.PlainDate.from("2022-01-02").add({ days: i }).toString(), "Europe/Berlin"),
  ).flat();
  const { summary } = timeline(nights, { tz: "Europe/Berlin", form: "days" });
  assert(summary.includes("; 5 clock changes"), summary);
  const narrow = texts(
    await timeline(nights, { tz: "Europe/Berlin", form: "days", width: 360 }).svg(),
  );
  assert(narrow.includes("5 clock changes"), narrow);
});

Deno.test("skippedTimes() finds the row of a change, for any start hour of rows", () => {
  const tz = "Europe/Berlin", slots = [Date.UTC(2024, 2, 30), Date.UTC(2024, 2, 31)];
  const changes = clockChanges(Date.UTC(2024, 2, 1), Date.UTC(2024, 3, 30), tz);
  assertEquals(skippedTimes(changes, slots), [{ row: 1, from: 2, to: 3 }]);
  assertEquals(skippedTimes(changes, slots, 12), [{ row: 1, from: 14, to: 15 }]);
  assertEquals(skippedTimes(changes, slots, 18), [{ row: 1, from: 8, to: 9 }]);
  assertEquals(skippedTimes(changes, slots.slice(0, 1), 12), []);
});

Deno.test("polarClock() of values draws a skipped hour dashed", async () => {
  const rows = series("2024-03-31", "Europe/Berlin", 1).slice(0, 90);
  await golden("polarClock-forward", polarClock(rows, { tz: "Europe/Berlin", y: "steps" }));
});
