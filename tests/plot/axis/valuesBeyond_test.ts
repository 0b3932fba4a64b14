import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { axisExtent } from "../../../src/plot/axis/extent.ts";
import * as plot from "../../../src/plot/mod.ts";
import { golden } from "../golden.ts";
import { found, textBoxes } from "../svg.ts";

const HOUR = 3_600_000, tz = "UTC";

function rowsOf(values: readonly (number | null)[]) {
  return values.map((value, i) => ({
    time: new Date(Date.UTC(2024, 2, 1) + i * HOUR),
    heart_rate: value,
  }));
}

/** 20 to 39, with quartiles 24.75 and 34.25 (type 7), so an axis may end between -22.75 and 81.75. */
const TWENTY = Array.from({ length: 20 }, (_, i) => 20 + i);

Deno.test("axisExtent() leaves out a single value beyond 5 interquartile ranges", () => {
  assertEquals(axisExtent([[...TWENTY, 400]]), [20, 39]);
  assertEquals(axisExtent([[...TWENTY, -400]]), [20, 39]);
  assertEquals(axisExtent([[...TWENTY, NaN, 400], [90]]), [20, 90], "each list by itself");
});

Deno.test("axisExtent() keeps outlying values that are many, few, near, or nearly all equal", () => {
  assertEquals(axisExtent([[...TWENTY, 400, 401]]), [20, 401], "two of 22 are no single value");
  assertEquals(axisExtent([[1, 2, 3, 4, 400]]), [1, 400], "five values have no quartiles");
  assertEquals(axisExtent([[...TWENTY, 57]]), [20, 57], "half of the axis is left");
  assertEquals(axisExtent([[...TWENTY.map(() => 0), 400]]), [0, 400], "zeros have no spread");
  assertEquals(axisExtent([[], [NaN]]), undefined);
});

Deno.test("a line draws values beyond its axis as triangles, and counts them in a note", async () => {
  const values = Array.from({ length: 240 }, (_, i) => 64 + 9 * Math.sin(i / 4) + i % 7);
  const rows = rowsOf(values.map((value, i) => i === 100 ? 4000 : i === 200 ? -800 : value));
  const picture = plot.line(rows, { tz, unit: "bpm" });
  assert(picture.summary.endsWith(": \u2212800 to 4,000"), picture.summary);
  const svg = await golden("line-outliers", picture);
  const note = found(svg, "text").map(({ textContent }) => textContent).join(" ");
  assert(note.includes("1 value above 80 bpm not to scale (4,000)"), note);
  assert(note.includes("1 value below 55 bpm not to scale (\u2212800)"), note);
  const titles = found(svg, "title").map(({ textContent }) => textContent);
  assert(titles.includes("Tue 5 Mar 04:00: 4,000 bpm"), titles.join());
  assert(titles.includes("Sat 9 Mar 08:00: \u2212800 bpm"), titles.join());
});

Deno.test("a page carries the true values beyond the axis for its script", async () => {
  const rows = rowsOf([...TWENTY, 4000]);
  const html = await plot.line(rows, { tz }).html();
  const short = await plot.line(rowsOf([...TWENTY, 40]), { tz }).html();
  const valuesIn = (text: string) => /<path[^>]* data-y="([^"]*)"/.exec(text)?.[1];
  assert(valuesIn(html) !== undefined && valuesIn(html) !== valuesIn(short));
});

Deno.test("every value is within the axis or counted in the note, and the caption stays true", () => {
  const usual = fc.array(fc.integer({ min: 50, max: 90 }), { minLength: 30, maxLength: 120 });
  const outliers = fc.array(fc.integer({ min: -9000, max: 9000 }), { maxLength: 3 });
  fc.assert(fc.property(usual, outliers, (most, few) => {
    const values = [...most.slice(0, 10), ...few, ...most.slice(10)];
    const picture = plot.line(rowsOf(values), { tz, width: 4000 }); // the note on one line
    const [low, high] = picture.spec.axes!.y;
    const note = picture.spec.source?.map(({ text }) => text).join(" ") ?? "";
    const counted = (side: string) =>
      Number(new RegExp(`(\\d+) values? ${side}`).exec(note)?.[1] ?? 0);
    assertEquals(counted("above"), values.filter((value) => value > high).length);
    assertEquals(counted("below"), values.filter((value) => value < low).length);
    const text = (value: number) => value.toLocaleString("en-US").replace("-", "\u2212");
    const ends = `${text(Math.min(...values))} to ${text(Math.max(...values))}`;
    assert(picture.summary.endsWith(`: ${ends}`), picture.summary);
  }));
});

