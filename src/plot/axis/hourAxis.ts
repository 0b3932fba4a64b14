import type { YAxis } from "../picture/chart.ts";
import type { Labels } from "../picture/labels.ts";
import { textWidth } from "../picture/textWidth.ts";
import { GRID_OPACITY } from "../picture/theme.ts";
import type { AxisLabel } from "./axisBelow.ts";
import { hourTicks } from "./hourTicks.ts";

/** Room between the labels and the frame, and before the labels. */
const PADDING = 8, OUTER = 6;
/** How much more room a text takes along a line than above it: ticks of an upright axis lie so much closer. */
const UPRIGHT = 2.2;

/**
 * An axis of times of day left of the frame, the earliest above: a line and a label for each.
 *
 * @param hours The hours at its upper and its lower end.
 * @param pixels The height of the frame.
 * @param options With `origin`, the hour of the clock that is 0 on the axis.
 */
export function hourAxis(
  [from, to]: readonly [number, number],
  pixels: number,
  labels: Labels,
  { origin = 0 }: { origin?: number } = {},
): Required<YAxis> {
  const ticks = hourTicks([from, to], pixels * UPRIGHT, labels, origin);
  return {
    domain: [to, from],
    key: `times of day ${labels.tz}`,
    within: ([to, from]) => hourAxis([from, to], pixels, labels, { origin }),
    reading: { kind: "clock", labels, origin },
    above: 0,
    width: Math.ceil(Math.max(...ticks.map(({ text }) => textWidth(text)))) + PADDING + OUTER,
    marks: (plot) => [
      plot.ruleY(ticks, { y: ({ at }: AxisLabel) => at, strokeOpacity: GRID_OPACITY }),
      plot.text(ticks, {
        y: ({ at }: AxisLabel) => at,
        text: ({ text }: AxisLabel) => text,
        frameAnchor: "left",
        textAnchor: "end",
        dx: -PADDING,
      }),
    ],
  };
}
