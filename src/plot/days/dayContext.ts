import { type FreeDays, isFree } from "../../sleep/nights/freeDays.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { isoDay } from "../../time/day.ts";
import { DAY_MS } from "../../time/units.ts";
import { type DayRun, dayRuns, dayRunText } from "../marks/missing.ts";
import type { EndLabel } from "../picture/endLabels.ts";
import { bareText } from "../axis/valueTicks.ts";
import type { Labels } from "../picture/labels.ts";
import { pointed } from "../picture/pointed.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { DASHES, INK, INK_3, STROKES } from "../picture/theme.ts";
import { type Baseline, BASELINE_DAYS, baselines } from "./longSpans.ts";
import { say } from "../../words/language.ts";

/** A target value. */
export interface Target {
  /** Value in the unit of the axis. */
  readonly value: number;
  /** Name in the legend. @default "Target" */
  readonly label?: string;
}

/** Options of charts that draw context around daily values. */
export interface DayContextOptions {
  /**
   * Draws your usual range: the median of the 28 days before each day, plus and minus 1.4826 median
   * absolute deviations.
   * @default false
   */
  baseline?: boolean;
  /** Target in the unit of the axis: `8000`, `{ value: 8, label: "Goal" }`. @default none */
  target?: number | Target;
  /**
   * Days to shade, such as weekends and public holidays: weekdays from Monday 1, dates, `[6, 7,
   * "2024-12-25"]`, a column of dates, or a function of the ISO date.
   * @default none
   */
  freeDays?: FreeDays;
}

export const DAY_CONTEXT_OPTIONS = optionNames<DayContextOptions>()("baseline target freeDays");

/** Context of daily values. */
export interface DayContext {
  /** Values that the value axis must include. */
  readonly values: readonly number[];
  /** Notes for the source line. */
  readonly notes: readonly string[];
  /** Names right of the frame. */
  readonly ends: readonly EndLabel[];
  /** Description for the summary: starts with a comma; empty without context. */
  readonly summary: string;
  /** Marks behind the values, for the height of the frame in pixels. */
  readonly behind: (plot: PlotModule, height: number) => Mark[];
  /** Marks over the values. */
  readonly over: (plot: PlotModule) => Mark[];
}

/** Opacity of the usual range. */
const USUAL_OPACITY = 0.25;

/**
 * Returns the context to draw around daily values.
 *
 * @param values Value of each day in the unit of the axis; null if it is missing or does not count.
 * @throws {TypeError} if the target is not a number
 * @throws {RangeError} if a free day is invalid
 */
export function dayContext(
  slots: readonly number[],
  values: readonly (number | null)[],
  options: DayContextOptions,
  { labels, unit, what = "", action }: {
    labels: Labels;
    unit?: string | undefined;
    /** Name of the values, if the axis does not show it. */
    what?: string;
    action: string;
  },
): DayContext {
  const target = readTarget(options.target, action, unit);
  const free = options.freeDays === undefined ? undefined : isFree(options.freeDays);
  const shaded = free === undefined ? [] : slots.filter((slot) => free(isoDay(slot / DAY_MS)));
  const usual = options.baseline === true ? baselines(values) : [];
  const known = usual.filter(({ middle }) => !Number.isNaN(middle));
  const points = usual.map((one, i) => ({ ...one, x: slots[i]! + DAY_MS / 2 }));
  const usualLabel = what === ""
    ? say("Usual, {n} days before", { n: BASELINE_DAYS })
    : say("Usual {what}, {n} days before", { what, n: BASELINE_DAYS });
  const edge = (plot: PlotModule, y: keyof Baseline, strokeWidth: number, title: string): Mark =>
    plot.line(points, {
      x: "x",
      y,
      stroke: INK_3,
      strokeWidth,
      ...pointed(title, unit),
    });
  return {
    values: [
      ...(target === undefined ? [] : [target.value]),
      ...known.flatMap(({ low, high }) => [low, high]),
    ],
    ends: [
      ...(known.length === 0 ? [] : [{
        text: say("Usual, {n} days before", { n: BASELINE_DAYS }),
        y: known.at(-1)!.middle,
        quiet: true,
        color: INK_3,
        entry: { label: usualLabel, color: INK_3, opacity: USUAL_OPACITY + 0.15 },
      }]),
      ...targetEnd(target),
    ],
    notes: shaded.length === 0 ? [] : [say("bars below the axis: free days")],
    summary: targetText(values, target) + usualText(values, usual),
    behind: (plot, height) => [
      ...(known.length === 0 ? [] : [
        plot.areaY(points, {
          x: "x",
          y1: "low",
          y2: "high",
          fill: INK_3,
          fillOpacity: USUAL_OPACITY,
          ...pointed(usualLabel, unit),
        }),
      ]),
      freeMarks(plot, dayRuns(shaded), {
        x1: "x1",
        x2: "x2",
        title: (run: DayRun) => say("{days}: free", { days: dayRunText(run, labels) }),
      }, height),
    ],
    over: (plot) => [
      ...(known.length === 0 ? [] : [
        edge(plot, "low", STROKES.fine, say("{label}, lower end", { label: usualLabel })),
        edge(plot, "high", STROKES.fine, say("{label}, upper end", { label: usualLabel })),
        edge(plot, "middle", STROKES.reference, say("{label}, median", { label: usualLabel })),
      ]),
      ...(target === undefined ? [] : [targetMark(plot, target)]),
    ],
  };
}

