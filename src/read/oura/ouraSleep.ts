import { ALL_STAGES } from "../export/exportTables.ts";
import type { DaySpan } from "../export/localDay.ts";
import { addFigures, type OuraContext, SOURCE } from "./ouraFigures.ts";
import type { OuraRecord } from "./ouraRecord.ts";
import { NO_SLEEP, PHASES, SLEEP_FIGURES } from "./ouraTables.ts";

/** Lists of samples in a period: the field, its name in the first API, and whether they are heart rates. */
const SERIES = [["heart_rate", "hr_5min", true], ["hrv", "rmssd_5min", false]] as const;

/** Number of stages or samples between two steps. */
const STEP = 256;

const FIVE_MINUTES = 300e6, HALF_MINUTE = 30e6;

/** Reads a sleep period: stages, samples and totals. */
export function* readPeriod(
  record: OuraRecord,
  context: OuraContext,
): Generator<void, void> {
  const { collector, times } = context, { where } = record;
  const start = times.at(record.text("bedtime_start"), where);
  const end = times.at(record.text("bedtime_end"), where);
  if (start === undefined || end === undefined) return;
  const type = record.text("type"), none = NO_SLEEP[type ?? ""];
  if (none !== undefined) return collector.skip(none, where);
  const span = { start, end };
  yield* addStages(record, span, context);
  for (const [field, first, isRate] of SERIES) {
    yield* addSeries(record, field, first, isRate, span, context);
  }
  addFigures(SLEEP_FIGURES, record, span, context);
  const add = (metric: string, field: string, unit: string): void => {
    const value = record.number(field);
    if (value !== undefined && value !== 0) { // 0: not measured
      collector.sample(metric, { ...span, value, unit, source: SOURCE }, where);
    }
  };
  add("RespiratoryRate", "average_breath", "breaths/min");
  if (type === undefined || type === "long_sleep") {
    add("RestingHeartRate", "lowest_heart_rate", "bpm");
  }
}

/** Digits that a spreadsheet took for a number, such as `4.22E+15`. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+?\d+$/i;

/** Adds the stages of a text with one character per interval; equal neighbors are one stage. */
function* addStages(
  record: OuraRecord,
  { start, end }: DaySpan,
  { collector }: OuraContext,
): Generator<void, void> {
  const { where } = record;
  const fine = record.text("sleep_phase_30_sec");
  const phases = fine ?? record.text("sleep_phase_5_min"), step = fine ? HALF_MINUTE : FIVE_MINUTES;
  const isRounded = phases !== undefined && ROUNDED.test(phases);
  if (isRounded) {
    collector.skip("a spreadsheet has saved its stages as a rounded number", where, phases);
  }
  if (phases === undefined || isRounded) {
    collector.note("a sleep period without stages is asleep (code 1) from its start to its end");
    return collector.coarseStage({ start, end, stage: 1, source: SOURCE }, where);
  }
  if (!fine && record.has("deep_sleep_duration")) {
    collector.note(
      "stages of Oura are five minutes long where it gives no finer ones: the minutes of a night are their " +
        "sums; Oura's own totals, which it computes from half minutes, are in others",
    );
  }
  if (start + phases.length * step + FIVE_MINUTES <= end) { // the ring stopped measuring before waking
    collector.stage({ start, end, stage: 0, source: SOURCE, known: ALL_STAGES }, where);
  }
  let runs = 0;
  for (const run of phases.matchAll(/(.)\1*/g)) {
    const stage = PHASES[run[1]!];
    const from = start + run.index * step;
    const to = Math.min(from + run[0].length * step, end); // the last one may reach beyond waking
    if (stage === undefined) collector.skip("its stage of sleep is not known", where, run[1]);
    else if (to > from) {
      const span = { start: from, end: to, stage, source: SOURCE, known: ALL_STAGES };
      collector.stage(span, where);
    }
    if (++runs % STEP === 0) yield;
  }
}

function* addSeries(
  record: OuraRecord,
  field: string,
  first: string,
  isRate: boolean,
  span: DaySpan,
  { collector, times }: OuraContext,
): Generator<void, void> {
  const found = record.object(field) ?? record.object(first);
  const { where } = record;
  if (found === undefined) {
    if (record.has(field)) collector.skip("its samples cannot be read", where, field);
    return;
  }
  const isList = Array.isArray(found);
  const items: unknown = isList ? found : Reflect.get(found, "items");
  const stamp: unknown = isList ? undefined : Reflect.get(found, "timestamp");
  const start = typeof stamp === "string" ? times.at(stamp, where) : span.start;
  const seconds: unknown = isList ? 300 : Reflect.get(found, "interval");
  if (!Array.isArray(items) || typeof seconds !== "number" || !(seconds > 0)) {
    return collector.skip("its samples are not a list at an interval", where, field);
  }
  if (start === undefined) return;
  for (const [at, value] of items.entries()) {
    if (at % STEP === STEP - 1) yield;
    if (value === null || value === 0) continue; // nothing was measured
    const from = start + at * seconds * 1e6;
    const sample = { start: from, end: from + seconds * 1e6, value: Number(value), source: SOURCE };
    // The file of heart rates has these too, and more.
    if (isRate) collector.coarseSample("HeartRate", { ...sample, unit: "bpm" }, where);
    else collector.other("hrv_rmssd", { ...sample, unit: "ms" }, where);
  }
}
