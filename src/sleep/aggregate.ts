import { checkOptions, optionNames } from "../options/checkOptions.ts";
import type { FrameLike } from "../frame/open.ts";
import { type Columns, rowCount } from "../frame/columns/columns.ts";
import type { Interval } from "../time/interval.ts";
import { elapsedMicros, type Length, shortLength, windowLength } from "../time/length.ts";
import { windowOf, windows } from "../time/windows.ts";
import { localZone, type Zones } from "../time/zone.ts";
import { CYCLE_OPTIONS, type CycleOptions, keeps } from "./kernel/cycleOptions.ts";
import { resolveCycles } from "./kernel/resolveCycles.ts";
import { cycleBounds, type CycleSpans } from "./kernel/groupCycles.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import { stageTableColumn } from "./stages/stageTableOf.ts";
import { type Spans, spanTimes } from "./kernel/spans.ts";
import { type AggregateFunction, FUNCTIONS, StageDurations } from "./kernel/stageDurations.ts";
import type { StageRows } from "./stages/readStages.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { DAY_MICROS, MINUTE_MICROS } from "../time/units.ts";

/** Options of {@linkcode aggregate}. */
export interface AggregateOptions extends CycleOptions {
  /**
   * Counts a cycle in the period of its start or of its end, or cuts its intervals at the
   * boundaries of periods (`"split"`). @default "end"
   */
  mode?: "start" | "end" | "split";
  /** Length of the periods. @default "1d" */
  every?: Length;
  /** Time of day at which day periods start, in whole minutes: `"18h"`. @default "0h" */
  startOfDay?: Length;
  /** Functions of the intervals' durations, one column each. @default ["sum"] */
  functions?: readonly AggregateFunction[];
  /** IANA zone of the periods and of times without a zone. @default the zone of `start_time` */
  tz?: Zones;
}

const ACTION = "aggregate sleep";

const OPTIONS = optionNames<AggregateOptions>()(CYCLE_OPTIONS, "mode every startOfDay functions");

/**
 * Returns durations of stages per period, as the service does for `me.api.sleep.aggregate`
 * (interface 4.3). Durations are elapsed time; a day is a local day of 23 to 25 hours.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`, `id`.
 * @returns a row for each period and stage: `period_start_time` `datetime[us, tz]`; `value` (the
 * stage) `i64`; the requested columns of `sum_ms`, `min_ms`, `max_ms` `i64` and `avg_ms` `f64`;
 * `min_start_time`, `max_end_time` `datetime[us, tz]`; `stage_table` `str` unless codes are
 * consumer's; ordered by period and stage.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if an interval ends before it starts, a stage is not in the table, or the
 * zone, the period or another option is invalid
 *
 * @example Deep sleep counts on the wake-up date
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
  return computeByGroup(frame, options, ACTION, (rows) => _aggregate(rows, options));
}

/**
 * Computes {@linkcode aggregate} on columns.
 *
 * @throws {RangeError} if an option is invalid
 */
export function _aggregate(rows: StageRows, options: AggregateOptions): Columns {
  const { mode = "end", functions = ["sum"] } = options;
  const tz = localZone(options.tz, rows.zone, ACTION);
  check("mode", MODES, [mode]);
  check("functions", FUNCTIONS, functions);
  const { table } = rows, found = resolveCycles(rows, table, options);
  const bounds = cycleBounds(found), boundaries = periods(bounds, options, tz);
  const groups = new StageDurations(table, keeps(table, options));
  if (mode === "split") addCut(groups, found.spans, boundaries);
  else addWhole(groups, found, bounds.map((bound) => windowOf(boundaries, bound[mode])));
  const columns = groups.columns(functions, boundaries, tz);
  return { ...columns, ...stageTableColumn(rows, rowCount(columns)) };
}

const MODES = ["start", "end", "split"] as const;

function check(option: string, known: readonly string[], given: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new RangeError(
    `Cannot ${ACTION}: ${option} ${JSON.stringify(unknown)} is not one of ${known.join(", ")}`,
  );
}

function periods(
  bounds: readonly Interval[],
  { every = "1d", startOfDay: given }: Pick<AggregateOptions, "every" | "startOfDay">,
  tz: string,
): BigInt64Array {
  const length = windowLength(every);
  let startOfDay = 0;
  if (given !== undefined) {
    const start = elapsedMicros(given, "startOfDay");
    const isTimeOfDay = start < DAY_MICROS && start % MINUTE_MICROS === 0n;
    if (!isTimeOfDay || length.kind !== "calendar") {
      throw new RangeError(
        `Cannot begin periods of ${shortLength(every)} at ${shortLength(given)}: ` +
          "expected a time of day in whole minutes, such as 18h, and periods of days",
      );
    }
    startOfDay = Number(start / MINUTE_MICROS);
  }
  if (bounds.length === 0) return new BigInt64Array(0);
  const start = bounds.map((bound) => bound.start).reduce((a, b) => b < a ? b : a);
  const end = bounds.map((bound) => bound.end).reduce((a, b) => b > a ? b : a);
  return windows({ start, end: end + 1n }, length, { tz, startOfDay });
}

/** Adds uncut intervals in the periods of their cycles. */
function addWhole(
  groups: StageDurations,
  { spans, cycle }: CycleSpans,
  period: readonly number[],
): void {
  const { start, end, stage } = spans, { length } = spanTimes(spans);
  for (let i = 0; i < cycle.length; i++) {
    groups.add(period[cycle[i]!]!, stage[i]!, start[i]!, end[i]!, length[i]!);
  }
}

/** Adds intervals cut at the boundaries of periods. */
function addCut(
  groups: StageDurations,
  { start, end, stage }: Spans,
  boundaries: BigInt64Array,
): void {
  for (let i = 0; i < start.length; i++) {
    const until = end[i]!;
    let from = start[i]!;
    for (let period = windowOf(boundaries, from); from < until; period++) {
      const limit = boundaries[period + 1]!;
      const to = limit < until ? limit : until;
      groups.add(period, stage[i]!, from, to, Number(to - from));
      from = to;
    }
  }
}
