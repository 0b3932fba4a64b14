import { type FrameLike, openFrame } from "../frame/open.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { readSpans } from "../sleep/kernel/spans.ts";
import { nightSessions } from "../sleep/nights/nightSessions.ts";
import { readStageGroups } from "../sleep/stages/stageGroups.ts";
import type { Stages, StageTable } from "../sleep/stages/stageTables.ts";
import type { When } from "../time/when.ts";
import { localZone } from "../time/zone.ts";
import { optionNames } from "../options/checkOptions.ts";
import { changeNote, clockChanges, daysSpan, skippedTimes } from "./axis/clockChanges.ts";
import {
  type ClockInterval,
  clockIntervals,
  intervalsOn,
  sessionsOf,
} from "./nights/clockIntervals.ts";
import { slots } from "./days/dailyValues.ts";
import { datesLabel, labelsOf } from "./picture/labels.ts";
import { nightSleeps } from "../sleep/nights/nightSleeps.ts";
import { sleepClock, sleepOnClock } from "./nights/sleepOnClock.ts";
import { missingRows } from "./marks/missing.ts";
import { chart, frameWidth } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "./picture/spec.ts";
import { stageOrder } from "./nights/lanes.ts";
import { type RowStroke, strokeRows } from "./marks/barRows.ts";
import { DAY_MS } from "../time/units.ts";
import { clockAxis, rowHeight, skippedMark } from "./nights/clockRows.ts";
import { isTrend, LONG_SPAN_OPTIONS, type LongSpanOptions } from "./days/longSpans.ts";
import { rasterShares } from "./nights/rasterShares.ts";
import { rowPeriod } from "./nights/rowPeriods.ts";
import { DAYLIGHT_OPTIONS, daylightEntry, type DaylightOptions } from "./marks/daylight.ts";
import { daylightHours, daylightRows } from "./nights/daylightRows.ts";
import { rowAxis, rowLabels } from "./axis/rowAxis.ts";
import { daysSummary } from "./days/daysSummary.ts";
import { ROWS } from "./picture/theme.ts";
import { inLanguage, say, term } from "../words/language.ts";

