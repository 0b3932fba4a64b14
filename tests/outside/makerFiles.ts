import { TAKEOUT_FILES } from "../read/fitbitFiles.ts";
import { zipped } from "../read/export/exportFixture.ts";
import { gadgetbridgeFile } from "../read/gadgetbridgeFile.ts";
import { exported } from "../read/garminFiles.ts";
import { RIDE } from "../read/gpxFile.ts";
import { exportXml, nightRecords, recordXml, zipOf } from "../read/healthFile.ts";
import { EXPORT as OURA } from "../read/ouraFiles.ts";
import { EXPORT as WHOOP } from "../read/whoopFiles.ts";
import { EXPORT as WITHINGS } from "../read/withingsFiles.ts";

const fixture = (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  Deno.readFile(new URL(`../fixtures/${path}`, import.meta.url));

/** A file of each maker as a user has it: made in the real form, and public ones with a licence. */
export const MAKER_FILES: Readonly<
  Record<string, () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>>
> = {
  "export.zip": () => {
    const content = exportXml(...nightRecords("2024-05-01", 3).map(recordXml));
    return zipOf([{ name: "apple_health_export/export.xml", content }]);
  },
  "takeout.zip": () => zipped(TAKEOUT_FILES),
  "garmin.zip": async () => zipped(await exported()),
  "oura.zip": () => zipped(OURA),
  "my_whoop_data.zip": () => zipped(WHOOP),
  "withings.zip": () => zipped(WITHINGS),
  "Gadgetbridge.db": () =>
    gadgetbridgeFile({
      MI_BAND_ACTIVITY_SAMPLE: [0, 1, 2].map((minute) => ({
        TIMESTAMP: Date.UTC(2024, 2, 30, 8, minute) / 1000,
        DEVICE_ID: 1,
        USER_ID: 1,
        RAW_INTENSITY: 20,
        STEPS: 12,
        RAW_KIND: 1,
        HEART_RATE: 70,
      })),
    }),
  "ride.gpx": () => new TextEncoder().encode(RIDE),
  "calendar.ics": () => fixture("calendar.ics"),
  "activity.fit": () => fixture("fit/garmin-fenix-5-run.fit"),
};
