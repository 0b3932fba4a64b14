import type { FrameLike } from "../frame/open.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { type ReadSpans, readSpans } from "../sleep/kernel/spans.ts";
import type { Stages, StageTable } from "../sleep/stages/stageTables.ts";
import { isoMicros } from "../time/iso.ts";
import { localZone } from "../time/zone.ts";
import { optionNames } from "../options/checkOptions.ts";
import {
  gapsOf,
  hypnogramMarks,
  type Lanes,
  laneTotals,
  sourceStrip,
  STRIP_LABEL,
} from "./nights/hypnogramMarks.ts";
import { type HypnogramRow, hypnogramRows } from "./nights/hypnogramRows.ts";
import { lanes, lanesHeight } from "./nights/lanes.ts";
import {
  datesLabel,
  type Labels,
  labelsOf,
  lengthLabel,
  timesText,
  zoneText,
} from "./picture/labels.ts";
import { chart, frameWidth, type XAxis } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { DEFAULT_WIDTH, type Mark, type PictureOptions, type PlotModule } from "./picture/spec.ts";
import { shortenName, textWidth } from "./picture/textWidth.ts";
import { nightChanges } from "./axis/clockChanges.ts";
import { timeAxis } from "./axis/timeAxis.ts";
import { timeTicks } from "./axis/timeTicks.ts";
import { axisBelow, type AxisLabel, CHANGE_LINE } from "./axis/axisBelow.ts";
import { GRID, LINES, ROWS, SPACES } from "./picture/theme.ts";
import { FINDINGS } from "./picture/findings.ts";
import { upperFirst } from "./picture/letterCase.ts";
import { inLanguage, say, term } from "../words/language.ts";

