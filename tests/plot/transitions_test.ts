import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { transitions } from "../../src/plot/transitions.ts";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import { fixture, scored, START, yasaCodes } from "../sleep/hypnograms.ts";
import { golden } from "./golden.ts";
import { sampleNight } from "./sampleNights.ts";
import { found, number, textBoxes } from "./svg.ts";

const real = fromHypnogram(yasaCodes("yasa_full6hrs_hypno_30s.txt"), { start: START });

Deno.test("transitions() draws a cell for each pair of stages, stronger if more likely", async () => {
  const svg = await golden("transitions", transitions(real, { stages: "aasm" }));
  const cells = found(svg, "[aria-label=rect] rect");
  assertEquals(cells.length, 25);
  const { transition_probs } = fixture("yasa_hypno_expected.json").yasa_full6hrs;
  const probabilities: number[] = transition_probs.data.flat();
  const opacities = cells.map((cell) => number(cell, "fill-opacity")).sort();
  // Staying in a stage has no shade; the likeliest change has the strongest.
  const changes = probabilities.map((value, i) => i % 6 === 0 ? 0 : value);
  const most = Math.max(...changes), shades = changes.map((value) => 0.7 * value / most).sort();
  for (const [i, shade] of shades.entries()) assertAlmostEquals(opacities[i]!, shade, 1e-6 / most);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["95 %", "301", "Wake", "N3", "From", "To"]) {
    assert(texts.includes(text), `${text} is missing in ${texts}`);
  }
});

Deno.test("transitions() starts rows and columns with awake, and has a row per stage before", async () => {
  const svg = await transitions(scored("0223"), { stages: "aasm", width: 360 }).svg();
  const at = (text: string) => textBoxes(svg).filter((box) => box.text === text);
  const [column, row] = at("Wake").sort((a, b) => a.top - b.top);
  assert(column!.top < row!.top && row!.left < column!.left);
  const next = at("N2").sort((a, b) => a.top - b.top)[0]!;
  const [likely] = at("100 %");
  assertAlmostEquals((likely!.left + likely!.right) / 2, (next.left + next.right) / 2, 1);
  assertEquals(at("\u2013").length, 3, "nothing follows N3");
});

Deno.test("transitions() of a device is legible at phone width", async () => {
  const picture = transitions(sampleNight("2024-01-24T22:20Z"), { epoch: "PT1M", width: 360 });
  await golden("transitions-narrow", picture);
  assertEquals(String(transitions([])), "Transitions between stages: no data");
});
