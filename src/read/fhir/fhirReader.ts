import { type ExportFile, headText, readText } from "../export/exportFile.ts";
import { readExportJson } from "../export/exportJson.ts";
import { exportTimes } from "../export/exportTimes.ts";
import { eachInTurns, linesOf } from "../export/pause.ts";
import { parseSteps } from "../../options/parseJson.ts";
import { inSteps } from "../../options/pause.ts";
import { type JsonRecord, jsonRecord } from "../rules/jsonRecord.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";

/**
 * Reads observations in HL7 FHIR (JSON): a bundle, a resource or a list of them, or one per line
 * (NDJSON, as in bulk exports). Format: https://hl7.org/fhir/R4/observation.html and its vital signs
 * profile; examples: https://github.com/synthetichealth/synthea-sample-data. Codes are LOINC, units
 * UCUM.
 */
export const FHIR: MakerReader = {
  name: "fhir",
  title: "FHIR observations",
  rules: [{
    name: /\.(?:json|ndjson)$|^the file$/i,
    isOurs: async (file) =>
      /"resourceType"\s*:\s*"(?:Bundle|Observation)"/.test(await headText(file)),
    read: readFhir,
  }],
};

async function readFhir(file: ExportFile, context: RuleContext): Promise<void> {
  if (/\.ndjson$/i.test(file.name)) return await readLines(file, context);
  const content = await readExportJson(file, context);
  const list = Array.isArray(content) ? content : [content], { pause } = context;
  await eachInTurns(list, pause, async (value, at) => {
    const record = jsonRecord(value, Array.isArray(content) ? `entry ${at + 1}` : "the resource");
    if (record.text("resourceType") !== "Bundle") return await addResource(record, context);
    await eachInTurns(record.list("entry"), pause, async (entry, i) => {
      await addResource(jsonRecord(entry.value("resource"), `entry ${i + 1}`), context);
    });
  });
}

async function readLines(file: ExportFile, context: RuleContext): Promise<void> {
  const text = await readText(file, context.collector), { pause } = context;
  await eachInTurns(linesOf(text), pause, async (line, at) => {
    if (line.trim() === "") return;
    const where = `line ${at + 1}`;
    try {
      await addResource(jsonRecord(await inSteps(parseSteps(line), pause), where), context);
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      context.collector.skip("the line is not JSON", where);
    }
  });
}

async function addResource(record: JsonRecord, context: RuleContext): Promise<void> {
  const type = record.text("resourceType");
  if (type !== "Observation") {
    return context.collector.omit(`${type ?? "an entry without a type"} is not an observation`);
  }
  if (/^(?:entered-in-error|cancelled)$/.test(record.text("status") ?? "")) {
    return context.collector.omit("an observation that was withdrawn");
  }
  let isEmpty = true, span: Span | undefined;
  const add = (part: JsonRecord): void => {
    if (valueOf(part) === undefined) return;
    if (isEmpty) span = spanOf(record, context);
    isEmpty = false;
    if (span !== undefined) addValue(part, span, record, context);
  };
  add(record);
  await eachInTurns(record.list("component"), context.pause, add);
  if (isEmpty) context.collector.omit("an observation without a number");
}

function valueOf(record: JsonRecord): number | undefined {
  return record.number("valueQuantity", "value") ?? record.number("valueInteger");
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function spanOf(record: JsonRecord, { collector, tz }: RuleContext): Span | undefined {
  const times = exportTimes(collector, tz), { where } = record;
  const from = record.text("effectivePeriod", "start");
  const moment = record.text("effectiveDateTime") ?? record.text("effectiveInstant");
  if (from !== undefined) {
    return times.span(from, record.text("effectivePeriod", "end") ?? from, where);
  }
  if (moment !== undefined && /^\d{4}(?:-\d\d)?$/.test(moment)) {
    return void collector.leave("its time is only a month or a year", where, moment);
  }
  if (moment !== undefined && /^\d{4}-\d\d-\d\d$/.test(moment)) return times.day(moment, where);
  const start = times.at(moment, where);
  return start === undefined ? undefined : { start, end: start };
}

function addValue(
  record: JsonRecord,
  span: Span,
  { where }: JsonRecord,
  { collector }: RuleContext,
): void {
  const value = valueOf(record);
  if (value === undefined) return;
  const loinc = record.list("code", "coding").find((code) =>
    /loinc/i.test(code.text("system") ?? "")
  )?.text("code");
  const written = record.text("valueQuantity", "code") ?? record.text("valueQuantity", "unit");
  const [unit, factor = 1] = UNITS[written ?? ""] ?? [written ?? null];
  const sample = { ...span, value: value * factor, unit, source: "FHIR" };
  const metric = OBSERVATIONS[loinc ?? ""];
  if (metric !== undefined) return collector.sample(metric, sample, where);
  const name = record.list("code", "coding").next().value?.text("display") ??
    record.text("code", "text") ?? loinc;
  if (name === undefined) return collector.skip("its code is missing", where);
  collector.other(wordOf(name), sample, where);
}

/** Returns a name such as `hemoglobin_a1c`; a single word gets `observation_` before it. */
function wordOf(name: string): string {
  const word = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^_|_$/g, "")
    .slice(0, 60);
  return word.includes("_") ? word : `observation_${word}`;
}

/** Metrics of the catalog for LOINC codes (https://loinc.org). */
const OBSERVATIONS: Readonly<Record<string, string>> = {
  "8867-4": "HeartRate",
  "40443-4": "RestingHeartRate",
  "9279-1": "RespiratoryRate",
  "2708-6": "BloodOxygenSaturation",
  "59408-5": "BloodOxygenSaturation",
  "8310-5": "BodyTemperature",
  "8480-6": "BloodPressureSystolic",
  "8462-4": "BloodPressureDiastolic",
  "29463-7": "Weight",
  "3141-9": "Weight",
  "8302-2": "Height",
  "39156-5": "BodyMassIndex",
  "41982-0": "BodyFatPercentage",
  "2339-0": "BloodGlucose",
  "2345-7": "BloodGlucose",
  "15074-8": "BloodGlucose",
  "41653-7": "BloodGlucose",
  "41950-7": "StepCount",
  "55423-8": "StepCount",
};

/** Units of the catalog for UCUM codes and common spellings, with a factor. */
export const UNITS: Readonly<Record<string, readonly [unit: string, factor?: number]>> = {
  "/min": ["1/min"],
  "{beats}/min": ["bpm"],
  "beats/minute": ["bpm"],
  "{breaths}/min": ["breaths/min"],
  "%": ["percent"],
  "Cel": ["degC"],
  "[degF]": ["degF"],
  "mm[Hg]": ["mmHg"],
  "[lb_av]": ["lb"],
  "[in_i]": ["ft", 1 / 12],
  "kg/m2": ["BMI"],
  "{steps}": ["steps"],
  "steps/day": ["steps"],
};
