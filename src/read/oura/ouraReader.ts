import { type ExportFile, headText } from "../export/exportFile.ts";
import { readExportJson } from "../export/exportJson.ts";
import { headNames, readExportTable } from "../export/exportTable.ts";
import { inSteps } from "../../options/pause.ts";
import { eachInTurns } from "../export/pause.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { type OuraContext, ouraContext, topicOf } from "./ouraFigures.ts";
import { kindsOf } from "./ouraKinds.ts";
import { type OuraRecord, ouraRecord } from "./ouraRecord.ts";
import { FIRST_API, TRENDS } from "./ouraTables.ts";

/**
 * Reads the data of an Oura account: its export (a zip file, whose folder "App Data" has a CSV table
 * with semicolons for each document of the API), the table of trends (CSV with commas), and API
 * responses, version 2 or 1, as JSON. Format:
 * https://docs.rs/oura-toolkit-api/0.5.0/oura_toolkit_api/types/struct.PublicModifiedSleepModel.html (the
 * API's own JSON schema), https://cloud.ouraring.com/v2/docs, and a real table of trends:
 * https://github.com/mohdasti/Wearable-comparative-analysis/blob/main/oura_2026-05-22_2026-07-23_trends.csv.
 *
 * A stage is a digit for five minutes, or half a minute: 1 deep, 2 light, 3 REM, 4 awake. Times have an
 * offset. Periods of type `rest` and `deleted` are not sleep. In CSV, lists are JSON, and an empty value is
 * an empty field or `None`. A day of activity begins at four in the morning.
 */
export const OURA: MakerReader = {
  name: "oura",
  title: "Oura export",
  rules: [
    { name: /\.csv$|^the file$/i, isOurs: isTable, read: readTable },
    { name: /\.json$|^the file$/i, isOurs: isJson, read: readJson },
  ],
};

function columnsFor(field: string): readonly string[] {
  return [field, ...TRENDS[field] ?? [], ...field in FIRST_API ? [FIRST_API[field]!] : []];
}

/** Columns that only documents of Oura have. Many programs write tables with commas. */
const OWN_COLUMN =
  /^(?:contributors?\b.*|sleep_phase_5_min|average_met_minutes|restless_periods|temperature_trend_deviation|producer_timestamp)$/;

/** Returns the delimiter of a table; undefined if it is not a table of Oura. */
async function delimiterOf(file: ExportFile): Promise<string | undefined> {
  for (const delimiter of [";", ","]) {
    const names = await headNames(file, delimiter);
    const has = (field: string): boolean =>
      columnsFor(field).some((column) => names.includes(column));
    const isTrends = names.includes("Bedtime Start") &&
      Object.values(TRENDS).filter((own) => own.some((name) => names.includes(name))).length > 3;
    const isDocument = (delimiter === ";" || names.some((name) => OWN_COLUMN.test(name))) &&
      kindsOf(has).length > 0;
    if (isTrends || isDocument) return delimiter;
  }
  return undefined;
}

async function isTable(file: ExportFile): Promise<boolean> {
  return await delimiterOf(file) !== undefined;
}

async function isJson(file: ExportFile): Promise<boolean> {
  const head = await headText(file);
  const has = (field: string): boolean =>
    columnsFor(field).some((name) => head.includes(`"${name}"`));
  const isSleep = has("bedtime_start") &&
    /"(?:sleep_phase_(?:5_min|30_sec)|hypnogram_5min|lowest_heart_rate|total_sleep_duration)"/.test(
      head,
    );
  const isRate = ["bpm", "source", "timestamp"].every(has);
  const isDaily = has("day") &&
    /"(?:contributors|spo2_percentage|active_calories|vo2_max|stress_high)"/.test(head);
  const isOther = has("start_datetime") || has("tag_type_code");
  return isSleep || isRate || isDaily || isOther;
}

async function readTable(file: ExportFile, context: RuleContext): Promise<void> {
  const delimiter = await delimiterOf(file) ?? ";";
  const own = ouraContext(context, file.name);
  await readExportTable(file, { ...context, needs: [], delimiter }, (row) => {
    const valueOf = (field: string): string | undefined => {
      const column = columnsFor(field).find((name) => row.text(name) !== undefined);
      return column === undefined ? undefined : row.text(column);
    };
    return readRecord(ouraRecord(row.where, valueOf), own);
  });
}

/** Reads a response of the API: a document, a list of them, or an object that contains lists. */
async function readJson(file: ExportFile, context: RuleContext): Promise<void> {
  const own = ouraContext(context, file.name);
  let entry = 0;
  const walk = async (
    value: unknown,
    topic: string | undefined,
    inList: boolean,
  ): Promise<void> => {
    if (Array.isArray(value)) {
      return await eachInTurns<unknown>(value, context.pause, (one) => walk(one, topic, true));
    }
    if (typeof value !== "object" || value === null) return;
    const record = ouraRecord(`entry ${entry + 1}`, (field) => {
      const name = Object.hasOwn(value, field) ? field : FIRST_API[field] ?? field;
      return Object.hasOwn(value, name) ? Reflect.get(value, name) as unknown : undefined;
    });
    if (inList || kindsOf(record.has).length > 0) {
      entry++;
      return await inSteps(readRecord(record, { ...own, topic }), context.pause);
    }
    await eachInTurns(
      Object.entries(value),
      context.pause,
      ([key, one]) => walk(one, topicOf(key) ?? topic, false),
    );
  };
  await walk(await readExportJson(file, context), own.topic, false);
}

/** Reads a record by all its kinds. */
function* readRecord(record: OuraRecord, context: OuraContext): Generator<void, void> {
  const kinds = kindsOf(record.has);
  if (kinds.length === 0) context.collector.leave("it has nothing that is read", record.where);
  for (const { read } of kinds) {
    const steps = read(record, context);
    if (steps !== undefined) yield* steps;
  }
}
