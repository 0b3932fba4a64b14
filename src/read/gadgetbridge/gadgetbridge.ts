import type { ExportOptions, ExportSource, MakerExport } from "../export/makerExport.ts";

/**
 * Reads the database of Gadgetbridge (SQLite), or the zip file of its export that it is in: samples and
 * nights of Mi Bands and Huami, Xiaomi, Garmin, Huawei, Colmi and CMF devices, heart rates of all others, and
 * workouts. It is opened to be read only. Steps of Garmin and CMF need `tz`: they count from midnight.
 *
 * @returns `metrics` HeartRate, RestingHeartRate, StepCount, DistanceTraveledOnFoot, ActiveCaloriesBurned,
 * BloodOxygenSaturation, RespiratoryRate, Weight; `others` such as `stress_level`, `hrv_rmssd` (ms),
 * `body_battery`; `sleep`, `workouts`; `report`, whose `ignored` names tables that are not read. See
 * {@linkcode MakerExport}
 * @throws {TypeError} if there is no such file, it is no database of Gadgetbridge, or nothing of a
 * damaged one can be read
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
    import("../export/readExport.ts"),
    import("./gadgetbridgeReader.ts"),
  ]);
  return await readExport(GADGETBRIDGE, source, options);
}
