import { measureLabel } from "./axis/reducerName.ts";
import { axisExtent, extent } from "./axis/extent.ts";
import { unitOf } from "./groups/readSeries.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import {
  compare as compareGroups,
  COMPARE_OPTIONS,
  type CompareOptions,
} from "../series/compare.ts";
import { intervalEnds } from "../series/sentenceParts.ts";
import { type ComparedGroup, readGroups } from "../series/statistics/readGroups.ts";
import { optionNames } from "../options/checkOptions.ts";
import { groupShapes, groupTexts, lengthName, pValueText } from "./groups/compareShapes.ts";
import { joinLines, textWidth } from "./picture/textWidth.ts";
import type { LegendEntry } from "./picture/header.ts";
import { datesLabel, labelsOf } from "./picture/labels.ts";
import { chart } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkLabelPair, checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "./picture/spec.ts";
import { GRID, HATCH, INK, INK_2, LINES, ROWS, SPACES, STROKES } from "./picture/theme.ts";
import { nameLabel } from "./axis/valueAxis.ts";
import {
  areWhole,
  axisNumbers,
  differenceText,
  shortNumber,
  signed,
  threeDigits,
  unitText,
  valueText,
  valueTicks,
} from "./axis/valueTicks.ts";
import { valuesBeyond } from "./axis/valuesBeyond.ts";
import { axisBelow } from "./axis/axisBelow.ts";
import { readStatistics } from "./groups/readStatistics.ts";
import { upperFirst } from "./picture/letterCase.ts";
import { FINDINGS } from "./picture/findings.ts";
import { CLOCK_UNIT } from "../time/units.ts";
import { inLanguage, say, term } from "../words/language.ts";

/** Options of {@linkcode compare}. */
export interface ComparePictureOptions extends PictureOptions, Omit<CompareOptions, "time" | "by"> {
  /** Column of instants, as in all charts. @default "time" */
  x?: string;
  /** Names of the two groups, `["Summer", "Winter"]`. @default their dates, or the conditions */
  labels?: readonly [string, string];
  /** Unit of the values, shown on the axis. @default the unit of the column, if known */
  unit?: string;
}

const BOX = ROWS.lane, ROOM = SPACES.near;

/** Legend symbols, in the colours of the two groups. */
const KEY = (): LegendEntry[] => [
  { label: say("Mean"), color: INK, symbol: { name: "diamond", hollow: false } },
  { label: say("Median"), color: INK, shape: "line" },
  { label: say("Middle half of the values"), color: HATCH },
];

const OPTIONS = optionNames<ComparePictureOptions>()(
  PICTURE_OPTIONS,
  "x y a b condition every lag dependent method partial unit confidence resamples seed labels",
);

/**
 * Draws the values of two periods or conditions below each other: each value is a dot, the middle
 * half a box with its median, the mean a diamond. Above them are the difference of the means with
 * its interval, the p value and the effect size of `series.compare`, or the reason why there is no
 * interval. At most 300 values are drawn.
 *
 * @param frame A column of instants (`time`), a numeric column, and with `condition` a column of
 * text.
 * @throws {TypeError} if a column is missing or has another type, the two groups are not given, or
 * the frame is a result of `series.compare`
 * @throws {RangeError} if a range, `every` or the zone is invalid, or a numeric option is out of
 * bounds
 *
 * @example Two conditions
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.compare([
 *   { weather: "dry", steps: 9000 },
 *   { weather: "dry", steps: 8000 },
 *   { weather: "wet", steps: 5000 },
 *   { weather: "wet", steps: 4000 },
 * ], { condition: "weather", y: "steps" });
 * assertEquals(
 *   String(picture),
 *   "Steps: dry mean 8,500, n 2; wet mean 4,500, n 2; difference −4,000, " +
 *     "no interval: too few values, Hedges g −3.23",
 * );
 * ```
 */
export function compare(frame: FrameLike, options: ComparePictureOptions): Picture {
  return inLanguage(options, () => drawCompare(frame, options));
}

