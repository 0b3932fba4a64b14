import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import type { FrameLike } from "../frame/asFrame.ts";
import { type Columns, float64Column, int64Column, timeColumn } from "../frame/columns/columns.ts";
import { every } from "../time/every.ts";
import { windowOf, windows } from "../time/windows.ts";
import { zone } from "../time/zone.ts";
import { CYCLE_OPTIONS, type CycleOptions, keeps } from "./kernel/cycleOptions.ts";
import { inCycles } from "./kernel/inCycles.ts";
import { cycleBounds, type NumberedSpans } from "./kernel/number.ts";
import { ofStages } from "./stages/stageGroups.ts";
import { stageTableColumn } from "./stages/stageTableOf.ts";
import type { StageTable } from "./stages/stageTables.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { DAY_MICROS, MINUTE_MICROS } from "../time/units.ts";

/** A function of the durations of a stage's spans in a period. */
export type AggregateFunction = "sum" | "avg" | "min" | "max";

/** How stage durations are aggregated. */
export interface AggregateOptions extends CycleOptions {
  /**
   * Whether a cycle counts in the period in which it starts, in the one in which it ends, or its
   * spans are cut at the boundaries of periods (`"split"`). @default "end"
   */
  mode?: "start" | "end" | "split";
  /** Length of the periods, `1d`, or with the time at which each begins, `18h/1d`. @default "1d" */
  period?: string;
  /** Functions of the spans' durations, a column each. @default ["sum"] */
  functions?: readonly AggregateFunction[];
  /** IANA zone of the periods, and in which times without one are read. @default "UTC" */
  tz?: string;
}

/** A span of one stage, whole or cut, in its period. */
interface Part {
  readonly period: number;
  readonly stage: number;
  readonly start: bigint;
  readonly end: bigint;
}

const ACTION = "aggregate sleep";

const OPTIONS: OptionTable<AggregateOptions> = {
  ...CYCLE_OPTIONS,
  mode: true,
  period: true,
  functions: true,
};

/**
 * Durations of stages per period: what the service answers to `me.sleep.aggregate`, computed here
 * (interface 4.3). Durations are elapsed time; a day is a local day, of 23 to 25 hours.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`, `id`.
 * @returns a row for each period and stage: `period_start_time` `datetime[us, tz]`, `value` (the
 * stage) `i64`, then of the durations of its spans those asked of `sum_ms`, `min_ms`, `max_ms` `i64`
 * and `avg_ms` `f64`, then `min_start_time`, `max_end_time` `datetime[us, tz]`, and of other codes
 * than consumer's `stage_table` `str`; ordered by period and stage.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if a span ends before it starts, a stage is not in the table, or the zone, the
 * period or another option is none
 *
 * @example Deep sleep counts on the day of waking
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = sleep.aggregate([
 *   { start_time: "2024-01-01T22:00Z", end_time: "2024-01-02T01:00Z", sleep_stage: 4 },
 * ], { tz: "UTC" });
 * const day = days.getColumn("period_start_time").dt.strftime("%Y-%m-%d").toArray();
 * assertEquals(day, ["2024-01-02"]);
 * assertEquals(days.getColumn("sum_ms").toArray(), [3 * 3_600_000]);
 * ```
 */
export function aggregate(frame: FrameLike, options: AggregateOptions = {}): Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { mode = "end", period = "1d", functions = ["sum"] } = options;
  const tz = zone(options.tz ?? "UTC");
  check("mode", MODES, [mode]);
  check("functions", FUNCTIONS, functions);
  return ofStages(frame, options, ACTION, (read) => {
    const { table } = read, keep = keeps(table, options);
    const found = inCycles(read, table, options);
    const boundaries = periods(found, period, tz);
    const parts = (mode === "split" ? cut(found, boundaries) : whole(found, boundaries, mode))
      .filter((part) => keep(part.stage));
    const groups = grouped(parts, table);
    return {
      ...columns(groups, boundaries, functions, table, tz),
      ...stageTableColumn(read, groups.length),
    };
  });
}

const MODES = ["start", "end", "split"] as const;
const FUNCTIONS = ["sum", "avg", "min", "max"] as const;

function check(option: string, known: readonly string[], given: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new RangeError(
    `Cannot ${ACTION}: ${option} ${JSON.stringify(unknown)} is none of ${known.join(", ")}`,
  );
}