Deno.test("bars, boxes, comparisons and overlays leave out a single value, too", async () => {
  const days = Array.from({ length: 30 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 2, 1 + i, 12)),
    steps: i === 10 ? 1_000_000 : 5000 + i * 7919 % 4000,
    free: i % 7 > 4,
  }));
  const bars = plot.dailyBars(days, { tz, y: "steps" });
  assert(bars.summary.includes("highest 1,000,000"), bars.summary);
  const pictures = [
    bars,
    plot.distribution(days, { y: "steps", kind: "box" }),
    plot.overlay(days, days.slice(0, 7), { tz, y: "steps" }),
  ];
  for (const picture of pictures) {
    const svg = await picture.svg();
    const note = /1 value above (9,000|10,000) not to scale \(1,000,000\)/;
    assert(note.test(svg), picture.name);
  }
  // The axis of a comparison still has room for the means.
  const { spec } = plot.compare(days, { tz, y: "steps", condition: "free" });
  const source = spec.source?.map(({ text }) => text).join(" ") ?? "";
  assert(source.endsWith("; 1 value above 55,000 not to scale (1,000,000)"), source);
});

Deno.test("a histogram has a bar for the values beyond its axis", async () => {
  const values = Array.from({ length: 300 }, (_, i) => 5000 + i * 7919 % 4000);
  const rows = [...values, 1_000_000, 2_000_000].map((steps) => ({ steps }));
  const picture = plot.distribution(rows, { y: "steps", unit: "steps" });
  assert(picture.summary.endsWith("302 values, 5,000 to 2,000,000 steps"), picture.summary);
  const svg = await golden("distribution-overflow", picture);
  assert(svg.includes("302 values; 2 values above 9,000 steps not to scale (up to 2,000,000)"));
  const counts = found(svg, "[aria-label=rect] title").map(({ textContent }) =>
    Number(textContent!.split(": ")[1])
  );
  assertEquals(counts.reduce((sum, n) => sum + n, 0), 302);
  assert(counts.length > 5, "one bar of 300 says nothing");
  assert(textBoxes(svg).some(({ text }) => text === "2 above"), "a name for the bar of the others");
});

Deno.test("scatter() and agreement() mark outliers at the edges, and keep the line and the limits", async () => {
  const usual = Array.from({ length: 200 }, (_, i) => ({
    a: 60 + i % 17 + i % 5 / 5,
    b: 62 + i % 17 + i % 7 / 7,
  }));
  const rows = [...usual, { a: 4000, b: 70 }, { a: 70, b: -900 }];
  const picture = plot.scatter(rows, { x: "a", y: "b", xUnit: "bpm", yUnit: "bpm" });
  const svg = await golden("scatter-outliers", picture);
  assertEquals(found(svg, "[aria-label=dot] circle").length, 200);
  const triangles = found(svg, "[aria-label=dot] path").map((one) => one.textContent);
  assertEquals(triangles, ["4,000 bpm, 70 bpm", "70 bpm, −900 bpm"]);
  const text = textBoxes(svg).map(({ text }) => text).join(" ");
  assert(text.includes("1 value above 80 bpm not to scale (4,000)"), text);
  assert(text.includes("1 value below 60 bpm not to scale (−900)"), text);
  assert(picture.summary.includes("n = 202"), picture.summary);
  const both = await plot.agreement(rows, { reference: "a", other: "b" }).svg();
  assert(textBoxes(both).map(({ text }) => text).join(" ").includes("not to scale"));
  assertEquals(found(both, "[aria-label=dot] circle").length, 200);
});
