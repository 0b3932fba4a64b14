import { assert, assertEquals, assertThrows } from "@std/assert";
import * as plot from "../../../src/plot/mod.ts";
import { golden } from "../golden.ts";
import { found, textBoxes } from "../svg.ts";

const tz = "Europe/Berlin";
const rows = Array.from({ length: 48 * 12 }, (_, i) => ({
  time: new Date(Date.UTC(2024, 2, 21, 23, 30 * i)).toISOString(),
  glucose: 110 + 40 * Math.sin(i / 9) + 15 * Math.sin(i / 3.1),
}));
/** Shades of free days, and the lines on top of them. */
const FREE = "[fill='#69727d'] rect";

Deno.test("line() draws a target and free local days on request", async () => {
  const picture = plot.line(rows, {
    unit: "mg/dl",
    tz,
    target: { value: 180, label: "Limit" },
    freeDays: [6, 7, "2024-03-29", "2024-04-01"],
  });
  const svg = await golden("line-context", picture);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["Limit: 180", "Bars below the axis: free days"]) {
    assert(texts.join("; ").includes(text), texts.join());
  }
  // The days around a daylight saving change are one interval of 95 hours.
  assertEquals(found(svg, FREE).map(({ textContent }) => textContent), [
    "Sat 23 Mar to Sun 24 Mar: free",
    "Fri 29 Mar to Mon 1 Apr: free",
  ]);
  assertEquals(found(svg, FREE).map((rect) => Number(rect.getAttribute("height"))), [4, 4]);
  const [first, second] = found(svg, FREE).map((rect) => Number(rect.getAttribute("width")));
  assert(Math.abs(second! / first! - 95 / 48) < 0.01, `${first}, ${second}`);
});

Deno.test("line() omits the free days of long intervals, and has no context by default", async () => {
  const days = Array.from({ length: 300 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1 + i)).toISOString(),
    weight: 80 - i / 100,
  }));
  const long = await plot.line(days, { tz, freeDays: [6, 7] }).svg();
  assertEquals(found(long, FREE).length, 0);
  assertEquals(found(await plot.line(rows, { tz }).svg(), FREE).length, 0);
  assertThrows(
    () => plot.line(rows, { tz, target: NaN }),
    TypeError,
    "Cannot draw a line: target is the number NaN, expected a number",
  );
  assertThrows(() => plot.line(rows, { tz, freeDays: ["31.3."] }), RangeError, "freeDays");
});
