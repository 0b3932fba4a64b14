import type { Windows } from "../frame/polars/displays.ts";
import { measureLabel } from "./axis/reducerName.ts";
import { zonesWithin } from "../time/zones.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { argSort } from "../frame/columns/argSort.ts";
import { clockTimes, offsets } from "../series/clock/offsets.ts";
import { optionNames } from "../options/checkOptions.ts";
import { localTime } from "../time/localText.ts";
import { DAY_MICROS, DAY_MS } from "../time/units.ts";
import { floorTo } from "../time/windows.ts";
import { localZone } from "../time/zone.ts";
import { axisBelow, type AxisLabel } from "./axis/axisBelow.ts";
import { axisExtent, extent, knownValues } from "./axis/extent.ts";
import { hourTicks } from "./axis/hourTicks.ts";
import { nameLabel, valueAxis } from "./axis/valueAxis.ts";
import { areWhole, bareText, reachText, valueText, valueTicks } from "./axis/valueTicks.ts";
import { valuesBeyond } from "./axis/valuesBeyond.ts";
import { SERIES_OPTIONS, type SeriesPictureOptions, unitOf } from "./groups/readSeries.ts";
import { rejectPeople } from "./picture/rejectPeople.ts";
import { envelopesOf, isDense } from "./marks/envelope.ts";
import { dots, reduceLines } from "./marks/lineSeries.ts";
import { chart, type XAxis } from "./picture/chart.ts";
import { lastKnown } from "./picture/endLabels.ts";
import { upperFirst } from "./picture/letterCase.ts";
import { noData } from "./axis/noData.ts";
import { datesLabel, type Labels, labelsOf, zoneText } from "./picture/labels.ts";
import type { Picture } from "./picture/picture.ts";
import { checkLabelPair, checkPictureOptions } from "./picture/pictureOptions.ts";
import { pointed } from "./picture/pointed.ts";
import { DEFAULT_WIDTH } from "./picture/spec.ts";
import { textWidth } from "./picture/textWidth.ts";
import { GRID, GUTTERS, INK_3, measureColor, STROKES } from "./picture/theme.ts";
import { FINDINGS } from "./picture/findings.ts";
import { inLanguage, listed, say } from "../words/language.ts";

/** Options of {@linkcode overlay}. */
export interface OverlayOptions extends SeriesPictureOptions {
  /** Names of the two, `["This week", "Last week"]`. @default their dates */
  labels?: readonly [string, string];
  /** Multiple of the usual (median) step above which points are not joined. @default 3 */
  gapSteps?: number;
}

const OPTIONS = optionNames<OverlayOptions>()(SERIES_OPTIONS, "labels gapSteps");

/** The other interval is grey and thinner. */
const OTHER = { color: INK_3, width: STROKES.reference, shape: "line" } as const;
const FIRST = { width: STROKES.data, shape: "line" } as const;
/** Up to this many days, the axis shows hours. */
const MOST_DAYS_OF_HOURS = 2;

/**
 * Draws one interval of a series over another: this week over last week, or a day over the one
 * before. Both start at the local midnight of their first day and are placed by wall clock time, so
 * daylight saving changes do not shift them. Series that would fill the frame are medians per hour,
 * day or several days, and the subtitle says so.
 *
 * @param frame The data in front: a column of instants (`time`), in any order, and a numeric
 * column.
 * @param other The data behind, with the same columns.
 * @throws {TypeError} if a column is missing or has another type, or an instant is null
 * @throws {RangeError} if `gapSteps` is not above 0, or the zone is invalid
 *
 * @example A day over the day before
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const day = (date: string, pulse: number) =>
 *   ["08", "09", "10"].map((hour) => ({ time: `${date}T${hour}:00Z`, pulse }));
 * const picture = plot.overlay(day("2024-03-30", 64), day("2024-03-29", 60), {
 *   unit: "bpm",
 *   tz: "Europe/Berlin",
 * });
 * assertEquals(
 *   String(picture),
 *   "Pulse (bpm), Europe/Berlin: Sat 30 Mar 2024, mean 64; Fri 29 Mar 2024, mean 60",
 * );
 * ```
 */
export function overlay(
  frame: FrameLike,
  other: FrameLike,
  options: OverlayOptions = {},
): Picture {
  return inLanguage(options, () => drawOverlay(frame, other, options));
}

