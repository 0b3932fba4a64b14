import { type Labels, lengthLabel, timesText } from "../picture/labels.ts";
import { shortenName } from "../picture/textWidth.ts";
import type { LegendEntry } from "../picture/header.ts";
import { MINUTE_MS } from "../../time/units.ts";
import type { HypnogramRow } from "./hypnogramRows.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import {
  category,
  GRID,
  HATCH,
  INK_2,
  LEFT_OF_FRAME,
  RIGHT_OF_FRAME,
  textColor,
} from "../picture/theme.ts";
import { type Lane, lanesHeight } from "./lanes.ts";
import { missingBands } from "../marks/missing.ts";
import { say, term } from "../../words/language.ts";

/** Lanes of a hypnogram, by stage index in the table. */
export type Lanes = ReadonlyMap<number, Lane>;

/** Duration of a stage in a row, as text. */
export interface LaneTotal {
  readonly row: string;
  readonly y: number;
  readonly label: string;
  readonly text: string;
}

/** Returns the time in each stage of a row, in the order of the lanes. */
export function laneTotals(row: HypnogramRow, lanes: Lanes): LaneTotal[] {
  return [...lanes].flatMap(([index, lane]) => {
    const length = row.intervals.reduce(
      (sum, interval) =>
        interval.index === index ? sum + interval.x2 - interval.x1 - interval.awake : sum,
      0,
    );
    if (length === 0) return [];
    return [{
      row: row.key,
      y: lane.middle,
      label: term(lane.stage.label),
      text: lengthLabel(length),
    }];
  });
}

/** Time between two intervals of a row without data. */
interface RowGap {
  readonly row: string;
  readonly origin: number;
  readonly x1: number;
  readonly x2: number;
}

/** Shortest gap that is marked, in milliseconds. */
const LEAST_GAP = 5 * MINUTE_MS;

/** Returns the times within a row that no interval covers. */
export function gapsOf({ key, origin, intervals }: HypnogramRow): RowGap[] {
  let end = Infinity;
  return intervals.toSorted((a, b) => a.x1 - b.x1).flatMap(({ x1, x2 }) => {
    const gap = { row: key, origin, x1: end, x2: x1 };
    end = end === Infinity ? x2 : Math.max(end, x2);
    return gap.x2 - gap.x1 >= LEAST_GAP ? [gap] : [];
  });
}

/** Minimum width of an awakening in pixels; longer ones are wider on any chart. */
const LEAST_AWAKE = 2, LONG_AWAKE = 15 * MINUTE_MS;

/** Draws the bars of the stages, thin lines between adjacent stages, and the names of the lanes. */
export function hypnogramMarks(
  plot: PlotModule,
  rows: readonly HypnogramRow[],
  lanes: Lanes,
  labels: Labels,
): Mark[] {
  const facet = rows.length > 1 ? { fy: "row" } : {};
  const named = rows.flatMap((row) =>
    [...lanes.values()].map(({ middle, stage }) => ({
      row: row.key,
      y: middle,
      text: term(stage.label),
      color: textColor(stage.color),
    }))
  );
  const bars = rows.flatMap((row) =>
    row.intervals.map((interval) => {
      const { middle, half, stage } = lanes.get(interval.index)!;
      const asleep = interval.x2 - interval.x1 - interval.awake;
      const title = intervalText(term(stage.label), interval, row, labels) +
        (interval.awake > 0
          ? say(", {length} asleep by the vendor's total", { length: lengthLabel(asleep) })
          : "");
      return {
        ...interval,
        y1: middle - half,
        y2: middle + half,
        color: stage.color,
        isAwake: stage.depth === 0,
        title,
      };
    })
  );
  return [
    missingBands(plot, rows.flatMap(gapsOf), {
      ...facet,
      x1: "x1",
      x2: "x2",
      y1: 0,
      y2: lanesHeight(lanes),
      title: ({ x1, x2, origin }: RowGap) =>
        say("{what}: no data", { what: timesText(x1 + origin, x2 + origin, labels) }),
    }),
    plot.ruleY(named, { ...facet, y: "y", stroke: GRID }),
    plot.text(named, {
      ...facet,
      y: "y",
      text: "text",
      ...LEFT_OF_FRAME,
      fill: "color",
      fontWeight: 600,
    }),
    plot.text(rows.flatMap((row) => laneTotals(row, lanes)), {
      ...facet,
      y: "y",
      text: "text",
      ...RIGHT_OF_FRAME,
      fill: INK_2,
    }),
    plot.ruleX(rows.flatMap((row) => joints(row, lanes)), {
      ...facet,
      x: "x",
      y1: "y1",
      y2: "y2",
      stroke: HATCH,
    }),
    // Most awakenings last less than a pixel: a stroke behind the bar gives them a width.
    plot.ruleX(bars.filter(({ x1, x2, isAwake }) => isAwake && x2 - x1 < LONG_AWAKE), {
      ...facet,
      x: ({ x1, x2 }: { x1: number; x2: number }) => (x1 + x2) / 2,
      y1: "y1",
      y2: "y2",
      stroke: "color",
      strokeWidth: LEAST_AWAKE,
      strokeLinecap: "butt",
    }),
    plot.rect(bars, {
      ...facet,
      x1: "x1",
      x2: "x2",
      y1: "y1",
      y2: "y2",
      fill: "color",
      title: "title",
    }),
  ];
}

