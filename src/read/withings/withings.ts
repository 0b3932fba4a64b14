import { loadLate } from "../../options/loadLate.ts";
import type { ExportOptions, ExportSource, MakerExport } from "../export/makerExport.ts";

/**
 * Reads the export of a Withings account: the zip file, its folder, or any of its CSV files.
 * Measurements (weight, blood pressure) have no zone: they are read in `tz`, by default in the zone
 * of most activities. Daily totals (`aggregates_` files) and nights (`sleep.csv`, each as one
 * interval of stage 1, asleep) are used only if the export has no finer data.
 *
 * @returns `metrics` such as HeartRate, StepCount, DistanceTraveledOnFoot, ActiveCaloriesBurned,
 * BloodOxygenSaturation, RespiratoryRate, HeartRateVariabilitySDNN, Weight, Height,
 * BodyTemperature, BloodPressureSystolic and BloodPressureDiastolic; `others` such as `hrv_rmssd`
 * (ms), `fat_mass`, `snoring` and the minutes per stage; `sleep`, from the mat (`Withings sleep
 * mat`) and the watch; `workouts`; `report`. See {@linkcode MakerExport}
 * @throws {TypeError} if the file does not exist, or none belongs to the export
 * @throws {RangeError} if the zone does not exist
 *
 * @example Stages of a night, minute by minute
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const csv = `start,duration,value\n2024-05-01T23:10:00+02:00,"[60,60,60]","[0,1,1]"\n`;
 * const { sleep } = await read.withings(new File([csv], "raw_bed_sleep-state.csv"));
 * assertEquals(sleep.getColumn("sleep_stage").toArray(), [2, 3]);
 * ```
 */
export async function withings(
  source: ExportSource,
  options: ExportOptions = {},
): Promise<MakerExport> {
  const [{ readExport }, { WITHINGS }] = await Promise.all([ // few scripts read an export
    loadLate<typeof import("../export/readExport.ts")>("../export/readExport.ts", import.meta),
    loadLate<typeof import("./withingsReader.ts")>("./withingsReader.ts", import.meta),
  ]);
  return await readExport(WITHINGS, source, options);
}
