import type { ExportFile } from "../export/exportFile.ts";
import { ALL_STAGES } from "../export/exportTables.ts";
import type { FileRule, MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";

const SOURCE = "Zepp";

/**
 * Reads the export of a Zepp (Amazfit, Mi Fit) account: folders of CSV files. Format: parsers in
 * https://github.com/santos-sanz/zepp-viewer and https://github.com/vitoroma101/DataForACoffee.
 *
 * Times with `+0000` are in UTC; a date and a time of day in two columns are local times. Sleep
 * stages are in minutes, in older exports in seconds.
 */
export const ZEPP: MakerReader = {
  name: "zepp",
  title: "Zepp export",
  rules: [
    minuteRule("heartRate", addMinute("heartRate", "HeartRate", "bpm")),
    minuteRule("stage", readStage, addStages),
    minuteRule("steps", addMinute("steps", "StepCount", "steps")),
    rule(["date", "deepSleepTime", "shallowSleepTime", "start", "stop"], readNight),
    rule(["date", "steps", "distance", "runDistance"], readDay),
    rule(["time", "weight", "height"], readBody),
    rule(["type", "startTime", "sportTime(s)"], readWorkout),
  ],
  unread: /(?:^|\/)(?:USER|ACTIVITY_STAGE)(?:_\d+)?\.csv$/i,
};

function rule(
  needs: readonly string[],
  read: (row: VendorRow, context: RuleContext, file: ExportFile) => void,
  end?: (context: RuleContext, file: ExportFile) => void | Promise<void>,
): FileRule {
  return tableRule({ needs }, read, end);
}

/** Returns a rule for a table that starts with these three columns: many tables contain them. */
function minuteRule(
  column: string,
  read: (row: VendorRow, context: RuleContext, file: ExportFile) => void,
  end?: (context: RuleContext, file: ExportFile) => void | Promise<void>,
): FileRule {
  const needs = ["date", "time", column];
  const head = new RegExp(`^\\s*"?date"?,"?time"?,"?${column}"?[,\\r\\n]`);
  return tableRule({ needs, head }, read, end);
}

function addMinute(column: string, name: string, unit: string) {
  return (row: VendorRow, { collector }: RuleContext): void => {
    const start = row.clock("date", "time"), value = row.number(column);
    if (start === undefined || !value) return;
    const end = name === "StepCount" ? start + 60e6 : start;
    collector.sample(name, { start, end, value, unit, source: SOURCE }, row.where);
  };
}

const STAGES: Readonly<Record<string, number>> = { WAKE: 2, LIGHT: 3, DEEP: 4, REM: 5 };

interface Minute {
  readonly start: number;
  readonly stage: number;
  readonly where: string;
}

const minutesOf = new WeakMap<ExportFile, Minute[]>();

function readStage(row: VendorRow, { collector }: RuleContext, file: ExportFile): void {
  const start = row.clock("date", "time"), stage = STAGES[row.text("stage")?.toUpperCase() ?? ""];
  if (start === undefined) return;
  if (stage === undefined) {
    return collector.skip("its sleep stage is unknown", row.where, row.text("stage"));
  }
  const all = minutesOf.get(file) ?? [];
  if (all.length === 0) minutesOf.set(file, all);
  all.push({ start, stage, where: row.where });
  const breaths = row.number("respiratory_rate");
  if (breaths) {
    const sample = { start, value: breaths, unit: "breaths/min", source: SOURCE };
    collector.sample("RespiratoryRate", sample, row.where);
  }
}

/** Adds the minutes of a file as stages: equal minutes in a row are one stage. */
async function addStages({ collector, pause }: RuleContext, file: ExportFile): Promise<void> {
  const minutes = (minutesOf.get(file) ?? []).toSorted((a, b) => a.start - b.start);
  for (let first = 0; first < minutes.length;) {
    const { start, stage, where } = minutes[first]!;
    let next = first + 1;
    while (
      minutes[next]?.stage === stage && minutes[next]!.start <= minutes[next - 1]!.start + 60e6
    ) {
      next++;
      if (next % 1000 === 0) await pause();
    }
    const end = minutes[next - 1]!.start + 60e6;
    collector.stage({ start, end, stage, known: ALL_STAGES, source: SOURCE }, where);
    first = next;
    await pause();
  }
}

const NIGHT = [
  ["deepSleepTime", "deep_sleep_duration"],
  ["shallowSleepTime", "light_sleep_duration"],
  ["REMTime", "rem_sleep_duration"],
  ["wakeTime", "awake_duration"],
] as const;

function readNight(row: VendorRow, { collector }: RuleContext): void {
  const start = row.time("start"), end = start === undefined ? undefined : row.time("stop");
  if (start === undefined || end === undefined) return;
  if (end <= start) return collector.omit("a day without sleep");
  const span = { start, end }, minutes = (end - start) / 60e6;
  collector.coarseStage({ ...span, stage: 1, source: SOURCE }, row.where);
  const values = NIGHT.map(([column, name]) => [name, row.number(column)] as const);
  const sum = values.reduce((all, [, value]) => all + (value ?? 0), 0);
  const isSeconds = sum > 2 * minutes;
  if (isSeconds) collector.note("the minutes of stages are in seconds: they exceed the night");
  for (const [name, value] of values) {
    if (value === undefined) continue;
    const sample = { ...span, value: isSeconds ? value / 60 : value, unit: "min", source: SOURCE };
    collector.other(name, sample, row.where);
  }
}

function readDay(row: VendorRow, { collector }: RuleContext): void {
  const day = row.day("date"), steps = row.number("steps"), meters = row.number("distance");
  if (day === undefined) return;
  if (!steps) return collector.omit("a day without steps");
  const sample = { ...day, value: steps, unit: "steps", source: SOURCE };
  collector.total("StepCount", sample, row.where);
  if (meters) {
    const distance = { ...day, value: meters, unit: "m", source: SOURCE };
    collector.total("DistanceTraveledOnFoot", distance, row.where);
  }
}

function readBody(row: VendorRow, { collector }: RuleContext): void {
  const start = row.time("time");
  if (start === undefined) return;
  for (
    const [column, metric, unit] of [
      ["weight", "Weight", "kg"],
      ["fatRate", "BodyFatPercentage", "percent"],
    ] as const
  ) {
    const value = row.number(column);
    if (value) collector.sample(metric, { start, value, unit, source: SOURCE }, row.where);
  }
}

/** Types of workouts that parsers agree about; others keep their number. */
const WORKOUTS: Readonly<Record<string, string>> = { 1: "running", 6: "walking", 9: "cycling" };

function readWorkout(row: VendorRow, { collector }: RuleContext): void {
  const start = row.time("startTime"), seconds = row.number("sportTime(s)");
  if (start === undefined || seconds === undefined) {
    return collector.skip("it has no start or no length", row.where);
  }
  const known = (column: string): number | undefined => {
    const value = row.number(column);
    return value !== undefined && value >= 0 ? value : undefined; // -1: not measured
  };
  const type = row.text("type") ?? "";
  collector.workout({
    start,
    end: start + seconds * 1e6,
    duration_s: seconds,
    distance_m: known("distance(m)"),
    energy_kcal: known("calories(kcal)"),
    activity: WORKOUTS[type] ?? `workout ${type}`,
    source: SOURCE,
  }, row.where);
}
