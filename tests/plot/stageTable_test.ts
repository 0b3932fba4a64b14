import type { FrameLike } from "../../src/frame/open.ts";
import { assertEquals } from "@std/assert";
import * as plot from "../../src/plot/mod.ts";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import type { Stages } from "../../src/sleep/stages/stageTables.ts";

const tz = "Europe/Berlin";
/**
 * A night in laboratory codes, 0 W, 1 N1, 2 N2, 3 N3, 4 R, which mean something else for a watch.
 */
const CODES = [0, 1, 2, 2, 3, 3, 3, 2, 4, 4, 1, 2, 3, 2, 4, 4, 0, 1, 2, 2, 4, 2, 2, 0];
const night = fromHypnogram(CODES, { start: "2024-03-10T22:00Z", epoch: "PT20M" });

const PICTURES: readonly ((frame: FrameLike, options: { stages?: Stages }) => plot.Picture)[] = [
  (frame, options) => plot.hypnogram(frame, { tz, ...options }),
  (frame, options) => plot.nremCycles(frame, { tz, ...options }),
  (frame, options) => plot.sleepBars(frame, { tz, ...options }),
  (frame, options) => plot.sleepRaster(frame, { tz, ...options }),
  (frame, options) => plot.timeline(frame, { tz, ...options }),
  (frame, options) => plot.transitions(frame, { epoch: "PT20M", ...options }),
];

Deno.test("charts read stage codes by the stage table of the frame", async () => {
  const bare = night.drop("stage_table");
  for (const draw of PICTURES) {
    const svg = await draw(night, {}).svg(), { name } = draw(night, {});
    assertEquals(svg, await draw(bare, { stages: "aasm" }).svg(), name);
    if (name === "nremCycles") continue; // not in the consumer's table
    assertEquals(svg === await draw(bare, {}).svg(), false, `${name}: codes of a watch`);
  }
});
