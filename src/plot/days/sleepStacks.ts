import type { StageTable } from "../../sleep/stages/stageTables.ts";
import { isUnstaged } from "../../sleep/stages/stageKinds.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../time/units.ts";
import { MOST_TITLED } from "../picture/chart.ts";
import type { EndLabel } from "../picture/endLabels.ts";
import { hatch } from "../picture/hatch.ts";
import type { LegendEntry } from "../picture/header.ts";
import { type Labels, lengthLabel } from "../picture/labels.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { AXIS, INK, PAPER, UNKNOWN } from "../picture/theme.ts";
import { barSetting } from "./dayChart.ts";
import type { StageDays } from "./sleepTrend.ts";
import { say, term } from "../../words/language.ts";

/** `4 h 19`, `48 min` */
function clockLength(ms: number): string {
  const text = lengthLabel(ms);
  return text.includes(" h ") ? text.replace(/ min$/, "") : text;
}

/** Stage lengths as a stack of bars per day. */
export interface SleepStacks {
  /** Height of the tallest stack, in hours. */
  readonly top: number;
  /** Names of the stages with their means, from the top stage to the bottom one. */
  readonly ends: readonly EndLabel[];
  /** Legend of the time in bed without a stage. */
  readonly legend: readonly LegendEntry[];
  readonly marks: (plot: PlotModule) => Mark[];
}

export interface SleepStacksOptions {
  readonly table: StageTable;
  /** Stages from bottom to top, by index in the table; time in bed is last. */
  readonly order: readonly number[];
  readonly labels: Labels;
  /** Reason why a day does not count: the range cuts it, or it is only partly recorded. */
  readonly uncounted: (slot: number) => "cut" | "thin" | undefined;
  /**
   * Mean length of each stage, by index in the table; sleep of unknown stage has none if other
   * nights have stages.
   */
  readonly means: ReadonlyMap<number, number>;
  /** Width of the chart in pixels. */
  readonly width: number;
}

/**
 * Stacks the stages of each day. Time in bed is below all stages: it has its own bar only on days
 * without stages, and the part without a stage is pale on top.
 */
