import type { FrameLike } from "../../src/frame/open.ts";
import { assert, assertEquals, assertThrows } from "@std/assert";
import pl from "nodejs-polars";
import { timeColumn } from "../../src/frame/columns/columns.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import * as plot from "../../src/plot/mod.ts";
import { resample } from "../../src/series/resample.ts";
import { golden } from "./golden.ts";
import { found, textBoxes } from "./svg.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

/** Days around a daylight saving change; in one of the zones the day after it has no midnight. */
const ZONES = [
  ["Europe/Berlin", "2024-03-29"],
  ["America/Sao_Paulo", "2018-11-02"],
  ["Africa/Cairo", "2024-04-24"],
  ["Pacific/Auckland", "2024-04-05"],
] as const;

const days = (first: string, count = 12): string[] =>
  Array.from(
    { length: count },
    (_, i) => Temporal.PlainDate.from(first).add({ days: i }).toString(),
  );
const steps = (i: number): number => 4000 + (i * 7919) % 5000;

/** Returns the days as ISO text in records, as text and as dates of Polars, and as instants. */
function forms(column: string, dates: readonly string[], tz: string): Record<string, FrameLike> {
  const values = dates.map((_, i) => steps(i));
  const starts = BigInt64Array.from(
    dates,
    (date) => Temporal.PlainDate.from(date).toZonedDateTime(tz).epochNanoseconds / 1000n,
  );
  const text = pl.DataFrame({ [column]: dates, steps: values });
  return {
    instants: toFrame({
      [column]: timeColumn(starts, tz),
      steps: { type: "float64", values: Float64Array.from(values) },
    }),
    "ISO text": dates.map((date, i) => ({ [column]: date, steps: steps(i) })),
    "text of Polars": text,
    "dates of Polars": text.withColumns(pl.col(column).str.strptime(pl.Date, "%Y-%m-%d")) as Frame,
  };
}

const PICTURES: readonly [string, (frame: FrameLike, tz: string) => plot.Picture, string?][] = [
  ["actogram", (frame, tz) => plot.actogram(frame, { tz, every: "4h" })],
  ["calendar", (frame, tz) => plot.calendar(frame, { tz })],
  ["coverage", (frame, tz) => plot.coverage(frame, { tz })],
  ["dailyBars", (frame, tz) => plot.dailyBars(frame, { tz })],
  ["dayProfile", (frame, tz) => plot.dayProfile(frame, { tz, extremes: false })],
  ["events", (frame, tz) => plot.events(frame, { tz }), "recorded_at"],
  ["line", (frame, tz) => plot.line(frame, { tz })],
  ["polarClock", (frame, tz) => plot.polarClock(frame, { tz })],
  ["polarClock of values", (frame, tz) => plot.polarClock(frame, { tz, y: "steps" })],
  ["weekHours", (frame, tz) => plot.weekHours(frame, { tz })],
  ["weekMonths", (frame, tz) => plot.weekMonths(frame, { tz })],
];

for (const [name, draw, column = "time"] of PICTURES) {
  Deno.test(`${name} reads days as local days of tz, in every format`, async () => {
    for (const [tz, first] of ZONES) {
      const { instants, ...others } = forms(column, days(first), tz);
      const expected = await draw(instants!, tz).svg();
      for (const [form, frame] of Object.entries(others)) {
        assertEquals(await draw(frame, tz).svg(), expected, `${form}, ${tz}`);
      }
    }
  });
}

Deno.test("stages of whole days are local days, too", async () => {
  const tz = "America/Sao_Paulo", dates = days("2018-11-02", 4);
  const of = (at: (date: string) => string) =>
    dates.slice(1).map((date, i) => ({
      start_time: at(dates[i]!),
      end_time: at(date),
      sleep_stage: 3,
    }));
  const midnight = (date: string) =>
    Temporal.PlainDate.from(date).toZonedDateTime(tz).toInstant().toString();
  for (const draw of [plot.hypnogram, plot.sleepRaster, plot.sleepBars, plot.coverage]) {
    assertEquals(
      await draw(of((date) => date), { tz }).svg(),
      await draw(of(midnight), { tz }).svg(),
      draw.name,
    );
  }
});

