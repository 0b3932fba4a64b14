import { loadLate } from "../../options/loadLate.ts";
import type { ExportOptions, ExportSource, MakerExport } from "../export/makerExport.ts";

/**
 * Reads the database of Gadgetbridge (SQLite), or the zip file that contains it: samples and nights
 * of Mi Band, Huami, Xiaomi, Garmin, Huawei, Colmi and CMF devices, heart rates of all other
 * devices, and workouts. The database is opened read-only. Steps of Garmin and CMF need `tz`: they
 * count from midnight.
 *
 * @returns `metrics` HeartRate, RestingHeartRate, StepCount, DistanceTraveledOnFoot,
 * ActiveCaloriesBurned, BloodOxygenSaturation, RespiratoryRate, Weight; `others` such as
 * `stress_level`, `hrv_rmssd` (ms), `body_battery`; `sleep`; `workouts`; `report`, where `ignored`
 * names unread tables. See {@linkcode MakerExport}
 * @throws {TypeError} if the file does not exist, it is not a Gadgetbridge database, or no part of
 * a damaged one can be read
 * @throws {RangeError} if the zone does not exist
 *
 * @example A minute of a band
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 * import { DatabaseSync } from "node:sqlite";
 *
 * const path = `${await Deno.makeTempDir()}/Gadgetbridge.db`;
 * const database = new DatabaseSync(path);
 * database.exec(`CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT);
 *   INSERT INTO DEVICE VALUES (1, 'Band');
 *   CREATE TABLE XIAOMI_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, STEPS INTEGER, HEART_RATE INTEGER);
 *   INSERT INTO XIAOMI_ACTIVITY_SAMPLE VALUES (1714550400, 1, 42, 71)`);
 * database.close();
 * const { metrics } = await read.gadgetbridge(path);
 * assertEquals(metrics["StepCount"]!.getColumn("value").toArray(), [42]);
 * ```
 */
export async function gadgetbridge(
  source: ExportSource,
  options: ExportOptions = {},
): Promise<MakerExport> {
  const [{ readExport }, { GADGETBRIDGE }] = await Promise.all([ // few scripts read an export
    loadLate<typeof import("../export/readExport.ts")>("../export/readExport.ts", import.meta),
    loadLate<typeof import("./gadgetbridgeReader.ts")>("./gadgetbridgeReader.ts", import.meta),
  ]);
  return await readExport(GADGETBRIDGE, source, options);
}
