import type { FrameLike } from "../frame/open.ts";
import { describeValue } from "../options/describeValue.ts";
import { binByClock } from "../series/statistics/binByClock.ts";
import { cosinor } from "../series/cosinor.ts";
import { localClock } from "../series/clock/localClock.ts";
import { medianStep } from "../series/clock/medianStep.ts";
import { readValues, type SeriesColumns, type Values } from "../series/input/readValues.ts";
import { rhythm } from "../series/rhythm.ts";
import { optionNames } from "../options/checkOptions.ts";
import { extent } from "./axis/extent.ts";
import { type DayBand, dayBands, dayHoursAxis, type DaySlot, daySlots } from "./days/daySlots.ts";
import { clockChanges, datedChange } from "./axis/clockChanges.ts";
import { type EndLabel, lastKnown } from "./picture/endLabels.ts";
import { dots } from "./marks/lineSeries.ts";
import { pointed } from "./picture/pointed.ts";
import { type Labels, labelsOf, zoneText } from "./picture/labels.ts";
import { chart } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { readSeries } from "./groups/readSeries.ts";
import type { PictureOptions } from "./picture/spec.ts";
import { INK_3, measureColor, STROKES } from "./picture/theme.ts";
import { nameLabel, valueAxis } from "./axis/valueAxis.ts";
import { shortNumber, unitText, valueText, valueTicks } from "./axis/valueTicks.ts";
import { HOUR_MS, MINUTE_MS, MINUTE_US } from "../time/units.ts";
import { readStatistics, type Statistics } from "./groups/readStatistics.ts";
import { upperFirst } from "./picture/letterCase.ts";
import { endsOf, FINDINGS } from "./picture/findings.ts";
import { inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode dayProfile}. */
export interface DayProfileOptions extends PictureOptions, SeriesColumns {
  /** Unit of the values, shown on the axis. @default the unit of the column, if known */
  unit?: string;
  /**
   * Length of the windows in minutes; must divide a day.
   * @default 15, or the step of the data if that is longer and divides a day
   */
  resolution?: number;
  /**
   * Average over the days: their median, with a band that holds the middle of the days, or their
   * mean, with its confidence interval.
   * @default "median"
   */
  average?: "median" | "mean";
  /**
   * Share of the days inside the band, or the confidence level of the interval.
   * @default 0.5 for the median, 0.95 for the mean
   */
  band?: number;
  /** Marks the lowest 5 and the highest 10 consecutive hours. @default true */
  extremes?: boolean;
  /** Draws the best-fitting 24-hour cosine. @default false */
  cosine?: boolean;
}

const STRIP = 20;

const OPTIONS = optionNames<DayProfileOptions>()(
  PICTURE_OPTIONS,
  "time y unit resolution average band extremes cosine",
);

/**
 * Draws the usual day of a series by local time. In each window it shows the median of the daily
 * means, with a band for the middle half of the days; or their mean with its interval, which allows
 * for days that depend on the days before and needs 7 days. L5 and M10, the lowest 5 and the
 * highest 10 consecutive hours, come from `series.rhythm`, the cosine from `series.cosinor`. Line
 * and band break where no day has a value.
 *
 * @param frame A column of instants (`time`) in any order, and a numeric column.
 * @throws {TypeError} if a column is missing or has another type, or there are several numeric
 * columns and `y` is not given
 * @throws {RangeError} if the zone is invalid, the resolution does not divide a day, the band is
 * not a share, or `average` is unknown
 *
 * @example Two days
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const hours = Array.from({ length: 48 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, i)),
 *   steps: i % 24 < 8 ? 0 : 600,
 * }));
 * assertEquals(
 *   String(plot.dayProfile(hours, { tz: "UTC" })),
 *   "Steps, median of 2 days, UTC: L5 00:00 to 05:00, mean 0; M10 08:00 to 18:00, mean 600",
 * );
 * ```
 */
export function dayProfile(frame: FrameLike, options: DayProfileOptions = {}): Picture {
  return inLanguage(options, () => drawDayProfile(frame, options));
}

