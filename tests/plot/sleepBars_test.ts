import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { sleepBars } from "../../src/plot/sleepBars.ts";
import { aggregate } from "../../src/sleep/aggregate.ts";
import { golden } from "./golden.ts";
import { sampleNights } from "./sampleNights.ts";
import { found, number, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";
const BANDS = '[aria-label=rect][fill-opacity="0.09"] rect';
const BARS = "[aria-label=rect]:not([fill-opacity]) rect";

Deno.test("sleepBars() stacks four stages for each day of a month", async () => {
  const svg = await golden("sleepBars", sleepBars(sampleNights("2024-03-10", 30, tz), { tz }));
  const bars = found(svg, BARS);
  assertEquals(bars.length, 4 * 30);
  assertEquals(new Set(bars.map((bar) => bar.getAttribute("x"))).size, 30);
  assertEquals(found(svg, BANDS).length, 0);
});

Deno.test("sleepBars() shows days without data as bands, and says so in the legend", async () => {
  const nights = [...sampleNights("2024-03-10", 10, tz), ...sampleNights("2024-03-23", 8, tz)];
  const svg = await golden("sleepBars-missing", sleepBars(nights, { tz }));
  const [band] = found(svg, BANDS), [bar] = found(svg, BARS);
  assertEquals(found(svg, BANDS).length, 1);
  assertAlmostEquals(number(band!, "width") / (number(bar!, "width") / 0.76), 3, 0.01);
  assert(textBoxes(svg).some(({ text }) => text === "No data"));
});

Deno.test("sleepBars() draws the lengths that the stages have", async () => {
  const svg = await sleepBars([
    { start_time: "2024-03-30T22:00Z", end_time: "2024-03-31T04:00Z", sleep_stage: 3 },
    { start_time: "2024-03-31T04:00Z", end_time: "2024-03-31T06:00Z", sleep_stage: 4 },
  ], { tz }).svg();
  const [deep, core] = found(svg, BARS);
  assertAlmostEquals(number(core!, "height"), 3 * number(deep!, "height"), 0.02);
  assertAlmostEquals(number(core!, "y") + number(core!, "height"), number(deep!, "y"), 0.02);
});

Deno.test("sleepBars() draws the same from stages and from their aggregate", async () => {
  const nights = sampleNights("2024-03-10", 5, tz);
  const direct = await sleepBars(nights, { tz }).svg();
  assertEquals(await sleepBars(aggregate(nights, { tz })).svg(), direct);
});

Deno.test("sleepBars() covers a range that reaches beyond the data", async () => {
  const range = { start_time: "2024-03-01T00:00", end_time: "2024-04-01T00:00" };
  const picture = sleepBars(sampleNights("2024-03-10", 5, tz), { tz, range });
  assert(picture.summary.includes("5 of 31 days have data"), picture.summary);
  assertEquals(found(await picture.svg(), BANDS).length, 2);
});

Deno.test("sleepBars() draws time in bed only where there is no stage", async () => {
  const svg = await sleepBars([
    { start_time: "2024-03-29T22:00Z", end_time: "2024-03-30T06:00Z", sleep_stage: 0 },
    { start_time: "2024-03-30T22:00Z", end_time: "2024-03-31T06:00Z", sleep_stage: 0 },
    { start_time: "2024-03-30T22:30Z", end_time: "2024-03-31T05:00Z", sleep_stage: 3 },
  ], { tz }).svg();
  assertEquals(found(svg, BARS).length, 2);
  const texts = textBoxes(svg).map(({ text }) => text);
  assert(texts.includes("In bed") && texts.includes("Core"), texts.join());
});

Deno.test("sleepBars() of a year takes less than 150 kB", async () => {
  const svg = await golden(
    "sleepBars-year",
    sleepBars(sampleNights("2024-01-01", 365, tz), { tz }),
  );
  assert(svg.length < 150_000, `${svg.length}`);
});

Deno.test("sleepBars() shows what of the time in bed no stage is known of", async () => {
  const nights = sampleNights("2024-03-10", 14, tz).filter(({ start_time }, i) =>
    // Of two nights the watch recorded but the first hours.
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
  const pale = found(svg, '[aria-label=rect][fill-opacity="0.4"] rect');
  assertEquals(pale.length, 14);
  const longest = pale.map((bar) => number(bar, "height")).sort((a, b) => b - a);
  assert(longest[1]! > 2 * longest[7]!, "the partial nights stand out");
  assert(textBoxes(svg).some(({ text }) => text === "In bed without a stage"));
  assert(picture.summary.endsWith("14 with time in bed without a stage"), picture.summary);
});
