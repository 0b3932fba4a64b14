import { eachInTurns } from "../export/pause.ts";
import type { RuleContext } from "../export/readExport.ts";
import { type FitMessages, numberOf, timeOf } from "./fitMessages.ts";

/** Adds the workouts of an activity, with their locations and heart rates. */
export async function addActivity(
  { session = [], record = [] }: FitMessages,
  source: string,
  { collector, pause }: RuleContext,
): Promise<void> {
  await eachInTurns(session, pause, (message, at) => {
    const where = `session ${at + 1}`;
    const start = timeOf(message, "start_time"), seconds = numberOf(message, "total_elapsed_time");
    if (start === undefined || seconds === undefined) {
      return collector.skip("it has no start or no length", where);
    }
    const sport = [message["sport"], message["sub_sport"]].filter((word) =>
      typeof word === "string" && word !== "generic"
    );
    collector.coarseWorkout({
      start,
      end: start + Math.round(seconds * 1e6),
      duration_s: numberOf(message, "total_timer_time") ?? seconds,
      distance_m: numberOf(message, "total_distance"),
      energy_kcal: numberOf(message, "total_calories"),
      activity: sport.length === 0 ? "generic" : sport.join(" "),
      source,
    }, where);
  });
  await eachInTurns(record, pause, (message, at) => {
    const time = timeOf(message), where = `record ${at + 1}`;
    if (time === undefined) return collector.skip("it has no time", where);
    const latitude = numberOf(message, "position_lat");
    const longitude = numberOf(message, "position_long");
    if (latitude !== undefined && longitude !== undefined) {
      collector.location({
        time,
        latitude_degrees: latitude,
        longitude_degrees: longitude,
        altitude_meters: numberOf(message, "enhanced_altitude", "altitude"),
        horizontal_accuracy_meters: numberOf(message, "gps_accuracy"),
        speed: numberOf(message, "enhanced_speed", "speed"),
        source,
      }, where);
    }
    const rate = numberOf(message, "heart_rate");
    if (rate) { // 0 means that no beat was found
      collector.sample("HeartRate", { start: time, value: rate, unit: "bpm", source }, where);
    }
    const power = numberOf(message, "power");
    if (power !== undefined) {
      collector.other("power", { start: time, value: power, unit: "W", source }, where);
    }
  });
}
