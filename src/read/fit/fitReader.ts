import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { countersOf } from "./dayCounters.ts";
import { type FitMessage, type FitMessages, isFit, readFitMessages } from "./fitMessages.ts";
import type { ExportFile } from "../export/exportFile.ts";
import { addActivity } from "./fitActivity.ts";
import { addMonitoring } from "./fitMonitoring.ts";
import { addSleep } from "./fitSleep.ts";
import { addWellness } from "./fitWellness.ts";

/** Kinds of messages; a file is read if it has at least one of them. */
const READ = [
  "session",
  "record",
  "monitoring",
  "sleep_level",
  "stress_level",
  "respiration_rate",
  "spo2_data",
  "hrv_value",
  "monitoring_hr_data",
  "weight_scale",
];

/** Reads a FIT file: an activity, a day of the watch, a night, or measurements. */
async function readFit(file: ExportFile, context: RuleContext): Promise<void> {
  const messages = await readFitMessages(file, context);
  if (!READ.some((kind) => (messages[kind]?.length ?? 0) > 0)) {
    return context.collector.leave("a FIT file with nothing that is read, such as settings");
  }
  const source = await deviceOf(messages);
  for (const add of [addActivity, addMonitoring, addSleep, addWellness]) {
    await add(messages, source, context);
  }
}

/** Returns the device that wrote the file, if known: `Garmin fenix5`, `Wahoo`. */
async function deviceOf({ file_id = [] }: FitMessages): Promise<string> {
  const { manufacturer, product }: FitMessage = file_id[0] ?? {};
  if (typeof manufacturer !== "string") return "FIT";
  const maker = manufacturer.replace(/_.*$/s, "").replace(/^./, (letter) => letter.toUpperCase());
  if (manufacturer !== "garmin" || typeof product !== "number") return maker;
  const { getFitGarminProductDisplayName } = await import("fit-file-parser");
  const name = getFitGarminProductDisplayName(product);
  return name === undefined ? maker : `${maker} ${name}`;
}

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
  finish: (context) => countersOf(context.collector).addTo(context),
};
