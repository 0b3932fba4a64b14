import { localInstant } from "../time/zones.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { aggregate } from "../sleep/aggregate.ts";
import { resolveOverlaps } from "../sleep/kernel/resolveOverlaps.ts";
import { type VendorSleep, vendorSleeps } from "../sleep/kernel/vendorNight.ts";
import { openStages } from "../sleep/stages/openStages.ts";
import { readStages, type StageRows } from "../sleep/stages/readStages.ts";
import { isUnstaged, stageKinds, stageStatisticName } from "../sleep/stages/stageKinds.ts";
import { STAGE_TABLE, stageTableOf } from "../sleep/stages/stageTableOf.ts";
import type { Stages, StageTable } from "../sleep/stages/stageTables.ts";
import { nightly } from "../sleep/nightly.ts";
import type { StatisticName } from "../sleep/nights/statisticDefinitions.ts";
import { LEAST_COVERAGE, wholeNight } from "../sleep/nights/wholeNight.ts";
import { dayOf, isoDay } from "../time/day.ts";
import type { Interval } from "../time/interval.ts";
import type { When } from "../time/when.ts";
import { localZone } from "../time/zone.ts";
import { optionNames } from "../options/checkOptions.ts";
import { slotOf, slots } from "./days/dailyValues.ts";
import { dayChart } from "./days/dayChart.ts";
import { labelsOf, lengthLabel } from "./picture/labels.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "./picture/spec.ts";
import { stageOrder } from "./nights/lanes.ts";
import { valueTicks } from "./axis/valueTicks.ts";
import {
  isTrend,
  LONG_SPAN_OPTIONS,
  type LongSpanOptions,
  rollingWindow,
} from "./days/longSpans.ts";
import { DAY_CONTEXT_OPTIONS, dayContext, type DayContextOptions } from "./days/dayContext.ts";
import { LENGTH_UNIT } from "./picture/pointed.ts";
import { DAY_MS, HOUR_MS } from "../time/units.ts";
import { bedWithoutStage, sleepStacks } from "./days/sleepStacks.ts";
import { sleepTrend, type StageDays, stagedDay } from "./days/sleepTrend.ts";
import { daysSummary, daysWithData } from "./days/daysSummary.ts";
import { NIGHT, withoutNaps } from "./days/withoutNaps.ts";
import { dailyFinding, type DailyWords } from "./days/dailyFinding.ts";
import { inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode sleepBars}. */
export interface SleepBarsOptions extends PictureOptions, LongSpanOptions, DayContextOptions {
  /** Meaning of the stage codes. @default the frame's `stage_table`, otherwise "consumer" */
  stages?: Stages;
  /** For stages: counts a night on its first or last day, or cuts it at midnight. @default "end" */
  mode?: "start" | "end" | "split";
  /**
   * For stages: includes naps; without them, the days have the main sleeps of `sleep.nightly`.
   * Aggregates keep everything they contain.
   * @default false
   */
  naps?: boolean;
  /** Days to draw. @default from the first day with sleep to the last */
  range?: When;
  /** Other names of columns, such as `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
}

const OPTIONS = optionNames<SleepBarsOptions>()(
  PICTURE_OPTIONS,
  LONG_SPAN_OPTIONS,
  DAY_CONTEXT_OPTIONS,
  "stages mode naps range columns",
);

/**
 * Draws how long each stage lasted on each local day: a stack of hours, with deep sleep at the
 * bottom and time awake on top. A day without data is a grey band, not a day without sleep. Time in
 * bed without a stage is pale on top, so that a partly recorded night does not look short. A night
 * that is recorded to less than two thirds, or cut by the range, is drawn, but does not count. Over 90
 * days, areas show the seven-day medians, scaled to the median time asleep, with the 28-day median
 * as a line. Naps are left out, as in `sleep.nightly`, unless `naps` is set; the caption says
 * which. Sleeps with a vendor's totals instead of stages (see `sleep.nightly`) are drawn by these
 * totals.
 *
 * @param frame A result of `sleep.aggregate` (`period_start_time`, `value`, `sum_ms`), or stages
 * (`start_time`, `end_time`, `sleep_stage`), which are aggregated by local day first.
 * @throws {TypeError} if a column is missing or has another type, or a time or stage is null
 * @throws {RangeError} if a stage is not in the table, there are more than 4000 days, or the zone
 * does not exist
 *
 * @example Two nights with a night without data between them
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
  return inLanguage(options, () => drawSleepBars(frame, options));
}

function drawSleepBars(frame: FrameLike, options: SleepBarsOptions): Picture {
  checkPictureOptions("draw sleep per day", options, OPTIONS);
  const { width = DEFAULT_WIDTH } = options;
  const { table, tz, days, isCut, thin, isTold, vendors, naps } = stageDays(frame, options);
  const labels = labelsOf(options, tz);
  const all = slots([...days.keys()], tz, options.range);
  const counted = new Map([...days].filter(([slot]) => !isCut(slot) && !thin.has(slot)));
  const known = all.map((slot) => stagedDay(counted.get(slot), table));
  const trend = isTrend(known, options.form, "draw sleep per day"), window = rollingWindow(known);
  if (all.every((slot) => !days.has(slot))) {
    return noData(
      "sleepBars",
      say("Sleep per day") + naps,
      frame,
      { ...options, tz },
      "span",
      naps === "" ? "no sleep" : "only naps",
    );
  }
  const order = [
    ...stageOrder(table).reverse(),
    ...table.flatMap(({ depth }, index) => depth === null ? [index] : []),
  ];
  const summary = all.map((slot, i) => ({ slot, value: known[i] }));
  const drawn = trend
    ? sleepTrend(all, counted, { table, order, window, isTold })
    : sleepStacks(all, days, {
      table,
      order,
      labels,
      means: stageMeans(summary, table, isTold),
      uncounted: (slot) => isCut(slot) ? "cut" : thin.has(slot) ? "thin" : undefined,
      width,
    });
  const asleep = known.map((lengths) =>
    lengths === null ? null : sleepLength(lengths, table) / HOUR_MS
  );
  const context = dayContext(all, asleep, options, {
    labels,
    unit: LENGTH_UNIT,
    what: say("time asleep"),
    action: "draw sleep per day",
  });
  const partial = bedWithoutStage(all, days, table).length;
  const staged = all.filter((slot) => stagedDay(days.get(slot), table) !== null);
  const cut = staged.filter(isCut).length;
  const few = staged.filter((slot) => thin.has(slot) && !isCut(slot)).length;
  return dayChart({
    forWidth: (width) => sleepBars(frame, { ...options, width }),
    name: "sleepBars",
    summary: `${
      trend ? say("Sleep per day as {n}-day medians", { n: window.days }) : say("Sleep per day")
    }, ${daysSummary(summary, labels)}${meanSleep(known, table)}${naps}${
      cut === 0 ? "" : say(", {n} cut by the range and not counted", { n: cut })
    }${few === 0 ? "" : say(", {n} recorded to less than two thirds and not counted", { n: few })}${
      partial === 0 ? "" : say(", {n} with time in bed without a stage", { n: partial })
    }${vendors === 0 ? "" : say(", {n} {n|sleep|sleeps} by the vendor's totals", { n: vendors })}`,
    finding: dailyFinding(
      all.map((slot, i) => ({ slot, value: asleep[i]! })),
      labels,
      SLEEP_WORDS,
    ),
    source: daysWithData(summary) + (trend ? "" : say(", stages with their means")) +
      (cut === 0 ? "" : say(", {n} cut by the range (hatched)", { n: cut })) +
      (few === 0 ? "" : say(", {n} recorded in part (hollow)", { n: few })),
    labels,
    slots: all,
    missing: all.filter((slot) => !days.has(slot)),
    ends: drawn.ends,
    legend: drawn.legend,
    values: valueTicks(0, Math.max(drawn.top, ...context.values)),
    valueLabel: trend
      ? say("Hours per day, {n}-day medians", { n: window.days })
      : say("Hours per day"),
    context,
    bars: drawn.marks,
  }, options);
}

function stageDays(
  frame: FrameLike,
  options: SleepBarsOptions,
): {
  table: StageTable;
  tz: string;
  days: StageDays;
  isCut: (slot: number) => boolean;
  /** Days with less than two thirds of the night recorded. */
  thin: ReadonlySet<number>;
  /** Tests whether the length of a stage, by index in the table, is known on a day. */
  isTold: (slot: number, index: number) => boolean;
  vendors: number;
  naps: string;
} {
  const action = "draw sleep per day";
  const { columns: names = {}, mode = "end" } = options;
  const { period_start_time, start_time, [STAGE_TABLE]: named, ...own } = names;
  const data = openStages(frame, { action, tz: options.tz }, names);
  const { table, tableName } = stageTableOf(data, options.stages, named);
  const { period_start_time: periods } = data.read({ "period_start_time?": "time" }, {
    columns: period_start_time === undefined ? {} : { period_start_time },
  });
  const isAggregated = periods !== undefined;
  const times = periods ?? data.read({ start_time: "time" }, {
    columns: start_time === undefined ? {} : { start_time },
  }).start_time;
  const tz = localZone(options.tz, times.zone, action);
  const stages = { name: tableName, stages: table };
  const main = isAggregated || options.naps === true
    ? undefined
    : withoutNaps(data, { tz, stages, columns: names }, action);
  const by = main !== undefined && mode === "end" ? { by: NIGHT } : {};
  const totals = isAggregated
    ? data
    : aggregate(main?.frame ?? data, { stages, tz, mode, columns: names, ...by });
  const columns = openFrame(totals, { action, tz }).read(
    {
      period_start_time: "time",
      value: "int64",
      sum_ms: "int64",
      "max_end_time?": "time",
      [`${NIGHT}?`]: "text",
    },
    {
      full: ["period_start_time", "value"],
      columns: isAggregated
        ? { ...own, ...(period_start_time === undefined ? {} : { period_start_time }) }
        : undefined,
    },
  );
  const days = new Map<number, Map<number, number>>(), ends = new Map<number, bigint>();
  columns.period_start_time.values.forEach((at, row) => {
    const code = Number(columns.value.values[row]!);
    const index = table.findIndex(({ stage }) => stage === code);
    if (index < 0) {
      throw new RangeError(
        `Cannot ${action}: value is ${code} in row ${row}, which is not a stage`,
      );
    }
    if (columns.sum_ms.valid?.[row] === 0) return;
    const night = columns[NIGHT]?.values[row];
    const slot = typeof night === "string" ? DAY_MS * dayOf(night)! : slotOf(at, tz);
    const end = columns.max_end_time?.values[row] ?? at;
    if (end > (ends.get(slot) ?? end - 1n)) ends.set(slot, end);
    const lengths = days.get(slot) ?? new Map<number, number>();
    lengths.set(index, (lengths.get(index) ?? 0) + Number(columns.sum_ms.values[row]!));
    days.set(slot, lengths);
  });
  if (data.range !== undefined) {
    // A record that crosses an edge of the range belongs to a day outside it.
    const { start, end } = data.range, last = slotOf(end > start ? end - 1n : end, tz);
    for (const slot of days.keys()) {
      if (slot < slotOf(start, tz) || slot > last) days.delete(slot);
    }
  }
  const vendors = isAggregated || mode === "split"
    ? 0
    : addVendorTotals(days, readStages(data, { ...options, columns: names }, action), (sleep) =>
      slotOf(mode === "start" ? sleep.start : sleep.end, tz));
  const isCut = (slot: number): boolean =>
    wholeNight(data.range, windowOf(slot, mode, tz), ends.get(slot) ?? 0n) === false;
  const left = main?.naps ?? 0;
  const naps = main === undefined
    ? say(", naps included")
    : left === 0
    ? ""
    : say(", {n} {n|nap|naps} left out", { n: left });
  const told = isAggregated
    ? { thin: thinDays(days, table), isTold: toldOfDays(days, table) }
    : toldOfNights(frame, { tz, stages, columns: names }, table, mode);
  return { table, tz, days, isCut, ...told, vendors, naps };
}

