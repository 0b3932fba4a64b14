import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { visits as findVisits } from "../../src/places/visits.ts";
import { visits } from "../../src/plot/visits.ts";
import { golden } from "./golden.ts";
import { dayGrid } from "./sampleDay.ts";
import { found, number, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const BARS = "[aria-label=rect] rect[stroke]", GAPS = '[fill="#eef0f2"] rect';
const visit = (place: number, from: string, to: string) => ({
  kind: "visit",
  start_time: from,
  end_time: to,
  lat: 52.5,
  long: 13.4,
  place,
});

Deno.test("visits() draws a lane for each place and one for travel, and a gap over all", async () => {
  const frame = findVisits(dayGrid(), { tz, city: true });
  const picture = visits(frame, { tz, names: ["Home", "Work"], title: "Two days in March" });
  const svg = await golden("visits", picture);
  const texts = textBoxes(svg).map(({ text }) => text).join(" ");
  for (const text of ["Home", "Work", "Berlin, place 3", "On the way", "Grey: no data"]) {
    assertStringIncludes(texts, text);
  }
  assertEquals(found(svg, GAPS).length, 1);
  const [first, second] = found(svg, BARS);
  assertAlmostEquals(number(first!, "width") / number(second!, "width"), 491 / 36, 0.6);
  assert(picture.summary.startsWith("Visits, Fri 29 Mar 2024 00:00"), picture.summary);
  await golden("visits-narrow", visits(frame, { tz, names: ["Home", "Work"], width: 360 }));
});

Deno.test("visits() draws the true length of a visit across a daylight saving change", async () => {
  const svg = await visits([
    visit(0, "2024-03-30T22:00Z", "2024-03-31T04:00Z"),
    visit(1, "2024-03-31T04:00Z", "2024-03-31T10:00Z"),
  ], { tz }).svg();
  const [night, morning] = found(svg, BARS);
  assertAlmostEquals(number(night!, "width"), number(morning!, "width"), 0.02);
});

Deno.test("visits() draws the share of each day where visits would be narrower than their gaps", async () => {
  const nights = Array.from({ length: 120 }, (_, i) => {
    const at = (hour: number): string => new Date(Date.UTC(2024, 4, 1 + i, hour)).toISOString();
    return visit(0, at(0), at(6));
  });
  const svg = await visits(nights, { tz: "UTC", names: ["Home"] }).svg();
  const texts = textBoxes(svg).map(({ text }) => text).join(" ");
  assertStringIncludes(texts, "Home: 720 h of 2,862 h");
  assertStringIncludes(texts, "Bars: share of each day");
  const [path] = found(svg, "[aria-label=bars]");
  const heights = [...path!.getAttribute("d")!.matchAll(/v(-?[\d.]+)/g)].map((match) =>
    Math.abs(Number(match[1]))
  );
  assertAlmostEquals(heights[0]!, 24 * 0.8 / 4, 0.1); // 6 of 24 hours
  assertAlmostEquals(heights.at(-1)!, 24 * 0.8, 0.1); // the last day ends with its visit
});

Deno.test("visits() collects the least visited of many places in one lane", async () => {
  const day = Array.from({ length: 20 }, (_, i) => {
    const hour = new Date(Date.UTC(2024, 2, 30, i)).toISOString();
    return visit(i, hour, new Date(Date.parse(hour) + (60 - i) * 60_000).toISOString());
  });
  const texts = textBoxes(await visits(day, { tz }).svg()).map(({ text }) => text).join(" ");
  assertStringIncludes(texts, "Place 11 Other places");
  assert(!texts.includes("Place 12"));
});

Deno.test("visits() reports missing data and invalid frames", async () => {
  assertEquals(visits([]).summary, "Visits: no data");
  assert((await visits([]).svg()).includes("No data"));
  assertThrows(() => visits([{ kind: "visit" }]), TypeError, "Cannot draw visits");
});