/** Height of the bar of a free day, in pixels. */
const FREE_BAR = 4;

/** Draws a bar below the axis for free days: grey bands are days without data. */
export function freeMarks<T>(
  plot: PlotModule,
  spans: readonly T[],
  box: NonNullable<Parameters<PlotModule["rect"]>[1]>,
  height: number,
): Mark {
  return plot.rect(spans as T[], {
    ...box,
    fill: INK_3,
    insetTop: height,
    insetBottom: -FREE_BAR,
  });
}

/** A target, and its name and value as text: `Target: 8,000`. */
interface ReadTarget extends Required<Target> {
  readonly text: string;
}

/**
 * Reads the option `target`.
 *
 * @throws {TypeError} if it is not a number
 */
export function readTarget(
  target: number | Target | undefined,
  action: string,
  unit: string | undefined,
): ReadTarget | undefined {
  if (target === undefined) return undefined;
  const given = typeof target === "object" && target !== null ? target : { value: target };
  if (given === target) checkOptions(action, target, { value: true, label: true });
  if (typeof given.value !== "number" || !Number.isFinite(given.value)) {
    throw new TypeError(
      `Cannot ${action}: target is ${describeValue(given.value)}, expected a number`,
    );
  }
  const { value, label = say("Target") } = given, text = bareText(value, unit);
  return { value, text, label: `${label}: ${text}` };
}

/** Returns the name of a target right of the frame: `Target: 8,000`. */
export function targetEnd(target: ReadTarget | undefined): EndLabel[] {
  if (target === undefined) return [];
  const { label, value: y } = target, color = INK;
  return [{ text: label, y, color, entry: { label, color, shape: "dashed" } }];
}

/** Draws a target as a dashed line across the frame. */
export function targetMark(plot: PlotModule, target: ReadTarget): Mark {
  return plot.ruleY([target.value], {
    stroke: INK,
    strokeWidth: STROKES.reference,
    strokeDasharray: DASHES.limit,
    title: () => target.label,
  });
}

/** `, target 8,000 reached on 12 of 28 days` */
function targetText(values: readonly (number | null)[], target: ReadTarget | undefined): string {
  if (target === undefined) return "";
  const known = values.filter((value) => value !== null);
  const reached = known.filter((value) => value >= target.value).length;
  return say(", target {target} reached on {reached} of {n} days", {
    target: target.text,
    reached,
    n: known.length,
  });
}

/** `, 3 of 28 days outside the usual range` */
function usualText(values: readonly (number | null)[], usual: readonly Baseline[]): string {
  const judged = usual.flatMap(({ low, high }, i) => {
    const value = values[i] ?? null;
    return value === null || Number.isNaN(low) ? [] : [value < low || value > high];
  });
  if (usual.length === 0) return "";
  if (judged.length === 0) return say(", too few days before for a usual range");
  return say(", {outside} of {n} days outside of the usual range", {
    outside: judged.filter(Boolean).length,
    n: judged.length,
  });
}
