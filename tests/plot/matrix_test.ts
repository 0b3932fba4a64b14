import { assert, assertEquals, assertThrows } from "@std/assert";
import { toRows } from "../../src/frame/polars/rows.ts";
import { DIVERGING_TOKENS } from "../../src/display/colors.ts";
import { matrix } from "../../src/plot/matrix.ts";
import { DIVERGING, NOTE_SIZE } from "../../src/plot/picture/theme.ts";
import { correlate } from "../../src/series/correlate.ts";
import { coefficient } from "../../src/series/sentenceParts.ts";
import { openFrame } from "../../src/frame/open.ts";
import { normals } from "../series/simulated.ts";
import { golden } from "./golden.ts";
import { contrast, hex } from "./marks/contrast.ts";
import { found, textBoxes } from "./svg.ts";

/** Ninety made-up days: steps lengthen sleep and lower the pulse, all else is independent. */
const normal = normals(7);
const days = Array.from({ length: 90 }, (_, day) => {
  const [steps, pulse, other] = [normal(), normal(), normal()];
  return {
    date: new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
    steps: 8000 + 2000 * steps,
    hours_asleep: day % 9 === 0 ? null : 7 + 0.6 * steps + 0.6 * other,
    resting_heart_rate: 57 - 2 * steps + pulse,
    respiratory_rate: 14 + normal(),
    mood: 3 + normal(),
  };
});
const pairs = correlate(days, { method: ["pearson", "spearman"], lag: [0, 1] });
const rows = toRows(openFrame(pairs).columns());

Deno.test("matrix() colours the pairs that the frame marks, and shows n in every cell", async () => {
  const svg = await golden("matrix", matrix(pairs, { lag: 0, method: "pearson" }));
  const shown = rows.filter(({ lag, method }) => Number(lag) === 0 && method === "pearson");
  const marked = shown.filter((row) => Number(row["p_adjusted"]) < 0.05);
  assert(marked.length >= 3 && marked.length < shown.length);
  const filled = found(svg, "[aria-label=rect] rect").filter((cell) =>
    DIVERGING.some(({ color }) => color === cell.getAttribute("fill"))
  );
  assertEquals(filled.length, marked.length);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const { r, n } of shown) {
    const text = `${Number(r) < 0 ? "\u2212" : "+"}${Math.abs(Number(r)).toFixed(2)}`;
    assert(texts.includes(text) && texts.includes(String(n)), `${text}, ${n}`);
  }
});

Deno.test("matrix() without a marked pair has no colour, and says so", async () => {
  const picture = matrix(correlate(days, { y: ["mood", "respiratory_rate"] }));
  assertEquals(picture.summary, "Correlations (Pearson): no clear relation in 1 pair");
  const colors = DIVERGING.map(({ color }) => color);
  const svg = await picture.svg();
  assert(!found(svg, "rect").some((cell) => colors.includes(cell.getAttribute("fill") ?? "")));
  const few = matrix(correlate(days.slice(0, 5)));
  assert(few.summary.endsWith("too few rows to tell in 10 pairs"), few.summary);
});

Deno.test("a correlation is only written as 1 if it is 1", () => {
  assertEquals([0.64, 0.996, -0.99996, 1, -1, 0.9999999].map(coefficient), [
    "0.64",
    "0.996",
    "-0.99996",
    "1.00",
    "-1.00",
    "1.000000",
  ]);
});

Deno.test("matrix() at phone width names columns by letters, and explains them", async () => {
  const svg = await golden("matrix-narrow", matrix(pairs, { width: 360, method: "spearman" }));
  const texts = textBoxes(svg).map(({ text }) => text).join(" ");
  assert(texts.includes("A Steps, B Hours asleep"), texts);
});

Deno.test("matrix() with a lag has both directions, and no cell of a column with itself", async () => {
  const svg = await matrix(pairs, { lag: 1 }).svg();
  const counts = found(svg, "[aria-label=text]").filter((group) =>
    group.getAttribute("font-size") === String(NOTE_SIZE)
  ).flatMap((group) => [...group.children]);
  assertEquals(counts.length, 5 * 4);
});

Deno.test("matrix() rejects groups, other frames, and lags that the frame lacks", () => {
  assertThrows(() => matrix(pairs, { lag: 3 }), RangeError, "lag 3. It has pearson with lag 0");
  const grouped = correlate(days.map((day, i) => ({ ...day, who: i % 2 ? "a" : "b" })), {
    by: "who",
    dependent: false,
  });
  assertThrows(() => matrix(grouped), RangeError, "have two rows. Draw one group at a time.");
  assertThrows(() => matrix(days), TypeError, "Cannot draw a matrix");
  assertEquals(String(matrix([])), "Correlations: no data");
});

Deno.test("text on every colour of a matrix is legible in the light and the dark theme", () => {
  for (const [i, { text }] of DIVERGING.entries()) {
    const cell = DIVERGING_TOKENS[i]!;
    assert(contrast(hex(cell.light), hex(text)) >= 4.5, `${cell.light} ${text}`);
  }
});
