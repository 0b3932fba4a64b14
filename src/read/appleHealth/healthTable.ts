import { csvSteps } from "../../frame/formats/csv.ts";
import type { Columns } from "../../frame/columns/columns.ts";
import type { Pause } from "../../options/pause.ts";
import { NO_ZONE } from "../../time/zones.ts";
import { zoneOrOwn } from "../../time/zone.ts";
import { type ExportFile, headText, readText } from "../export/exportFile.ts";
import { METRIC_OF_TYPE } from "./healthAsExport.ts";
import { HealthCollector } from "./healthCollector.ts";
import type { HealthTables } from "./healthReport.ts";
import { HEALTH_NUMBER } from "./healthTables.ts";
import type { Attributes } from "./recordScan.ts";

const ROOT = ["HealthData"], SEPARATOR_LINE = /^\ufeff?sep=,\r?\n/;

/**
 * Returns whether a file is a table with the attributes of records as columns, as programs make it of
 * the export: https://github.com/tdda/applehealthdata (types without their prefix), and the app
 * "Simple Health Export CSV" (with a first line `sep=,`).
 */
export async function isHealthTable(file: ExportFile): Promise<boolean> {
  if (!/\.csv$|^the file$/i.test(file.name)) return false;
  const [line = ""] = (await headText(file)).replace(SEPARATOR_LINE, "").split(/\r?\n/, 1);
  const names = new Set(line.split(",").map((name) => name.trim().replace(/^"(.*)"$/, "$1")));
  const isRecord = ["type", "value"].every((name) => names.has(name));
  return ["sourceName", "startDate", "endDate"].every((name) => names.has(name)) &&
    (isRecord || names.has("workoutActivityType"));
}

/** Reads such a table like the records of the XML file. `make` creates each frame. */
export async function readHealthTable<T>(
  file: ExportFile,
  { tz, make, pause }: {
    readonly tz: string | undefined;
    readonly make: (columns: Columns) => T;
    readonly pause: Pause;
  },
): Promise<HealthTables<T>> {
  const zone = zoneOrOwn(tz, NO_ZONE);
  const collector = new HealthCollector({ tz: zone, stamps: "instant", types: undefined });
  const text = await readText(file, {
    skip: (reason) => collector.fault(1, reason),
    note: (reason) => collector.fault(1, reason),
  });
  const written = text.replace(SEPARATOR_LINE, ""), before = written === text ? 0 : 1;
  let names: readonly string[] | undefined;
  const onFault = (reason: string, line: number): void =>
    collector.fault(line + before, `the row is not CSV: ${reason}`);
  const steps = csvSteps(written, { bareQuotes: true, onFault }, (fields, line) => {
    if (names === undefined) {
      names = fields.map((field) => field?.trim() ?? "");
      return;
    }
    if (fields.length !== names.length) {
      return onFault("it has fewer or more fields than the header row", line);
    }
    const item = Object.fromEntries(names.flatMap((name, at) => {
      const field = fields[at];
      return field ? [[name, field] as const] : [];
    }));
    const isWorkout = item["workoutActivityType"] !== undefined;
    const kind = isWorkout ? "Workout" : "Record";
    collector.open(kind, isWorkout ? item : withType(item), ROOT);
    collector.close(kind, line + before);
  });
  for (const _ of steps) await pause();
  return collector.take(make);
}

/** Adds the prefix of HealthKit to a type without one. */
function withType(item: Attributes): Attributes {
  const { type, value } = item;
  if (type === undefined || type.startsWith("HK")) return item;
  const quantity = `HKQuantityTypeIdentifier${type}`, category = `HKCategoryTypeIdentifier${type}`;
  const isCategory = METRIC_OF_TYPE.has(category) || !HEALTH_NUMBER.test(value ?? "");
  return { ...item, type: isCategory && !METRIC_OF_TYPE.has(quantity) ? category : quantity };
}
