import { type FrameLike, openFrame } from "../frame/open.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { aggregate } from "../sleep/aggregate.ts";
import { STAGE_TABLE, stageTableOf } from "../sleep/stages/stageTableOf.ts";
import type { Stages, StageTable } from "../sleep/stages/stageTables.ts";
import type { Range } from "../time/interval.ts";
import { zone } from "../time/zone.ts";
import type { OptionTable } from "../options/checkOptions.ts";
import { daysSummary } from "./dailyBars.ts";
import { slotOf, slots } from "./days/dailyValues.ts";
import { barSetting, dayChart } from "./days/dayChart.ts";
import { labelsOf } from "./picture/labels.ts";
import { lengthLabel } from "./axis/lengthLabel.ts";
import { MOST_TITLED, noData } from "./picture/chart.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "./picture/spec.ts";
import { stageOrder } from "./nights/stageOrder.ts";
import { INK } from "./picture/theme.ts";
import { valueTicks } from "./axis/valueTicks.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/units.ts";

/** How sleep per day is drawn. */
export interface SleepBarsOptions extends PictureOptions {
  /** What the stage codes mean. @default what the frame says in `stage_table`, else "consumer" */
  stages?: Stages;
  /** For stages: whether a night counts on the day of its start, of its end, or is cut at midnight. @default "end" */
  mode?: "start" | "end" | "split";
  /** The days that the picture covers. @default from the first day with sleep to the last */
  range?: Range;
  /** Names of the frame's columns where they differ from the usual ones, `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
}

const OPTIONS: OptionTable<SleepBarsOptions> = {
  ...PICTURE_OPTIONS,
  stages: true,
  mode: true,
  range: true,
  columns: true,
};

/**
 * Draws how long each stage lasted on each local day: a stack of hours, deep sleep at the bottom and
 * time awake on top. A day without data is a grey band, not a day of no sleep. Time in bed that no
 * stage lies over stands pale on top, so that a night of which a part was not recorded is not taken
 * for a short one; a day that has nothing else shows it whole.
 *
 * @param frame what `sleep.aggregate` gives (`period_start_time`, `value`, `sum_ms`), or stages
 * (`start_time`, `end_time`, `sleep_stage`), which are aggregated by local day first.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if a stage is not in the table, there are more than 4000 days, or the zone does
 * not exist
 *
 * @example Two nights with one between them that has no data
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.sleepBars([
 *   { start_time: "2024-03-29T23:00Z", end_time: "2024-03-30T05:00Z", sleep_stage: 3 },
 *   { start_time: "2024-03-31T23:00Z", end_time: "2024-04-01T07:00Z", sleep_stage: 3 },
 * ], { tz: "Europe/Berlin" });
 * assertEquals(
 *   String(picture),
 *   "Sleep per day, Sat 30 Mar 2024 to Mon 1 Apr 2024, Europe/Berlin: " +
 *     "2 of 3 days have data, asleep 7 h on average",
 * );
 * ```
 */
export function sleepBars(frame: FrameLike, options: SleepBarsOptions = {}): Picture {
  checkPictureOptions("draw sleep per day", options, OPTIONS);
  const { width = DEFAULT_WIDTH } = options;
  const { table, tz, days } = stageDays(frame, options);
  const labels = labelsOf(options, tz);
  const all = slots([...days.keys()], tz, options.range);
  if (all.every((slot) => !days.has(slot))) return noData("sleepBars", "Sleep per day", options);
  const { day } = labels.in("UTC"), barDay = ({ slot }: { slot: number }): number => slot;
  const { inset, shapeRendering } = barSetting(all.length, width);
  const order = [
    ...stageOrder(table).reverse(),
    ...table.flatMap(({ depth }, index) => depth === null ? [index] : []),
  ];
  // Bars of a few pixels are not pointed at one by one: a column over each day tells all of them.
  const narrow = shapeRendering === "crispEdges";
  const bars = all.flatMap((slot) => {
    const lengths = days.get(slot) ?? new Map<number, number>();
    const stages = order.filter((index) => lengths.has(index) && table[index]!.depth !== null);
    let top = 0;
    // Time in bed lies beneath all stages; it is a bar of its own only where there is no other.
    return (stages.length > 0 ? stages : [...lengths.keys()]).map((index) => ({
      slot,
      index,
      color: table[index]!.color,
      x1: slot + inset,
      x2: slot + DAY_MS - inset,
      y1: top / HOUR_MS,
      y2: (top += lengths.get(index)!) / HOUR_MS,
      text: `${table[index]!.label} ${lengthLabel(lengths.get(index)!)}`,
    }));
  });
  // An aggregate counts as time in bed only what no stage lies over.
  const partial = all.flatMap((slot) => {
    const lengths = days.get(slot) ?? new Map<number, number>();
    const sum = (isBed: boolean): number =>
      [...lengths].reduce(
        (ms, [index, own]) => (table[index]!.depth === null) === isBed ? ms + own : ms,
        0,
      );
    const staged = sum(false), inBed = sum(true);
    return staged === 0 || inBed < MINUTE_MS ? [] : [{
      x1: slot + inset,
      x2: slot + DAY_MS - inset,
      y1: staged / HOUR_MS,
      y2: (staged + inBed) / HOUR_MS,
      title: `${day(slot)}: in bed without a stage ${lengthLabel(inBed)}`,
    }];
  });
  const bed = { color: table.find(({ depth }) => depth === null)?.color ?? INK, opacity: 0.4 };
  const summary = all.map((slot) => ({ slot, value: days.get(slot) ?? null }));
  return dayChart({
    name: "sleepBars",
    summary: `Sleep per day, ${daysSummary(summary, labels)}, ${meanSleep(all, days, table)}${
      partial.length === 0 ? "" : `, ${partial.length} with time in bed without a stage`
    }`,
    labels,
    slots: all,
    missing: all.filter((slot) => !days.has(slot)),
    legend: [
      ...order.filter((index) => bars.some((bar) => bar.index === index)).reverse()
        .map((index) => ({ label: table[index]!.label, color: table[index]!.color })),
      ...(partial.length === 0 ? [] : [{ label: "In bed without a stage", ...bed }]),
    ],
    values: valueTicks(0, Math.max(...[...bars, ...partial].map(({ y2 }) => y2))),
    valueLabel: "Hours per day",
    bars: (plot) => [
      ...(narrow ? order : [undefined]).map((stage) =>
        plot.rect(bars.filter(({ index }) => stage === undefined || index === stage), {
          x1: "x1",
          x2: "x2",
          y1: "y1",
          y2: "y2",
          fill: stage === undefined ? "color" : table[stage]!.color,
          shapeRendering,
          ...(narrow ? {} : {
            title: ({ slot, text }: { slot: number; text: string }) => `${day(slot)}: ${text}`,
          }),
        })
      ),
      plot.rect(partial, {
        x1: "x1",
        x2: "x2",
        y1: "y1",
        y2: "y2",
        fill: bed.color,
        fillOpacity: bed.opacity,
        shapeRendering,
        title: "title",
      }),
      plot.rect(narrow && all.length <= MOST_TITLED.days ? [...Map.groupBy(bars, barDay)] : [], {
        x1: ([slot]: [number, unknown]) => slot,
        x2: ([slot]: [number, unknown]) => slot + DAY_MS,
        fill: "none",
        pointerEvents: "all",
        title: ([slot, own]: [number, { text: string }[]]) =>
          `${day(slot)}: ${own.map(({ text }) => text).join(", ")}`,
      }),
    ],
  }, options);
}

/** Milliseconds of each stage (by its index in the table) on each day (by its slot). */
type StageDays = ReadonlyMap<number, ReadonlyMap<number, number>>;

function stageDays(
  frame: FrameLike,
  options: SleepBarsOptions,
): { table: StageTable; tz: string; days: StageDays } {
  const action = "draw sleep per day";
  const { columns: names = {}, mode = "end" } = options;
  const { period_start_time, start_time, [STAGE_TABLE]: named, ...own } = names;
  const data = openFrame(frame, { action, tz: options.tz });
  const { table, tableName } = stageTableOf(data, options.stages, named);
  const given = data.read({ "period_start_time?": "time", "start_time?": "time" }, {
    columns: {
      ...(period_start_time === undefined ? {} : { period_start_time }),
      ...(start_time === undefined ? {} : { start_time }),
    },
  });
  const tz = zone(options.tz ?? (given.period_start_time ?? given.start_time)?.zone ?? "UTC");
  const isAggregated = given.period_start_time !== undefined;
  const totals = isAggregated
    ? data
    : aggregate(data, { stages: { name: tableName, stages: table }, tz, mode, columns: names });
  const columns = openFrame(totals, { action, tz }).read(
    { period_start_time: "time", value: "int64", sum_ms: "int64" },
    {
      full: ["period_start_time", "value"],
      columns: isAggregated
        ? { ...own, ...(period_start_time === undefined ? {} : { period_start_time }) }
        : undefined,
    },
  );
  const days = new Map<number, Map<number, number>>();
  columns.period_start_time.values.forEach((at, row) => {
    const code = Number(columns.value.values[row]!);
    const index = table.findIndex(({ stage }) => stage === code);
    if (index < 0) {
      throw new RangeError(`Cannot ${action}: value is ${code} in row ${row}, which is no stage`);
    }
    if (columns.sum_ms.valid?.[row] === 0) return;
    const slot = slotOf(at, tz);
    const lengths = days.get(slot) ?? new Map<number, number>();
    lengths.set(index, (lengths.get(index) ?? 0) + Number(columns.sum_ms.values[row]!));
    days.set(slot, lengths);
  });
  return { table, tz, days };
}

function meanSleep(all: readonly number[], days: StageDays, table: StageTable): string {
  const known = all.filter((slot) => days.has(slot));
  const asleep = known.map((slot) =>
    [...days.get(slot)!].reduce((sum, [index, ms]) => table[index]!.asleep ? sum + ms : sum, 0)
  );
  const mean = asleep.reduce((sum, ms) => sum + ms, 0) / known.length;
  return `asleep ${lengthLabel(mean)} on average`;
}
