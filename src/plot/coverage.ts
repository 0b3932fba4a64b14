import type { FrameLike } from "../frame/open.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import type { When } from "../time/when.ts";
import { readRange } from "../frame/readRange.ts";
import { localZone } from "../time/zone.ts";
import { optionNames } from "../options/checkOptions.ts";
import { barRows } from "./marks/barRows.ts";
import {
  type CoverageRead,
  coveredLength,
  type Lane,
  readCoverage,
  shareBars,
} from "./days/coverageLanes.ts";
import { datesLabel, labelsOf, spanLabel, zoneText } from "./picture/labels.ts";
import { missingBands } from "./marks/missing.ts";
import { chart, frameWidth } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "./picture/spec.ts";
import { INK_2, SPACES } from "./picture/theme.ts";
import { DAY_MS } from "../time/units.ts";
import { timeAxis } from "./axis/timeAxis.ts";
import { rowAxis } from "./axis/rowAxis.ts";
import { lowerFirst } from "./picture/letterCase.ts";
import { FINDINGS } from "./picture/findings.ts";
import { inLanguage, percentText, say, term } from "../words/language.ts";

/** Options of {@linkcode coverage}. */
export interface CoverageOptions extends PictureOptions {
  /** Column of text with the lane of each row. @default "source" if it exists, or one lane */
  by?: string;
  /**
   * Column that must have a value for the row to count as data.
   * @default for series and samples any column except `coverage`, `n` and `whole`; otherwise none
   */
  y?: string;
  /** For instants: multiple of the usual step above which points are not joined. @default 3 */
  gapSteps?: number;
  /**
   * Interval that the chart covers and that percentages refer to.
   * @default the requested range of the frame, up to now; otherwise from the first to the last row
   */
  range?: When;
  /** Other names of columns, such as `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
}

const MOST_LANES = 40, FILLED = 0.72;
/** Up to this number of days, each interval is drawn; above it, the covered share of each day. */
const MOST_DAYS_OF_SPANS = 20;

const OPTIONS = optionNames<CoverageOptions>()(PICTURE_OPTIONS, "by y gapSteps range columns");

/**
 * Draws when each source has data: a lane per source, by first appearance, on a grey band that
 * shows where data is missing, and on the right the covered share of the whole time. Up to 20 days,
 * each interval is drawn. Beyond, a bar per local day is as high as the share of the day
 * that has data; beyond 500 days a bar per week, beyond ten years a bar per month.
 *
 * A row with an end covers the time from its start to its end. An instant (no end, or an end equal
 * to the start) covers the time to the next instant if that is at most `gapSteps` usual steps of
 * its source away, otherwise one usual step; a single instant covers a minute. Overlapping rows
 * count once. A row of a series or of samples without a value covers nothing.
 *
 * @param frame `start_time` and `end_time`, `start_date` and `end_date`, or `time` (instants); a
 * column of sources (`source`).
 * @throws {TypeError} if a column is missing or has another type, or an instant is null
 * @throws {RangeError} if a row ends before it starts, `gapSteps` is not above 0, there are more
 * than 40 lanes, or the zone or range is invalid
 *
 * @example A watch that was off half of the time
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
  return inLanguage(options, () => drawCoverage(frame, options));
}

function drawCoverage(frame: FrameLike, options: CoverageOptions): Picture {
  checkPictureOptions("draw coverage", options, OPTIONS);
  const { width = DEFAULT_WIDTH, by = "source", gapSteps = 3 } = options;
  const action = "draw coverage";
  if (!(gapSteps > 0 && gapSteps < Infinity)) {
    throw new RangeError(
      `Cannot ${action}: gapSteps is ${gapSteps}, expected a finite number above 0`,
    );
  }
  const read = readCoverage(frame, { ...options, gapSteps, action });
  const tz = localZone(options.tz, read.zone, "draw coverage"), labels = labelsOf(options, tz);
  const title = say("Data by {name}", { name: term(by.replaceAll("_", " ")) });
  const span = spanOf(read, options.range, tz);
  if (span === undefined) return noData("coverage", title, frame, { ...options, tz });
  if (read.lanes.length > MOST_LANES) {
    throw new RangeError(
      `Cannot ${action} of ${read.lanes.length} lanes: the maximum is ${MOST_LANES}. Choose another column as by.`,
    );
  }
  const shares = span.end - span.start > MOST_DAYS_OF_SPANS * DAY_MS;
  const shareOf = (lane: Lane): number => coveredLength(lane, span) / (span.end - span.start);
  const lanes = read.lanes.map((lane, i) => ({
    y: i + 0.5,
    name: lane.name,
    percent: percentText(100 * shareOf(lane)),
    top: i + (1 - FILLED) / 2,
    foot: i + (1 + FILLED) / 2,
    lane,
  }));
  const y = rowAxis(
    lanes.length,
    lanes.map(({ y, name, percent }) => ({ y, text: name, total: percent })),
  );
  const right = y.labels + SPACES.near;
  const inner = frameWidth({ y, labels: right }, width);
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
  const dataLabel = shares
    ? say("Share of each {length} that has data", { length: term(found.unit) })
    : say("Data");
  return chart({
    forWidth: (width) => coverage(frame, { ...options, width }),
    name: "coverage",
    summary: `${title}, ${spanLabel(span.start, span.end, labels)}, ${zoneText(tz, span)}: ${
      lanes.map(({ name, percent }) => `${name} ${percent}`.trim()).join(", ")
    }`,
    title: `${title}, ${shares ? `${lowerFirst(dataLabel)}, ` : ""}${
      datesLabel(span.start, Math.max(span.start, span.end - 1), labels)
    }`,
    finding: FINDINGS.complete(
      lanes.map(({ name, lane, percent }) => ({ name, value: shareOf(lane), text: percent })),
    ),
    source: lanes.some(({ lane }) => shareOf(lane) < 1) ? say("grey: no data") : "",
    time: { ...span, tz },
    x: timeAxis(span, labels),
    y,
    labels: right,
    height: lanes.length * y.row,
    marks: (plot, axes) => [
      missingBands(plot, lanes, {
        x1: span.start,
        x2: span.end,
        y1: "top",
        y2: "foot",
        title: ({ name, percent }: { name: string; percent: string }) =>
          `${name} ${percent}`.trim(),
      }),
      ...axes.x,
      barRows(bars, { fill: INK_2, title: dataLabel }),
      ...axes.y,
    ],
  }, options);
}

/** Returns the given range, the past part of the requested range, or the interval of the rows. */
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

/** Returns the intervals within a span; joins intervals less than half a pixel apart. */
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
