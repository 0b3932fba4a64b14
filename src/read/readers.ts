import { ACTIWATCH } from "./actiwatch/actiwatchReader.ts";
import { AGD } from "./agd/agdReader.ts";
import { AWD } from "./awd/awdReader.ts";
import { CONDOR } from "./condor/condorReader.ts";
import { EIGHT_SLEEP } from "./eightSleep/eightSleepReader.ts";
import { HUAWEI } from "./huawei/huaweiReader.ts";
import { LINGO } from "./lingo/lingoReader.ts";
import { EDF } from "./edf/edfReader.ts";
import { MI_FITNESS } from "./miFitness/miFitnessReader.ts";
import { OMRON } from "./omron/omronReader.ts";
import { ZEPP } from "./zepp/zeppReader.ts";
import { APPLE_HEALTH } from "./appleHealth/appleHealthReader.ts";
import type { Reader } from "./export/readExport.ts";
import { FIT } from "./fit/fitReader.ts";
import { FITBIT } from "./fitbit/fitbitReader.ts";
import { GADGETBRIDGE } from "./gadgetbridge/gadgetbridgeReader.ts";
import { GARMIN } from "./garmin/garminReader.ts";
import { GPX } from "./gpx/gpxReader.ts";
import { ICS } from "./ics/icsReader.ts";
import { OURA } from "./oura/ouraReader.ts";
import { BEARABLE } from "./bearable/bearableReader.ts";
import { DAYLIO } from "./daylio/daylioReader.ts";
import { DEXCOM } from "./dexcom/dexcomReader.ts";
import { FHIR } from "./fhir/fhirReader.ts";
import { GARMIN_CSV } from "./garminCsv/garminCsvReader.ts";
import { GOOGLE_FIT } from "./googleFit/googleFitReader.ts";
import { GOOGLE_TIMELINE } from "./googleTimeline/googleTimelineReader.ts";
import { HEALTH_CONNECT } from "./healthConnect/healthConnectReader.ts";
import { LIBRE_VIEW } from "./libreView/libreViewReader.ts";
import { LIFEFRAME } from "./lifeframe/lifeframeReader.ts";
import { NIGHTSCOUT } from "./nightscout/nightscoutReader.ts";
import { OPEN_MHEALTH } from "./openMhealth/openMhealthReader.ts";
import { POLAR } from "./polar/polarReader.ts";
import { SAMSUNG_HEALTH } from "./samsungHealth/samsungHealthReader.ts";
import { SLEEP_AS_ANDROID } from "./sleepAsAndroid/sleepAsAndroidReader.ts";
import { SLEEP_CYCLE } from "./sleepCycle/sleepCycleReader.ts";
import { STRAVA } from "./strava/stravaReader.ts";
import { TCX } from "./tcx/tcxReader.ts";
import { WHOOP } from "./whoop/whoopReader.ts";
import { WITHINGS } from "./withings/withingsReader.ts";

/**
 * The readers that `read.any` tries, in this order: vendors first, then formats that any program
 * writes. Each is in the folder of its name.
 */
export const READERS: readonly Reader[] = [
  LIFEFRAME,
  APPLE_HEALTH,
  FITBIT,
  WHOOP,
  WITHINGS,
  OURA,
  GARMIN,
  SAMSUNG_HEALTH,
  HEALTH_CONNECT,
  GOOGLE_FIT,
  GOOGLE_TIMELINE,
  HUAWEI,
  EIGHT_SLEEP,
  POLAR,
  STRAVA,
  GARMIN_CSV,
  SLEEP_AS_ANDROID,
  SLEEP_CYCLE,
  LIBRE_VIEW,
  DEXCOM,
  LINGO,
  NIGHTSCOUT,
  DAYLIO,
  BEARABLE,
  FHIR,
  OPEN_MHEALTH,
  ACTIWATCH,
  CONDOR,
  ZEPP,
  MI_FITNESS,
  OMRON,
  AGD,
  GADGETBRIDGE,
  FIT,
  GPX,
  TCX,
  ICS,
  AWD,
  EDF,
];