function drawOverlay(frame: FrameLike, other: FrameLike, options: OverlayOptions): Picture {
  const action = "draw a line over another";
  checkPictureOptions(action, options, OPTIONS);
  checkLabelPair(options.labels, action);
  const { gapSteps = 3, width = DEFAULT_WIDTH } = options;
  if (!(gapSteps > 0)) {
    throw new RangeError(`Cannot ${action}: gapSteps is ${gapSteps}, expected a number above 0`);
  }
  const first = readWall(frame, options, action);
  const second = readWall(other, { ...options, y: options.y ?? first.name }, action);
  const unit = options.unit ?? first.unit;
  const texts = labelsOf(options, first.tz), title = measureLabel(first, first.name, unit);
  const days = Math.max(1, first.days, second.days);
  const span = { start: 0, end: days * DAY_MS };
  const columns = Math.max(1, width - GUTTERS.left[0] - GUTTERS.right[0]);
  const dense = [first, second].some(({ values }) => isDense(knownValues(values), columns));
  let unitOfMedians: string | undefined;
  const drawn = [second, first].map((wall, i) => {
    const paint = i === 0 ? OTHER : { ...FIRST, color: measureColor(wall.name) };
    const raw = { name: wall.name, color: paint.color, values: wall.values };
    const lines = { zone: "UTC", times: wall.times, series: [raw] };
    const label = options.labels?.[1 - i] ?? daysText(wall, texts);
    if (dense) {
      const { unit, lines: [medians] } = envelopesOf(lines, span, "UTC");
      unitOfMedians = unit;
      return { ...paint, points: { x: medians!.x, y: medians!.middle }, label };
    }
    const [line] = reduceLines(lines, span, { gap: gapSteps, columns });
    return { ...paint, points: line!.points, label };
  });
  const by = unitOfMedians === undefined
    ? ""
    : say(", median per {length}", { length: unitOfMedians });
  const shown = drawn.map(({ points }) => points.y);
  const values = dense ? extent(shown) : axisExtent(shown);
  if (values === undefined) return noData("overlay", title, frame, options);
  const ticks = valueTicks(...values, 5, { whole: areWhole(...shown), unit });
  const { date, dayMonth, year } = texts.in("UTC");
  const nameOf = (write: (at: number) => string) => ({ slot, days }: Wall, i: number): string => {
    const label = options.labels?.[i];
    if (label !== undefined || days === 0) return label ?? say("no data");
    return days === 1 ? write(slot) : say("from {day}", { day: write(slot) });
  };
  const names = [first, second].map(nameOf(date));
  const means = [first, second].map(
    nameOf(year(first.slot) === year(second.slot) ? dayMonth : date),
  ).map((name, i) => ({ name, value: meanOf([first, second][i]!) }));
  return chart({
    forWidth: (width) => overlay(frame, other, { ...options, width }),
    name: "overlay",
    summary: `${title}${by}, ${zonesText(first, second)}: ${
      [first, second].map((wall, i) => `${drawn[1 - i]!.label}, ${meanText(wall)}`).join("; ")
    }`,
    title: title + by,
    finding: meansFinding(means, unit),
    ends: drawn.toReversed().map(({ color, label, shape, points }, i) => ({
      text: upperFirst(names[i]!),
      color,
      y: lastKnown(points.y),
      entry: { color, label, shape },
    })),
    x: wallAxis(days, first, second, texts),
    y: valueAxis(ticks, nameLabel(first.name, unit)),
    beyond: dense ? undefined : valuesBeyond(
      "y",
      unit,
      [second, first].map(({ times, values }, i) => ({
        values,
        at: (row) => Number(times[row]!) / 1000,
        title: (row) => `${drawn[i]!.label}: ${valueText(values[row]!, unit)}`,
      })),
    ),
    marks: (plot, axes) => [
      ...axes.x,
      ...axes.y,
      ...drawn.flatMap(({ points, color, width, label }) => [
        plot.line(points.x, {
          x: points.x,
          y: points.y,
          stroke: color,
          strokeWidth: width,
          strokeLinecap: "round",
          ...pointed(label, unit),
          title: () => `${label}: ${reachText(points.y, unit)}`,
        }),
        plot.dot(dots({ points, few: false }), { x: "x", y: "y", r: 3, fill: color }),
      ]),
    ],
  }, options);
}

/** A series by wall clock time. */
interface Wall {
  readonly name: string;
  /** `undefined` if unknown. */
  readonly unit: string | undefined;
  readonly windows: Windows | undefined;
  readonly tz: string;
  /** Zones from the first to the last value, for display. */
  readonly zones: string;
  /** Microseconds on the wall clock since the midnight of the first day, ascending. */
  readonly times: BigInt64Array;
  readonly values: Float64Array;
  /** Slot of the first day. */
  readonly slot: number;
  /** Number of days. */
  readonly days: number;
}

