import type { MakerReader } from "../export/readExport.ts";
import { countersOf } from "./dayCounters.ts";
import { readFit } from "./fitFile.ts";
import { isFit } from "./fitMessages.ts";

/**
 * Reads FIT files of watches and bicycle computers of many vendors: activities, days of monitoring
 * and nights. The format is the FIT protocol, with fields, units and enumerations from the
 * profile in https://github.com/jimmykane/fit-parser. Published files:
 * https://github.com/dtcooper/python-fitparse/tree/master/tests/files.
 *
 * Counters of steps, distance and energy continue from file to file until midnight of the watch's
 * clock. The time of a `sleep_level` is its end, not its start: see `GarminActivitySampleProvider`
 * in https://codeberg.org/Freeyourgadget/Gadgetbridge.
 */
export const FIT: MakerReader = {
  name: "fit",
  title: "FIT file",
  rules: [{ name: /\.fit$|^the file$/i, isOurs: isFit, read: readFit }],
  finish: ({ collector }) => countersOf(collector).addTo(collector),
};
