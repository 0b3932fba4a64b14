import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { isTrend, rollingQuartiles, rollingWindow } from "../../../src/plot/days/longSpans.ts";
import * as plot from "../../../src/plot/mod.ts";

const days = (count: number, every = 1): (number | null)[] =>
  Array.from({ length: count }, (_, i) => i % every === 0 ? (i * 7919) % 101 : null);

Deno.test("a chart shows a trend from 91 days with data on, or on request", () => {
  assertEquals(isTrend(days(90), undefined, "draw"), false);
  assertEquals(isTrend(days(91), undefined, "draw"), true);
  assertEquals(isTrend(days(400, 7), "auto", "draw"), false, "58 of 400 days have data");
  assertEquals(isTrend(days(400), "days", "draw"), false);
  assertEquals(isTrend(days(3), "trend", "draw"), true);
  assertThrows(
    () => isTrend(days(3), "weeks" as never, "draw nights"),
    TypeError,
    'Cannot draw nights: form is the text "weeks", expected one of auto, days, trend',
  );
});

Deno.test("the window is a week, and four weeks for over two years or sparse data", () => {
  assertEquals(rollingWindow(days(365)), { days: 7, least: 4, label: "7-day median" });
  assertEquals(rollingWindow(days(732)), { days: 28, least: 14, label: "28-day median" });
  assertEquals(rollingWindow(days(365, 7)), { days: 28, least: 3, label: "28-day median" });
});

Deno.test("rolling quartiles equal the quartiles of each window, and need half of it", () => {
  const values = days(60).map((value, i) => i % 11 === 3 || (i > 30 && i < 36) ? null : value);
  const window = rollingWindow(values);
  rollingQuartiles(values, window).forEach(({ low, middle, high }, i) => {
    const known = values.filter((value, j) => value !== null && Math.abs(i - j) <= 3) as number[];
    if (known.length < 4) return assert(Number.isNaN(middle) && Number.isNaN(low));
    // Counted: in type 7, the share of values below a quantile is linear between neighbours.
    const sorted = known.toSorted((a, b) => a - b);
    for (const [part, found] of [[0.25, low], [0.5, middle], [0.75, high]] as const) {
      const at = part * (sorted.length - 1), left = Math.floor(at);
      const right = Math.min(left + 1, sorted.length - 1);
      assertAlmostEquals(
        found,
        sorted[left]! + (at - left) * (sorted[right]! - sorted[left]!),
        1e-9,
      );
    }
  });
});

Deno.test("a weekly measurement has a trend", async () => {
  const weights = Array.from({ length: 200 }, (_, i) => ({
    time: new Date(Date.UTC(2020, 0, 1 + 7 * i, 8)),
    weight: 80 - i / 20,
  }));
  const picture = plot.dailyBars(weights, { tz: "UTC", aggregate: "mean" });
  assert(picture.summary.includes("28-day median"), picture.summary);
  assert((await picture.svg()).includes('aria-label="line"'));
});
