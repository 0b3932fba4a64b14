import type { MakerReader } from "../export/readExport.ts";
import { countersOf } from "./dayCounters.ts";
import { readFit } from "./fitFile.ts";
import { isFit } from "./fitMessages.ts";

/**
 * FIT files, of watches and bicycle computers of many makers: activities, days of monitoring, nights. The
 * form is that of the FIT protocol; fields, units and enumerations are those of the profile in
 * https://github.com/jimmykane/fit-parser. Files that people have published: those in
 * https://github.com/dtcooper/python-fitparse/tree/master/tests/files.
 *
 * Counters of steps, distance and energy go on from file to file until midnight of the watch's clock. That
 * a `sleep_level` ends, not begins, with its time: `GarminActivitySampleProvider` in
 * https://codeberg.org/Freeyourgadget/Gadgetbridge.
 */
export const FIT: MakerReader = {
  name: "fit",
  title: "FIT file",
  rules: [{ name: /\.fit$|^the file$/i, isOurs: isFit, read: readFit }],
  finish: ({ collector }) => countersOf(collector).addTo(collector),
};
