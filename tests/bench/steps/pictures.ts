import { assert } from "@std/assert";
import type pl from "nodejs-polars";
import { actogram } from "../../../src/plot/actogram.ts";
import { line } from "../../../src/plot/line.ts";
import { sleepRaster } from "../../../src/plot/sleepRaster.ts";
import { merge } from "../../../src/sleep/merge.ts";
import { nightsFrame, seriesFrame } from "../data.ts";
import { readColumns } from "../floors.ts";
import type { Step } from "../step.ts";

interface Drawn {
  svg(): Promise<string>;
}

/**
 * Measures drawing a chart as SVG. It may take 10 ms more than three times reading the columns,
 * which `ours` subtracts.
 */
function picture(
  name: string,
  of: string,
  sizes: readonly [number, number],
  frameOf: (count: number) => pl.DataFrame,
  draw: (frame: pl.DataFrame) => Drawn,
): Step {
  return {
    name: `${name}, SVG, less 10 ms`,
    of,
    sizes,
    reach: 3,
    prepare: (count) => {
      const frame = frameOf(count);
      return {
        ours: async () => {
          const begun = performance.now();
          await draw(frame).svg();
          return { took: Math.max(0.01, performance.now() - begun - 10) };
        },
        floor: {
          name: "columns read once",
          run: () => readColumns(frame),
          bytes: 8 * frame.width * frame.shape.height,
        },
        check: async () => {
          const { length } = new TextEncoder().encode(await draw(frame).svg());
          assert(length < 150_000, `${name} of ${count} has ${length} bytes of SVG`);
        },
      };
    },
  };
}

/** Steps for charts. */
export const steps: readonly Step[] = [
  picture(
    "plot.line",
    "rows",
    [100_000, 1_000_000],
    (count) => seriesFrame(count, 1),
    (frame) => line(frame, { y: "value" }),
  ),
  picture(
    "plot.actogram",
    "minutes",
    [43_200, 525_600],
    (count) => seriesFrame(count, 60),
    (frame) => actogram(frame),
  ),
  picture(
    "plot.sleepRaster",
    "nights",
    [30, 365],
    (count) => merge(nightsFrame(count, ["watch"])),
    (frame) => sleepRaster(frame),
  ),
];
