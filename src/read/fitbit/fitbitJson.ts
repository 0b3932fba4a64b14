import { civilDays } from "../csv/civilDays.ts";
import { type ExportCollector, StrictError } from "../export/exportCollector.ts";
import type { ExportFile } from "../export/exportFile.ts";
import { readExportJson } from "../export/exportJson.ts";
import { LIMITS } from "../../options/limits.ts";
import type { Pause } from "../../options/pause.ts";
import { eachInTurns, sortedInTurns } from "../export/pause.ts";
import type { RuleContext } from "../export/readExport.ts";
import { exportTimes } from "../export/exportTimes.ts";
import { METERS_IN } from "../export/metersIn.ts";
import {
  FITBIT_LEVELS,
  fitbitKnown,
  type FitbitLog,
  type LogStage,
  logStages,
} from "./sleepLogs.ts";

/** Entry of a file; its members depend on the file. */
type Entry = { readonly [name: string]: unknown };

const MINUTE = 60_000_000, SOURCE = "Fitbit";
const ZERO = 0x30;
const STAMP = /^(\d\d)\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)$/;

/** Reads the entries of a file one by one; `where` is the place of an entry, such as `entry 3`. */
type ReadEntry = (
  entry: Entry,
  where: string,
  context: RuleContext,
) => void | Promise<void>;

/** Reads a file that contains a list of entries. */
export function entriesOf(
  read: ReadEntry,
): (file: ExportFile, context: RuleContext) => Promise<void> {
  return async (file, context) => {
    const entries = await readExportJson(file, context);
    if (!Array.isArray(entries)) throw new TypeError("it contains no list of entries");
    await eachInTurns(entries, context.pause, (entry, at) => {
      const where = `entry ${at + 1}`;
      if (typeof entry === "object" && entry !== null) {
        return read(entry as Entry, where, context);
      }
      context.collector.skip("it is not an entry", where);
    });
  };
}

/** Reads a value per minute; its UTC time is the start of the minute. */
export function minutes(metric: string, unit: string, scale = 1): ReadEntry {
  return ({ dateTime, value }, where, { collector }) => {
    const start = utcStamp(dateTime);
    if (start === undefined) return collector.skip("its time cannot be read", where, `${dateTime}`);
    const sample = { start, end: start + MINUTE, value: scale * numberOf(value), unit };
    collector.sample(metric, { ...sample, source: SOURCE }, where);
  };
}

/** Reads a heart rate at a UTC time. */
export function heartRate(
  { dateTime, value }: Entry,
  where: string,
  { collector }: RuleContext,
): void {
  const start = utcStamp(dateTime);
  if (start === undefined) return collector.skip("its time cannot be read", where, `${dateTime}`);
  const bpm = numberOf((value as Entry | undefined)?.["bpm"]);
  collector.sample("HeartRate", { start, value: bpm, unit: "bpm", source: SOURCE }, where);
}

/** Reads a value of a local day, inside `value`; days without one are filled with 0. */
export function daily(metric: string, unit: string, member: string): ReadEntry {
  return ({ dateTime, value }, where, { collector, tz }) => {
    const figure = numberOf((value as Entry | undefined)?.[member]);
    if (figure === 0) return collector.omit("a day without a figure");
    const day = exportTimes(collector, tz).day(isoDate(dateTime), where);
    if (day !== undefined) {
      collector.sample(metric, { ...day, value: figure, unit, source: SOURCE }, where);
    }
  };
}

/** Reads a weight at a local time; it is in pounds, whatever unit the account shows. */
export function weight(entry: Entry, where: string, { collector, tz }: RuleContext): void {
  const { date, time, weight: pounds, fat, bmi } = entry;
  const start = exportTimes(collector, tz).at(`${isoDate(date)}T${time}`, where);
  if (start === undefined) return;
  const add = (metric: string, value: unknown, unit: string): void => {
    if (value === undefined || value === null || value === 0) return;
    collector.sample(metric, { start, value: numberOf(value), unit, source: SOURCE }, where);
  };
  collector.note("weights in weight-*.json are read as pounds");
  add("Weight", pounds, "lb");
  add("BodyFatPercentage", fat, "percent");
  add("BodyMassIndex", bmi, "BMI");
}

/** Reads a workout at a UTC time. */
export function exercise(entry: Entry, where: string, { collector }: RuleContext): void {
  const start = utcStamp(entry["startTime"]), duration = numberOf(entry["duration"]);
  if (start === undefined) {
    return collector.skip("its time cannot be read", where, `${entry["startTime"]}`);
  }
  if (isKnownWorkout(collector, start)) return collector.omit(KNOWN_WORKOUT);
  const { distance, distanceUnit, calories, activityName, source } = entry;
  const meters = METERS_IN[UNITS[`${distanceUnit}`] ?? ""];
  const name = (source as Entry | undefined)?.["name"];
  collector.workout({
    start,
    end: start + duration * 1000,
    duration_s: duration / 1000,
    distance_m: typeof distance === "number" && meters !== undefined ? distance * meters : null,
    energy_kcal: typeof calories === "number" ? calories : null,
    activity: typeof activityName === "string" ? activityName : null,
    source: typeof name === "string" ? name : SOURCE,
  }, where);
}

