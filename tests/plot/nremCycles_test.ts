import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { nremCycles } from "../../src/plot/nremCycles.ts";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import { yasaCodes } from "../sleep/hypnograms.ts";
import { golden } from "./golden.ts";
import { sampleNight, sampleNights } from "./sampleNights.ts";
import { found, number, textBoxes } from "./svg.ts";

const tz = "Europe/Berlin";

Deno.test("nremCycles() draws a lane for each cycle, with bars as long as its periods", async () => {
  const codes = yasaCodes("yasa_full6hrs_hypno_30s.txt");
  const frame = fromHypnogram(codes, { start: "2024-03-30T22:55Z" });
  const svg = await golden("nremCycles", nremCycles(frame, { stages: "aasm", tz }));
  const bars = found(svg, "[aria-label=rect] rect");
  assertEquals(bars.length, 10);
  const [nrem, rem] = bars.map((bar) => ({
    x: number(bar, "x"),
    width: number(bar, "width") + 1.2,
  }));
  assertAlmostEquals(nrem!.width / rem!.width, 63.5 / 11, 0.05);
  assertAlmostEquals(nrem!.x + nrem!.width, rem!.x, 0.05);
  const texts = textBoxes(svg).map(({ text }) => text);
  for (const text of ["Cycle 1", "63.5 + 11", "58.5 + 14", "01:00", "03:00"]) {
    assert(texts.includes(text), `${text} is missing in ${texts}`);
  }
  assert(texts.some((text) => text.includes("clock forward 1 h at 02:00")), texts.join());
});

Deno.test("nremCycles() draws incomplete periods as outlines, even in narrow charts", async () => {
  const night = sampleNight("2024-01-24T22:20Z").slice(0, -2);
  const picture = nremCycles(night.slice(0, 19), { tz, width: 360 });
  const svg = await golden("nremCycles-narrow", picture);
  const opacities = found(svg, "[aria-label=rect] rect").map((bar) => number(bar, "fill-opacity"));
  assertEquals(opacities.filter((opacity) => opacity < 1).length, 1);
  assert(String(picture).endsWith("min (not complete)"), String(picture));
});

Deno.test("nremCycles() draws one night, and requires night if there are several", () => {
  const nights = sampleNights("2024-03-10", 2, tz);
  assertThrows(
    () => nremCycles(nights, { tz }),
    RangeError,
    "Its nights are 2024-03-11, 2024-03-12.",
  );
  const picture = nremCycles(nights, { tz, night: "2024-03-12" });
  assert(String(picture).startsWith("NREM cycles, "), String(picture));
  assert(String(picture).includes("12 Mar 2024"), String(picture));
  assertThrows(
    () => nremCycles(nights, { tz, night: "2024-03-19" }),
    RangeError,
    "no night 2024-03-19",
  );
  assertEquals(String(nremCycles([])), "NREM cycles: no data");
});