/** `Deep 02:13 to 02:47, 34 min` */
function intervalText(
  name: string,
  { x1, x2 }: { x1: number; x2: number },
  { origin }: HypnogramRow,
  labels: Labels,
): string {
  return `${name} ${timesText(origin + x1, origin + x2, labels)}, ${lengthLabel(x2 - x1)}`;
}

/** Returns where one stage directly follows another, without a gap. */
function joints(
  row: HypnogramRow,
  lanes: Lanes,
): { row: string; x: number; y1: number; y2: number }[] {
  const staged = row.intervals.filter(({ index }) => lanes.get(index)!.stage.depth !== null);
  return staged.slice(1).flatMap((interval, i) => {
    const before = staged[i]!;
    if (before.x2 !== interval.x1 || before.index === interval.index) return [];
    return [{
      row: row.key,
      x: interval.x1,
      y1: lanes.get(before.index)!.middle,
      y2: lanes.get(interval.index)!.middle,
    }];
  });
}

/** The strip below the lanes with the source of each interval. */
export interface SourceStrip {
  /** Height in lanes. */
  readonly height: number;
  /** Sources, each with its colour. */
  readonly legend: readonly LegendEntry[];
  /** Time per source, as text. */
  readonly summary: string;
  readonly marks: (plot: PlotModule) => Mark[];
}

const HEIGHT = 0.7, HALF = 0.2;
/** Alternating opacities: in grey print, neighbours do not differ by colour. */
const OPACITIES = [1, 0.45, 0.75, 0.25];
export const STRIP_LABEL = "Source";

/** Lays out the strip below the lanes; sources are in order of first appearance. */
export function sourceStrip(
  rows: readonly HypnogramRow[],
  lanesHeight: number,
  labels: Labels,
): SourceStrip {
  const lengths = new Map<string, number>();
  for (const { source, x1, x2 } of rows.flatMap(({ sources }) => sources)) {
    lengths.set(source, (lengths.get(source) ?? 0) + x2 - x1);
  }
  const names = [...lengths.keys()];
  const colorOf = (source: string): string => category(names.indexOf(source));
  const opacityOf = (source: string): number =>
    OPACITIES[names.indexOf(source) % OPACITIES.length]!;
  const middle = lanesHeight + HEIGHT / 2;
  const facet = rows.length > 1 ? { fy: "row" } : {};
  const intervals = rows.flatMap((row) =>
    row.sources.map((interval) => ({
      ...interval,
      title: intervalText(interval.source, interval, row, labels),
      row: row.key,
      y1: middle - HALF,
      y2: middle + HALF,
      color: colorOf(interval.source),
      opacity: opacityOf(interval.source),
    }))
  );
  return {
    height: HEIGHT,
    legend: names.map((name) => ({
      label: shortenName(name),
      color: colorOf(name),
      opacity: opacityOf(name),
    })),
    summary: names.map((name) => `${name} ${lengthLabel(lengths.get(name)!)}`).join(", "),
    marks: (plot) => [
      plot.rect(intervals, {
        ...facet,
        x1: "x1",
        x2: "x2",
        y1: "y1",
        y2: "y2",
        fill: "color",
        fillOpacity: "opacity",
        ariaLabel: "source",
        title: "title",
      }),
      plot.text(rows.map(({ key }) => ({ row: key })), {
        ...facet,
        y: () => middle,
        text: () => say(STRIP_LABEL),
        ...LEFT_OF_FRAME,
      }),
    ],
  };
}