/** Returns the days on which less than two thirds of the time in bed have a stage. */
function thinDays(days: StageDays, table: StageTable): Set<number> {
  const parts = bedWithoutStage([...days.keys()], days, table);
  return new Set(
    parts.filter(({ staged, inBed }) => staged / (staged + inBed) < LEAST_COVERAGE)
      .map(({ slot }) => slot),
  );
}

/** Tests whether most sleep of an aggregated day has a stage. */
function toldOfDays(days: StageDays, table: StageTable): (slot: number, index: number) => boolean {
  const unstaged = table.findIndex(isUnstaged);
  return (slot) => {
    const lengths = days.get(slot);
    if (lengths === undefined) return false;
    return (lengths.get(unstaged) ?? 0) <= (1 - LEAST_COVERAGE) * sleepLength(lengths, table);
  };
}

/**
 * Returns the days of the nights that `sleep.nightly` knows to less than two thirds, and tests
 * whether it knows a stage of most of the night.
 */
function toldOfNights(
  frame: FrameLike,
  options: { tz: string; stages: Stages; columns: ColumnNames },
  table: StageTable,
  mode: "start" | "end" | "split",
): { thin: Set<number>; isTold: (slot: number, index: number) => boolean } {
  const { tz } = options;
  const names = table.map((stage) =>
    stage.depth === null ? undefined : stageStatisticName(stage, "N1_min")
  );
  const statistics = ["TST", ...names.filter((name) => name !== undefined)] as StatisticName[];
  const data = openFrame(nightly(frame, { ...options, statistics }));
  const { night, coverage, start_time, end_time, stage_coverage: staged } = data.read({
    night: "date",
    coverage: "float64",
    start_time: "time",
    end_time: "time",
    "stage_coverage?": "float64",
  });
  const ofStages = names.map((name) =>
    name === undefined ? undefined : data.read({ [name]: "float64" })[name]
  );
  const thin = new Set<number>(), untold = new Map<number, Set<number>>();
  for (const [row, day] of night.values.entries()) {
    const first = slotOf(start_time.values[row]!, tz), last = slotOf(end_time.values[row]!, tz);
    const own = mode === "end" ? [DAY_MS * day] : mode === "start" ? [first] : [first, last];
    const isStaged = staged === undefined || staged.values[row]! >= LEAST_COVERAGE;
    const unknown = new Set(
      table.flatMap((stage, index) =>
        ofStages[index]?.valid?.[row] === 0 || stage.asleep && !isStaged ? [index] : []
      ),
    );
    for (const slot of own) {
      if (coverage.values[row]! < LEAST_COVERAGE) thin.add(slot);
      untold.set(slot, unknown);
    }
  }
  return { thin, isTold: (slot, index) => untold.get(slot)?.has(index) !== true };
}

