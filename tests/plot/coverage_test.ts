import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import * as show from "../../src/show/mod.ts";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { coverage } from "../../src/plot/coverage.ts";
import { events } from "../../src/plot/events.ts";
import { golden } from "./golden.ts";
import { found, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const span = (source: string, start: string, hours: number) => ({
  source,
  start_time: start,
  end_time: Temporal.Instant.from(start).add({ minutes: Math.round(hours * 60) }).toString(),
});
/** A week of three sources: a phone with a gap, a watch taken off at night, a mattress. */
const week = Array.from({ length: 7 }, (_, i) => `2024-03-${25 + i}`).flatMap((date, i) => [
  ...(i === 3 ? [] : [span("phone", `${date}T00:00Z`, 24)]),
  span("watch", `${date}T06:00Z`, i === 5 ? 4 : 15.5),
  span("mattress", `${date}T21:10Z`, 7.5 + i % 3 / 2),
]);
/** A year of the same sources, with a month without the watch. */
const year = Array.from(
  { length: 365 },
  (_, i) => Temporal.PlainDate.from("2024-01-01").add({ days: i }),
)
  .flatMap((date, i) => [
    span("phone", `${date}T00:00Z`, 24),
    ...(date.month === 8 ? [] : [span("watch", `${date}T06:00Z`, 12 + (i * 7) % 5)]),
    ...(i > 200 ? [span("mattress", `${date}T21:10Z`, 7)] : []),
  ]);
const texts = (svg: string): string[] => textBoxes(svg).map(({ text }) => text);
const BARS = "path[aria-label=bars]";

Deno.test("coverage() has a lane for each source, with its share of the time", async () => {
  const picture = coverage(week, { tz });
  const svg = await golden("coverage", picture);
  const whole = 24 * 6 + 21 + 10 / 60 + 7.5;
  const watch = 6 * 15.5 + 4, mattress = 7 * 7.5 + (0 + 1 + 2 + 0 + 1 + 2 + 0) / 2;
  const percent = (hours: number) => `${Math.round(100 * hours / whole)} %`;
  assert(
    picture.summary.endsWith(
      `phone ${percent(6 * 24)}, watch ${percent(watch)}, mattress ${percent(mattress)}`,
    ),
    picture.summary,
  );
  for (const text of ["phone", "watch", "mattress", percent(watch)]) {
    assert(texts(svg).includes(text), text);
  }
});

Deno.test("coverage() draws an empty frame without data", async () => {
  const svg = await coverage([
    span("watch", "2024-01-01T00:00Z", 1),
    span("watch", "2024-01-01T03:00Z", 1),
  ], { tz: "UTC" }).svg();
  const path = found(svg, BARS)[0]!.getAttribute("d")!;
  const widths = [...path.matchAll(/h([\d.]+)/g)].map(([, width]) => Number(width));
  const [left, right] = [...path.matchAll(/M([\d.]+)/g)].map(([, x]) => Number(x));
  assertEquals(widths.length, 2);
  assertAlmostEquals((right! - left!) / widths[0]!, 3, 0.01);
});

Deno.test("coverage() of a year shows the covered share of each local day", async () => {
  const svg = await golden("coverage-year", coverage(year, { tz }));
  assert(texts(svg).join(" ").includes("share of each day that has data"));
  assert(texts(svg).includes("> 99 %"), "the phone ends before the last night does");
});

Deno.test("coverage() joins instants that are at most three usual steps apart", () => {
  const at = (minutes: number) => ({
    time: Temporal.Instant.from("2024-01-01T00:00Z").add({ minutes }).toString(),
    heart_rate: minutes === 8 ? null : 60,
  });
  // 0 to 4 are joined; 4 to 10 is 6 minutes: one step; 10 to 13 are joined, then one step.
  const rows = [0, 1, 2, 4, 8, 10, 11, 12, 13].map(at);
  assert(
    coverage(rows, { tz: "UTC", y: "heart_rate" }).summary.endsWith(`: ${Math.round(900 / 14)} %`),
  );
  // A row without a value ends the coverage of the row before it, here from 8 to 10.
  const wide = coverage(rows, { tz: "UTC", y: "heart_rate", gapSteps: 10 });
  assert(wide.summary.endsWith(`: ${Math.round(1200 / 14)} %`), wide.summary);
});

Deno.test("coverage() of a month of nulls is 0 %, and of a grid the share of its values", () => {
  const hours = (isKnown: (hour: number) => boolean) =>
    Array.from({ length: 24 * 31 }, (_, hour) => ({
      time: new Date(Date.UTC(2024, 0, 1, hour)),
      heart_rate: isKnown(hour) ? 60 : null,
      coverage: isKnown(hour) ? 1 : 0,
    }));
  const percent = (isKnown: (hour: number) => boolean): string =>
    coverage(hours(isKnown), { tz: "UTC" }).summary.split("UTC: ")[1]!;
  assertEquals(percent(() => false), "0 %");
  assertEquals(percent((hour) => hour % 4 === 0), "25 %");
  assertEquals(percent((hour) => hour < 24 * 30), "97 %");
  assertEquals(percent(() => true), "100 %");
});

Deno.test("coverage() of a client's samples refers to their requested range", () => {
  const samples = show.withRange(
    toFrame(fromRows([
      { start_date: "2024-01-02T00:00Z", end_date: "2024-01-03T00:00Z", value: 1 },
      { start_date: "2024-01-03T00:00Z", end_date: "2024-01-04T00:00Z", value: null },
    ], { start_date: "time", end_date: "time", value: "float64" })),
    { start_time: "2024-01-01T00:00Z", end_time: "2024-01-09T00:00Z" },
    { now: "2024-01-05T00:00Z" },
  );
  assertEquals(
    coverage(samples, { tz: "UTC" }).summary,
    "Data by source, Mon 1 Jan 2024 00:00 to Fri 5 Jan 2024 00:00, UTC: 25 %",
  );
});

Deno.test("coverage() counts overlapping rows once", () => {
  const rows = [span("a", "2024-01-01T00:00Z", 3), span("a", "2024-01-01T01:00Z", 1)];
  const range = { start_time: "2024-01-01T00:00Z", end_time: "2024-01-01T12:00Z" };
  assert(coverage(rows, { tz: "UTC", range }).summary.endsWith("a 25 %"));
});

Deno.test("coverage() explains grey only if time without data is shown", async () => {
  for (const hours of [12, 6]) {
    const range = { start_time: "2024-01-01T00:00Z", end_time: "2024-01-01T12:00Z" };
    const svg = await coverage([span("a", "2024-01-01T00:00Z", hours)], { tz: "UTC", range }).svg();
    assertEquals(textBoxes(svg).some(({ text }) => text.startsWith("Grey")), hours === 6);
  }
});

Deno.test("coverage() shows 0 % and 100 % only if they are exact", () => {
  const range = { start_time: "2024-01-01T00:00Z", end_time: "2024-01-11T00:00Z" };
  const rows = [
    span("nearly", "2024-01-01T00:00Z", 239.5),
    span("hardly", "2024-01-01T00:00Z", 0.5),
  ];
  assert(coverage(rows, { tz: "UTC", range }).summary.endsWith("nearly > 99 %, hardly < 1 %"));
});

Deno.test("coverage() treats days of 23 hours as whole days", async () => {
  const range = { start_time: "2024-03-20T00:00", end_time: "2024-04-20T00:00" };
  const whole = [{ source: "a", start_time: "2024-03-19T23:00Z", end_time: "2024-04-19T22:00Z" }];
  const path = found(await coverage(whole, { tz, range }).svg(), BARS)[0]!.getAttribute("d")!;
  assertEquals(
    new Set([...path.matchAll(/v(-?[\d.]+)/g)].map(([, y]) => Math.abs(Number(y)))).size,
    1,
  );
});

Deno.test("coverage() supports events on top, and renamed columns", async () => {
  const over = coverage(week, { tz });
  const both = events([{ name: "Trip", time: "2024-03-28T12:00Z" }], { tz: "UTC", over });
  assert(texts(await both.svg()).includes("Trip"));
  const renamed = week.map(({ source, start_time, end_time }) => ({
    app: source,
    begin: start_time,
    end_time,
  }));
  assertEquals(
    coverage(renamed, { tz, by: "app", columns: { start_time: "begin" } }).summary,
    over.summary.replace("by source", "by app"),
  );
});

Deno.test("coverage() rejects rows that end before they start, and a frame without times", () => {
  assertThrows(
    () => coverage([{ start_time: "2024-01-02T00:00Z", end_time: "2024-01-01T00:00Z" }]),
    RangeError,
    "end_time is before start_time in row 0",
  );
  assertThrows(() => coverage([{ at: 1 }]), TypeError, "expected a column start_time, time");
});

Deno.test("coverage() of whole days does not name the day after them", async () => {
  const rows = [{ start_time: "2025-02-01T00:00Z", end_time: "2025-03-01T00:00Z", value: 1 }];
  const svg = await coverage(rows, { tz: "UTC" }).svg();
  assertStringIncludes(svg, "Sat 1 to Fri 28 Feb 2025");
});
