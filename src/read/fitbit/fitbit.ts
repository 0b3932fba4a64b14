import type { ExportOptions, ExportSource, MakerExport } from "../export/makerExport.ts";

/**
 * Reads what Fitbit (Google Health) exports: the zip files of Google Takeout, the older export of the
 * account, the folder that they were unpacked to, or single files of them. Both forms are read, JSON and
 * Google's CSV; where a figure is there in both, one of them is left out, and `report.notes` names it.
 *
 * Sleep logs, weights and days carry no zone: give `tz`, the zone that one lived in (the profile of the export is
 * asked where it is left out). All else is in UTC. Short wakes are laid over the stages of their log, so that `sleep`
 * has one layer; `read.fitbitSleep` gives both.
 *
 * @returns `metrics`: `StepCount`, `DistanceTraveledOnFoot`, `StairFlightsClimbed`,
 * `ActiveCaloriesBurned` (of minutes), `HeartRate`, `RestingHeartRate`, `BloodOxygenSaturation`,
 * `RespiratoryRate`, `SleepingWristTemperature`, `VO2Max`, `Weight`, `BodyFatPercentage`,
 * `BodyMassIndex`; `others`: `hrv_rmssd` (a day), `hrv_rmssd_5min`, `total_calories`,
 * `active_zone_minutes`, `skin_temperature`, `sleep_score`, `readiness_score`, `stress_score`; `sleep`,
 * `workouts` and `report`, see {@linkcode MakerExport}
 * @throws {TypeError} if there is no such file, the zip file is broken, none of its files is Fitbit's, or
 * the only one cannot be read
 * @throws {RangeError} if the zone does not exist
 *
 * @example Steps in UTC, a night in local time
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const steps = new File(
 *   [`[{ "dateTime": "05/01/24 07:00:00", "value": "12" }]`],
 *   "steps-2024-05-01.json",
 * );
 * const night = new File([`[{ "logId": 1, "startTime": "2024-05-01T23:00:00.000", "levels": { "data": [
 *   { "dateTime": "2024-05-01T23:00:00.000", "level": "deep", "seconds": 3600 }] } }]`], "sleep-2024-05-01.json");
 * const { metrics, sleep, report } = await read.fitbit([steps, night], { tz: "Europe/Berlin" });
 * assertEquals(report.read, { StepCount: 1, sleep: 1 });
 * const startOf = (rows: Record<string, unknown>[]) => Number(rows[0]!["start_time"]);
 * assertEquals(startOf(metrics["StepCount"]!.toRecords()), Date.UTC(2024, 4, 1, 7));
 * assertEquals(startOf(sleep.toRecords()), Date.UTC(2024, 4, 1, 21));
 * ```
 */
export async function fitbit(
  source: ExportSource,
  options: ExportOptions = {},
): Promise<MakerExport> {
  const [{ readExport }, { FITBIT }] = await Promise.all([ // few scripts read an export
    import("../export/readExport.ts"),
    import("./fitbitReader.ts"),
  ]);
  return await readExport(FITBIT, source, options);
}