function readWall(
  frame: FrameLike,
  { x: column, y, tz: given }: OverlayOptions,
  action: string,
): Wall {
  const data = openFrame(frame, { action, tz: given });
  const x = data.timeName(column),
    name = y ?? data.onlyNumberName([x]),
    time = data.times(x),
    values = data.numbers(name);
  rejectPeople(data);
  const tz = localZone(data.tz, time.zone, action);
  const wall = clockTimes(time.values, offsets(time.values, tz));
  const order = argSort(wall);
  const sorted = order === undefined ? wall : BigInt64Array.from(order, (row) => wall[row]!);
  const midnight = floorTo(sorted[0] ?? 0n, DAY_MICROS);
  const times = sorted.map((at) => at - midnight);
  return {
    name,
    unit: unitOf(data, name),
    windows: data.windows,
    tz,
    zones: zonesOf(time.values, tz),
    times,
    values: order === undefined ? values : Float64Array.from(order, (row) => values[row]!),
    slot: Number(midnight / 1000n),
    days: times.length === 0 ? 0 : Number(times.at(-1)! / DAY_MICROS) + 1,
  };
}

function zonesOf(times: BigInt64Array, tz: string): string {
  if (times.length === 0) return zoneText(tz);
  const [least, most] = times.reduce(
    ([least, most], at) => [at < least ? at : least, at > most ? at : most],
    [times[0]!, times[0]!],
  );
  return zoneText(zonesWithin({ start: least, end: most + 1n }, tz));
}

/** Joins the zones of both series, which differ if the person travelled between them. */
function zonesText(first: Wall, second: Wall): string {
  const shown = [first, second].filter(({ days }) => days > 0).map(({ zones }) => zones);
  return listed([...new Set(shown)]);
}

/** Above this number of days, an axis names weeks, because a weekday would not be enough. */
const MOST_NAMED_DAYS = 21;

/** Axis of days by name (by number if the two start on different weekdays) or of hours. */
function wallAxis(days: number, first: Wall, second: Wall, labels: Labels): XAxis {
  const start = localTime(first.slot, "UTC").dayOfWeek;
  const alike = second.days === 0 || localTime(second.slot, "UTC").dayOfWeek === start;
  const length = days > MOST_NAMED_DAYS ? 7 : 1, count = Math.ceil(days / length);
  const nameOf = (i: number): string =>
    length > 1
      ? say("Week {n}", { n: i + 1 })
      : alike
      ? labels.weekdays[(start - 1 + i) % 7]!
      : say("Day {n}", { n: i + 1 });
  const zones = zonesText(first, second);
  const label = zones === "UTC" ? zones : say("local time, {zone}", { zone: zones });
  return {
    domain: [0, days * DAY_MS],
    reading: { kind: "day", labels: labels.in("UTC") },
    layout: (pixels) => {
      if (days <= MOST_DAYS_OF_HOURS) {
        const ticks = hourTicks([0, 24 * days], pixels, labels)
          .map(({ at, text }) => ({ at: at * DAY_MS / 24, text }));
        return axisBelow({ ticks, source: label });
      }
      const room = textWidth(nameOf(9)) + 12, step = Math.ceil(count * room / pixels);
      const names = Array.from({ length: count }, (_, i): AxisLabel => ({
        at: (i + 0.5) * length * DAY_MS,
        text: i % step === 0 ? nameOf(i) : "",
      })).filter(({ text }) => text !== "");
      const lines = axisBelow({ ticks: names, source: label }, { stroke: "none" });
      return {
        ...lines,
        marks: (plot, scale) => [
          plot.ruleX(
            Array.from(
              { length: Math.floor(days / (step * length)) + 1 },
              (_, i) => i * step * length * DAY_MS,
            ),
            { stroke: GRID },
          ),
          ...lines.marks(plot, scale).slice(1),
        ],
      };
    },
  };
}

/** `Mon 25 to Sun 31 Mar 2024` */
function daysText({ slot, days }: Wall, labels: Labels): string {
  if (days === 0) return say("no data");
  return datesLabel(slot, slot + (days - 1) * DAY_MS, labels.in("UTC"));
}

function meanText(wall: Wall): string {
  const mean = meanOf(wall);
  return Number.isNaN(mean) ? say("no data") : say("mean {mean}", {
    mean: bareText(mean, wall.unit),
  });
}

/** Returns the mean of the known values, NaN without any. */
function meanOf({ values }: Wall): number {
  const known = knownValues(values);
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** `64 bpm on average (This week), against 60 (Last week)` */
function meansFinding(
  means: readonly { readonly name: string; readonly value: number }[],
  unit: string | undefined,
): string | undefined {
  const [one, other] = means.map((mean, i) => ({
    ...mean,
    text: (i ? bareText : valueText)(mean.value, unit, 3),
  }));
  return means.some(({ value }) => Number.isNaN(value))
    ? undefined
    : FINDINGS.against(one!, other!);
}
