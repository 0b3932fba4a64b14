import { measureLabel } from "./axis/reducerName.ts";
import { unitOf } from "./groups/readSeries.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { optionNames } from "../options/checkOptions.ts";
import { groupSymbol } from "./picture/groupSymbols.ts";
import { checkGroups, readGroups } from "./groups/groups.ts";
import { type EndLabel, endsWidth } from "./picture/endLabels.ts";
import type { LegendEntry } from "./picture/header.ts";
import type { Fit } from "../series/numerics/straightLine.ts";
import { chart, frameWidth } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, rejectUnused, UNTIMED_OPTIONS } from "./picture/pictureOptions.ts";
import { laterValues } from "./groups/laterValues.ts";
import { readSteps } from "../series/input/readSteps.ts";
import { countedThings, lengthName } from "./groups/compareShapes.ts";
import {
  countInSquares,
  type Crowd,
  lineColor,
  type Points,
  type ScatterFit,
  scatterFit,
  scatterMarks,
} from "./groups/scatterMarks.ts";
import { shortenName } from "./picture/textWidth.ts";
import { DEFAULT_WIDTH, type UntimedPictureOptions } from "./picture/spec.ts";
import { category, FRAMES } from "./picture/theme.ts";
import { axisExtent } from "./axis/extent.ts";
import { pointsBeyond } from "./axis/valuesBeyond.ts";
import { nameLabel, valueAxis } from "./axis/valueAxis.ts";
import { valueAxisX } from "./axis/valueAxisX.ts";
import { areWhole, valueText, valueTicks } from "./axis/valueTicks.ts";
import { coefficient, differenceUnit } from "../series/sentenceParts.ts";
import { lowerFirst } from "./picture/letterCase.ts";
import type { Length } from "../time/length.ts";
import type { Zones } from "../time/zone.ts";
import { FINDINGS } from "./picture/findings.ts";
import { decimalText, inLanguage, numberText, say } from "../words/language.ts";

/** Options of {@linkcode scatter}. */
export interface ScatterOptions extends UntimedPictureOptions {
  /** Numeric column for the horizontal axis. */
  x: string;
  /** Numeric column for the vertical axis. */
  y: string;
  /** Column of text with groups, each with its symbol, colour and line. @default one group */
  by?: string;
  /**
   * Number of steps of `every` by which y follows x: with 1, each dot is a day and the night or day
   * after it. Needs times, and one row per day and group.
   * @default 0
   */
  lag?: number;
  /**
   * Column of instants or dates, for `lag` and the confidence band.
   * @default the first of `time`, `night`, `date`, else the only column of times
   */
  time?: string;
  /** Length of a time step. @default "1d" */
  every?: Length;
  /** IANA zone of the days of `time`. @default the zone of the column */
  tz?: Zones;
  /** Draws the least-squares line with its 95 % confidence band. @default true */
  fit?: boolean;
  /** Unit of x, shown on its axis. @default the unit of the column, if known */
  xUnit?: string;
  /** Unit of y, shown on its axis. @default the unit of the column, if known */
  yUnit?: string;
}

const MOST_GROUPS = 8;

const OPTIONS = optionNames<ScatterOptions>()(
  UNTIMED_OPTIONS,
  "x y by lag time every tz fit xUnit yUnit",
);

/**
 * Draws two columns against each other: a dot for each row that has both, and for each group the
 * least-squares line with the 95 % confidence band of its mean. Pearson's r and the number of rows,
 * n, are above the chart. Constant columns and fewer than three rows have neither r nor a line.
 * More than 2000 rows are drawn as squares that show how many rows they hold.
 *
 * If the frame has times (`time`, `night` or `date`), the band allows for rows that depend on
 * earlier rows, as `series.correlate` does; there is no band for fewer than seven rows. Without
 * times, it is the usual band of Student's t.
 *
 * @param frame Two numeric columns; with `by` also a column of text.
 * @throws {TypeError} if a column is missing or has another type
 * @throws {RangeError} if there are more than eight groups, the lag is not an integer of at least
 * 0, or a lag is given and two rows of a group have the same day
 *
 * @example Sleep after days with many and few steps
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = [[4000, 6.5], [6000, 7], [8000, 7.8], [9000, 7.7], [12_000, null]]
 *   .map(([steps, sleep]) => ({ steps, sleep }));
 * const picture = plot.scatter(days, { x: "steps", y: "sleep", yUnit: "h" });
 * assertEquals(
 *   String(picture),
 *   "Sleep (h) by steps: r = 0.97, n = 4, slope 0.000268 h; 1 row lacks a value",
 * );
 * ```
 */
