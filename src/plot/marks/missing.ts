import { type Labels, spanLabel } from "../picture/labels.ts";
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

/** A grey band for each of the boxes in which nothing is known: where they lie as Plot's `rect` takes it. */
export function missingBands<T>(
  plot: PlotModule,
  boxes: readonly T[],
  box: NonNullable<Parameters<PlotModule["rect"]>[1]>,
): Mark {
  return plot.rect(boxes as T[], { fill: INK, fillOpacity: MISSING_OPACITY, ...box });
}

/** A band over the whole height for each run of days that have no value: a gap is not a zero. */
export function missingDays(plot: PlotModule, slots: readonly number[], labels: Labels): Mark {
  const runs: { x1: number; x2: number }[] = [];
  for (const slot of slots) {
    const last = runs.at(-1);
    if (last?.x2 === slot) last.x2 = slot + DAY_MS;
    else runs.push({ x1: slot, x2: slot + DAY_MS });
  }
  const { day } = labels.in("UTC");
  return missingBands(plot, runs, {
    x1: "x1",
    x2: "x2",
    title: ({ x1, x2 }: { x1: number; x2: number }) => {
      const first = day(x1), last = day(x2 - DAY_MS);
      return `${first}${first === last ? "" : ` to ${last}`}: no data`;
    },
  });
}

/** A band over each row of a picture of hours that has no data. */
export function missingRows(
  plot: PlotModule,
  rows: readonly number[],
  [x1, x2]: readonly [number, number],
  name: (row: number) => string,
): Mark {
  return missingBands(plot, rows, {
    x1,
    x2,
    y1: (row: number) => row,
    y2: (row: number) => row + 1,
    title: (row: number) => `${name(row)}: no data`,
  });
}

/** A span of instants, in milliseconds since 1970. */
interface TimeGap {
  readonly start: number;
  readonly end: number;
}

/** A band over the whole height for each span of instants in which nothing is known. */
export function missingTimes(plot: PlotModule, gaps: readonly TimeGap[], labels: Labels): Mark {
  return missingBands(plot, gaps, {
    x1: "start",
    x2: "end",
    title: ({ start, end }: TimeGap) => `${spanLabel(start, end, labels)}: no data`,
  });
}
