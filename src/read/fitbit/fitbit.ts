import { loadLate } from "../../options/loadLate.ts";
import type { ExportOptions, ExportSource, MakerExport } from "../export/makerExport.ts";

/**
 * Reads exports of Fitbit (Google Health): the zip files of Google Takeout, the older export of the
 * account, the unpacked folder, or single files. It reads JSON and Google's CSV; if a metric is in
 * both, one of them is skipped, and `report.notes` names it.
 *
 * Sleep logs, weights and daily values have no zone: pass `tz`, the zone you lived in. By default
 * it is taken from the profile in the export. Everything else is in UTC. Short wakes are merged
 * into the stages of their log, so `sleep` has one layer; `read.fitbitSleep` returns both.
 *
 * @returns `metrics`: `StepCount`, `DistanceTraveledOnFoot`, `StairFlightsClimbed`,
 * `ActiveCaloriesBurned` (per minute), `HeartRate`, `RestingHeartRate`, `BloodOxygenSaturation`,
 * `RespiratoryRate`, `SleepingWristTemperature`, `VO2Max`, `Weight`, `BodyFatPercentage`,
 * `BodyMassIndex`; `others`: `hrv_rmssd` (daily), `hrv_rmssd_5min`, `total_calories`,
 * `active_zone_minutes`, `skin_temperature`, `sleep_score`, `readiness_score`, `stress_score`;
 * `sleep`, `workouts` and `report`, see {@linkcode MakerExport}
 * @throws {TypeError} if the file does not exist, the zip file is broken, none of its files is
 * Fitbit's, or the only one cannot be read
 * @throws {RangeError} if the zone does not exist
 *
 * @example Steps in UTC and a night in local time
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
    loadLate<typeof import("../export/readExport.ts")>("../export/readExport.ts", import.meta),
    loadLate<typeof import("./fitbitReader.ts")>("./fitbitReader.ts", import.meta),
  ]);
  return await readExport(FITBIT, source, options);
}