function drawCompare(frame: FrameLike, options: ComparePictureOptions): Picture {
  rejectResult(frame);
  checkPictureOptions("draw a comparison", options, OPTIONS, "a and b, or condition");
  const { confidence = 0.95, width = DEFAULT_WIDTH } = options;
  checkLabelPair(options.labels, "draw a comparison");
  const { labels, x: time } = options, data = openFrame(frame, { action: "draw a comparison" });
  const own = Object.entries(options).filter(([name]) => Object.hasOwn(COMPARE_OPTIONS, name));
  const compareOptions: CompareOptions = { ...Object.fromEntries(own), time };
  const { name, groups: found } = readGroups(
    data.with({ action: "compare", tz: options.tz }),
    compareOptions,
  );
  const groups = found.map((group, i) => {
    const named = labels?.[i], own = periodText(group, options);
    // A period with a name of its own also shows its dates.
    const dates = named !== undefined && group.period !== undefined ? [own] : [];
    return { ...group, label: named ?? own, dates };
  });
  const unit = options.unit ?? unitOf(data, name);
  const title = nameLabel(name), label = measureLabel(data, name, unit);
  const all = groups.flatMap(({ values }) => [...values]);
  if (all.length === 0) return noData("compare", label, frame, options, "numbers");
  const statistics = compareGroups(data, compareOptions), value = readStatistics(statistics);
  const note = noteOf(statistics);
  const means = ["mean_a", "mean_b"].map((name) => [value(name) ?? NaN]);
  const axis = valueTicks(
    ...extent([...means, axisExtent(groups.map(({ values }) => values))!])!,
    Math.max(2, Math.min(8, Math.floor(width / 90))),
    { whole: areWhole(all), unit },
  );
  const named = ["mean_a", "mean_b", "difference", "difference_low", "difference_high"];
  const write = axisNumbers(axis.domain, named.flatMap((name) => value(name) ?? []), unit);
  const number = (of: string): string => {
    const found = value(of);
    return found === null ? say("unknown") : write(found);
  };
  const of = unitText(unit), gap = value("difference");
  const writeGap = unit === CLOCK_UNIT ? clockGap : write;
  const difference = gap === null ? [say("no difference: a group is empty")] : [
    say("difference {value}", {
      value: unit === CLOCK_UNIT ? clockGap(gap) : `${gap > 0 ? "+" : ""}${write(gap)}${of}`,
    }),
    ...(value("difference_low") === null
      ? [say("no interval: {reason}", { reason: term(note ?? "") })]
      : [
        say("{percent} % interval {from} to {to}", {
          percent: shortNumber(100 * confidence),
          ...intervalOf(value("difference_low")!, value("difference_high")!, writeGap),
        }),
        pValueText(value("p")!),
      ]),
    ...(value("hedges_g") === null ? [] : [`Hedges g ${threeDigits(value("hedges_g")!)}`]),
  ];
  const differenceFinding = (): string | undefined => {
    const [low, high] = [value("difference_low"), value("difference_high")];
    const [a, b] = groups.map(({ label }) => label) as [string, string];
    if (low === null || high === null) {
      return gap === null ? undefined : FINDINGS.sides(
        title,
        `${a} ${number("mean_a")}${of}`,
        `${b} ${number("mean_b")}${of}`,
        term(note ?? ""),
      );
    }
    if (low <= 0 && high >= 0) return FINDINGS.same(a, b);
    const size = differenceText(Math.abs(gap!), unit, 2),
      [more, less] = unit === CLOCK_UNIT
        ? [say("later"), say("earlier")]
        : [say("higher"), say("lower")];
    return FINDINGS.more(`${title} ${size}`, low > 0 ? more : less, a, b);
  };
  const fits = (line: string): boolean => textWidth(line) <= width - 12;
  const things = options.condition === undefined ? lengthName(options.every ?? "1d") : "row";
  const texts = groups.map((group, i) =>
    joinLines(groupTexts(group, number(i === 0 ? "mean_a" : "mean_b") + of, things), ", ", fits)
  );
  const above = ROOM + LINES.label * Math.max(...texts.map((lines) => lines.length));
  const rowHeight = above + BOX + ROOM;
  const span = { top: above / rowHeight, bottom: (above + BOX) / rowHeight };

  const rules = axis.ticks.flatMap(({ at }) => groups.map((_, i) => ({ at, row: i })));
  const drawn = groups.map((group, i) => groupShapes(group, i, span));
  const roundText = (value: number): string => write(value) + of;
  const describeBox = ({ q1, median, q3 }: { q1: number; median: number; q3: number }): string =>
    say("Median {median}, quartiles {low} to {high}", {
      median: roundText(median),
      low: roundText(q1),
      high: roundText(q3),
    });
  return chart({
    forWidth: (width) => compare(frame, { ...options, width }),
    name: "compare",
    summary: `${label}: ${
      groups.map(({ label, values }, i) =>
        say("{name} mean {mean}, n {n}", {
          name: label,
          mean: number(i === 0 ? "mean_a" : "mean_b") + of,
          n: values.length,
        })
      ).join("; ")
    }; ${difference.join(", ")}`,
    x: {
      domain: axis.domain,
      layout: () => axisBelow({ ticks: axis.ticks, label: nameLabel(name, unit) }),
    },
    y: { domain: [2, 0] },
    beyond: valuesBeyond(
      "x",
      unit,
      groups.map(({ values }, i) => ({
        values,
        at: () => i + (span.top + span.bottom) / 2,
        title: (row) => valueText(values[row]!, unit),
      })),
    ),
    title: label,
    finding: differenceFinding(),
    source: upperFirst(difference.join(", ")),
    legend: KEY(),
    height: 2 * rowHeight,
    marks: (plot, { x: [, names, title] }, { left }) => [
      // Grid lines cross only the boxes, not the text above them.
      plot.ruleX(rules, {
        x: "at",
        y1: ({ row }: { row: number }) => row + span.top,
        y2: ({ row }: { row: number }) => row + span.bottom + ROOM / rowHeight,
        stroke: GRID,
      }),
      names,
      title,
      ...drawn.flatMap(({ color, dots, box }, i) => [
        plot.text([texts[i]!.join("\n")], {
          y: i,
          frameAnchor: "left",
          lineAnchor: "top",
          lineHeight: 1.3,
          dx: -left,
          dy: SPACES.tight,
          fill: INK_2,
        }),
        plot.rect(box, {
          x1: "q1",
          x2: "q3",
          y1: i + span.top,
          y2: i + span.bottom,
          fill: color,
          fillOpacity: 0.22,
          stroke: color,
          title: describeBox,
        }),
        plot.ruleX(box, {
          x: "median",
          y1: i + span.top,
          y2: i + span.bottom,
          stroke: INK,
          strokeWidth: STROKES.data,
        }),
        plot.dot(dots.filter(({ x }) => x >= axis.domain[0] && x <= axis.domain[1]), {
          x: "x",
          y: "y",
          r: 2.8,
          fill: color,
          fillOpacity: 0.75,
          title: ({ x }: { x: number }) => valueText(x, unit),
        }),
        plot.dot(box, {
          x: "mean",
          y: i + (span.top + span.bottom) / 2,
          r: 5.5,
          symbol: "diamond",
          fill: INK,
          title: ({ mean }: { mean: number }) => say("Mean {value}", { value: roundText(mean) }),
        }),
      ]),
    ],
  }, options);
}

