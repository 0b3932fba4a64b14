import {
  BEARABLE,
  DAYLIO,
  DEXCOM,
  GARMIN_ACTIVITIES,
  LIBRE_VIEW,
  LINGO,
  SLEEP_AS_ANDROID,
  SLEEP_CYCLE,
} from "./exampleTables.ts";
import {
  FHIR_BUNDLE,
  GOOGLE_FIT_FILES,
  NIGHTSCOUT_FILES,
  OPEN_MHEALTH,
  POLAR_FILES,
  SAMSUNG_FILES,
  STRAVA_ACTIVITIES,
  TCX_RIDE,
  TIMELINE,
} from "./exampleTexts.ts";
import {
  ACTIWARE,
  agdFile,
  AWD_FILE,
  CONDOR_LOG,
  edfFile,
  EIGHT_SLEEP,
  HYPNOGRAM,
  OMRON,
  ZEPP_FILES,
} from "./laboratoryFiles.ts";
import { HUAWEI_FILES } from "./huaweiFiles.ts";
import { MI_FITNESS_FILES } from "./miFitnessFiles.ts";
import { healthConnectFile } from "./healthConnectFile.ts";
import { type ExportFixture, zipped } from "./export/exportFixture.ts";
import { TAKEOUT_FILES } from "./fitbitFiles.ts";
import { bandMinutes, gadgetbridgeFile } from "./gadgetbridgeFile.ts";
import { exported } from "./garminFiles.ts";
import { LIFEFRAME_FILES } from "./lifeframeFiles.ts";
import { RIDE } from "./gpxFile.ts";
import { exportXml, nightRecords, recordXml } from "./healthFile.ts";
import { EXPORT as OURA } from "./ouraFiles.ts";
import { EXPORT as WHOOP } from "./whoopFiles.ts";
import { EXPORT as WITHINGS } from "./withingsFiles.ts";

const zip = (name: string, files: ExportFixture): File => new File([zipped(files)], name);
const fixture = async (name: string, path: string): Promise<File> =>
  new File([await Deno.readFile(new URL(`../fixtures/${path}`, import.meta.url))], name);

/**
 * An export for each reader of `read.any`, as a user has it. The format is real; the values are made
 * up, or come from published files with a licence.
 */
export const EXAMPLE_FILES: Readonly<Record<string, File>> = {
  appleHealth: zip("export.zip", {
    "apple_health_export/export.xml": exportXml(...nightRecords("2024-05-01", 3).map(recordXml)),
  }),
  lifeframe: zip("mine.zip", LIFEFRAME_FILES),
  fitbit: zip("takeout.zip", TAKEOUT_FILES),
  whoop: zip("my_whoop_data.zip", WHOOP),
  withings: zip("withings.zip", WITHINGS),
  oura: zip("oura.zip", OURA),
  garmin: zip("garmin.zip", await exported()),
  gadgetbridge: new File([gadgetbridgeFile({
    MI_BAND_ACTIVITY_SAMPLE: bandMinutes(Date.UTC(2024, 2, 30, 8), 3),
  })], "Gadgetbridge.db"),
  fit: await fixture("activity.fit", "fit/garmin-fenix-5-run.fit"),
  gpx: new File([RIDE], "ride.gpx"),
  samsungHealth: zip("samsunghealth.zip", SAMSUNG_FILES),
  healthConnect: zip("Health Connect.zip", { "health_connect_export.db": healthConnectFile() }),
  googleFit: zip("takeout.zip", GOOGLE_FIT_FILES),
  googleTimeline: new File([TIMELINE], "Timeline.json"),
  polar: zip("polar-user-data-export.zip", POLAR_FILES),
  strava: zip("export_123.zip", { "activities.csv": STRAVA_ACTIVITIES }),
  garminCsv: new File([GARMIN_ACTIVITIES], "Activities.csv"),
  sleepAsAndroid: new File([SLEEP_AS_ANDROID], "sleep-export.csv"),
  sleepCycle: new File([SLEEP_CYCLE], "sleepdata.csv"),
  libreView: new File([LIBRE_VIEW], "APerson_glucose.csv"),
  dexcom: new File([DEXCOM], "Clarity_Export.csv"),
  nightscout: zip("nightscout.zip", NIGHTSCOUT_FILES),
  daylio: new File([DAYLIO], "daylio_export.csv"),
  bearable: new File([BEARABLE], "bearable.csv"),
  fhir: new File([FHIR_BUNDLE], "bundle.json"),
  openMhealth: new File([OPEN_MHEALTH], "points.json"),
  awd: new File([AWD_FILE], "P01.AWD"),
  agd: new File([agdFile()], "P01.agd"),
  actiwatch: new File([ACTIWARE], "P01_New_Analysis.csv"),
  edf: new File([edfFile(HYPNOGRAM)], "P01-Hypnogram.edf"),
  zepp: zip("3075021305_1749046767350.zip", ZEPP_FILES),
  miFitness: zip("MiFitness.zip", MI_FITNESS_FILES),
  huawei: zip("HUAWEI_HEALTH_20240401.zip", HUAWEI_FILES),
  eightSleep: new File([EIGHT_SLEEP], "sleep_nights.json"),
  lingo: new File([LINGO], "lingo-glucose-data.csv"),
  condor: new File([CONDOR_LOG], "205_actlumus_Log_1020.txt"),
  omron: new File([OMRON], "Your Requested OMRON Report.csv"),
  tcx: new File([TCX_RIDE], "ride.tcx"),
  ics: await fixture("calendar.ics", "calendar.ics"),
};
