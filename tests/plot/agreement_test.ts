import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { agreement } from "../../src/plot/agreement.ts";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { golden } from "./golden.ts";
import { found, number, textBoxes } from "./svg.ts";

/** Minutes asleep of forty made-up nights, measured by two devices. */
const nights = Array.from({ length: 40 }, (_, i) => {
  const watch = 380 + (i * 37) % 110;
  return { watch, ring: watch + 12 + ((i * 53) % 61) - 30 };
});
const columns = { reference: "watch", other: "ring" } as const;

Deno.test("agreement() draws a point for each pair, the bias and both limits with their values", async () => {
  const svg = await golden("agreement", agreement(nights, { ...columns, unit: "min" }));
  assertEquals(found(svg, "[aria-label=dot] circle").length, 40);
  const differences = nights.map(({ watch, ring }) => ring - watch);
  const bias = differences.reduce((sum, value) => sum + value, 0) / 40;
  const sd = Math.sqrt(differences.reduce((sum, value) => sum + (value - bias) ** 2, 0) / 39);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const value of [bias - 1.96 * sd, bias, bias + 1.96 * sd]) {
    const text = value.toFixed(1).replace("-", "\u2212"); // all with one decimal
    assert(texts.includes(text), `${text} is missing in ${texts}`);
  }
  const level = (dash: boolean) =>
    found(svg, "[aria-label=rule]").filter((group) =>
      (group.getAttribute("stroke-dasharray") !== null) === dash
    );
  const [upper, lower] = [...level(true)[0]!.children].map((line) => number(line, "y1"));
  const points = found(svg, "[aria-label=dot] circle").map((dot) => number(dot, "cy"));
  const mean = points.reduce((sum, at) => sum + at, 0) / 40;
  assertAlmostEquals((upper! + lower!) / 2, mean, 0.6, "the bias lies in the middle of the points");
});

Deno.test("agreement() keeps labels apart if the limits are close, at phone width", async () => {
  const frame = Array.from(
    { length: 400 },
    (_, i) => ({ a: i % 50, b: i % 50 + (i === 7 ? 60 : 0) }),
  );
  await golden("agreement-narrow", agreement(frame, { reference: "a", other: "b", width: 360 }));
});

Deno.test("agreement() handles few pairs, no pairs, and too many", async () => {
  const one = agreement([{ watch: 400, ring: 410 }], columns);
  assertEquals(String(one), "Ring minus watch, 1 pair: bias 10");
  assert(!(await one.svg()).includes("1.96"));
  assertEquals(String(agreement([{ watch: null, ring: 1 }], columns)), "Ring minus watch: no data");
  const same = agreement([{ watch: 4, ring: 5 }, { watch: 4, ring: 5 }], columns);
  assertEquals(
    String(same),
    "Ring minus watch, 2 pairs: bias 1, limits of agreement 1 to 1",
  );
  const many = Array.from({ length: 20_001 }, (_, i) => ({ watch: i, ring: i }));
  assertThrows(() => agreement(many, columns), RangeError, "20001 pairs");
});

Deno.test("agreement() shows the common unit of both columns, and none if they differ", () => {
  const frame = (units: Record<string, string>) =>
    toFrame(fromRows(nights, { watch: "float64", ring: "float64" }), units);
  const summary = (units: Record<string, string>) =>
    String(agreement(frame(units), columns)).split(": ")[1]!;
  assert(summary({ watch: "min", ring: "min" }).includes(" min, limits"), "of both");
  assert(!summary({ watch: "min", ring: "h" }).includes(" min"), "of one");
  assert(!summary({ watch: "min" }).includes(" min"), "of one, the other unknown");
});
