import type { ExportFile } from "../export/exportFile.ts";
import { eachInTurns } from "../export/pause.ts";
import type { FileRule, MakerReader, RuleContext } from "../export/readExport.ts";
import { FIT } from "../fit/fitReader.ts";
import { addDay, addHealthStatus, addOxygenUptake } from "./garminDays.ts";
import { addNight } from "./garminNights.ts";
import { type GarminRecord, readGarminRecords } from "./garminRecord.ts";
import { addActivity, addWeight } from "./garminWorkouts.ts";

/**
 * Reads the export of a Garmin account: a zip file with JSON files in `DI_CONNECT`, and zip files
 * of the FIT files that devices uploaded. Format:
 * https://github.com/Wewoc/Garmin_Local_Archive/blob/main/garmin/garmin_import.py,
 * https://github.com/pe-st/garmin-connect-export/issues/7 (FIT files). Units:
 * https://github.com/arpanghosh8453/garmin-grafana/pull/278 (milliseconds, centimetres),
 * https://github.com/Taxuspt/garmin_mcp/pull/296 ("calories" are 4.19 times kilocalories).
 *
 * Weights are in grams. Times without a zone are GMT if their name says so. A night belongs to its
 * wake-up date and only has totals: its stages are in the FIT files. 0 or a negative stress means
 * that nothing was measured. Totals of days, nights and workouts only count without finer data of
 * the same time.
 */
export const GARMIN: MakerReader = {
  name: "garmin",
  title: "Garmin export",
  rules: [
    rule(/_sleepData\.json$/i, addNight),
    rule(/(?:^|\/)UDSFile_[^/]*\.json$/i, addDay),
    rule(/_healthStatusData\.json$/i, addHealthStatus),
    rule(/(?:^|\/)MetricsMaxMetData_[^/]*\.json$/i, addOxygenUptake),
    rule(/_userBioMetrics\.json$/i, addWeight),
    rule(/_summarizedActivities\.json$/i, addActivity, "summarizedActivitiesExport"),
    ...FIT.rules,
  ],
  finish: (context) => FIT.finish?.(context),
  mark:
    /_(?:sleepData|healthStatusData|userBioMetrics|summarizedActivities)\.json$|UDSFile_[^/]*\.json$/i,
};

function rule(
  name: RegExp,
  add: (record: GarminRecord, context: RuleContext) => void,
  wrapped?: string,
): FileRule {
  return {
    name,
    read: async (file: ExportFile, context) => {
      const records = await readGarminRecords(file, context, wrapped);
      await eachInTurns(records, context.pause, (record) => add(record, context));
    },
  };
}
