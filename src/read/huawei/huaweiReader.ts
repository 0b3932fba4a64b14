import { parseJson } from "../../options/parseJson.ts";
import { ALL_STAGES } from "../export/exportTables.ts";
import { eachInTurns, sortedInTurns } from "../export/pause.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { type JsonRecord, jsonRecord } from "../rules/jsonRecord.ts";
import { jsonRule } from "../rules/jsonRule.ts";

/**
 * Reads the export of a Huawei account for Huawei Health: `health detail data.json`, `sport per
 * minute merged data.json` and `motion path detail data.json`. Format: files and a parser in
 * https://github.com/JordyThien/Huawei-Health-Importer, and parsers in
 * https://github.com/CTHRU/Hitrava and https://github.com/nostalgia-dev/nostalgia.
 *
 * Times are milliseconds since 1970. The key of a sample says what it is; its value is a number, or
 * JSON as text. Sleep is in cells of a minute, and several devices may count the same steps.
 */
export const HUAWEI: MakerReader = {
  name: "huawei",
  title: "Huawei Health export",
  rules: [
    jsonRule({ name: /\.json$|^the file$/i, head: /"samplePoints"\s*:/ }, readSamples),
    jsonRule({ name: /\.json$|^the file$/i, head: /"sportBasicInfos"\s*:/ }, readMinutes),
    jsonRule({ name: /motion path detail data[^/]*\.json$/i }, readWorkouts),
  ],
  finish: addStages,
};

/** Values by key: the name, the unit, and the field of a value that is JSON. */
const VALUES: Readonly<
  Record<string, readonly (readonly [name: string, unit: string, field?: string])[]>
> = {
  DATA_POINT_DYNAMIC_HEARTRATE: [["HeartRate", "bpm"]],
  DATA_POINT_REST_HEARTRATE: [["RestingHeartRate", "bpm"]],
  DATA_POINT_NEW_REST_HEARTRATE: [["RestingHeartRate", "bpm"]],
  BLOOD_OXYGEN_SATURATION: [["BloodOxygenSaturation", "percent", "avgSaturation"]],
  STRESS_DATA: [["stress_score", "score", "score"]],
  WEIGHT_BODYFAT_BROAD: [
    ["Weight", "kg", "bodyWeight"],
    ["BodyFatPercentage", "percent", "bodyFatRate"],
  ],
};

/** Stages by key. A nap (`NOON`) has no stages. */
const STAGES: Readonly<Record<string, number>> = {
  PROFESSIONAL_SLEEP_NOON: 1,
  PROFESSIONAL_SLEEP_WAKE: 2,
  PROFESSIONAL_SLEEP_SHALLOW: 3,
  PROFESSIONAL_SLEEP_DEEP: 4,
  PROFESSIONAL_SLEEP_DREAM: 5,
};

interface Cell {
  readonly start: number;
  readonly end: number;
  readonly stage: number;
  readonly source: string;
}

const cellsOf = new WeakMap<RuleContext["collector"], Cell[]>();

async function readSamples(record: JsonRecord, { collector, pause }: RuleContext): Promise<void> {
  if (record.value("subUser") !== undefined && record.value("subUser") !== null) {
    return collector.omit("values of another person");
  }
  const source = sourceOf(record), { where } = record;
  await eachInTurns(record.list("samplePoints"), pause, (point) => {
    const key = point.text("key") ?? "", span = spanOf(point), stage = STAGES[key];
    if (stage !== undefined) {
      cellsOf.getOrInsertComputed(collector, () => []).push({ ...span, stage, source });
      return;
    }
    const known = VALUES[key];
    if (known === undefined) return collector.omit(`values of the kind ${key} are not read`);
    for (const [name, unit, field] of known) {
      const value = field === undefined ? point.number("value") : numberIn(point, field);
      if (!value) continue; // 0: not measured
      const sample = { ...span, value, unit, source };
      if (/^[A-Z]/.test(name)) collector.sample(name, sample, where);
      else collector.other(name, sample, where);
    }
  });
}

