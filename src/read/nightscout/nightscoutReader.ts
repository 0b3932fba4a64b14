import { exportTimes } from "../export/exportTimes.ts";
import type { JsonRecord } from "../rules/jsonRecord.ts";
import { jsonRule } from "../rules/jsonRule.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";

/**
 * Reads entries and treatments of Nightscout, as its API and `mongoexport` write them (JSON).
 * Format: the schemas of the API in https://github.com/nightscout/cgm-remote-monitor (`lib/api3`,
 * `lib/server/swagger.json`), and the data set of https://github.com/danamlewis/OpenHumansDataTools.
 *
 * Glucose is in mg/dL, whatever the site shows.
 */
export const NIGHTSCOUT: MakerReader = {
  name: "nightscout",
  title: "Nightscout data",
  rules: [
    jsonRule({ name: /\.json$|^the file$/i, head: /"(?:sgv|mbg)"\s*:\s*"?\d/ }, addEntry),
    jsonRule({ name: /\.json$|^the file$/i, head: /"eventType"\s*:/ }, addTreatment),
  ],
};

function addEntry(record: JsonRecord, { collector, tz }: RuleContext): void {
  const millis = record.number("date"), source = record.text("device") ?? "Nightscout";
  const { where } = record;
  const start = millis === undefined
    ? exportTimes(collector, tz).at(record.text("dateString"), where)
    : millis * 1000;
  if (start === undefined) return;
  const sensor = record.number("sgv"), meter = record.number("mbg");
  const value = sensor ?? meter;
  if (value === undefined) return collector.omit("an entry without glucose");
  if (value < 20) { // codes of errors of the sensor
    return collector.leave("its glucose is an error code of the sensor", where, String(value));
  }
  const from = sensor === undefined ? `${source} meter` : source;
  collector.sample("BloodGlucose", { start, value, unit: "mg/dL", source: from }, where);
}

function addTreatment(record: JsonRecord, { collector, tz }: RuleContext): void {
  const { where } = record, source = record.text("enteredBy") ?? "Nightscout";
  const time = record.text("created_at") ?? record.text("timestamp");
  const start = exportTimes(collector, tz).at(time, where);
  if (start === undefined) return;
  const insulin = record.number("insulin"), grams = record.number("carbs");
  if (insulin) {
    const sample = { start, value: insulin, unit: "IU", source };
    collector.sample("InsulinUnitsDelivered", sample, where);
  }
  if (grams) {
    const sample = { start, value: grams, unit: "g", source };
    collector.sample("DietaryCarbohydratesConsumed", sample, where);
  }
  const title = record.text("eventType"), notes = record.text("notes");
  if (title !== undefined) {
    const minutes = record.number("duration") ?? 0;
    const end = start + Math.round(minutes * 60e6);
    collector.event({ start, end, title, notes, calendar: "treatments", source }, where);
  }
}