/** Replaces the lengths of sleeps that have a vendor's totals; returns their number. */
function addVendorTotals(
  days: Map<number, Map<number, number>>,
  rows: StageRows,
  slotOfSleep: (sleep: VendorSleep) => number,
): number {
  const kinds = stageKinds(rows.table), micros = 1000;
  let count = 0;
  if (rows.totals() === undefined) return 0;
  const spans = resolveOverlaps(rows, rows.table, { sourcePriority: [], join: "nothing" });
  for (const sleep of vendorSleeps(rows, spans)) {
    const { stage, left, isReplaced, totals: { asleep, stages } } = sleep;
    const lengths = days.get(slotOfSleep(sleep)), recorded = lengths?.get(stage) ?? 0;
    const add = (index: number, by: number): void => {
      const sum = (lengths!.get(index) ?? 0) + by / micros;
      if (index >= 0 && sum >= 1) lengths!.set(index, sum);
      else lengths!.delete(index);
    };
    if (isReplaced && lengths !== undefined) add(stage, -left);
    // If another source covers part of the sleep, the stages count.
    const span = Math.max(sleep.length, Number(sleep.end - sleep.start));
    if (isReplaced || asleep === undefined || recorded < Math.floor(span / micros)) continue;
    const parts = stages.asleep === undefined ? [] : ["light", "deep", "rem"] as const;
    add(stage, (stages.asleep ?? asleep) - left);
    for (const kind of [...parts, "wake"] as const) {
      if (stages[kind] !== undefined) add(kinds.indexOf(kind), stages[kind]);
    }
    count++;
  }
  return count;
}