/** Options of {@linkcode sleepRaster}. */
export interface SleepRasterOptions extends PictureOptions, LongSpanOptions, DaylightOptions {
  /** Meaning of the stage codes. @default the frame's `stage_table`, otherwise "consumer" */
  stages?: Stages;
  /** Nights to draw, by wake-up date. @default from the first to the last */
  range?: When;
  /** Other names of columns, such as `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
}

/** A stage on the clock; the slot is the date on which its night ends. */
interface StageOnClock extends ClockInterval {
  readonly index: number;
}

const ROW = { most: ROWS.dense, least: 2, whole: 420 };

const OPTIONS = optionNames<SleepRasterOptions>()(
  PICTURE_OPTIONS,
  LONG_SPAN_OPTIONS,
  DAYLIGHT_OPTIONS,
  "stages range columns",
);

/**
 * Draws nights below each other, a row per night from noon to noon, to show when and how regularly
 * you slept, and in which stages. Rows are labelled by wake-up date. A sleep that crosses noon is
 * not cut: it is in the row of the night that `sleep.sessions` assigns. Times are local wall clock
 * times: a column is the same time of day in summer and winter. Repeated hours overlap in one
 * column; skipped hours are hatched. A night without data is a grey band.
 *
 * Over 90 nights with data, a row is a week from Monday, and above two years a month: the colour is
 * stronger for more nights asleep at that time.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); overlaps are drawn over
 * each other, so merge several sources first.
 * @throws {TypeError} if a column is missing or has another type, or a time or stage is null
 * @throws {RangeError} if a row ends before it starts, a stage is not in the table, there are more
 * than 4000 days, or the zone does not exist
 *
 * @example Two nights
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.sleepRaster([
 *   { start_time: "2024-03-29T22:00Z", end_time: "2024-03-30T05:00Z", sleep_stage: 3 },
 *   { start_time: "2024-03-30T22:00Z", end_time: "2024-03-31T05:00Z", sleep_stage: 3 },
 * ], { tz: "Europe/Berlin" });
 * assertEquals(
 *   String(picture),
 *   "Nights from noon to noon, Sat 30 Mar 2024 to Sun 31 Mar 2024, Europe/Berlin: " +
 *     "2 of 2 days have data; clock forward 1 h at 02:00 on Sun 31 Mar",
 * );
 * ```
 */
export function sleepRaster(frame: FrameLike, options: SleepRasterOptions = {}): Picture {
  return inLanguage(options, () => drawSleepRaster(frame, options));
}

function drawSleepRaster(frame: FrameLike, options: SleepRasterOptions): Picture {
  checkPictureOptions("draw nights", options, OPTIONS);
  const { width = DEFAULT_WIDTH } = options;
  const spans = readSpans(frame, options, "draw nights"), { table } = spans;
  const tz = localZone(options.tz, spans.zone, "draw nights"), texts = labelsOf(options, tz);
  const intervals: StageOnClock[] = [];
  const data = openFrame(frame, { action: "draw nights", tz: options.tz });
  const { parts } = readStageGroups(data, options, "draw nights");
  const named = parts.flatMap((part) => nightSessions(part, part.table, { tz }));
  for (const { slot, rows } of sessionsOf(spans, tz, named)) {
    for (const i of rows) {
      const start = Number(spans.start[i]!) / 1000, end = Number(spans.end[i]!) / 1000;
      const pieces = slot === undefined
        ? clockIntervals(start, end, tz)
        : intervalsOn(slot, start, end, tz);
      intervals.push(
        ...pieces.map((interval) => ({
          ...interval,
          slot: interval.slot + DAY_MS,
          index: spans.stage[i]!,
        })),
      );
    }
  }
  const days = slots([...new Set(intervals.map(({ slot }) => slot))], tz, options.range);
  const row = new Map(days.map((slot, i) => [slot, i]));
  const shown = intervals.filter(({ slot }) => row.has(slot))
    .sort((a, b) => a.slot - b.slot || a.from - b.from);
  const known = new Set(shown.map(({ slot }) => slot));
  // Time in bed is drawn, but is not sleep.
  const staged = new Set(
    shown.filter(({ index }) => table[index]!.depth !== null).map(({ slot }) => slot),
  );
  const nights = days.map((slot) => staged.has(slot) ? 1 : null);
  const trend = isTrend(nights, options.form, "draw nights");
  if (shown.length === 0) {
    return noData("sleepRaster", say("Nights from noon to noon"), frame, { ...options, tz }, [
      12,
      36,
    ]);
  }

  const from = Math.floor(shown.reduce((least, interval) => Math.min(least, interval.from), 24));
  const to = Math.ceil(shown.reduce((most, interval) => Math.max(most, interval.to), 0));
  const found = daysSummary(days.map((slot, i) => ({ slot, value: nights[i]! })), texts);
  const source = found.split(": ").at(-1)!;
  const finding = sleepClock(
    nightSleeps(frame, {
      tz,
      ...(options.stages && { stages: options.stages }),
      ...(options.columns && { columns: options.columns }),
    }, "draw nights").sleeps.filter((sleep) =>
      sleepOnClock(sleep, tz).some(({ slot }) => row.has(slot))
    ),
    texts,
  );
  if (trend) {
    const asleep = shown.filter(({ index }) => table[index]!.asleep);
    const period = rowPeriod(days.length);
    const summary = period.unit === "week"
      ? say("Weeks of nights from noon to noon, how many of them asleep, {days}", { days: found })
      : say("Months of nights from noon to noon, how many of them asleep, {days}", { days: found });
    return rasterShares({
      period,
      days,
      known,
      asleep,
      hours: [from, to],
      labels: texts,
      summary,
      source,
      finding,
      sun: options.sun,
    }, options);
  }
  const y = rowAxis(days.length, rowLabels(days, texts), { slots: days });
  const inner = frameWidth({ y }, width);
  const { day: dayText } = texts.in("UTC");
  const missing = days.filter((slot) => !known.has(slot)).map((slot) => row.get(slot)!);
  const order = [...stageOrder(table), ...inBed(table)];
  const legend = order.filter((index) => shown.some((interval) => interval.index === index))
    .map((index) => table[index]!).map(({ label, color }) => ({ label: term(label), color }));
  const lit = daylightHours(days, tz, {
    place: options.sun,
    from: 12,
    shown: [from, to],
    action: "draw nights",
  });
  const span = daysSpan(days, tz, 12), changes = clockChanges(span.start, span.end, tz);
  const notes = changeNote(changes, texts, inner);
  const lines = strokes(dropUnseen(shown, table, (to - from) / inner), row);
  return chart({
    forWidth: (width) => sleepRaster(frame, { ...options, width }),
    name: "sleepRaster",
    summary: `${say("Nights from noon to noon")}, ${found}${[""].concat(notes).join("; ")}`,
    title: `${say("Stages from noon to noon")}, ${
      datesLabel(days[0]!, days.at(-1)!, texts.in("UTC"))
    }`,
    finding,
    source,
    legend: [
      ...legend,
      ...(options.sun === undefined ? [] : [daylightEntry()]),
    ],
    x: clockAxis({ hours: [from, to], origin: 12, labels: texts, span, notes }),
    y,
    height: rowHeight(days.length, ROW) * days.length,
    marks: (plot, { x: [hourLines, hours, zone], y: dates }, frame) => {
      const tall = frame.height / days.length;
      return [
        daylightRows(lit),
        // Time in bed is behind the stages.
        ...[...order].reverse().filter((index) => lines.has(index)).map((index) =>
          strokeRows(lines.get(index)!, {
            title: term(table[index]!.label),
            stroke: table[index]!.color,
            strokeWidth: Math.round(100 * tall * (tall > 6 ? thickness(table, index) : 1)) / 100,
            crisp: tall <= 6,
            least: table[index]!.depth === 0 ? LEAST_AWAKE : 0,
          })
        ),
        skippedMark(
          skippedTimes(changes, days, 12).filter(({ row }) => known.has(days[row]!)),
        ),
        hourLines,
        ...missingRows(plot, missing, [from, to], { tall, name: (row) => dayText(days[row]!) }),
        hours,
        ...dates,
        zone,
      ];
    },
  }, options);
}

function inBed(table: StageTable): number[] {
  return table.flatMap(({ depth }, index) => depth === null ? [index] : []);
}

/** Returns the thickness of a stage: deeper sleep is thicker, to differ in grey print. */
function thickness(table: StageTable, index: number): number {
  const deepest = Math.max(...table.map(({ depth }) => depth ?? 0));
  return 0.44 + 0.48 * (table[index]!.depth ?? deepest / 2) / deepest;
}

/** Returns the intervals of each stage by row. */
function strokes(
  intervals: readonly StageOnClock[],
  row: ReadonlyMap<number, number>,
): Map<number, RowStroke[]> {
  const lines = new Map<number, RowStroke[]>();
  for (const { index, slot, from, to } of intervals) {
    const own = lines.get(index) ?? [];
    own.push({ x1: from, x2: to, y: row.get(slot)! + 0.5 });
    lines.set(index, own);
  }
  return lines;
}

/** Minimum length of an awakening in pixels. */
const LEAST_AWAKE = 1;

/**
 * Drops intervals too narrow to see if another touches them and takes their place, but no
 * awakenings.
 */
function dropUnseen(
  intervals: readonly StageOnClock[],
  table: StageTable,
  pixel: number,
): StageOnClock[] {
  const result: StageOnClock[] = [];
  for (const interval of intervals) {
    const last = result.at(-1);
    const touches = last !== undefined && last.slot === interval.slot &&
      Math.abs(last.to - interval.from) < 1e-9;
    const isUnseen = interval.to - interval.from < pixel && table[interval.index]!.depth !== 0;
    if (touches && (last.index === interval.index || isUnseen)) {
      result[result.length - 1] = { ...last, to: interval.to };
    } else result.push(interval);
  }
  return result;
}
