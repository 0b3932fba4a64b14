import { APPLE_HEALTH } from "./appleHealth/appleHealthReader.ts";
import type { Reader } from "./export/readExport.ts";
import { FIT } from "./fit/fitReader.ts";
import { FITBIT } from "./fitbit/fitbitReader.ts";
import { GADGETBRIDGE } from "./gadgetbridge/gadgetbridgeReader.ts";
import { GARMIN } from "./garmin/garminReader.ts";
import { GPX } from "./gpx/gpxReader.ts";
import { ICS } from "./ics/icsReader.ts";
import { OURA } from "./oura/ouraReader.ts";
import { WHOOP } from "./whoop/whoopReader.ts";
import { WITHINGS } from "./withings/withingsReader.ts";

/**
 * The readers that `read.any` tries, in this order: vendors first, then formats that any program
 * writes. Each is in the folder of its name.
 */
export const READERS: readonly Reader[] = [
  APPLE_HEALTH,
  FITBIT,
  WHOOP,
  WITHINGS,
  OURA,
  GARMIN,
  GADGETBRIDGE,
  FIT,
  GPX,
  ICS,
];
