import { loadLate } from "../../options/loadLate.ts";
import type { ExportOptions, ExportSource, MakerExport } from "../export/makerExport.ts";

/**
 * Reads the export of a Whoop account, in English or Spanish: the zip file, its folder, or any of
 * `physiological_cycles.csv`, `sleeps.csv`, `workouts.csv` and `journal_entries.csv`. Times have
 * the offset of their row; `tz` is for frames and for rows without an offset.
 *
 * The export has the minutes per stage, but not when each stage was. A night is one interval of
 * stage 1 (asleep), from sleep onset to waking, and the minutes per stage are in `others`.
 *
 * @returns `metrics` RestingHeartRate, BloodOxygenSaturation, RespiratoryRate,
 * SleepingWristTemperature, each over its night; `others` such as `hrv_rmssd` (ms),
 * `recovery_score`, `day_strain`, `total_energy_burned` (kcal per cycle) and `deep_sleep_duration`
 * (min); `sleep`; `workouts`; `events`: journal answers, with `yes` or `no` and any remark in
 * `notes`; `report`. See {@linkcode MakerExport}
 * @throws {TypeError} if the file does not exist, or none belongs to the export
 * @throws {RangeError} if the zone does not exist
 *
 * @example A night in New York
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const csv = `Cycle start time,Cycle end time,Cycle timezone,Sleep onset,Wake onset,Asleep duration (min),Nap
 * 2024-05-01 23:10:00,2024-05-02 22:50:00,UTC-04:00,2024-05-01 23:10:00,2024-05-02 06:40:00,420,false\n`;
 * const { sleep, others } = await read.whoop(new File([csv], "sleeps.csv"), { tz: "America/New_York" });
 * assertEquals(sleep.getColumn("sleep_stage").toArray(), [1]);
 * assertEquals(others["asleep_duration"]?.getColumn("value").toArray(), [420]);
 * ```
 */
export async function whoop(
  source: ExportSource,
  options: ExportOptions = {},
): Promise<MakerExport> {
  const [{ readExport }, { WHOOP }] = await Promise.all([ // few scripts read an export
    loadLate<typeof import("../export/readExport.ts")>("../export/readExport.ts", import.meta),
    loadLate<typeof import("./whoopReader.ts")>("./whoopReader.ts", import.meta),
  ]);
  return await readExport(WHOOP, source, options);
}