const workouts = new WeakMap<ExportCollector, Set<number>>();

/**
 * Returns whether another file already had a workout that starts in this second; otherwise
 * remembers it.
 */
export function isKnownWorkout(collector: ExportCollector, start: number): boolean {
  let seconds = workouts.get(collector);
  if (seconds === undefined) workouts.set(collector, seconds = new Set());
  const second = Math.floor(start / 1e6), isKnown = seconds.has(second);
  seconds.add(second);
  return isKnown;
}

/** Reason for skipping such a workout. */
export const KNOWN_WORKOUT = "a workout that another file holds too";

const UNITS: Readonly<Record<string, string>> = { Kilometer: "km", Mile: "mi" };
const LEVELS = new Map(Object.entries(FITBIT_LEVELS));

/** Reads a sleep log and overlays its short wakes on the stages. */
export async function sleepLog(
  entry: Entry,
  where: string,
  { collector, tz, pause }: RuleContext,
): Promise<void> {
  if (tz === undefined) return collector.skip("its time has no zone; pass tz", where);
  try {
    const id = String(entry["logId"] ?? where);
    const onProblem = ({ message }: Error): void =>
      collector.skip("a piece of a sleep log cannot be read", where, message);
    const steps = logStages(entry as unknown as FitbitLog, { tz, levels: LEVELS, id, onProblem });
    const stages: LogStage[] = [];
    await eachInTurns(steps, pause, (stage) => {
      if (stage !== undefined) stages.push(stage);
    });
    const pieces = await oneLayer(stages, pause);
    await eachInTurns(pieces, pause, ({ start, end, stage, level }) => {
      const piece = { start: Number(start), end: Number(end), stage: Number(stage) };
      // A log entered by hand is asleep from its start to its end, because wake is not recorded.
      const known = entry["logType"] === "manual" ? "" : fitbitKnown(level);
      collector.stage({ ...piece, source: SOURCE, known }, where);
    });
  } catch (cause) {
    await pause(); // throws again if reading was stopped
    if (cause instanceof StrictError) throw cause;
    collector.skip("the sleep log cannot be read", where, (cause as Error).message);
  }
}

/** Parses a UTC time such as `05/01/24 07:00:07` to microseconds. */
function utcStamp(stamp: unknown): number | undefined {
  if (typeof stamp !== "string" || !STAMP.test(stamp)) return undefined;
  // There are millions: reading digits is five times as fast as reading groups.
  const pair = (at: number): number =>
    10 * stamp.charCodeAt(at) + stamp.charCodeAt(at + 1) - 11 * ZERO;
  const days = civilDays(2000 + pair(6), pair(0), pair(3));
  const hour = pair(9), minute = pair(12), second = pair(15);
  if (days === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
  return (days * 86_400 + hour * 3600 + minute * 60 + second) * 1e6;
}

/** Returns the date of a time such as `05/01/24 00:00:00` or `05/01/24` as ISO text. */
function isoDate(stamp: unknown): string | undefined {
  const found = typeof stamp === "string" ? /^(\d\d)\/(\d\d)\/(\d\d)\b/.exec(stamp) : null;
  return found === null ? undefined : `20${found[3]}-${found[1]}-${found[2]}`;
}

/** Returns a number given as a number or as text; NaN for anything else. */
function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : NaN;
}

/**
 * Merges the pieces of a log into one layer: a short wake replaces the stage below it.
 *
 * @throws {RangeError} if it has too many pieces: stages of a device do not overlap
 */
async function oneLayer(pieces: readonly LogStage[], pause: Pause): Promise<LogStage[]> {
  const short = await sortedInTurns(
    pieces.filter(({ layer }) => layer === "short"),
    (a, b) => Number(a.start - b.start),
    pause,
  );
  const wakes: { readonly start: bigint; end: bigint }[] = []; // without overlaps
  await eachInTurns(short, pause, ({ start, end }) => {
    const last = wakes.at(-1);
    if (last === undefined || start > last.end) wakes.push({ start, end });
    else if (end > last.end) last.end = end;
  });
  const { most, error } = LIMITS.sleepLogPieces, merged: LogStage[] = [];
  await eachInTurns(pieces.filter(({ layer }) => layer === "base"), pause, async (piece) => {
    let { start } = piece;
    await eachInTurns(within(piece, wakes), pause, (wake) => {
      if (wake.start > start) merged.push({ ...piece, start, end: wake.start });
      start = wake.end;
      if (merged.length > most) throw new RangeError(`it has more than ${most} ${error}`);
    });
    if (start < piece.end) merged.push({ ...piece, start });
  });
  await eachInTurns(short, pause, (wake) => void merged.push(wake));
  return merged;
}

/** Yields the wakes, which are in order of time, that overlap a piece. */
function* within(
  { start, end }: LogStage,
  wakes: readonly { readonly start: bigint; readonly end: bigint }[],
): Generator<{ readonly start: bigint; readonly end: bigint }> {
  let low = 0, high = wakes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (wakes[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  for (; low < wakes.length && wakes[low]!.start < end; low++) yield wakes[low]!;
}