export function scatter(frame: FrameLike, options: ScatterOptions): Picture {
  return inLanguage(options, () => drawScatter(frame, options));
}

function drawScatter(frame: FrameLike, options: ScatterOptions): Picture {
  checkPictureOptions("draw a scatter plot", options, OPTIONS, "x and y");
  const { x, y, by, lag = 0, time, every, tz, fit = true, width = DEFAULT_WIDTH } = options;
  const action = "draw a scatter plot";
  if (options.fit === false && (options.lag ?? 0) === 0) {
    rejectUnused(
      action,
      options,
      ["time", "every", "tz"],
      "without a lag or a fitted line. Omit it.",
    );
  }
  const data = openFrame(frame, { action, tz });
  const { values: [xs, ys], groups, missing } = readGroups(data, [x, y], by, [
    data.numbers(x),
    laterValues(data, y, { lag, by, time, every, tz }),
  ]);
  checkGroups(groups, MOST_GROUPS, action);
  const { xUnit = unitOf(data, x), yUnit = unitOf(data, y) } = options;
  const length = lengthName(every ?? "1d");
  const later = lag === 0
    ? ""
    : say(", {n} {things} later", { n: lag, things: countedThings(lag, length) });
  const xLabel = nameLabel(x, xUnit), yLabel = nameLabel(y, yUnit) + later;
  const title = say("{y} by {x}", {
    y: measureLabel(data, y, yUnit) + later,
    x: lowerFirst(measureLabel(data, x, xUnit)),
  });
  if (groups.length === 0) return noData("scatter", title, frame, options, "numbers");

  const points = groups.map(({ name, rows }, i) => ({
    name,
    color: category(i),
    x: Float64Array.from(rows, (row) => xs![row]!),
    y: Float64Array.from(rows, (row) => ys![row]!),
  }));
  const parts = data.takeParts(groups.map(({ rows }) => rows), data.names);
  const fits = points.map((group, i) =>
    scatterFit(group.x, group.y, readSteps(parts[i]!, { time, every, tz }))
  );
  const whole = {
    x: areWhole(...points.map((group) => group.x)),
    y: areWhole(...points.map((group) => group.y)),
  };
  const yTicks = valueTicks(...axisExtent(points.map((group) => group.y))!, 5, {
    whole: whole.y,
    unit: yUnit,
  });
  const { domain } = valueTicks(...axisExtent(points.map((group) => group.x))!, 5, {
    whole: whole.x,
    unit: xUnit,
  });
  const axes = {
    x: valueAxisX(domain, xLabel, { whole: whole.x, unit: xUnit }),
    y: valueAxis(yTicks, yLabel),
  };
  const describe = (x: number, y: number): string =>
    `${valueText(x, xUnit)}, ${valueText(y, yUnit)}`;
  const isShown = (x: number, y: number): boolean =>
    ([[x, domain], [y, yTicks.domain]] as const).every(([at, [low, high]]) =>
      at >= low && at <= high
    );
  const joined = (axis: "x" | "y"): Float64Array =>
    Float64Array.from(points.flatMap((group) => [...group[axis]]));
  const names = points.map(({ name }) => name);
  const frameSize = {
    width: frameWidth({ ...axes, ends: ends(points, names, fits, { last: domain[1] }) }, width),
    height: FRAMES.tall,
  };
  const crowded = countInSquares(points, { x: domain, y: yTicks.domain }, frameSize);
  const lineEnds = ends(points, names, fits, { last: domain[1], crowded });
  const counted = points.reduce((sum, { x }) => sum + x.length, 0);
  return chart({
    ...axes,
    forWidth: (width) => scatter(frame, { ...options, width }),
    name: "scatter",
    summary: `${title}: ${
      points.map(({ name }, i) => `${name === "" ? "" : `${name} `}${describeFit(fits[i]!, yUnit)}`)
        .join("; ")
    }${missing === 0 ? "" : say("; {n} {n|row lacks|rows lack} a value", { n: missing })}`,
    title,
    finding: relationOf(fits, names, lowerFirst(nameLabel(x)), nameLabel(y) + later),
    source: [
      say("{n} of {all} rows", { n: counted, all: counted + missing }) +
      (groups.length === 1
        ? ""
        : `: ${points.map(({ name, x }) => `${name} ${numberText(x.length)}`).join(", ")}`),
      ...(fit ? fitNote(fits) : []),
    ].join("; "),
    beyond: pointsBeyond(joined("x"), joined("y"), { title: describe, xUnit, yUnit }),
    ends: lineEnds,
    legend: crowdLegend(points, crowded),
    height: FRAMES.tall,
    marks: (plot, axes) => [
      ...axes.x,
      ...axes.y,
      ...scatterMarks(
        plot,
        points,
        crowded,
        isShown,
        fit ? fits : [],
        {
          dot: describe,
          y: yLabel,
          group: (i) => `${points[i]!.name}: ${correlationText(fits[i]!)}`,
        },
        endsWidth(lineEnds, width) !== undefined,
      ),
    ],
  }, options);
}

