import { loadLate } from "../../options/loadLate.ts";
import type { ExportOptions, ExportSource, MakerExport } from "../export/makerExport.ts";

/**
 * Reads the export of a Garmin account: the zip file with the zip files inside it, its folder, or
 * any of its files. FIT files are read like `read.fit` does: heart rates, steps and stages per
 * minute. Daily totals, and nights as one interval of stage 1 (asleep), are used only if the FIT
 * files have no finer data. Values that only have a date need `tz`.
 *
 * @returns `metrics` HeartRate, RestingHeartRate, StepCount, DistanceTraveledOnFoot,
 * ActiveCaloriesBurned, BasalCaloriesBurned, RespiratoryRate, BloodOxygenSaturation, VO2Max,
 * Weight; `others` such as `hrv_rmssd` (ms), `sleep_score`, `average_stress`,
 * `body_battery_highest` and the minutes per stage; `sleep`; `workouts`; `locations`; `report`. See
 * {@linkcode MakerExport}
 * @throws {TypeError} if the file does not exist, none belongs to the export, or the only one
 * cannot be read
 * @throws {RangeError} if the zone does not exist
 *
 * @example Energy is in kilojoules on file
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const activity = { activityType: "running", beginTimestamp: Date.UTC(2024, 4, 1, 8), duration: 1_800_000,
 *   distance: 502_000, calories: 1257 };
 * const json = JSON.stringify([{ summarizedActivitiesExport: [activity] }]);
 * const { workouts } = await read.garmin(new File([json], "me_0_summarizedActivities.json"));
 * assertEquals(workouts.getColumn("distance_m").toArray(), [5020]);
 * assertEquals(Math.round(Number(workouts.getColumn("energy_kcal").toArray()[0])), 300);
 * ```
 */
export async function garmin(
  source: ExportSource,
  options: ExportOptions = {},
): Promise<MakerExport> {
  const [{ readExport }, { GARMIN }] = await Promise.all([ // few scripts read an export
    loadLate<typeof import("../export/readExport.ts")>("../export/readExport.ts", import.meta),
    loadLate<typeof import("./garminReader.ts")>("./garminReader.ts", import.meta),
  ]);
  return await readExport(GARMIN, source, options);
}
