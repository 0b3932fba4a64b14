import { eachInTurns } from "../export/pause.ts";
import type { RuleContext } from "../export/readExport.ts";
import { countersOf } from "./dayCounters.ts";
import { type FitMessage, type FitMessages, numberOf, timeOf } from "./fitMessages.ts";

/** Seconds from 1970 to 1989-12-31T00:00:00Z, the epoch of FIT. */
const FIT_EPOCH = 631_065_600;

/** Kinds of activity whose cycles are pairs of steps, by name and by number. */
const STEPPING = new Set(["walking", "running", 6, 1]);

/**
 * Adds the heart rates of a day and its counters of steps, distance and energy, which continue from
 * file to file until midnight. A message has its whole time, or only the last two bytes of it.
 */
export async function addMonitoring(
  { monitoring = [], monitoring_info = [] }: FitMessages,
  source: string,
  { collector, pause }: RuleContext,
): Promise<void> {
  const info = monitoring_info[0] ?? {};
  const counters = countersOf(collector);
  const begun = timeOf(info), local = timeOf(info, "local_timestamp");
  const offset = begun === undefined || local === undefined ? 0 : local - begun;
  let last = begun === undefined ? undefined : begun / 1e6 - FIT_EPOCH;
  await eachInTurns(monitoring, pause, (message, at) => {
    const where = `monitoring ${at + 1}`;
    last = secondsOf(message, last);
    if (last === undefined) return collector.skip("it has no time", where);
    const time = (last + FIT_EPOCH) * 1e6, rate = numberOf(message, "heart_rate");
    if (rate) {
      collector.sample("HeartRate", { start: time, value: rate, unit: "bpm", source }, where);
    }
    const kind = kindOf(message);
    const cycles = numberOf(message, "cycles"), energy = numberOf(message, "active_calories");
    const row = { time, offset, kind: String(kind), source, begun: begun ?? time, where };
    if (cycles !== undefined && STEPPING.has(kind)) {
      counters.add("StepCount", "steps", {
        ...row,
        value: numberOf(message, "steps") ?? cycles * 2,
      });
    }
    const distance = numberOf(message, "distance");
    if (distance !== undefined && STEPPING.has(kind)) {
      counters.add("DistanceTraveledOnFoot", "m", { ...row, value: distance });
    }
    if (energy !== undefined) {
      counters.add("ActiveCaloriesBurned", "kcal", { ...row, value: energy });
    }
  });
}

/** Returns the time of a message in FIT seconds; two bytes are completed from the previous time. */
function secondsOf(message: FitMessage, last: number | undefined): number | undefined {
  const time = timeOf(message), low = numberOf(message, "timestamp16");
  if (time !== undefined) return time / 1e6 - FIT_EPOCH;
  if (low === undefined || last === undefined) return undefined;
  return last + ((low - (last & 0xffff)) & 0xffff);
}

/**
 * Returns the kind of activity, by name or number; the number may be the lower five bits of another
 * field.
 */
function kindOf(message: FitMessage): string | number {
  const { activity_type: name, current_activity_type_intensity: both } = message;
  if (typeof name === "string" || typeof name === "number") return name;
  return typeof both === "number" ? KINDS[both & 31] ?? both & 31 : "generic";
}

/** Names of kinds that the same file may give by number, so that both share a counter. */
const KINDS: Readonly<Record<number, string>> = {
  0: "generic",
  1: "running",
  2: "cycling",
  3: "transition",
  4: "fitness_equipment",
  5: "swimming",
  6: "walking",
  8: "sedentary",
};