/** States r of all rows, or of each group. */
function relationOf(
  fits: readonly ScatterFit[],
  names: readonly string[],
  x: string,
  y: string,
): string | undefined {
  const known = fits.flatMap(({ r, n }, i) =>
    r === null ? [] : [{ r: rText(r), n, name: names[i]! }]
  );
  const [first] = known;
  if (first === undefined) return undefined;
  return fits.length === 1
    ? FINDINGS.relation(first.r, x, y, first.n)
    : FINDINGS.relations(known.map(({ r, name }) => `${r} (${name})`), x, y);
}

/** Names the groups at the ends of their lines. */
function ends(
  groups: readonly Points[],
  names: readonly string[],
  fits: readonly ScatterFit[],
  { last: end, crowded }: { last: number; crowded?: Crowd | undefined },
): EndLabel[] {
  return groups.length === 1 ? [] : groups.map(({ color, x, y }, i) => {
    const { r, intercept, slope } = fits[i]!, name = shortenName(names[i]!);
    const last = x.reduce((most, at, row) => at > x[most]! ? row : most, 0);
    return {
      text: name,
      color,
      y: r === null ? y[last] : intercept + slope * Math.min(end, x[last]!),
      entry: {
        label: name,
        color: lineColor(color, groups.length, crowded),
        symbol: groupSymbol(i),
      },
    };
  });
}

/** Describes the line and the shade around it, for the source line. */
function fitNote(fits: readonly ScatterFit[]): string[] {
  const lines = fits.filter(({ r }) => r !== null);
  if (lines.length === 0) return [];
  return lines.some(({ half }) => half !== undefined)
    ? [say("line of least squares with 95 % confidence")]
    : [say("line of least squares, too few days for its confidence")];
}

/** Explains the shades of counted squares. */
function crowdLegend(groups: readonly Points[], crowded: Crowd | undefined): LegendEntry[] {
  const [lone, ...others] = groups;
  if (crowded === undefined || others.length > 0) return [];
  return crowded.levels.map(({ label, opacity }) => ({ label, color: lone!.color, opacity }));
}

function correlationText({ r, n }: Fit): string {
  return `${r === null ? "" : `r = ${rText(r)}, `}n = ${numberText(n)}`;
}

function rText(r: number | null): string {
  return r === null ? "" : decimalText(coefficient(r)).replace("-", "\u2212");
}

function describeFit(fit: Fit, unit: string | undefined): string {
  if (fit.r === null) return correlationText(fit);
  const slope = valueText(fit.slope, differenceUnit(unit), 3);
  return `${correlationText(fit)}, ${say("slope {value}", { value: slope })}`;
}
