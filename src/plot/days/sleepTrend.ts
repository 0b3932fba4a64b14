import { lengthLabel } from "../picture/labels.ts";
import { LENGTH_UNIT, pointed } from "../picture/pointed.ts";
import type { StageTable } from "../../sleep/stages/stageTables.ts";
import { isUnstaged } from "../../sleep/stages/stageKinds.ts";
import { DAY_MS, HOUR_MS } from "../../time/units.ts";
import { extent } from "../axis/extent.ts";
import { type EndLabel, lastKnown } from "../picture/endLabels.ts";
import type { LegendEntry } from "../picture/header.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { INK, STROKES } from "../picture/theme.ts";
import { rollingQuartiles, type RollingWindow } from "./longSpans.ts";
import { say, term } from "../../words/language.ts";

/** Milliseconds per stage (by index in the table) and day (by slot). */
export type StageDays = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** Stage lengths as stacked areas. */
export interface SleepTrend {
  /** Maximum height in hours. */
  readonly top: number;
  /** Names of the areas, from the top one to the bottom one, and of the line. */
  readonly ends: readonly EndLabel[];
  readonly legend: readonly LegendEntry[];
  /** Areas and line. */
  readonly marks: (plot: PlotModule) => Mark[];
}

/**
 * Stacks rolling medians of the stage lengths. Medians do not add up, so the medians of sleep
 * stages are scaled to the median of the total time asleep, which is then their upper edge. A line
 * shows its median over four such windows. A day without a known stage has no part in its median.
 *
 * @param order Stages from bottom to top, by index in the table.
 * @param isTold Tests whether the length of a stage is known on a day.
 */
export function sleepTrend(
  slots: readonly number[],
  days: StageDays,
  { table, order, window, isTold }: {
    table: StageTable;
    order: readonly number[];
    window: RollingWindow;
    isTold: (slot: number, index: number) => boolean;
  },
): SleepTrend {
  const staged = slots.map((slot) => stagedDay(days.get(slot), table));
  const lengthOf = (wanted: (index: number) => boolean): (number | null)[] =>
    staged.map((lengths) =>
      lengths === null
        ? null
        : [...lengths].reduce((sum, [index, ms]) => wanted(index) ? sum + ms : sum, 0)
    );
  const median = (values: (number | null)[], over: RollingWindow): number[] =>
    rollingQuartiles(values, over).map(({ middle }) => middle / HOUR_MS);
  const isAsleep = (index: number): boolean => table[index]!.asleep;
  const asleep = lengthOf(isAsleep), asleepMedian = median(asleep, window);
  const stages = order.map((index) => ({
    ...table[index]!,
    medians: median(
      lengthOf((other) => other === index).map((ms, i) =>
        isUnstaged(table[index]!) || isTold(slots[i]!, index) ? ms : null
      ),
      window,
    ),
  }));
  const sums = slots.map((_, i) =>
    stages.reduce((sum, { asleep, medians }) => asleep ? sum + (medians[i]! || 0) : sum, 0)
  );
  const base = new Float64Array(slots.length);
  const layers = stages.map(({ label, color, asleep, medians }) => {
    const points = slots.map((slot, i) => {
      const sum = sums[i]!, share = asleep && sum > 0 ? asleepMedian[i]! / sum : 1;
      // Without a known stage, sleep of unknown stage takes the whole height.
      const height = medians[i]! * share, y1 = base[i]!;
      const y2 = y1 + (Number.isNaN(height) && asleepMedian[i]! >= 0 ? 0 : height);
      base[i] = y2;
      return { x: slot + DAY_MS / 2, y1, y2, height };
    });
    const [least, most] = extent([points.map(({ height }) => height)]) ?? [0, 0];
    return { label: term(label), color, points, least, most };
  }).filter(({ most }) => most > 0);
  const long = { ...window, days: 4 * window.days, least: 4 * window.least };
  const line = median(asleep, long).map((y, i) => ({ x: slots[i]! + DAY_MS / 2, y }));
  const lineLabel = say("Asleep, median of {n} days", { n: long.days });
  return {
    top: extent([base])?.[1] ?? 0,
    ends: [
      ...layers.map(({ label, color, points }) => ({
        text: label,
        color,
        y: lastKnown(points.map(({ y1, y2 }) => (y1 + y2) / 2)),
        entry: { label, color },
      })).reverse(),
      ...(line.some(({ y }) => !Number.isNaN(y))
        ? [{
          text: say("{n}-day median", { n: long.days }),
          color: INK,
          y: lastKnown(line.map(({ y }) => y)),
          entry: { label: lineLabel, color: INK, shape: "line" as const },
        }]
        : []),
    ],
    legend: [],
    marks: (plot) => [
      ...layers.map(({ label, color, points, least, most }) =>
        plot.areaY(points, {
          x: "x",
          y1: "y1",
          y2: "y2",
          fill: color,
          ...pointed(`${label}, ${window.label}`, LENGTH_UNIT, { difference: true }),
          title: () =>
            `${label}, ${window.label}: ${
              say("{from} to {to}", {
                from: lengthLabel(least * HOUR_MS),
                to: lengthLabel(most * HOUR_MS),
              })
            }`,
        })
      ),
      plot.line(line, {
        x: "x",
        y: "y",
        stroke: INK,
        strokeWidth: STROKES.data,
        ...pointed(lineLabel, LENGTH_UNIT),
      }),
    ],
  };
}

/** Returns the lengths of a day with sleep; `null` for a day with only time in bed or wake. */
export function stagedDay(
  lengths: ReadonlyMap<number, number> | undefined,
  table: StageTable,
): ReadonlyMap<number, number> | null {
  const known = lengths && [...lengths.keys()].some((index) => table[index]!.asleep);
  return known ? lengths : null;
}