/** Options of {@linkcode hypnogram}. */
export interface HypnogramOptions extends PictureOptions {
  /** Meaning of the stage codes. @default the frame's `stage_table`, otherwise "consumer" */
  stages?: Stages;
  /** Draws a row per source, from the column `source`; sources may overlap. @default none */
  by?: "source";
  /**
   * Shows below the stages which source each interval came from, by the column `source`, as
   * `sleep.merge` returns it with `provenance`.
   * @default false
   */
  provenance?: boolean;
  /** Other names of columns, such as `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
}

/** Height of the name above a row, and of its own tick labels below it. */
const NAME = LINES.label + SPACES.near, OWN_TICKS = LINES.label + SPACES.near;
const MOST_ROWS = 14;
/** Share of a row's height that is left free between rows. */
const PADDING = 0.06;

const OPTIONS = optionNames<HypnogramOptions>()(PICTURE_OPTIONS, "stages by provenance columns");

/**
 * Draws sleep stages over the night: a lane for each stage, from awake at the top over REM to deep
 * sleep, with time in bed as a thin strip below. Each bar reaches from the start of its stage to
 * its end; gaps stay empty. The time in each stage is on the right. Time in bed is shown whole,
 * even where a merge replaced it with stages.
 *
 * Frames longer than 24 hours are cut at local noons into one row per night, at most seven. If
 * daylight saving starts or ends in one of the nights, each row has its own time labels.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); with `by` or `provenance`
 * also `source`.
 * @throws {TypeError} if a column is missing or has another type, a time or stage is null, or
 * `provenance` is combined with `by` or used without sources
 * @throws {RangeError} if stages overlap (merge them first, or use `by`), there are more than seven
 * nights, or the zone does not exist
 *
 * @example A night in which the clock goes forward
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.hypnogram([
 *   { start_time: "2024-03-30T23:00+01:00", end_time: "2024-03-31T01:00+01:00", sleep_stage: 4 },
 *   { start_time: "2024-03-31T01:00+01:00", end_time: "2024-03-31T04:00+02:00", sleep_stage: 3 },
 * ], { tz: "Europe/Berlin" });
 * assertEquals(
 *   String(picture),
 *   "Sat 30 to Sun 31 Mar 2024, 23:00 to 04:00 Europe/Berlin, clock forward 1 h at 02:00: Core 2 h, Deep 2 h",
 * );
 * ```
 */
export function hypnogram(frame: FrameLike, options: HypnogramOptions = {}): Picture {
  return inLanguage(options, () => drawHypnogram(frame, options));
}

function drawHypnogram(frame: FrameLike, options: HypnogramOptions): Picture {
  checkPictureOptions("draw a hypnogram", options, OPTIONS);
  const { by } = options;
  const spans = readSpans(frame, options, "draw a hypnogram"), { table } = spans;
  const tz = localZone(options.tz, spans.zone, "draw a hypnogram"), labels = labelsOf(options, tz);
  if (spans.start.length === 0) return noData("hypnogram", say("Sleep"), frame, options);
  if (by === undefined) rejectOverlaps(spans, table, tz);
  if (options.provenance === true) checkSources(spans, by);
  const rows = hypnogramRows(spans, {
    labels,
    bySource: by === "source",
    bed: table.findIndex(({ name }) => name === "in_bed"),
  });
  if (rows.length > MOST_ROWS) {
    throw new RangeError(
      `Cannot draw a hypnogram of ${rows.length} rows: the maximum is ${MOST_ROWS}. Select fewer nights or sources.`,
    );
  }
  return nightsChart(rows, lanes(table, new Set(spans.stage)), labels, options);
}

function nightsChart(
  rows: readonly HypnogramRow[],
  all: Lanes,
  labels: Labels,
  options: HypnogramOptions,
): Picture {
  const { width = DEFAULT_WIDTH } = options, { from, to, origin } = rows[0]!;
  const many = rows.length > 1, isOneNight = origin === 0;
  const strip = options.provenance === true
    ? sourceStrip(rows, lanesHeight(all), labels)
    : undefined;
  const lanes = lanesHeight(all) + (strip?.height ?? 0);
  const names = [
    ...[...all.values()].map(({ stage }) => term(stage.label)),
    strip ? say(STRIP_LABEL) : "",
  ]
    .map((label) => textWidth(label));
  const totals = rows.flatMap((row) => laneTotals(row, all)).map(({ text }) => textWidth(text));
  const y = { domain: [lanes, 0], width: Math.max(...names) + 8 } as const;
  const right = Math.max(...totals) + 8, inner = frameWidth({ y, labels: right }, width);
  const ticks = rows.map((row) => ticksOf(row, inner, labels));
  const first = ticks[0]!;
  const alike = ticks.every((row) => sameTicks(row.ticks, first.ticks));
  const axis = {
    ticks: alike ? first.ticks : [],
    changes: alike ? first.changes : [],
    source: labels.timesLabel({ start: rows[0]!.from, end: rows.at(-1)!.to }),
  };
  const insetTop = many ? NAME : 0, insetBottom = alike ? 0 : OWN_TICKS;
  const rowHeight = lanes * (many ? LINES.label : ROWS.lane) + insetTop + insetBottom;
  const rowNames = rows.map(({ key, label }, i) => ({
    row: key,
    text: fitting(
      [label, ...(alike ? [] : ticks[i]!.changes.map(({ text }) => text))].join(", "),
      inner,
    ),
  }));
  return chart({
    forWidth: (width) => nightsChart(rows, all, labels, { ...options, width }),
    name: "hypnogram",
    summary: [
      ...rows.map((row) => summary(row, all, labels)),
      ...(strip === undefined ? [] : [say("Sources: {sources}", { sources: strip.summary })]),
    ].join("\n"),
    title: `${say("Sleep")}, ${dates(rows, labels)}`,
    finding: many ? rowsFinding(rows, all, options) : nightFinding(rows[0]!, all),
    source: rows.some((row) => gapsOf(row).length > 0) ? say("grey: no data") : "",
    legend: strip?.legend ?? [],
    time: isOneNight ? { start: from, end: to, tz: labels.tz } : undefined,
    x: isOneNight ? nightAxis({ start: from, end: to }, labels, insetTop) : {
      domain: [from, to],
      layout: () => axisBelow(axis, { insetTop }),
    },
    y,
    scales: {
      insetTop,
      insetBottom,
      ...(many ? { fy: { domain: rows.map(({ key }) => key), axis: null, padding: PADDING } } : {}),
    },
    labels: right,
    height: rowHeight * rows.length / (1 - PADDING),
    marks: (plot, axes) => [
      ...axes.x,
      ...(alike ? [] : rowTicks(plot, ticks, { insetTop, insetBottom })),
      ...hypnogramMarks(plot, rows, all, labels),
      ...strip?.marks(plot) ?? [],
      ...(many ? [nameMark(plot, rowNames)] : []),
    ],
  }, options);
}

/** Time axis of one night, below rows with the given room above their lanes. */
function nightAxis(
  ends: { readonly start: number; readonly end: number },
  labels: Labels,
  insetTop: number,
): XAxis {
  return {
    ...timeAxis(ends, labels),
    within: ([start, end]) => nightAxis({ start, end }, labels, insetTop),
    layout: (pixels) =>
      axisBelow(timeTicks(ends, pixels, labels), {
        insetTop,
      }),
  };
}

/** Returns the ticks of a row, counted from its origin like its intervals. */
function ticksOf({ key, origin, from, to }: HypnogramRow, pixels: number, labels: Labels) {
  const found = timeTicks({ start: origin + from, end: origin + to }, pixels, labels);
  const inRow = ({ at, text }: AxisLabel) => ({ row: key, at: at - origin, text });
  return { ...found, ticks: found.ticks.map(inRow), changes: found.changes.map(inRow) };
}

/** Ticks of rows with different times, in `insetBottom` pixels at the bottom of each row. */
function rowTicks(
  plot: PlotModule,
  rows: readonly { ticks: readonly AxisLabel[]; changes: readonly AxisLabel[] }[],
  insets: { insetTop: number; insetBottom: number },
): Mark[] {
  const ticks = rows.flatMap((row) => row.ticks), changes = rows.flatMap((row) => row.changes);
  // Rows with equal times are labelled once, below the last of them.
  const named = rows.filter(({ ticks }, i) =>
    rows[i + 1] === undefined || !sameTicks(ticks, rows[i + 1]!.ticks)
  ).flatMap(({ ticks }) => ticks);
  return [
    plot.ruleX(ticks, { fy: "row", x: "at", stroke: GRID, ...insets }),
    plot.ruleX(changes, { fy: "row", x: "at", ...CHANGE_LINE, ...insets }),
    plot.text(named, {
      fy: "row",
      x: "at",
      text: "text",
      frameAnchor: "bottom",
      lineAnchor: "bottom",
      dy: -SPACES.near, // closer to their own row than to the name of the next
    }),
  ];
}

/** Shortens the name of a row to the width of the frame. */
function fitting(name: string, room: number): string {
  let text = name;
  for (let n = [...name].length; n > 1 && textWidth(text) * BOLD > room; n--) {
    text = shortenName(name, n);
  }
  return text;
}

/** Ratio of the width of bold text to normal text. */
const BOLD = 1.12;

function nameMark(plot: PlotModule, names: readonly { row: string; text: string }[]): Mark {
  return plot.text(names, {
    fy: "row",
    text: "text",
    fontWeight: 600,
    frameAnchor: "top-left",
    lineAnchor: "top",
    dy: SPACES.tight,
  });
}

function sameTicks(a: readonly { at: number; text: string }[], b: typeof a): boolean {
  return a.length === b.length &&
    a.every(({ at, text }, i) => at === b[i]!.at && text === b[i]!.text);
}

function dates(rows: readonly HypnogramRow[], labels: Labels): string {
  const { origin, from } = rows[0]!, last = rows.at(-1)!;
  // Rows counted from noon are named by the day of that noon.
  return datesLabel(origin === 0 ? from : origin, last.origin + last.to, labels);
}

function asleepOf({ intervals }: HypnogramRow, lanes: Lanes) {
  const asleep = intervals.filter(({ index }) => lanes.get(index)?.stage.asleep === true);
  return { asleep, length: asleep.reduce((sum, { x1, x2, awake }) => sum + x2 - x1 - awake, 0) };
}

/** Returns the time asleep by each source, or the shortest and the longest night. */
function rowsFinding(
  rows: readonly HypnogramRow[],
  lanes: Lanes,
  { by }: HypnogramOptions,
): string | undefined {
  const known = rows.map((row) => ({ name: row.label, length: asleepOf(row, lanes).length }))
    .filter(({ length }) => length > 0).toSorted((a, b) => a.length - b.length);
  const shortest = known[0], longest = known.at(-1);
  if (shortest === undefined || longest === undefined) return undefined;
  if (by === undefined) {
    return FINDINGS.nights(
      lengthLabel(shortest.length),
      lengthLabel(longest.length),
      known.length,
    );
  }
  const isOneNight = rows.every(({ origin }) => origin === rows[0]?.origin);
  if (!isOneNight) return undefined;
  return FINDINGS.asleep(
    upperFirst(
      FINDINGS.listed(
        known.toReversed().map(({ name, length }) =>
          `${name}${/\d$/.test(name) ? ":" : ""} ${lengthLabel(length)}`
        ),
      ),
    ),
  );
}

/** Returns the time asleep and the awakenings of a night; `undefined` without sleep. */
function nightFinding(row: HypnogramRow, lanes: Lanes): string | undefined {
  const { intervals, tellsWake } = row, { asleep, length } = asleepOf(row, lanes);
  if (asleep.length === 0) return undefined;
  const start = asleep[0]!.x1, end = asleep.at(-1)!.x2;
  const awake = intervals.filter(({ index, x1, x2 }) =>
    lanes.get(index)?.stage.depth === 0 && x1 >= start && x2 <= end
  );
  const long = awake.filter(({ x1, x2 }) => x2 - x1 >= LONG_AWAKE).length;
  const asleepText = lengthLabel(length);
  return awake.length === 0 && !tellsWake
    ? FINDINGS.asleep(asleepText)
    : FINDINGS.night(asleepText, awake.length, long);
}

/** Shortest awakening that a title counts separately, in milliseconds. */
const LONG_AWAKE = 180_000;

function summary(row: HypnogramRow, all: Lanes, labels: Labels): string {
  const start = row.intervals[0]!.x1 + row.origin;
  const end = row.intervals.reduce((last, { x2 }) => Math.max(last, x2), 0) + row.origin;
  const totals = laneTotals(row, all).map(({ label, text }) => `${label} ${text}`).join(", ");
  return `${row.label}, ${timesText(start, end, labels)} ${zoneText(labels.tz, { start, end })}${
    nightChanges(start, end, labels)
  }: ${totals}`;
}

function checkSources(spans: ReadSpans, by: HypnogramOptions["by"]): void {
  if (by !== undefined) {
    throw new TypeError(
      "Cannot draw a hypnogram by source with provenance: each row has one source. Use one of the two options.",
    );
  }
  if (spans.source.some((source) => source !== null)) return;
  throw new TypeError(
    "Cannot draw a hypnogram with provenance: no row has a source. Merge with sleep.merge(frame, { provenance: true }).",
  );
}

/** Steps between stages are meaningless if two stages overlap. */
function rejectOverlaps(spans: ReadSpans, table: StageTable, tz: string): void {
  let count = 0, first: bigint | undefined, reached: bigint | undefined;
  for (let i = 0; i < spans.start.length; i++) {
    if (table[spans.stage[i]!]!.depth === null) continue;
    const start = spans.start[i]!, end = spans.end[i]!;
    if (reached !== undefined && start < reached) {
      count++;
      first ??= start;
    }
    if (reached === undefined || end > reached) reached = end;
  }
  if (first === undefined) return;
  throw new RangeError(
    `Cannot draw a hypnogram: stages overlap ${count === 1 ? "at" : `${count} times, first at`} ${
      isoMicros(first, tz)
    }. Merge them with sleep.merge, or pass by: "source".`,
  );
}