/** Returns the interval of a day's sleep: around its night, or the day itself for `split`. */
function windowOf(slot: number, mode: "start" | "end" | "split", tz: string): Interval {
  const day = slot / DAY_MS, noon = mode === "split" ? "00:00" : "12:00";
  const at = (days: number): bigint => {
    return localInstant(Temporal.PlainDate.from(isoDay(days)).toPlainDateTime(noon), tz);
  };
  return mode === "end"
    ? { start: at(day - 1), end: at(day) }
    : { start: at(day), end: at(day + 1) };
}

/** Returns the mean time asleep of the days that count. */
const SLEEP_WORDS: DailyWords = {
  level: (hours) => say("{length} asleep a night", { length: lengthLabel(hours * HOUR_MS) }),
  amount: (hours) => lengthLabel(hours * HOUR_MS),
  words: ["more", "less"],
  things: "nights",
};

function meanSleep(
  known: readonly (ReadonlyMap<number, number> | null)[],
  table: StageTable,
): string {
  const asleep = known.filter((day) => day !== null).map((day) => sleepLength(day, table));
  if (asleep.length === 0) return "";
  const mean = asleep.reduce((sum, ms) => sum + ms, 0) / asleep.length;
  return say(", asleep {length} on average", { length: lengthLabel(mean) });
}

/**
 * Returns the mean length of each stage over the days that count and on which the stage is known;
 * none for sleep of unknown stage if there are other stages.
 */
function stageMeans(
  days: readonly {
    readonly slot: number;
    readonly value: ReadonlyMap<number, number> | null | undefined;
  }[],
  table: StageTable,
  isTold: (slot: number, index: number) => boolean,
): ReadonlyMap<number, number> {
  const known = days.flatMap(({ slot, value }) => value ? [{ slot, value }] : []);
  const found = new Set(known.flatMap(({ value }) => [...value.keys()]));
  const hasStages = [...found].some((index) => table[index]!.asleep && !isUnstaged(table[index]!));
  return new Map([...found].flatMap((index) => {
    const isRest = isUnstaged(table[index]!);
    if (isRest && hasStages) return [];
    const own = isRest ? known : known.filter(({ slot }) => isTold(slot, index));
    if (own.length === 0) return [];
    return [[index, own.reduce((sum, { value }) => sum + (value.get(index) ?? 0), 0) / own.length]];
  }));
}

function sleepLength(lengths: ReadonlyMap<number, number>, table: StageTable): number {
  return [...lengths].reduce((sum, [index, ms]) => table[index]!.asleep ? sum + ms : sum, 0);
}