function drawDayProfile(frame: FrameLike, options: DayProfileOptions): Picture {
  checkPictureOptions("draw a day", options, OPTIONS);
  const { average = "median", extremes = true, cosine = false } = options;
  const band = options.band ?? (average === "mean" ? 0.95 : 0.5);
  if (average !== "median" && average !== "mean") {
    throw new RangeError(
      `Cannot draw a day: average is ${describeValue(average)}, expected "median" or "mean"`,
    );
  }
  if (!(band > 0 && band <= 1) || (average === "mean" && band === 1)) {
    throw new RangeError(`Cannot draw a day: band is ${band}, expected a share from 0 to 1`);
  }
  const { tz, name: y, xName: time, unit, measure, data } = readSeries(
    frame,
    { ...options, x: options.time },
    "draw a day",
  );
  const values = readValues(data, { y, time }), labels = labelsOf(options, tz);
  // Rows without a value do not count: five-minute windows of a value each half hour.
  const own = medianStep(BigInt64Array.from(values.at, (at) => BigInt(at))) / MINUTE_MS;
  const minutes = options.resolution ?? (own > 15 && 1440 % own === 0 ? own : 15);
  if (!Number.isInteger(minutes) || minutes < 1 || 1440 % minutes !== 0) {
    throw new RangeError(
      `Cannot draw a day: resolution is ${minutes}, which does not divide a day`,
    );
  }
  if (values.at.length === 0) {
    return noData("dayProfile", measure, frame, options, [0, 24]);
  }

  const series = { y, tz, time };
  const clock = localClock(values.span, tz);
  const slots = daySlots(binByClock(values, clock, minutes * MINUTE_US), minutes, {
    average,
    band,
  });
  const days = new Set(
    Array.from(binByClock(values, clock, 1440 * MINUTE_US).value.entries())
      .filter(([, mean]) => !Number.isNaN(mean)).map(([day]) => day),
  ).size;
  const bands = extremes ? dayBands(readStatistics(rhythm(data, series)), labels, unit) : [];
  const marked = new Set(bands.map(({ mean }) => mean)).size === 1 ? [] : bands;
  const curve = cosine ? curveOf(readStatistics(cosinor(data, series))) : [];
  const tops = [
    ...slots.flatMap(({ low, middle, high }) => [low, middle, high]),
    ...curve.map(({ y }) => y),
  ];
  const axis = valueTicks(...extent([tops])!, 5, { unit }), { first, last } = values.span;
  const shown = { start: first / 1000, end: last / 1000 };
  const percent = `${shortNumber(100 * band)} %`;
  const averaged = average === "mean"
    ? say("mean of {n} {n|day|days}", { n: days })
    : say("median of {n} {n|day|days}", { n: days });
  const bandLabel = average === "mean"
    ? say("{percent} interval of the mean", { percent })
    : say("Middle {percent} of the days", { percent });
  const color = measureColor(y), hasBand = slots.some(({ low, high }) => low < high);
  const lastOf = (of: "low" | "middle" | "high") => lastKnown(slots.map((slot) => slot[of]));
  const ends: EndLabel[] = [
    {
      text: average === "mean" ? say("Mean") : say("Median"),
      color,
      y: lastOf("middle"),
      entry: { label: upperFirst(averaged), color, shape: "line" },
    },
    ...(hasBand
      ? [{
        text: bandLabel,
        quiet: true,
        color,
        y: lastOf("high"),
        entry: { label: bandLabel, color, opacity: 0.16 },
      }]
      : []),
    ...(curve.length > 0
      ? [{
        text: say("Cosine of 24 h"),
        quiet: true,
        color: INK_3,
        y: curve.at(-1)!.y,
        entry: { label: say("Cosine of 24 h"), color: INK_3, shape: "line" as const },
      }]
      : []),
  ];
  const line = {
    x: Float64Array.from(slots, ({ x }) => x),
    y: Float64Array.from(slots, ({ middle }) => middle),
  };
  return chart({
    name: "dayProfile",
    summary: `${measure}, ${averaged}, ${zoneText(tz, shown)}` +
      (bands.length === 0 ? "" : `: ${bands.map((one) => one.text).join("; ")}`),
    title: `${measure}, ${averaged}`,
    finding: bandsFinding(marked, unit) ?? endsFinding(slots, minutes / 120, labels, unit),
    ends: ends.length === 1 ? [] : ends,
    x: dayHoursAxis(labels, shown, holeNote(slots, values, labels)),
    y: valueAxis(axis, nameLabel(y, unit), { lift: marked.length > 0 ? STRIP : 0 }),
    marks: (plot, axes) => [
      ...axes.x,
      ...axes.y,
      ...marked.flatMap((one) =>
        strips(one).map(({ x1, x2 }) => [
          plot.rect([one], { x1, x2, fill: one.color, fillOpacity: 0.1, title: "text" }),
          plot.ruleY([axis.domain[1]], { x1, x2, stroke: one.color, strokeWidth: 5, dy: -5 }),
        ])
      ),
      plot.text(marked, {
        x: middle,
        y: axis.domain[1],
        text: "name",
        dy: -16,
        fill: "currentColor",
      }),
      plot.areaY(hasBand ? slots : [], {
        x: "x",
        y1: "low",
        y2: "high",
        fill: color,
        fillOpacity: 0.16,
        ...pointed(bandLabel, unit),
      }),
      plot.line(curve, {
        x: "x",
        y: "y",
        stroke: INK_3,
        ...pointed(say("Cosine of 24 h"), unit),
        strokeWidth: STROKES.reference,
      }),
      plot.line(slots, {
        x: "x",
        y: "middle",
        stroke: color,
        strokeWidth: STROKES.data,
        ...pointed(upperFirst(averaged), unit),
      }),
      plot.dot(dots({ points: line, few: false }), { x: "x", y: "y", r: 3, fill: color }),
    ],
  }, options);
}

