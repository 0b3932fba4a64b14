import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { regularity } from "../../src/plot/regularity.ts";
import { golden } from "./golden.ts";
import { sampleNights, variedNights } from "./sampleNights.ts";
import { AXIS, UNKNOWN } from "../../src/plot/picture/theme.ts";
import { found, number, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const DOTS = "[aria-label=dot] circle";
const NIGHTS = [...sampleNights("2024-03-10", 12, tz), ...sampleNights("2024-03-24", 10, tz)];

Deno.test("regularity() has a dot for each pair of days, a line for all, and bands for missing pairs", async () => {
  const picture = regularity(NIGHTS, { tz });
  const svg = await golden("regularity", picture);
  // 12 and 10 consecutive nights have 11 and 9 pairs; two missing nights affect three pairs.
  assertEquals(found(svg, DOTS).length, 20);
  assert(picture.summary.includes("20 of 23 days have data, all days "), picture.summary);
  assertEquals(found(svg, '[aria-label=rect][fill="#eef0f2"] rect').length, 1);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.some((text) => text.startsWith("All days: ")), texts.join());
  assert(texts.includes("100"));
  const line = svg.lastIndexOf('aria-label="rule"'), name = svg.indexOf(">No data<");
  assert(name > line && svg.includes(`stroke="${UNKNOWN}"`), "the line breaks around the name");
});

Deno.test("regularity() draws dots as high as the index, below zero if it is negative", async () => {
  const sleep = (start_time: string, end_time: string) => ({
    start_time,
    end_time,
    sleep_stage: 1,
  });
  const svg = await regularity([
    sleep("2024-01-01T12:30Z", "2024-01-02T00:00Z"),
    sleep("2024-01-03T01:00Z", "2024-01-03T12:00Z"),
    sleep("2024-01-04T00:00Z", "2024-01-04T12:00Z"),
  ], { tz: "UTC", width: 360 }).svg();
  const [below, above] = found(svg, DOTS);
  // 1.5 of 24 hours agree on the first two days, 23 on the next.
  const lines = found(svg, "[aria-label=rule] line");
  const zero = number(lines.find((line) => line.getAttribute("stroke") === AXIS)!, "y1");
  const hundred = Math.min(...lines.map((line) => number(line, "y1")));
  for (const [dot, hours] of [[below, 1.5], [above, 23]] as const) {
    const value = 100 * (zero - number(dot!, "cy")) / (zero - hundred);
    assertAlmostEquals(value, 200 * hours / 24 - 100, 0.5);
  }
});

Deno.test("regularity() fits a narrow column and reports missing data", async () => {
  await golden("regularity-narrow", regularity(NIGHTS, { tz, width: 360, title: "Regularity" }));
  assertEquals(
    regularity([]).summary,
    "Sleep regularity of each day and the next: no data",
  );
  const one = regularity(sampleNights("2024-03-10", 1, tz), { tz });
  assert(one.summary.endsWith("no data: no two days in a row"));
  const few = regularity(sampleNights("2024-03-10", 3, tz), { tz });
  assert(!few.summary.includes("all days"), "too few days for a value of all");
});

Deno.test("regularity() of over 90 days is a rolling median with the middle half, and says so", async () => {
  const picture = regularity(variedNights("2024-01-01", 365, tz), { tz });
  const svg = await golden("regularity-year", picture);
  assertEquals(found(svg, DOTS).length, 0);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.join(" ").includes("Sleep regularity index, 7-day median"), texts.join());
  assert(texts.includes("Middle half") && texts.includes("7-day median"), texts.join());
  assert(picture.summary.includes("the next, 7-day median, "), picture.summary);
  const days = regularity(variedNights("2024-01-01", 365, tz), { tz, form: "days" });
  assertEquals(found(await days.svg(), "[aria-label=line] path").length, 1, "days of 2 pixels");
});
