import { loadLate } from "../../options/loadLate.ts";
import type { ExportOptions, ExportSource, MakerExport } from "../export/makerExport.ts";

/**
 * Reads the data of an Oura account: its export (the zip file, its folder, or any of its CSV
 * tables), the table of trends, and API responses, version 2 or 1, as JSON. Daily totals and scores
 * need `tz`, since a date has no zone; all other times have an offset. Heart rates of sleep periods
 * are used where the heart rate table has none.
 *
 * @returns `metrics` HeartRate, RestingHeartRate (the lowest of a long sleep, as Oura defines it),
 * RespiratoryRate, BloodOxygenSaturation, StepCount, ActiveCaloriesBurned, VO2Max, MindfulSession;
 * `others` such as `hrv_rmssd` (ms, every five minutes of sleep), `readiness_score`,
 * `temperature_deviation` (degC), `skin_temperature` (degC) and the minutes per stage; `sleep`;
 * `workouts`; `events`: tags and sessions; `report`. See {@linkcode MakerExport}
 * @throws {TypeError} if the file does not exist, none belongs to the export, or the only one is
 * not JSON or CSV
 * @throws {RangeError} if the zone does not exist
 *
 * @example A quarter of an hour of sleep
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const answer = JSON.stringify({ data: [{ type: "long_sleep", sleep_phase_5_min: "421",
 *   bedtime_start: "2024-05-01T23:00:00+02:00", bedtime_end: "2024-05-01T23:15:00+02:00" }] });
 * const { sleep } = await read.oura(new File([answer], "sleep.json"));
 * assertEquals(sleep.getColumn("sleep_stage").toArray(), [2, 3, 4]);
 * ```
 */
export async function oura(
  source: ExportSource,
  options: ExportOptions = {},
): Promise<MakerExport> {
  const [{ readExport }, { OURA }] = await Promise.all([ // few scripts read an export
    loadLate<typeof import("../export/readExport.ts")>("../export/readExport.ts", import.meta),
    loadLate<typeof import("./ouraReader.ts")>("./ouraReader.ts", import.meta),
  ]);
  return await readExport(OURA, source, options);
}
