import { zoneLabel } from "../time/zones.ts";
import type { FrameLike } from "../frame/open.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import type { When } from "../time/when.ts";
import { readRange } from "../frame/readRange.ts";
import { zone } from "../time/zone.ts";
import { optionNames } from "../options/checkOptions.ts";
import { barRows } from "./marks/barRows.ts";
import {
  type CoverageRead,
  coveredLength,
  type Lane,
  readCoverage,
  shareBars,
} from "./days/coverageLanes.ts";
import { labelsOf, spanLabel } from "./picture/labels.ts";
import { MISSING_ENTRY, missingBands } from "./marks/missing.ts";
import { chart, noData } from "./picture/chart.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { shortenName } from "./axis/shortenName.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "./picture/spec.ts";
import { textWidth } from "./picture/textWidth.ts";
import { ACCENT, QUIET_OPACITY } from "./picture/theme.ts";
import { DAY_MS } from "../time/units.ts";
import { timeAxis } from "./axis/timeAxis.ts";
import { rowAxis } from "./axis/rowAxis.ts";

/** How coverage is drawn. */
export interface CoverageOptions extends PictureOptions {
  /** The column of text that says which lane a row is in. @default "source", or one lane if there is none */
  by?: string;
  /**
   * A column that must have a value for the row to count as data.
   * @default of a series or of samples any column, but `coverage`, `n` and `whole`; else none
   */
  y?: string;
  /** For instants: how many times the usual (median) step apart two are no longer joined. @default 3 */
  gapSteps?: number;
  /**
   * The span that the picture covers and the percentages are of.
   * @default the range that the frame was asked for, up to the present; else from the first row to the last
   */
  range?: When;
  /** Names of the frame's columns where they differ from the usual ones, `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
}

const MOST_LANES = 40, LANE = 26, FILLED = 0.72;
/** Up to so many days each span is drawn; of more, how much of each day is covered. */
const MOST_DAYS_OF_SPANS = 20;
/** The longest name in the margin, on a wide and on a narrow picture. */
const LONGEST = 28, LONGEST_NARROW = 14, NARROW = 480;

const OPTIONS = optionNames<CoverageOptions>()(PICTURE_OPTIONS, "by y gapSteps range columns");

/**
 * Draws which source has data when: a lane for each, by first appearance, on a grey band that shows
 * where there is none, and at the right how much of the whole time it covers. Up to 20 days each
 * interval is drawn as it is; of more days a bar for each local day is as high as the share of that
 * day that has data, over 500 days for each week, over ten years for each month.
 *
 * A row of spans covers its span. A row of instants (no end, or one that is the start) covers the
 * time until the next if that is at most `gapSteps` usual steps of its source away, else one usual step;
 * one instant alone covers a minute. What several rows cover counts once. A row of a series or of
 * samples that has no value covers nothing.
 *
 * @param frame `start_time` and `end_time`, `start_date` and `end_date`, or `time` (instants); a
 * column of sources (`source`).
 * @throws {TypeError} if a column is missing or of another type, or an instant is null
 * @throws {RangeError} if a span ends before it starts, `gapSteps` is not above 0, there are more than 40
 * lanes, or the zone or the range is invalid
 *
 * @example A watch that was off for half of the time
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.coverage([
 *   { start_time: "2024-03-30T08:00Z", end_time: "2024-03-30T12:00Z", source: "phone" },
 *   { start_time: "2024-03-30T08:00Z", end_time: "2024-03-30T10:00Z", source: "watch" },
 * ], { tz: "Europe/Berlin" });
 * assertEquals(
 *   String(picture),
 *   "Data by source, Sat 30 Mar 2024 09:00 to 13:00, Europe/Berlin: phone 100 %, watch 50 %",
 * );
 * ```
 */
export function coverage(frame: FrameLike, options: CoverageOptions = {}): Picture {
  checkPictureOptions("draw coverage", options, OPTIONS);
  const { width = DEFAULT_WIDTH, by = "source", gapSteps = 3 } = options;
  const action = "draw coverage";
  if (!(gapSteps > 0)) {
    throw new RangeError(`Cannot ${action} with gapSteps ${gapSteps}: give a number above 0`);
  }
  const read = readCoverage(frame, { ...options, gapSteps, action });
  const tz = zone(options.tz ?? read.zone), labels = labelsOf(options, tz);
  const title = `Data by ${by.replaceAll("_", " ")}`;
  const span = spanOf(read, options.range, tz);
  if (span === undefined) return noData("coverage", title, options);
  if (read.lanes.length > MOST_LANES) {
    throw new RangeError(
      `Cannot ${action} of ${read.lanes.length} lanes: the most is ${MOST_LANES}; give another column as by`,
    );
  }
  const shares = span.end - span.start > MOST_DAYS_OF_SPANS * DAY_MS;
  const lanes = read.lanes.map((lane, i) => ({
    y: i + 0.5,
    name: shortenName(lane.name, width < NARROW ? LONGEST_NARROW : LONGEST),
    full: lane.name,
    percent: percentLabel(coveredLength(lane, span) / (span.end - span.start)),
    top: i + (1 - FILLED) / 2,
    foot: i + (1 + FILLED) / 2,
    lane,
  }));
  const y = rowAxis(lanes.length, lanes.map(({ y, name }) => ({ y, text: name })));
  const right = Math.max(...lanes.map(({ percent }) => textWidth(percent))) + 16;
  const inner = width - y.width - right;
  const found = shareBars(span, tz, inner);
  const bars = lanes.flatMap(({ lane, top, foot }) =>
    shares
      ? found.of(lane).map(({ x1, x2, share }) => ({
        x1,
        x2,
        y1: foot,
        y2: foot - share * FILLED,
      }))
      : visibleIntervals(lane, span, inner).map(([x1, x2]) => ({ x1, x2, y1: foot, y2: top }))
  );
  const dataLabel = shares ? `Share of each ${found.unit} that has data` : "Data";
  return chart({
    name: "coverage",
    summary: `${title}, ${spanLabel(span.start, span.end, labels)}, ${zoneLabel(tz)}: ${
      lanes.map(({ full, percent }) => `${full} ${percent}`.trim()).join(", ")
    }`,
    title,
    legend: [
      { label: dataLabel, color: ACCENT },
      MISSING_ENTRY,
    ],
    time: { ...span, tz },
    x: timeAxis(span, labels),
    y,
    margin: { top: 4, right },
    height: lanes.length * LANE,
    marks: (plot, axes) => [
      missingBands(plot, lanes, {
        x1: span.start,
        x2: span.end,
        y1: "top",
        y2: "foot",
        title: ({ full, percent }: { full: string; percent: string }) =>
          `${full} ${percent}`.trim(),
      }),
      ...axes.x,
      barRows(bars, { fill: ACCENT, title: dataLabel }),
      ...axes.y,
      plot.text(lanes, {
        y: "y",
        text: "percent",
        frameAnchor: "right",
        textAnchor: "start",
        dx: 8,
        fillOpacity: QUIET_OPACITY,
      }),
    ],
  }, options);
}

/** The span of the picture: the given range, else the past of the range asked for, else that of the rows. */
function spanOf(
  { span, range: asked }: CoverageRead,
  range: When | undefined,
  tz: string,
): { start: number; end: number } | undefined {
  if (span === undefined || (range === undefined && asked === undefined)) return span;
  const { start, end } = range === undefined
    ? { start: asked!.start, end: asked!.now < asked!.end ? asked!.now : asked!.end }
    : readRange(range, { tz, asked, times: [BigInt(Math.round(span.end * 1000)) - 1n] });
  return start < end ? { start: Number(start) / 1000, end: Number(end) / 1000 } : undefined;
}

/** The intervals in the span; what is less than half a pixel apart is seen as one. */
function visibleIntervals(
  lane: Lane,
  span: { start: number; end: number },
  pixels: number,
): [number, number][] {
  const apart = (span.end - span.start) / pixels / 2;
  const result: [number, number][] = [];
  for (let i = 0; i < lane.start.length; i++) {
    const start = Math.max(lane.start[i]!, span.start), end = Math.min(lane.end[i]!, span.end);
    if (start >= end) continue;
    const last = result.at(-1);
    if (last !== undefined && start - last[1] < apart) last[1] = end;
    else result.push([start, end]);
  }
  return result;
}

/** Whole percents; all and nothing are said only where they are meant. */
function percentLabel(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 1) return "< 1 %";
  if (percent > 99 && percent < 100) return "> 99 %";
  return `${Math.round(percent)} %`;
}