function periods(found: NumberedSpans, period: string, tz: string): BigInt64Array {
  const slash = period.indexOf("/");
  const length = every(period.slice(slash + 1));
  let startOfDay = 0;
  if (slash >= 0) {
    const start = every(period.slice(0, slash));
    const isTimeOfDay = start.kind === "clock" && start.micros < DAY_MICROS &&
      start.micros % MINUTE_MICROS === 0n;
    if (!isTimeOfDay || length.kind !== "calendar") {
      throw new RangeError(
        `Cannot use period ${
          JSON.stringify(period)
        }: a start is a time of day in whole minutes, such as 18h, of periods of days`,
      );
    }
    startOfDay = Number(start.micros / MINUTE_MICROS);
  }
  const bounds = cycleBounds(found);
  if (bounds.length === 0) return new BigInt64Array(0);
  const start = bounds.reduce(
    (least, bound) => bound.start < least ? bound.start : least,
    bounds[0]!.start,
  );
  const end = bounds.reduce((most, bound) => bound.end > most ? bound.end : most, bounds[0]!.end);
  return windows({ start, end: end + 1n }, length, { tz, startOfDay });
}

/** Spans as they are, in the period of their cycle's start or end. */
function whole(
  { spans, cycle }: NumberedSpans,
  boundaries: BigInt64Array,
  mode: "start" | "end",
): Part[] {
  const period = cycleBounds({ spans, cycle }).map((bound) => windowOf(boundaries, bound[mode]));
  return Array.from(cycle, (number, i) => ({
    period: period[number]!,
    stage: spans.stage[i]!,
    start: spans.start[i]!,
    end: spans.end[i]!,
  }));
}

/** Spans cut at the boundaries. */
function cut({ spans }: NumberedSpans, boundaries: BigInt64Array): Part[] {
  const parts: Part[] = [];
  for (let i = 0; i < spans.start.length; i++) {
    const end = spans.end[i]!;
    let start = spans.start[i]!;
    for (let period = windowOf(boundaries, start); start < end; period++) {
      const limit = boundaries[period + 1]!;
      const stop = limit < end ? limit : end;
      parts.push({ period, stage: spans.stage[i]!, start, end: stop });
      start = stop;
    }
  }
  return parts;
}

/** Parts of one period and stage together, ordered by period and stage. */
function grouped(parts: readonly Part[], table: StageTable): Part[][] {
  const groups = Map.groupBy(parts, (part) => part.period * table.length + part.stage);
  return [...groups.values()].sort((a, b) =>
    a[0]!.period - b[0]!.period || table[a[0]!.stage]!.stage - table[b[0]!.stage]!.stage
  );
}

function columns(
  groups: readonly Part[][],
  boundaries: BigInt64Array,
  functions: readonly AggregateFunction[],
  table: StageTable,
  tz: string,
): Columns {
  const whole = (of: (parts: Part[]) => bigint): BigInt64Array => BigInt64Array.from(groups, of);
  const lengths = (parts: Part[]): bigint[] => parts.map((part) => part.end - part.start);
  const sum = (parts: Part[]): bigint =>
    lengths(parts).reduce((total, length) => total + length, 0n);
  const made: Record<AggregateFunction, () => Columns> = {
    sum: () => ({ sum_ms: int64Column(whole((parts) => sum(parts) / 1000n)) }),
    avg: () => ({
      avg_ms: float64Column(
        Float64Array.from(groups, (parts) => Number(sum(parts)) / 1000 / parts.length),
      ),
    }),
    min: () => ({ min_ms: int64Column(whole((parts) => least(lengths(parts)) / 1000n)) }),
    max: () => ({ max_ms: int64Column(whole((parts) => most(lengths(parts)) / 1000n)) }),
  };
  return {
    period_start_time: timeColumn(whole((parts) => boundaries[parts[0]!.period]!), tz),
    value: int64Column(whole((parts) => BigInt(table[parts[0]!.stage]!.stage))),
    ...Object.assign(
      {},
      ...FUNCTIONS.filter((name) => functions.includes(name)).map((name) => made[name]()),
    ),
    min_start_time: timeColumn(whole((parts) => least(parts.map((part) => part.start))), tz),
    max_end_time: timeColumn(whole((parts) => most(parts.map((part) => part.end))), tz),
  };
}

function least(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => b < a ? b : a);
}

function most(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => b > a ? b : a);
}
