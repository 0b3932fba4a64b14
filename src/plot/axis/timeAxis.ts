import type { XAxis } from "../picture/chart.ts";
import type { Labels } from "../picture/labels.ts";
import { axisBelow } from "./axisBelow.ts";
import { timeTicks } from "./timeTicks.ts";

/** Returns an axis of instants below the frame, with as many round local times as fit. */
export function timeAxis(
  { start, end }: { readonly start: number; readonly end: number },
  labels: Labels,
): XAxis {
  return {
    type: "utc",
    reading: { kind: "instant", labels },
    domain: [start, end],
    key: `times ${labels.tz}`,
    within: ([start, end]) => timeAxis({ start, end }, labels),
    layout: (pixels) => axisBelow(timeTicks({ start, end }, pixels, labels)),
  };
}
