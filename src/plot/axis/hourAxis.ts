import type { YAxis } from "../picture/chart.ts";
import type { Labels } from "../picture/labels.ts";
import { textWidth } from "../picture/textWidth.ts";
import { GRID, SPACES } from "../picture/theme.ts";
import type { AxisLabel } from "./axisBelow.ts";
import { hourTicks } from "./hourTicks.ts";

/** Ticks of a vertical axis can be this much denser than on a horizontal one. */
const UPRIGHT = 2.2;

/**
 * Returns an axis of times of day left of the frame, with the earliest at the top.
 *
 * @param hours Hours at its upper and lower end.
 * @param pixels Height of the frame.
 * @param options With `origin`, the hour of the clock that is 0 on the axis.
 */
export function hourAxis(
  [from, to]: readonly [number, number],
  pixels: number,
  labels: Labels,
  { origin = 0 }: { origin?: number } = {},
): Required<Omit<YAxis, "title" | "above">> {
  const ticks = hourTicks([from, to], pixels * UPRIGHT, labels, origin);
  return {
    domain: [to, from],
    key: `times of day ${labels.tz}`,
    within: ([to, from]) => hourAxis([from, to], pixels, labels, { origin }),
    reading: { kind: "clock", labels, origin },
    width: Math.ceil(Math.max(...ticks.map(({ text }) => textWidth(text)))) + SPACES.near,
    marks: (plot) => [
      plot.ruleY(ticks, { y: ({ at }: AxisLabel) => at, stroke: GRID }),
      plot.text(ticks, {
        y: ({ at }: AxisLabel) => at,
        text: ({ text }: AxisLabel) => text,
        frameAnchor: "left",
        textAnchor: "end",
        dx: -SPACES.near,
      }),
    ],
  };
}
