import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { baselines } from "../../../src/plot/days/longSpans.ts";
import * as plot from "../../../src/plot/mod.ts";
import { golden } from "../golden.ts";
import { variedNights } from "../sampleNights.ts";
import { found, textBoxes } from "../svg.ts";

const tz = "Europe/Berlin";
const noise = (i: number): number => (Math.imul(i + 1, 2_654_435_761) >>> 8) / 2 ** 24;
const days = Array.from({ length: 56 }, (_, i) => ({
  time: Temporal.PlainDate.from("2024-02-20").add({ days: i })
    .toZonedDateTime({ timeZone: tz, plainTime: "10:00" }).toInstant().toString(),
  steps: i % 17 === 12 ? null : Math.round(5000 + 7000 * noise(i)),
}));
/** Shades of free days, and the lines on top of them. */
const FREE = "[fill='#69727d'] rect";
const USUAL = "[aria-label=line] [stroke='#69727d'] path";

Deno.test("dailyBars() draws the usual range, a target and free days on request", async () => {
  const picture = plot.dailyBars(days, {
    tz,
    baseline: true,
    target: 8000,
    freeDays: [6, 7, "2024-03-29", "2024-04-01"],
  });
  const svg = await golden("dailyBars-context", picture);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["Usual, 28 days before", "Target: 8,000", "bars below the axis: free days"]) {
    assert(texts.join(" ").includes(text), texts.join());
  }
  const titles = found(svg, FREE).map(({ textContent }) => textContent);
  assertEquals(titles.length, 8);
  const heights = found(svg, FREE).map((bar) => bar.getAttribute("height"));
  assertEquals(new Set(heights), new Set(["4"]), "a bar below the axis, no grey band");
  assertEquals(titles.includes("Fri 29 Mar to Mon 1 Apr: free"), true, titles.join());
  const values = days.flatMap(({ steps }) => steps ?? []);
  const reached = values.filter((steps) => steps >= 8000).length;
  assert(picture.summary.includes(`, target 8,000 reached on ${reached} of ${values.length} days`));
  const bare = await plot.dailyBars(days, { tz }).svg();
  assertEquals(found(bare, [FREE, USUAL].join()).length, 0, "nothing unless asked for");
});

Deno.test("sleepBars() and regularity() have the same context, in their own units", async () => {
  const nights = variedNights("2024-02-10", 60, tz);
  const goal = { value: 7.5, label: "Goal" };
  const bars = plot.sleepBars(nights, { tz, baseline: true, target: goal, freeDays: [6, 7] });
  const svg = await golden("sleepBars-context", bars);
  assert(
    textBoxes(svg).map(({ text }) => text).join(" ").includes("Usual, 28 days before"),
  );
  assert(bars.summary.includes(", target 7.5 reached on "), bars.summary);
  const index = plot.regularity(nights, { tz, target: 85, baseline: true });
  assert(index.summary.includes(", target 85 reached on "), index.summary);
});

Deno.test("the usual range of a day is the median of the 28 days before, plus and minus 1.4826 MAD", () => {
  const values = Array.from({ length: 70 }, (_, i) => i % 9 === 4 ? null : 100 * noise(i));
  const middle = (list: number[]): number => {
    const sorted = list.toSorted((a, b) => a - b), half = sorted.length / 2;
    return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
  };
  let least = 0;
  baselines(values).forEach((one, i) => {
    const before = values.filter((value, j) => value !== null && j < i && j >= i - 28) as number[];
    if (before.length < 14) {
      assert(Number.isNaN(one.middle));
      least = i + 1;
      return;
    }
    const median = middle(before), mad = middle(before.map((value) => Math.abs(value - median)));
    assertAlmostEquals(one.middle, median, 1e-9);
    assertAlmostEquals(one.high, median + 1.4826 * mad, 1e-9);
    assertAlmostEquals(one.low, median - 1.4826 * mad, 1e-9);
  });
  assert(least > 13 && least < 20, `${least}`);
});

Deno.test("the axis includes the target, and a target that is not a number is rejected", async () => {
  const svg = await plot.dailyBars(days, { tz, target: 20_000 }).svg();
  assert(textBoxes(svg).some(({ text }) => text === "20,000"));
  assertThrows(
    () => plot.dailyBars(days, { tz, target: "8000" as never }),
    TypeError,
    'Cannot draw daily bars: target is the text "8000", expected a number',
  );
  assertThrows(() => plot.dailyBars(days, { tz, freeDays: [8] }), RangeError, "freeDays");
});
