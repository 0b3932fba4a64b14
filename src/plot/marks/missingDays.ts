import type { Labels } from "../picture/labels.ts";
import type { LegendEntry } from "../picture/header.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { INK, MISSING_OPACITY } from "../picture/theme.ts";
import { DAY_MS } from "../../time/units.ts";

/** What the bands of missing days are called in a legend. */
export const MISSING_ENTRY: LegendEntry = {
  label: "No data",
  color: INK,
  opacity: MISSING_OPACITY * 1.8,
};

/** A band over the whole height for each run of days that have no value: a gap is not a zero. */
export function missingDays(plot: PlotModule, slots: readonly number[], labels: Labels): Mark {
  const runs: { x1: number; x2: number }[] = [];
  for (const slot of slots) {
    const last = runs.at(-1);
    if (last?.x2 === slot) last.x2 = slot + DAY_MS;
    else runs.push({ x1: slot, x2: slot + DAY_MS });
  }
  const { day } = labels.in("UTC");
  return plot.rect(runs, {
    x1: "x1",
    x2: "x2",
    fill: INK,
    fillOpacity: MISSING_OPACITY,
    title: ({ x1, x2 }: { x1: number; x2: number }) => {
      const first = day(x1), last = day(x2 - DAY_MS);
      return `${first}${first === last ? "" : ` to ${last}`}: no data`;
    },
  });
}
