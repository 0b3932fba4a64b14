import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { periodogram } from "../../src/plot/periodogram.ts";
import { periodogram as scan } from "../../src/series/periodogram.ts";
import { golden } from "./golden.ts";
import { heartRates } from "./rhythmSample.ts";
import { found, textBoxes } from "./svg.ts";

Deno.test("periodogram() draws power over period, labels the peak, and draws the line of significance", async () => {
  const picture = periodogram(scan(heartRates(14)), { title: "Periods of heart rate" });
  const svg = await golden("periodogram", picture);
  assert(picture.summary.startsWith("Periodogram from 16 to 32 h: peak at 24"), picture.summary);
  assert(picture.summary.endsWith("significant"));
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["16", "32", "24 h", "Period in hours"]) assert(texts.includes(text), text);
  assertEquals(found(svg, '[aria-label="line"] path').length, 2);
});

Deno.test("periodogram() of chi-square is legible at phone width", async () => {
  const chi = scan(heartRates(10), { method: "chi-square" });
  await golden("periodogram-narrow", periodogram(chi, { width: 360, label: "Qp" }));
});

Deno.test("periodogram() has a dot on the peak", async () => {
  const rows = [23, 24, 25].map((period_h) => ({ period_h, power: period_h === 24 ? 1 : 0.2 }));
  const svg = await periodogram(rows).svg();
  const [dot] = found(svg, '[aria-label="dot"] circle');
  const lines = found(svg, '[aria-label="line"] path').map((path) => path.getAttribute("d")!);
  const [, x] = /^M[\d.]+,[\d.]+L([\d.]+)/.exec(lines.at(-1)!)!;
  assertAlmostEquals(Number(dot!.getAttribute("cx")), Number(x), 1);
});

Deno.test("periodogram() of one period has it in the middle", async () => {
  const svg = await periodogram([{ period_h: 24, power: 0.5 }]).svg();
  const [dot] = found(svg, '[aria-label="dot"] circle');
  const at = (label: string): number => {
    const tick = found(svg, '[aria-label="text"] text').find(({ textContent }) =>
      textContent === label
    );
    return Number(/translate\(([\d.]+)/.exec(tick!.getAttribute("transform")!)![1]);
  };
  assertAlmostEquals(Number(dot!.getAttribute("cx")), at("24"), 1);
  assertAlmostEquals(at("24"), (at("23") + at("25")) / 2, 1);
  const hours = found(svg, '[aria-label="text"] text').map(({ textContent }) => textContent)
    .filter((text) => /^\d+$/.test(text) && Number(text) > 12).map(Number);
  assertEquals([Math.min(...hours), Math.max(...hours)], [23, 25], "no more to one side");
});

Deno.test("periodogram() writes a power of 1.00 only for the exact value, and keeps its label in the frame", async () => {
  for (const [power, text] of [[1, "1.00"], [0.9996, "0.9996"], [0.8, "0.80"], [640, "640"]]) {
    for (const peak of [0, 8, 16]) {
      const rows = Array.from({ length: 17 }, (_, i) => ({
        period_h: 16 + 100 * i,
        power: i === peak ? power : 0.1,
        threshold: Number(power) * 0.99,
      }));
      const picture = periodogram(rows);
      assert(picture.summary.endsWith(`power ${text}, significant`), picture.summary);
      const boxes = textBoxes(await picture.svg());
      const hours = `${(16 + 100 * peak).toLocaleString("en-US")} h`;
      const name = boxes.find(({ text }) => text === hours)!;
      const frame = { left: 56, right: 616 }; // beside the name of the line of significance
      assert(name.left >= frame.left - 0.1 && name.right <= frame.right + 0.1, `${name.left}`);
      const ticks = boxes.map(({ text }) => text).filter((text) => /^[\d,]+$/.test(text));
      assert(ticks.includes("240") && ticks.includes("480"), `round periods: ${ticks}`);
    }
  }
});

Deno.test("periodogram() reports missing data", async () => {
  assert((await periodogram([{ period_h: 24, power: null }]).svg()).includes("No data"));
  const days = Array.from({ length: 30 }, (_, i) => ({ time: new Date(i * 864e5), value: i % 7 }));
  assert((await periodogram(days).svg()).includes("No data: values too far apart"));
});

Deno.test("periodogram() draws a series like the result of series.periodogram()", async () => {
  const hours = Array.from({ length: 240 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1, i)),
    bpm: 60 + 5 * Math.cos(2 * Math.PI * i / 24) + (i * 7) % 3,
    steps: i % 5,
  }));
  const asked = { y: "bpm", step: "30m" } as const;
  const [drawn, expected] = [periodogram(hours, asked), periodogram(scan(hours, asked))];
  assertEquals(drawn.summary, expected.summary);
  assertEquals(await drawn.svg(), await expected.svg());
  assertThrows(
    () => periodogram(scan(hours, asked), { y: "bpm" }),
    TypeError,
    "y is an option of series.periodogram, but the frame is its result already",
  );
  assertThrows(() => periodogram(hours), TypeError, "pass one of them as y");
});
