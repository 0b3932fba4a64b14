import { exportTimes } from "../export/exportTimes.ts";
import { ALL_STAGES } from "../export/exportTables.ts";
import type { JsonRecord } from "../rules/jsonRecord.ts";
import { eachInTurns } from "../export/pause.ts";
import { jsonRule } from "../rules/jsonRule.ts";
import { localDay } from "../export/localDay.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { addTraining } from "./polarTraining.ts";

const SOURCE = "Polar";

/**
 * Reads the export of a Polar Flow account (JSON files). Format: the training sessions, sleep and
 * activity of https://www.polar.com/accesslink-api, and parsers of the export,
 * https://github.com/s-r-engineer/polar_reflow and https://github.com/AlexanderFabisch/slither.
 *
 * Training sessions have an offset in minutes; days have local times without one.
 */
export const POLAR: MakerReader = {
  name: "polar",
  title: "Polar Flow export",
  rules: [
    jsonRule({ name: /(?:^|\/)training-session[-_][^/]*\.json$/i }, addTraining),
    jsonRule({ name: /(?:^|\/)activity-\d{4}-[^/]*\.json$/i }, addDay),
    jsonRule({ name: /(?:^|\/)247ohr_[^/]*\.json$/i }, addHeartRates),
    jsonRule({ name: /(?:^|\/)sleep_result_[^/]*\.json$/i }, addNight),
    jsonRule({ name: /(?:^|\/)sleep_score_[^/]*\.json$/i }, addScore),
    jsonRule({ name: /(?:^|\/)nightly_recovery_blob_[^/]*\.json$/i }, addRecovery),
  ],
  mark:
    /(?:^|\/)(?:training-session[-_]|activity-\d{4}-|247ohr_|sleep_result_|nightly_recovery)[^/]*\.json$/i,
  unread:
    /(?:^|\/)(?:account-|calendar-items|products-devices|programs-|sport-profiles|training-target|favourite-targets|planned-route)[^/]*\.json$/i,
};

async function addDay(record: JsonRecord, context: RuleContext): Promise<void> {
  const { collector, tz } = context, date = record.text("date"), { where } = record;
  const steps = record.number("summary", "stepCount"), day = localDay(date, tz, collector, where);
  if (day === undefined) return;
  if (steps !== undefined) {
    const sample = { ...day, value: steps, unit: "steps", source: SOURCE };
    collector.total("StepCount", sample, where);
  }
  const times = exportTimes(collector, tz);
  await eachInTurns(record.list("samples", "steps"), context.pause, (sample) => {
    const time = times.at(`${date}T${sample.text("localTime") ?? ""}`, where);
    const value = sample.number("value");
    if (time === undefined || !value) return;
    collector.sample("StepCount", { start: time, value, unit: "steps", source: SOURCE }, where);
  });
}

async function addHeartRates(
  record: JsonRecord,
  { collector, tz, pause }: RuleContext,
): Promise<void> {
  await eachInTurns(record.list("deviceDays"), pause, async (day) => {
    const date = day.text("date"), span = localDay(date, tz, collector, `day ${date}`);
    if (span === undefined) return;
    await eachInTurns(day.list("samples"), pause, (sample) => {
      const seconds = sample.number("secondsFromDayStart"), value = sample.number("heartRate");
      if (seconds === undefined || !value) return;
      const start = span.start + seconds * 1e6;
      collector.sample("HeartRate", { start, value, unit: "bpm", source: SOURCE }, `day ${date}`);
    });
  });
}

/** States of the hypnogram: NONREM1 and NONREM2 are light sleep, NONREM3 is deep sleep. */
const STAGES: Readonly<Record<string, number>> = {
  WAKE: 2,
  NONREM1: 3,
  NONREM2: 3,
  NONREM3: 4,
  REM: 5,
};

async function addNight(
  record: JsonRecord,
  { collector, tz, pause }: RuleContext,
): Promise<void> {
  const path = ["sleepResult", "hypnogram"], times = exportTimes(collector, tz);
  const where = `night ${record.text("night") ?? record.where}`;
  const span = times.span(
    record.text(...path, "sleepStart"),
    record.text(...path, "sleepEnd"),
    where,
  );
  if (span === undefined) return;
  collector.coarseStage({ ...span, stage: 1, source: SOURCE }, where);
  const changes: { readonly at: number; readonly state: string }[] = [];
  await eachInTurns(record.list(...path, "sleepStateChanges"), pause, (change) => {
    changes.push({
      at: span.start + microsOf(change.text("offsetFromStart")),
      state: change.text("state") ?? "",
    });
  });
  await eachInTurns(changes, pause, ({ at, state }, i) => {
    const stage = STAGES[state], end = changes[i + 1]?.at ?? span.end;
    if (stage === undefined) collector.skip("its sleep stage is unknown", where, state);
    else if (!Number.isFinite(at)) collector.skip("its time cannot be read", where);
    else if (end > at) {
      collector.stage({ start: at, end, stage, known: ALL_STAGES, source: SOURCE }, where);
    }
  });
}

function addScore(record: JsonRecord, { collector, tz }: RuleContext): void {
  const night = record.text("night"), value = record.number("sleepScoreResult", "sleepScore");
  if (value === undefined) return;
  const day = localDay(night, tz, collector, `night ${night}`);
  if (day === undefined) return;
  collector.note("a sleep score has the day of its night, which Polar names by its wake-up date");
  const sample = { ...day, value, unit: "score", source: SOURCE };
  collector.other("sleep_score", sample, `night ${night}`);
}

/** Adds HRV (RMSSD) and breathing rates, which have the interval of the sampling. */
async function addRecovery(
  record: JsonRecord,
  { collector, tz, pause }: RuleContext,
): Promise<void> {
  const times = exportTimes(collector, tz);
  for (
    const [list, name, unit] of [
      ["hrvData", "hrv_rmssd", "ms"],
      ["breathingRateData", "RespiratoryRate", "breaths/min"],
    ] as const
  ) {
    await eachInTurns(record.list(list), pause, async (session) => {
      const first = times.at(session.text("startTime"), record.where);
      const step = session.number("samplingIntervalInMillis"), samples = session.value("samples");
      if (first === undefined || step === undefined || !Array.isArray(samples)) return;
      await eachInTurns<unknown>(samples, pause, (value, i) => {
        if (typeof value !== "number" || value <= 0) return; // nothing was measured
        const start = first + i * step * 1000, end = start + step * 1000;
        const sample = { start, end, value, unit, source: SOURCE };
        if (list === "hrvData") collector.other(name, sample, record.where);
        else collector.sample(name, sample, record.where);
      });
    });
  }
}

/** Returns the microseconds of an ISO 8601 duration such as `PT1H5M30S`; NaN if it is not one. */
function microsOf(text: string | undefined): number {
  try {
    return Temporal.Duration.from(text ?? "").total("microseconds");
  } catch {
    return NaN;
  }
}
