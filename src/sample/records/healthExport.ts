import { QUANTITY_METRICS } from "../../read/appleHealth/healthMetrics.ts";
import { SLEEP_TYPE, SLEEP_VALUES } from "../../read/appleHealth/healthTables.ts";
import { HOUR_MS } from "../../time/units.ts";
import type { SampleOptions } from "../life/options.ts";
import { sampleUntil, sampleZone } from "../life/sampleUntil.ts";
import { sampleRecords } from "./sampleRecords.ts";
import { type SampleRecord, toIso } from "./toRecord.ts";

/** Units with another name in the phone's export. */
const UNITS: Readonly<Record<string, string>> = {
  bpm: "count/min",
  steps: "count",
  strokes: "count",
};

const TYPES = new Map(
  QUANTITY_METRICS.map(([type, metric]) => [metric, `HKQuantityTypeIdentifier${type}`]),
);

/** Texts of sleep stages. If a stage has two texts, this is the one that phones write today. */
const STAGES = new Map(Object.entries(SLEEP_VALUES).map(([text, stage]) => [stage, text]));

/** A phone writes every time with the offset that is in force when it writes the file. */
const OFFSET = sampleUntil.toZonedDateTimeISO(sampleZone).offset.replace(":", "");

/**
 * Creates the sample's sleep and quantities as the XML file of an Apple Health export. Times are cut
 * to seconds, as on the phone.
 *
 * @throws {RangeError} if the seed is not an integer or `days` is not above 0
 */
export function* healthExport(options: SampleOptions = {}): Generator<string, void> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_DE">\n' +
    ` <ExportDate value="${stamp(sampleUntil.toString())}"/>\n`;
  for (const { data_type, records } of sampleRecords(options)) {
    const isSleep = data_type === "SleepStage";
    const type = isSleep ? SLEEP_TYPE : TYPES.get(data_type);
    if (type === undefined) continue;
    yield records.map((record) => element(type, record, isSleep)).join("");
  }
  yield "</HealthData>\n";
}

function element(type: string, record: SampleRecord, isSleep: boolean): string {
  const { start_time, end_time = start_time, source, unit, value } = record;
  const name = typeof source === "string" ? source : source.name;
  const text = isSleep
    ? `value="${STAGES.get(value)}"`
    : `unit="${UNITS[unit] ?? unit}" value="${value}"`;
  return ` <Record type="${type}" sourceName="${name}" startDate="${stamp(start_time)}" ` +
    `endDate="${stamp(end_time)}" ${text}/>\n`;
}

function stamp(time: string): string {
  const local = toIso(Date.parse(time) + Number(OFFSET.slice(0, 3)) * HOUR_MS);
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${OFFSET}`;
}