/** Formats a difference between times of day with its sign. */
function clockGap(hours: number): string {
  return signed(hours, (size) => differenceText(size, CLOCK_UNIT));
}

/** Formats the ends of an interval as the axis, with more digits if they would look like 0. */
function intervalOf(
  low: number,
  high: number,
  write: (value: number) => string,
): { from: string; to: string } {
  const [from, to] = intervalEnds(
    low,
    high,
    (end, more) => more === 0 ? write(end) : shortNumber(Number(end.toPrecision(more))),
  );
  return { from, to };
}

/** @throws {TypeError} if the frame is a result of `series.compare`, which lacks the values */
function rejectResult(frame: FrameLike): void {
  const { names } = openFrame(frame, { action: "draw a comparison" });
  if (!["name", "value", "partial", "note"].every((name) => names.includes(name))) return;
  throw new TypeError(
    "Cannot draw a comparison: the frame is the result of series.compare, without the values that the " +
      "chart shows. Pass the data and the same options: plot.compare(data, options).",
  );
}

function noteOf(statistics: FrameLike): string | null {
  const { name, note } = openFrame(statistics).read({ name: "text", note: "text" });
  return note.values[name.values.indexOf("difference_low")]!;
}

/** Returns the dates of a period, its last day included; the name of a condition. */
function periodText({ label, period }: ComparedGroup, options: ComparePictureOptions): string {
  if (period === undefined) return label;
  const start = Number(period.start / 1000n), end = Number(period.end / 1000n);
  return datesLabel(start, Math.max(start, end - 1), labelsOf(options, period.tz));
}
