import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { change } from "../../src/plot/change.ts";
import { compareDays } from "../../src/series/statistics/compareDays.ts";
import { readGroups } from "../../src/series/statistics/readGroups.ts";
import { openFrame } from "../../src/frame/open.ts";
import { normals } from "../series/simulated.ts";
import { golden } from "./golden.ts";
import { found, number, textBoxes } from "./svg.ts";

/** Eight made-up weeks: in the second half steps rise and the pulse falls, all else stays. */
const normal = normals(3);
const days = Array.from({ length: 56 }, (_, day) => ({
  time: new Date(Date.UTC(2024, 0, 1 + day)).toISOString(),
  steps: 7000 + 1500 * normal() + (day < 28 ? 0 : 2600),
  resting_heart_rate: 58 + normal() - (day < 28 ? 0 : 6),
  "respiratory_rate": 14.2 + 0.3 * normal(),
  hours_asleep: day % 6 === 0 ? null : 7 + 0.5 * normal(),
  mood: day % 20 === 0 ? 3 : null,
}));
const periods = {
  a: { start_time: "2024-01-01", end_time: "2024-01-29" },
  b: { start_time: "2024-01-29", end_time: "2024-02-26" },
  tz: "UTC",
};
const NAMES = ["steps", "resting_heart_rate", "respiratory_rate", "hours_asleep", "mood"];

Deno.test("change() draws a dumbbell per measure, on the scale of its own spread", async () => {
  const svg = await golden("change", change(days, periods));
  const rows = found(svg, "[aria-label=dumbbell] > g");
  const [falling] = rows;
  const band = falling!.querySelector("rect")!, ring = falling!.querySelector("circle")!;
  assertAlmostEquals(number(band, "x") + number(band, "width") / 2, number(ring, "cx"), 0.11);
  assert(falling!.querySelector("path") !== null, "6 spreads are beyond the scale");
  assert(textBoxes(svg)[0]!.text !== "", "named");
  for (const row of rows.slice(1)) {
    const size = Number(/([\d.]+) usual spreads/.exec(row.querySelector("title")!.textContent)![1]);
    const [middle, dot] = [...row.querySelectorAll("circle")].map((one) => number(one, "cx"));
    const spread = number(row.querySelector("rect")!, "width") / 2;
    assertAlmostEquals(Math.abs(dot! - middle!) / spread, size, 0.06);
  }
});

Deno.test("change() marks the rows that compareDays() marks for all measures together", () => {
  const data = openFrame(days, { action: "test" });
  const judged = compareDays(
    NAMES.map((y) => {
      const { groups: [a, b] } = readGroups(data, { ...periods, y, time: "time" });
      return [a.stepped!, b.stepped!] as const;
    }),
    { confidence: 0.95 },
  );
  const marked = judged.filter(({ found }) => found && (found.low > 0 || found.high < 0)).length;
  const { summary, spec } = change(days, periods);
  const rows = summary.split(": ").slice(1).join(": ").split("; ");
  assertEquals(rows.filter((row) => !/no clear change|too few/.test(row)).length, marked);
  assertEquals(marked, 2);
  const title = spec.header.title.map(({ text }) => text).join(" ");
  assert(title.startsWith("Clear change in 2 of 5 measures, largest resting heart rate 5"), title);
  assert(summary.includes("Mood 3 to 3 (n 2 and 1), too few days to tell"), summary);
});

Deno.test("change() is legible at phone width, with long names and few days", async () => {
  const few = days.slice(26, 31).map(({ time, steps, respiratory_rate }) => ({
    time,
    steps,
    "Respiratory rate, breaths/min": respiratory_rate,
  }));
  await golden("change-narrow", change(days, { ...periods, width: 360 }));
  const picture = change(few, { ...periods, width: 360 });
  assert(picture.summary.includes("too few days to tell"), picture.summary);
  assertEquals(picture.spec.header.title[0]!.text, "Too few days to tell any change");
});

Deno.test("change() without values reports no data, and names missing periods", () => {
  const { summary } = change(days, { ...periods, b: "2020" });
  assert(summary.endsWith("no data: no measure has values in both periods"), summary);
  assertThrows(() => change(days, { tz: "UTC" } as never), TypeError, "pass two periods");
  assertThrows(() => change(days, { ...periods, y: "weight" }), TypeError, "weight");
});
