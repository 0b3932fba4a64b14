import type { ExportTimes } from "../export/exportTimes.ts";
import { type DaySpan, localDay } from "../export/localDay.ts";
import { addFigures, type OuraContext, SOURCE } from "./ouraFigures.ts";
import type { OuraRecord } from "./ouraRecord.ts";
import { readPeriod } from "./ouraSleep.ts";
import { DAY_FIGURES } from "./ouraTables.ts";

/** Reads a record; returns its steps if it takes long. */
type ReadRecord = (record: OuraRecord, context: OuraContext) => void | Generator<void, void>;

/** Kind of record: the fields that identify it, and how to read it. */
export interface OuraKind {
  /** Required fields. */
  readonly needs: readonly string[];
  /** Alternative fields: a record needs at least one of them. @default none */
  readonly some?: readonly string[];
  /** Reads a record. */
  readonly read: ReadRecord;
}

/** All kinds; a row of the table of trends has several. */
const KINDS: readonly OuraKind[] = [
  { needs: ["bedtime_start", "bedtime_end"], read: readPeriod },
  { needs: ["timestamp", "bpm"], read: moment("bpm", "sample", "HeartRate", "bpm") },
  {
    needs: ["timestamp", "skin_temp"],
    read: moment("skin_temp", "other", "skin_temperature", "degC"),
  },
  { needs: ["day", "steps"], read: readTotals },
  { needs: ["day", "spo2_percentage"], read: readOxygen },
  { needs: ["day", "vo2_max"], read: readOxygenUptake },
  { needs: ["day", "score"], read: readScore },
  { needs: ["start_datetime", "activity"], read: readWorkout },
  { needs: ["start_datetime", "type"], read: readSession },
  { needs: ["start_time", "tag_type_code"], read: readTag },
  { needs: ["day"], some: DAY_FIGURES.map(([field]) => field), read: readDayFigures },
];

/** Returns the kinds of a record by its fields. */
export function kindsOf(has: (field: string) => boolean): readonly OuraKind[] {
  return KINDS.filter(({ needs, some }) => needs.every(has) && (some?.some(has) ?? true));
}

function moment(field: string, kind: "sample" | "other", name: string, unit: string): ReadRecord {
  return (record, { collector, times }) => {
    const start = times.at(record.text("timestamp"), record.where), value = record.number(field);
    if (start === undefined || value === undefined) return;
    collector[kind](name, { start, value, unit, source: SOURCE }, record.where);
  };
}

function dayOf(record: OuraRecord, { collector, tz }: OuraContext): DaySpan | undefined {
  return localDay(isoDay(record), tz, collector, record.where);
}

const DAY_MS = 86_400_000;

/**
 * Returns the day in ISO 8601. Spreadsheets save it as `7/11/2024`: the order of day and month is the one
 * that is next to a time of the record.
 */
function isoDay(record: OuraRecord): string | undefined {
  const text = record.text("day");
  const [, first, second, year] = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(text ?? "") ?? [];
  if (first === undefined || second === undefined) return text;
  const near = Date.parse(record.text("bedtime_end") ?? record.text("timestamp") ?? "");
  const days = [[first, second], [second, first]]
    .map(([month = "", day = ""]) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  return days.find((day) => Math.abs(Date.parse(day) - near) < 2 * DAY_MS) ?? text;
}

function readTotals(record: OuraRecord, context: OuraContext): void {
  const day = dayOf(record, context), { collector } = context;
  if (day === undefined) return;
  collector.note(
    "Oura counts a day from four in the morning; here its totals belong to the date",
  );
  const steps = record.number("steps"), energy = record.number("active_calories");
  const add = (metric: string, value: number | undefined, unit: string): void => {
    if (value === undefined) return;
    collector.total(metric, { ...day, value, unit, source: SOURCE }, record.where);
  };
  add("StepCount", steps, "steps");
  add("ActiveCaloriesBurned", energy, "kcal");
}

function readOxygen(record: OuraRecord, context: OuraContext): void {
  const day = dayOf(record, context), object = record.object("spo2_percentage");
  const average: unknown = object === undefined
    ? record.number("spo2_percentage")
    : Reflect.get(object, "average");
  if (day === undefined || average === undefined || average === null || average === 0) return;
  const sample = { ...day, value: Number(average), unit: "percent", source: SOURCE };
  context.collector.sample("BloodOxygenSaturation", sample, record.where);
}

function readOxygenUptake(record: OuraRecord, context: OuraContext): void {
  const day = dayOf(record, context), value = record.number("vo2_max");
  if (day === undefined || value === undefined) return;
  const sample = { ...day, value, unit: "mL/min·kg", source: SOURCE };
  context.collector.sample("VO2Max", sample, record.where);
}

/** Reads a score. Its fields or the name of the file identify it; the score of a sleep period covers the period. */
function readScore(record: OuraRecord, context: OuraContext): void {
  const isPeriod = record.has("bedtime_start"), value = record.number("score");
  const day = isPeriod ? spanOf(record, context.times, BEDTIMES) : dayOf(record, context);
  if (day === undefined || value === undefined) return;
  const topic = record.has("steps")
    ? "activity"
    : record.has("temperature_deviation")
    ? "readiness"
    : context.topic;
  const sample = { ...day, value, unit: "score", source: SOURCE };
  context.collector.other(topic === undefined ? "score" : `${topic}_score`, sample, record.where);
}

function readDayFigures(record: OuraRecord, context: OuraContext): void {
  const day = dayOf(record, context);
  if (day !== undefined) addFigures(DAY_FIGURES, record, day, context);
}

function spanOf(
  record: OuraRecord,
  times: ExportTimes,
  [from, to]: readonly [string, string],
): DaySpan | undefined {
  const start = times.at(record.text(from), record.where);
  if (start === undefined) return undefined;
  const end = record.has(to) ? times.at(record.text(to), record.where) : start;
  return end === undefined ? undefined : { start, end };
}

const BEDTIMES = ["bedtime_start", "bedtime_end"] as const;
const DATETIMES = ["start_datetime", "end_datetime"] as const;

function readWorkout(record: OuraRecord, { collector, times }: OuraContext): void {
  const span = spanOf(record, times, DATETIMES);
  if (span === undefined) return;
  collector.workout({
    ...span,
    duration_s: (span.end - span.start) / 1e6,
    distance_m: record.number("distance"),
    energy_kcal: record.number("calories"),
    activity: record.text("activity"),
    source: SOURCE,
  }, record.where);
}

function readSession(record: OuraRecord, { collector, times }: OuraContext): void {
  const span = spanOf(record, times, DATETIMES), title = record.text("type");
  if (span === undefined) return;
  const event = { ...span, title, notes: record.text("mood"), calendar: "sessions" };
  collector.event({ ...event, source: SOURCE }, record.where);
  if (title !== "meditation" && title !== "breathing") return;
  const sample = { ...span, value: 1, unit: "presence", source: SOURCE };
  collector.sample("MindfulSession", sample, record.where);
}

function readTag(record: OuraRecord, { collector, times }: OuraContext): void {
  const span = spanOf(record, times, ["start_time", "end_time"]);
  if (span === undefined) return;
  const title = record.text("custom_name") ??
    record.text("tag_type_code")?.replace(/^tag_(?:generic_)?/, "");
  const event = { ...span, title, notes: record.text("comment"), calendar: "tags" };
  collector.event({ ...event, source: SOURCE }, record.where);
}
