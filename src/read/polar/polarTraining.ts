import { exportTimes } from "../export/exportTimes.ts";
import type { JsonRecord } from "../rules/jsonRecord.ts";
import { eachInTurns } from "../export/pause.ts";
import type { RuleContext } from "../export/readExport.ts";

const SOURCE = "Polar";

/** Adds a training session with the samples and routes of its exercises. */
export async function addTraining(record: JsonRecord, context: RuleContext): Promise<void> {
  const { collector } = context, { where } = record;
  const start = timeOf(record, "startTime", context), end = timeOf(record, "stopTime", context);
  if (start === undefined || end === undefined) return;
  const millis = record.number("durationMillis");
  const kcal = record.number("calories") ?? record.number("kiloCalories");
  collector.workout({
    start,
    end,
    duration_s: millis === undefined ? secondsOf(record) ?? (end - start) / 1e6 : millis / 1000,
    distance_m: record.number("distanceMeters") ?? record.number("distance"),
    energy_kcal: kcal,
    activity: record.text("name") ??
      record.list("exercises").next().value?.text("sport")?.toLowerCase(),
    source: SOURCE,
  }, where);
  await eachInTurns(
    record.list("exercises"),
    context.pause,
    (exercise) => addExercise(exercise, record, context),
  );
}

/** Returns the time of a field, in the offset of the record, or else in the zone of the call. */
function timeOf(
  record: JsonRecord,
  field: string,
  { collector, tz }: RuleContext,
  parent = record,
): number | undefined {
  const text = record.text(field);
  const minutes = offsetOf(record) ?? offsetOf(parent);
  if (text === undefined || minutes === undefined || /[zZ]$|[+-]\d\d:?\d\d$/.test(text.slice(10))) {
    return exportTimes(collector, tz).at(text, record.where);
  }
  const local = exportTimes(collector, "UTC").at(text, record.where);
  return local === undefined ? undefined : local - minutes * 60e6;
}

/** Returns the minutes by which local times are ahead of UTC. */
function offsetOf(record: JsonRecord): number | undefined {
  return record.number("timezoneOffsetMinutes") ?? record.number("timezoneOffset") ??
    record.number("timeZoneOffset");
}

/** Returns the seconds of the older field `duration`, an ISO 8601 duration. */
function secondsOf(record: JsonRecord): number | undefined {
  try {
    return Temporal.Duration.from(record.text("duration") ?? "").total("seconds");
  } catch {
    return undefined;
  }
}

async function addExercise(
  exercise: JsonRecord,
  session: JsonRecord,
  context: RuleContext,
): Promise<void> {
  const { collector, pause } = context, { where } = exercise;
  const start = timeOf(exercise, "startTime", context, session);
  if (start === undefined) return;
  const offset = offsetOf(exercise) ?? offsetOf(session);
  const local = exportTimes(collector, offset === undefined ? context.tz : "UTC");
  const at = (text: string | undefined): number | undefined => {
    const found = local.at(text, where);
    return found === undefined ? undefined : found - (offset ?? 0) * 60e6;
  };
  // Since 2023: values at an interval.
  await eachInTurns(exercise.list("samples", "samples"), pause, async (samples) => {
    const step = samples.number("intervalMillis"), values = samples.value("values");
    if (samples.text("type") !== "HEART_RATE" || step === undefined || !Array.isArray(values)) {
      return;
    }
    await eachInTurns<unknown>(values, pause, (value, i) => {
      if (typeof value !== "number" || value <= 0) return;
      const sample = { start: start + i * step * 1000, value, unit: "bpm", source: SOURCE };
      collector.sample("HeartRate", sample, where);
    });
  });
  await eachInTurns(exercise.list("routes", "route", "wayPoints"), pause, (point) => {
    addPlace(point, start + (point.number("elapsedMillis") ?? NaN) * 1000, context);
  });
  // Until then: values with their local times.
  await eachInTurns(exercise.list("samples", "heartRate"), pause, (sample) => {
    const value = sample.number("value"), time = value ? at(sample.text("dateTime")) : undefined;
    if (time === undefined || !value) return;
    collector.sample("HeartRate", { start: time, value, unit: "bpm", source: SOURCE }, where);
  });
  await eachInTurns(exercise.list("samples", "recordedRoute"), pause, (point) => {
    const time = at(point.text("dateTime"));
    if (time !== undefined) addPlace(point, time, context);
  });
}

function addPlace(point: JsonRecord, time: number, { collector }: RuleContext): void {
  collector.location({
    time,
    latitude_degrees: point.number("latitude") ?? NaN,
    longitude_degrees: point.number("longitude") ?? NaN,
    altitude_meters: point.number("altitude"),
    source: SOURCE,
  }, point.where);
}
