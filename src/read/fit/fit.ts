import { loadLate } from "../../options/loadLate.ts";
import type { ExportOptions, ExportSource, MakerExport } from "../export/makerExport.ts";

/**
 * Reads FIT files, which watches and bicycle computers of many vendors write: one file, several, a
 * folder or a zip file. Activities have workouts, locations, heart rates and power. Monitoring
 * files have heart rates, steps, distance and energy, from one message to the next. Sleep files
 * have stages. Single measurements are read too. Times are in UTC.
 *
 * @returns `metrics` HeartRate, StepCount, DistanceTraveledOnFoot, ActiveCaloriesBurned,
 * RespiratoryRate, BloodOxygenSaturation, RestingHeartRate, Weight; `others` `power` (W),
 * `stress_level`, `hrv_rmssd` (ms); `sleep`; `workouts`; `locations`; the source is the device;
 * `report`. See {@linkcode MakerExport}
 * @throws {TypeError} if the file does not exist, none is FIT, or the only one is truncated or
 * damaged
 * @throws {RangeError} if the zone does not exist
 *
 * @example A workout of half an hour
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 * import { FitBaseType, FitEncoder } from "fit-file-parser/encoder";
 *
 * const { Enum, Uint32 } = FitBaseType;
 * const start = FitEncoder.toFitTimestamp(new Date("2024-05-01T08:00:00Z"));
 * const fit = new FitEncoder();
 * fit.writeMessage(18, [ // session: start_time, total_elapsed_time in ms, sport
 *   { number: 2, size: 4, baseType: Uint32, value: start },
 *   { number: 7, size: 4, baseType: Uint32, value: 1_800_000 },
 *   { number: 5, size: 1, baseType: Enum, value: 1 },
 * ]);
 * const { workouts } = await read.fit(new File([fit.close() as BlobPart], "run.fit"));
 * assertEquals(workouts.getColumn("activity").toArray(), ["running"]);
 * assertEquals(workouts.getColumn("duration_s").toArray(), [1800]);
 * ```
 */
export async function fit(source: ExportSource, options: ExportOptions = {}): Promise<MakerExport> {
  const [{ readExport }, { FIT }] = await Promise.all([ // few scripts read an export
    loadLate<typeof import("../export/readExport.ts")>("../export/readExport.ts", import.meta),
    loadLate<typeof import("./fitReader.ts")>("./fitReader.ts", import.meta),
  ]);
  return await readExport(FIT, source, options);
}