export function sleepStacks(
  slots: readonly number[],
  days: StageDays,
  { table, order, labels, means, uncounted, width }: SleepStacksOptions,
): SleepStacks {
  const { day } = labels.in("UTC"), barDay = ({ slot }: { slot: number }): number => slot;
  const { inset, shapeRendering } = barSetting(slots.length, width);
  // Narrow bars are hard to point at: one column over the day describes all of them.
  const narrow = shapeRendering === "crispEdges";
  const bars = slots.flatMap((slot) => {
    const lengths = days.get(slot) ?? new Map<number, number>();
    const stages = order.filter((index) => lengths.has(index) && table[index]!.depth !== null);
    let top = 0;
    return (stages.length > 0 ? stages : [...lengths.keys()]).map((index) => ({
      slot,
      index,
      color: table[index]!.color,
      x1: slot + inset,
      x2: slot + DAY_MS - inset,
      y1: top / HOUR_MS,
      y2: (top += lengths.get(index)!) / HOUR_MS,
      text: `${term(table[index]!.label)} ${lengthLabel(lengths.get(index)!)}`,
    }));
  });
  const awake = order.filter((index) => table[index]!.depth === 0);
  const asleep = order.filter((index) => table[index]!.depth !== 0);
  const [hollow, filled] = [true, false].map((isHollow) =>
    bars.filter(({ slot, index }) =>
      isHollow === (awake.includes(index) || uncounted(slot) !== undefined)
    )
  ) as [typeof bars, typeof bars];
  const isRest = ({ index }: { index: number }): boolean =>
    isUnstaged(table[index]!) && !means.has(index);
  const rest = filled.filter(isRest);
  const title = ({ slot, text }: { slot: number; text: string }): string => `${day(slot)}: ${text}`;
  const pale = bedWithoutStage(slots, days, table).map(({ slot, staged, inBed }) => ({
    x1: slot + inset,
    x2: slot + DAY_MS - inset,
    y1: staged / HOUR_MS,
    y2: (staged + inBed) / HOUR_MS,
    title: say("{day}: in bed without a stage {length}", {
      day: day(slot),
      length: lengthLabel(inBed),
    }),
  }));
  return {
    top: Math.max(...[...bars, ...pale].map(({ y2 }) => y2)),
    ends: order.filter((index) => bars.some((bar) => bar.index === index)).reverse()
      .map((index) => {
        const { color, depth } = table[index]!, mean = means.get(index);
        const label = isRest({ index }) ? say("Stage unknown") : term(table[index]!.label);
        const last = bars.findLast((bar) => bar.index === index);
        return {
          text: mean === undefined ? label : `${label} ${clockLength(mean)}`,
          color,
          y: last && (last.y1 + last.y2) / 2,
          entry: { label, color, ...(depth === 0 ? { shape: "outline" as const } : {}) },
        };
      }),
    legend: pale.length === 0
      ? []
      : [{ label: say("In bed without a stage"), color: AXIS, shape: "outline" }],
    marks: (plot) => [
      // Time asleep should be read first, so it is filled, and time awake is an outline around the
      // top. Days that do not count are hollow, and days that the range cuts are also hatched.
      ...(narrow
        ? order.map((index) => [bars.filter((bar) => bar.index === index)] as const)
        : ([[hollow, true], [filled, false]] as const))
        .map(([own, isHollow]) =>
          plot.rect(own, {
            x1: "x1",
            x2: "x2",
            y1: "y1",
            y2: "y2",
            shapeRendering,
            ...(isHollow === undefined
              ? { fill: own[0]?.color ?? INK }
              : isHollow
              ? { fill: "none", stroke: "color", pointerEvents: "all", title }
              : { fill: "color", stroke: PAPER, title }),
          })
        ),
      ...(narrow ? [] : asleep.flatMap((index) => {
        const boxes = bars.filter((bar) => bar.index === index && uncounted(bar.slot) === "cut");
        const { color } = table[index]!;
        return boxes.length === 0
          ? []
          : [hatch(boxes, { stroke: color, label: "cut by the range", passive: true })];
      })),
      ...(narrow || rest.length === 0
        ? []
        : [hatch(rest, { stroke: PAPER, label: say("Stage unknown"), passive: true })]),
      plot.rect(pale, {
        x1: "x1",
        x2: "x2",
        y1: "y1",
        y2: "y2",
        fill: UNKNOWN,
        stroke: AXIS,
        shapeRendering,
        title: "title",
      }),
      plot.rect(narrow && slots.length <= MOST_TITLED.days ? [...Map.groupBy(bars, barDay)] : [], {
        x1: ([slot]: [number, unknown]) => slot,
        x2: ([slot]: [number, unknown]) => slot + DAY_MS,
        fill: "none",
        pointerEvents: "all",
        title: ([slot, own]: [number, { text: string }[]]) =>
          `${day(slot)}: ${own.map(({ text }) => text).join(", ")}`,
      }),
    ],
  };
}

/**
 * Returns the days with stages that have at least a minute of time in bed without a stage. An
 * aggregate counts only that as time in bed.
 */
export function bedWithoutStage(
  slots: readonly number[],
  days: StageDays,
  table: StageTable,
): { slot: number; staged: number; inBed: number }[] {
  return slots.flatMap((slot) => {
    const lengths = days.get(slot) ?? new Map<number, number>();
    const sum = (isBed: boolean): number =>
      [...lengths].reduce(
        (ms, [index, own]) => (table[index]!.depth === null) === isBed ? ms + own : ms,
        0,
      );
    const staged = sum(false), inBed = sum(true);
    return staged === 0 || inBed < MINUTE_MS ? [] : [{ slot, staged, inBed }];
  });
}
