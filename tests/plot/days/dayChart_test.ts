import { assert, assertEquals } from "@std/assert";
import { dailyBars } from "../../../src/plot/dailyBars.ts";
import { sleepBars } from "../../../src/plot/sleepBars.ts";
import { found } from "../svg.ts";

const tz = "Europe/Berlin";

const nights = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    start_time: `2024-03-0${i + 1}T22:00Z`,
    end_time: `2024-03-0${i + 2}T05:00Z`,
    sleep_stage: 3,
  }));

/** Widths of the bars of a chart, in pixels. */
async function widths(picture: { svg(): Promise<string> }, fill: string): Promise<number[]> {
  return found(await picture.svg(), `[aria-label=rect][fill="${fill}"] rect, rect[fill="${fill}"]`)
    .map((bar) => Number(bar.getAttribute("width")));
}

Deno.test("a chart of one, two or seven days has bars of at most 32 pixels", async () => {
  for (const count of [1, 2, 7]) {
    const steps = nights(count).map(({ end_time }) => ({ time: end_time, steps: 5000 }));
    const charts = [
      [dailyBars(steps, { tz, y: "steps" }), "#469063", count],
      [sleepBars(nights(count), { tz }), "#005a90", count],
    ] as const;
    for (const [picture, fill, bars] of charts) {
      const wide = await widths(picture, fill);
      assert(wide.length >= bars, `${picture.spec.name}: ${wide}`);
      assertEquals(wide.filter((one) => one > 33), [], `${picture.spec.name} of ${count}`);
    }
  }
});
