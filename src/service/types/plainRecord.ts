import type { Metric } from "../../schema/metrics.ts";
import { name } from "../../schema/parts/parts.ts";
import { MAX_VALUE, type RecordBody } from "./recordSchemas.ts";
import { readRecordTime } from "../../schema/checks/timeForm.ts";
import { UUID } from "../../schema/checks/uuid.ts";
import { CONSUMER_STAGES } from "../../sleep/stages/stageTables.ts";
import { unitsFor } from "../../series/units/namedUnits.ts";

/** Reads a record of the usual format. Returns `undefined` for any other record. */
export type PlainRecord = (json: unknown) => RecordBody | undefined;

/** Additional fields of a record of the usual format. */
const NOTHING = {};

/** Fields of the usual format. */
const KEYS = new Set(["id", "start_time", "end_time", "value", "unit", "source", "sources"]);

/** Maximum number of cached names. */
const KEPT = 1000;

/** Cache of valid source names. */
const names = new Set<string>();

/**
 * Returns a fast reader for records of a built-in metric that only have an id, times, a value, a
 * unit and a source name, as almost all do. It accepts nothing that the metric's schema rejects.
 * The schema reads all other records and reports errors.
 */
export function plainRecord(metric: Metric): PlainRecord {
  const units = new Set<unknown>([undefined, null, ...unitsFor(metric.unit)]);
  const isStage = metric.name === "SleepStage";
  const isValue = (value: unknown): value is number =>
    typeof value === "number" &&
    (isStage
      ? Number.isInteger(value) && value >= 0 && value < CONSUMER_STAGES.length
      : value >= -MAX_VALUE && value <= MAX_VALUE);
  return (json) => {
    if (typeof json !== "object" || json === null) return undefined;
    for (const key in json) if (!KEYS.has(key)) return undefined;
    const { id, start_time, end_time, value, unit, source, sources } = json as Record<
      string,
      unknown
    >;
    if (
      !isValue(value) || !units.has(unit) ||
      typeof start_time !== "string" ||
      (end_time !== undefined && typeof end_time !== "string") ||
      (id !== undefined && (typeof id !== "string" || !UUID.test(id))) ||
      (source !== undefined && !isName(source)) ||
      (sources !== undefined && !(Array.isArray(sources) && sources.every(isName)))
    ) return undefined;
    const start = timeOf(start_time), end = end_time === undefined ? undefined : timeOf(end_time);
    if (start === undefined || (end === undefined && end_time !== undefined)) return undefined;
    return {
      id: id?.toLowerCase(),
      start_time: start,
      end_time: end,
      value,
      unit: unit as string | null | undefined,
      source,
      sources: sources as string[] | undefined,
      kept: NOTHING,
    };
  };
}

function timeOf(text: string): bigint | undefined {
  try {
    return readRecordTime(text);
  } catch {
    return undefined;
  }
}

function isName(value: unknown): value is string {
  if (typeof value !== "string") return false;
  if (names.has(value)) return true;
  if (!name.safeParse(value).success) return false;
  if (names.size >= KEPT) names.clear();
  names.add(value);
  return true;
}