/** Draws an interval that crosses midnight at both ends of the day. */
function strips({ from, to }: DayBand): { x1: number; x2: number }[] {
  return to <= 24 ? [{ x1: from, x2: to }] : [{ x1: from, x2: 24 }, { x1: 0, x2: to - 24 }];
}

/** Returns the middle of the longer part. */
function middle(band: DayBand): number {
  const [longest] = strips(band).sort((a, b) => (b.x2 - b.x1) - (a.x2 - a.x1));
  return Math.min(23, Math.max(1, (longest!.x1 + longest!.x2) / 2));
}

function curveOf(value: Statistics): { x: number; y: number }[] {
  const mesor = value("mesor"), amplitude = value("amplitude"), top = value("acrophase");
  if (mesor === null || amplitude === null || top === null) return [];
  return Array.from({ length: 97 }, (_, i) => i / 4).map((x) => ({
    x,
    y: mesor + amplitude * Math.cos(2 * Math.PI * (x - top) / 24),
  }));
}

/** Explains a window without a value: it only has days on which the clock skipped this time. */
function holeNote(slots: readonly DaySlot[], { span }: Values, labels: Labels): string | undefined {
  const changes = clockChanges(span.first / 1000 - 1, span.last / 1000, labels.tz);
  const hole = changes.find(({ wall, by }) => {
    const from = wall / HOUR_MS % 24;
    return by > 0 &&
      slots.some(({ x, middle }) => Number.isNaN(middle) && x >= from && x < from + by / HOUR_MS);
  });
  return hole && datedChange(hole, labels);
}

/** Returns the lowest and the highest time of day; `undefined` of a single value. */
function endsFinding(
  slots: readonly { readonly x: number; readonly middle: number }[],
  half: number,
  labels: Labels,
  unit: string | undefined,
): string | undefined {
  const known = slots.filter(({ middle }) => !Number.isNaN(middle));
  const ends = endsOf(known.map(({ x, middle: value }) => ({ x, value })));
  if (ends[0].value === ends[1].value) {
    return known.length === 1 ? undefined : FINDINGS.throughout(valueText(ends[0].value, unit, 3));
  }
  const [low, high] = ends.map(({ x, value }) =>
    say("{value} at {time}", {
      value: valueText(value, unit, 3),
      time: labels.hour(x - half),
    })
  );
  return FINDINGS.extremes(low!, high!);
}

/** Returns the five hours with the lowest and the ten with the highest values. */
function bandsFinding(bands: readonly DayBand[], unit: string | undefined): string | undefined {
  const of = (name: string): DayBand | undefined => bands.find((band) => band.name === name);
  const low = of("L5"), high = of("M10"), suffix = unitText(unit);
  if (low === undefined || high === undefined) return undefined;
  return FINDINGS.ends(high.said, high.mean + suffix, low.said, low.mean + suffix, bands.length);
}