Deno.test("days without a zone are rejected, and the message asks for tz", () => {
  const rows = days("2024-03-29").map((time) => ({ time, steps: 1 }));
  for (const draw of [plot.dailyBars, plot.calendar, plot.line, plot.weekMonths]) {
    assertThrows(() => draw(rows), TypeError, "name a tz");
  }
});

const tz = "Europe/Berlin";
/** Steps per hour; the last day ends at noon. */
const hours = Array.from({ length: 24 * 9 + 12 }, (_, i) => ({
  time: Temporal.Instant.from("2024-03-10T23:00Z").add({ hours: i }).toString(),
  steps: 300 + (i * 7919) % 400,
}));
const now = "2024-03-20T11:00Z";

Deno.test("a day that is not over is hatched, described in words, and excluded from means", async () => {
  const picture = plot.dailyBars(hours, { tz, now });
  const svg = await golden("dailyBars-now", picture);
  assertEquals(found(svg, 'path[aria-label="day not over"]').length, 1);
  assert(textBoxes(svg).some(({ text }) => text === "Day not over"));
  const full = plot.dailyBars(hours.slice(0, 24 * 9), { tz }).summary;
  const [, figures] = /have data, (.*)$/.exec(full)!;
  assert(picture.summary.includes("9 of 10 days have data"), picture.summary);
  assert(picture.summary.endsWith(`${figures}, 1 day is not whole and does not count`));
  assert(!plot.dailyBars(hours, { tz }).summary.includes("whole"));
  const over = plot.dailyBars(hours, { tz, now: "2024-03-21T00:00+01:00" });
  assert(!over.summary.includes("whole"), "at midnight the day is over");
});

Deno.test("a column marks whole days", async () => {
  const rows = days("2024-03-11", 9).map((time, i) => ({
    time,
    steps: i === 0 ? 90 : 5000 + i,
    whole: i !== 0 && i !== 8,
  }));
  const bars = plot.dailyBars(rows, { tz, y: "steps" });
  const svg = await bars.svg();
  assert(bars.summary.endsWith("2 days are not whole and do not count"), bars.summary);
  assert(bars.summary.includes("lowest 5,001, highest 5,007"), bars.summary);
  assert(textBoxes(svg).some(({ text }) => text === "Part of a day"));
  const named = rows.map(({ whole, ...row }) => ({ ...row, full: whole }));
  assertEquals(await plot.dailyBars(named, { tz, y: "steps", whole: "full" }).svg(), svg);
  assertThrows(
    () => plot.dailyBars(named, { tz, y: "steps", whole: "fll" }),
    TypeError,
    'column "fll" is missing',
  );
  const none = plot.dailyBars(rows.map((row) => ({ ...row, whole: false })), { tz, y: "steps" });
  assert(none.summary.endsWith("no day is whole"), none.summary);
});

Deno.test("a calendar hatches a partial day, and leaves it out of its shades", async () => {
  const picture = plot.calendar(hours, { tz, now });
  const svg = await golden("calendar-now", picture);
  assert(textBoxes(svg).some(({ text }) => text === "Day not over"));
  assert(picture.summary.endsWith("1 day is not whole and does not count"), picture.summary);
  assertEquals(
    /lowest [\d,]+/.exec(picture.summary)![0],
    /lowest [\d,]+/.exec(plot.calendar(hours.slice(0, 24 * 9), { tz }).summary)![0],
  );
});

Deno.test("means of weekdays only use whole days", () => {
  const days = resample(hours, { every: "1d", tz, aggregate: "sum" });
  const wednesdays = [days.getColumn("steps").get(2)] as number[];
  const { summary } = plot.weekMonths(hours, { tz, now, y: "steps" });
  assert(summary.includes("1 day is not whole and does not count"), summary);
  assert(!summary.includes("lowest 5,") && wednesdays[0]! > 9000, summary);
});