function sourceOf(record: JsonRecord): string {
  const device = record.number("deviceCode");
  return device === undefined ? "Huawei" : `Huawei ${device}`;
}

function spanOf(record: JsonRecord): { start: number; end: number } {
  const start = (record.number("startTime") ?? NaN) * 1000;
  return { start, end: Math.max(start, (record.number("endTime") ?? NaN) * 1000 || start) };
}

/** Returns the number of a field of a value, which is JSON as text; older exports have a number. */
function numberIn(point: JsonRecord, field: string): number | undefined {
  const text = point.text("value");
  if (text?.startsWith("{") !== true) return point.number("value") ?? point.number("value", field);
  try {
    return jsonRecord(parseJson(text), point.where).number(field);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return NaN; // reported as not a number
  }
}

/** Adds the cells of all files as stages: equal cells in a row are one stage. */
async function addStages({ collector, pause }: RuleContext): Promise<void> {
  const cells = await sortedInTurns(
    cellsOf.get(collector) ?? [],
    (a, b) => a.source.localeCompare(b.source) || a.start - b.start,
    pause,
  );
  for (let first = 0; first < cells.length;) {
    const { start, stage, source, ...cell } = cells[first]!;
    let { end } = cell, next = first + 1;
    for (; next < cells.length; next++) {
      const cell = cells[next]!;
      if (cell.stage !== stage || cell.source !== source || cell.start > end) break;
      end = Math.max(end, cell.end);
    }
    collector.stage({ start, end, stage, source, ...stage > 1 && { known: ALL_STAGES } });
    first = next;
    if (pause.isDue()) await pause();
  }
}

/** Reads a day of minutes with activity. */
async function readMinutes(record: JsonRecord, { collector, pause }: RuleContext): Promise<void> {
  await eachInTurns(record.list("sportDataUserData"), pause, async (minute) => {
    const span = spanOf(minute), source = sourceOf(minute);
    for (const [field, metric, unit] of MINUTES) {
      let value = 0;
      await eachInTurns(minute.list("sportBasicInfos"), pause, (info) => {
        value += info.number(field) ?? 0;
      });
      if (value) collector.sample(metric, { ...span, value, unit, source }, record.where);
    }
  });
}

const MINUTES = [
  ["steps", "StepCount", "steps"],
  ["distance", "DistanceTraveledOnFoot", "m"],
] as const;

/** Names of types of sport; others keep their number. */
const SPORTS: Readonly<Record<number, string>> = {
  2: "hiking",
  3: "cycling",
  4: "running",
  5: "walking",
  101: "treadmill running",
  102: "pool swimming",
  103: "indoor cycling",
  104: "open water swimming",
  111: "cross trainer",
  118: "trail running",
  145: "crossfit",
  258: "running",
  259: "cycling",
  262: "pool swimming",
  264: "treadmill running",
  282: "hiking",
};

async function readWorkouts(
  record: JsonRecord,
  { collector, pause }: RuleContext,
): Promise<void> {
  const data = record.value("data"); // since 2025, all workouts are in one object
  const list = Array.isArray(data) && data.length > 0 ? record.list("data") : [record];
  await eachInTurns(list, pause, (workout) => {
    const start = (workout.number("startTime") ?? NaN) * 1000;
    const millis = workout.number("totalTime"), last = workout.number("endTime");
    if (millis === undefined && last === undefined) {
      return collector.skip("it has no length", record.where);
    }
    const end = last === undefined ? start + millis! * 1000 : last * 1000;
    const code = workout.number("sportType"), kcal = workout.number("totalCalories");
    collector.workout({
      start,
      end,
      duration_s: millis === undefined ? (end - start) / 1e6 : millis / 1000,
      distance_m: workout.number("totalDistance") || undefined,
      energy_kcal: kcal ? kcal / 1000 : undefined,
      activity: code === undefined ? null : SPORTS[code] ?? `sport ${code}`,
      source: sourceOf(workout),
    }, record.where);
  });
}
