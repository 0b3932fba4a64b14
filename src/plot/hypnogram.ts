import type { ColumnNames, FrameLike } from "../frame/readColumns.ts";
import { type ReadSpans, readSpans } from "../sleep/kernel/spans.ts";
import type { Stages, StageTable } from "../sleep/stages/stageTables.ts";
import { isoMicros } from "../time/iso.ts";
import { zone } from "../time/zone.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { header } from "./picture/header.ts";
import { hypnogramMarks, type Lanes, laneTotals } from "./nights/hypnogramMarks.ts";
import { type HypnogramRow, hypnogramRows, nightLabel } from "./nights/hypnogramRows.ts";
import { lanes, lanesHeight } from "./nights/lanes.ts";
import { type Labels, labelsOf } from "./picture/labels.ts";
import { noData } from "./picture/noData.ts";
import { Picture } from "./picture/picture.ts";
import { PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { sourceStrip, STRIP_LABEL } from "./nights/sourceStrip.ts";
import {
  DEFAULT_WIDTH,
  type Mark,
  type PictureOptions,
  type PictureSpec,
  type PlotModule,
  type PlotOptions,
} from "./picture/spec.ts";
import { textWidth } from "./picture/textWidth.ts";
import { rowTicks, timeAxis, timeAxisHeight } from "./axis/timeAxis.ts";
import { timeTicks } from "./axis/timeTicks.ts";

/** How a hypnogram is drawn. */
export interface HypnogramOptions extends PictureOptions {
  /** What the stage codes mean. @default what the frame says in `stage_table`, else "consumer" */
  stages?: Stages;
  /** Whether each source has a row of its own, by the column `source`; they may then overlap. @default none */
  by?: "source";
  /** Whether to show below the stages which source each stretch came from, by the column `source`, as `sleep.merge` gives it with `provenance`. @default false */
  provenance?: boolean;
  /** Names of the frame's columns where they differ from the usual ones, `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
}

/** Height of a lane in pixels, where there is one row and where there are more. */
const LANE = 30, LANE_OF_MANY = 17;
/** Room for the name above a row, and for its own tick labels below it. */
const NAME = 20, OWN_TICKS = 18;
const MOST_ROWS = 14;
/** The part of a row's height that stays free between rows. */
const PADDING = 0.06;

const OPTIONS: OptionTable<HypnogramOptions> = {
  ...PICTURE_OPTIONS,
  stages: true,
  by: true,
  provenance: true,
  columns: true,
};

/**
 * Draws sleep stages over the night: a lane for each stage, from the top awake, REM and the others by
 * depth, with time in bed as a thin strip below. Each bar reaches from the start of its stage to its
 * end, nothing is drawn where nothing is known, and at the right stands the time in each stage. Time in
 * bed is the whole of it, also where a merge has put stages in its place.
 *
 * What spans more than 24 hours is cut at local noons, with a row for each night, at most seven.
 * If the clock is changed in one of them, each row bears its own times.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); with `by` or `provenance`
 * also `source`.
 * @throws {TypeError} if a column is missing or of another type, a time or a stage is null, or
 * `provenance` is asked together with `by`, or of spans that name no source
 * @throws {RangeError} if stages overlap (merge them first, or give `by`), if there are more than
 * seven nights, or if the zone does not exist
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
 *   "Sat 30 to Sun 31 Mar 2024, 23:00 to 04:00 Europe/Berlin: Core 2 h, Deep 2 h",
 * );
 * ```
 */
export function hypnogram(frame: FrameLike, options: HypnogramOptions = {}): Picture {
  checkOptions("draw a hypnogram", options, OPTIONS);
  const { width = DEFAULT_WIDTH, by } = options;
  const spans = readSpans(
    frame,
    options,
    "draw a hypnogram",
  );
  const { table } = spans;
  const tz = zone(options.tz ?? spans.zone), labels = labelsOf(options, tz);
  if (spans.start.length === 0) return noData("hypnogram", "Sleep", options);
  if (by === undefined) refuseOverlaps(spans, table, tz);
  if (options.provenance === true) checkSources(spans, by);
  const rows = hypnogramRows(spans, {
    labels,
    bySource: by === "source",
    bed: table.findIndex(({ name }) => name === "in_bed"),
  });
  if (rows.length > MOST_ROWS) {
    throw new RangeError(
      `Cannot draw a hypnogram of ${rows.length} rows: the most is ${MOST_ROWS}; take fewer nights or sources`,
    );
  }
  const all = lanes(table, new Set(spans.stage));
  const layout = laidOut(rows, all, { ...options, width, labels });
  return new Picture({
    name: "hypnogram",
    summary: [...rows.map((row) => summary(row, all, labels)), ...layout.sources].join("\n"),
    width,
    height: options.height ?? layout.height,
    header: layout.header,
    time: rows[0]!.origin === 0 ? { start: rows[0]!.from, end: rows[0]!.to, tz } : undefined,
    draw: layout.draw,
  }, options.plot);
}

function laidOut(
  rows: readonly HypnogramRow[],
  all: Lanes,
  options: HypnogramOptions & { width: number; labels: Labels },
): Pick<PictureSpec, "header" | "height" | "draw"> & { sources: string[] } {
  const { width, labels } = options, { tz } = labels;
  const many = rows.length > 1;
  const strip = options.provenance === true ? sourceStrip(rows, lanesHeight(all)) : undefined;
  const lanes = lanesHeight(all) + (strip?.height ?? 0);
  const head = header(options.title ?? `Sleep, ${dates(rows, labels)}`, strip?.legend ?? [], width);
  const names = [...[...all.values()].map(({ stage }) => stage.label), strip ? STRIP_LABEL : ""]
    .map((label) => textWidth(label));
  const totals = rows.flatMap((row) => laneTotals(row, all)).map(({ text }) => textWidth(text));
  const marginLeft = Math.max(...names) + 14, marginRight = Math.max(...totals) + 16;
  const { from, to } = rows[0]!;
  const ticks = rows.map(({ key, origin }) => {
    const found = timeTicks(
      { start: origin + from, end: origin + to },
      width - marginLeft - marginRight,
      labels,
    );
    return {
      ...found,
      row: key,
      ticks: found.ticks.map(({ at, text }) => ({ row: key, at: at - origin, text })),
      changes: found.changes.map(({ at, text }) => ({ row: key, at: at - origin, text })),
    };
  });
  const first = ticks[0]!;
  const alike = ticks.every((row) => sameTicks(row.ticks, first.ticks));
  const axis = rows[0]!.origin === 0 ? first : {
    ...first,
    ticks: alike ? first.ticks : [],
    changes: alike ? first.changes : [],
    parts: [],
    label: tz === "UTC" ? tz : `Local time, ${tz}`,
  };
  const marginTop = head.height + 4, marginBottom = timeAxisHeight(axis);
  const insetTop = many ? NAME : 0, insetBottom = alike ? 0 : OWN_TICKS;
  const rowHeight = lanes * (many ? LANE_OF_MANY : LANE) + insetTop + insetBottom;
  const rowNames = rows.map(({ key, label }, i) => ({
    row: key,
    text: [label, ...(alike ? [] : ticks[i]!.changes.map(({ text }) => text))].join(", "),
  }));
  return {
    header: head,
    sources: strip === undefined ? [] : [`Sources: ${strip.summary}`],
    height: Math.round(marginTop + marginBottom + rowHeight * rows.length / (1 - PADDING)),
    draw: (plot): PlotOptions => ({
      marginTop,
      marginLeft,
      marginRight,
      marginBottom,
      insetTop,
      insetBottom,
      x: { type: rows[0]!.origin === 0 ? "utc" : "linear", domain: [from, to], axis: null },
      y: { type: "linear", domain: [lanes, 0], axis: null },
      ...(many ? { fy: { domain: rows.map(({ key }) => key), axis: null, padding: PADDING } } : {}),
      marks: [
        ...timeAxis(plot, axis, { insetTop }),
        ...(alike ? [] : rowTicks(plot, ticks, { insetTop, insetBottom })),
        ...hypnogramMarks(plot, rows, all),
        ...strip?.marks(plot) ?? [],
        ...(many ? [nameMark(plot, rowNames)] : []),
      ],
    }),
  };
}

function nameMark(plot: PlotModule, names: readonly { row: string; text: string }[]): Mark {
  return plot.text(names, {
    fy: "row",
    text: "text",
    fontWeight: 600,
    frameAnchor: "top-left",
    lineAnchor: "top",
    dy: 4,
  });
}

function sameTicks(a: readonly { at: number; text: string }[], b: typeof a): boolean {
  return a.length === b.length &&
    a.every(({ at, text }, i) => at === b[i]!.at && text === b[i]!.text);
}

function dates(rows: readonly HypnogramRow[], labels: Labels): string {
  const { origin, from } = rows[0]!, last = rows.at(-1)!;
  // A row that is counted from a noon is named by that noon's day.
  return nightLabel(origin === 0 ? from : origin, last.origin + last.to, labels);
}

function summary(row: HypnogramRow, all: Lanes, labels: Labels): string {
  const start = row.pieces[0]!.x1 + row.origin;
  const end = row.pieces.reduce((last, { x2 }) => Math.max(last, x2), 0) + row.origin;
  const totals = laneTotals(row, all).map(({ label, text }) => `${label} ${text}`).join(", ");
  return `${row.label}, ${labels.clock(start)} to ${labels.clock(end)} ${labels.tz}: ${totals}`;
}

function checkSources(spans: ReadSpans, by: HypnogramOptions["by"]): void {
  if (by !== undefined) {
    throw new TypeError(
      "Cannot draw a hypnogram by source with provenance: each row has one source",
    );
  }
  if (spans.source.some((source) => source !== null)) return;
  throw new TypeError(
    "Cannot draw a hypnogram with provenance: no span names its source; merge with sleep.merge(frame, { provenance: true })",
  );
}

/** A step from stage to stage has no meaning where two are true at a time. */
function refuseOverlaps(spans: ReadSpans, table: StageTable, tz: string): void {
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
    `Cannot draw a hypnogram: stages overlap ${count} times, first at ${
      isoMicros(first, tz)
    }; merge them with sleep.merge, or give by: "source"`,
  );
}
