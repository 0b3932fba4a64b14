import { NO_ZONE } from "../../time/zones.ts";
import { type Columns, float64Column, rowCount, textColumn } from "../../frame/columns/columns.ts";
import { type FrameLike, openFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { keptInterval } from "../export/keptInterval.ts";
import { type ExportColumns, ExportRows } from "../export/exportRows.ts";
import { TABLES } from "../export/exportTables.ts";
import { Texts } from "../export/texts.ts";
import type { ExportOptions, ExportReport, MakerExport } from "../export/makerExport.ts";
import { showExport } from "../export/showExport.ts";
import { CATEGORY_CODES, CATEGORY_METRICS, QUANTITY_METRICS } from "./healthMetrics.ts";
import type { HealthTables } from "./healthReport.ts";

const QUANTITY = "HKQuantityTypeIdentifier", CATEGORY = "HKCategoryTypeIdentifier";

/** Metric of the catalog for each type in the file. */
export const METRIC_OF_TYPE: ReadonlyMap<string, string> = new Map([
  ...QUANTITY_METRICS.map(([type, metric]) => [QUANTITY + type, metric] as const),
  ...CATEGORY_METRICS.map(([type, metric]) => [CATEGORY + type, metric] as const),
]);

export type HealthRange = Pick<ExportOptions, "tz" | "range" | "only">;

export interface HealthCounts {
  /** Number of rows in frames, by metric or type. */
  readonly read: Record<string, number>;
  /** Number of skipped rows by type and reason. */
  readonly left: Record<string, number>;
}

/**
 * Converts a health export to the form of all readers: quantities by metric of the catalog, others
 * by their type, with units in wire format.
 *
 * @param counts Counts of the previous parts, which are increased: the report covers all parts.
 * @param file Name of the file in the report.
 */
export function healthAsExport(
  content: HealthTables<FrameLike>,
  range: HealthRange = {},
  { read, left }: HealthCounts = { read: {}, left: {} },
  file = "export.xml",
): MakerExport {
  const metrics: Record<string, Frame> = {}, others: Record<string, Frame> = {};
  const count = (counts: Record<string, number>, name: string, columns: Columns): void => {
    counts[name] = (counts[name] ?? 0) + rowCount(columns);
  };
  const cut = rangeCut(range),
    only = range.only === undefined ? undefined : new Set<string>(range.only);
  const add = (into: Record<string, Frame>, name: string, columns: Columns): void => {
    if (rowCount(columns) === 0 || only?.has(name) === false) return;
    into[name] = toFrame(columns);
    count(read, name, columns);
  };
  for (const [type, frame] of Object.entries(content.records)) {
    const columns = cut(openFrame(frame).columns()), metric = METRIC_OF_TYPE.get(type);
    const { start_time, end_time, source, value, unit } = columns;
    const spans = { start_time: start_time!, end_time: end_time! };
    if (type.startsWith(CATEGORY) || unit === undefined) {
      if (metric === undefined) count(left, `${type}: it is not a number`, columns);
      else {add(
          metrics,
          metric,
          codedRows({ ...spans, value: value!, source: source! }, type, left),
        );}
      continue;
    }
    const units = textColumn((unit as { values: readonly (string | null)[] }).values.map(wireUnit));
    const samples = { ...spans, value: value!, unit: units, source: source! };
    if (metric === undefined) add(others, type, samples);
    else add(metrics, metric, samples);
  }
  const table = (name: string, frame: FrameLike): Frame => {
    const all = openFrame(frame).columns();
    const columns = only?.has(name) === false ? takeRows(all, new Uint32Array()) : cut(all);
    if (rowCount(columns) > 0) count(read, name, columns);
    return toFrame(columns);
  };
  const empty = (columns: ExportColumns): Frame =>
    toFrame(new ExportRows(columns, new Texts()).columns(new Uint32Array(), range.tz ?? NO_ZONE));
  return showExport({
    metrics,
    others,
    sleep: table("sleep", content.sleep),
    workouts: table("workouts", content.workouts),
    locations: empty(TABLES.locations),
    events: empty(TABLES.events),
    report: reportOf(content, { read, left }, file),
  });
}

/** Returns the rows of a category with codes instead of names; counts those with other values. */
function codedRows(columns: Columns, type: string, left: Record<string, number>): Columns {
  const { values } = columns["value"] as { values: readonly (string | null)[] };
  const known: number[] = [], codes: number[] = [];
  values.forEach((value, row) => {
    const code = CATEGORY_CODES.get(value);
    if (code === undefined) {
      const reason = `${type}: its value is not known`;
      left[reason] = (left[reason] ?? 0) + 1;
    } else {
      known.push(row);
      codes.push(code);
    }
  });
  const kept = takeRows(columns, Uint32Array.from(known));
  return { ...kept, value: float64Column(Float64Array.from(codes)) };
}

function reportOf(
  { report }: HealthTables<FrameLike>,
  { read, left }: HealthCounts,
  file: string,
): ExportReport {
  return {
    reader: "appleHealth",
    files: { seen: 1, read: 1 },
    read: { ...read },
    repeated: 0,
    skipped: {
      ...report.skipped > 0 && { "the record cannot be read": report.skipped },
      ...left,
    },
    ignored: report.ignored,
    problems: report.problems.map(({ line, reason }) => ({
      file,
      where: `line ${line}`,
      reason,
    })),
    notes: report.exported === null ? [] : [`the phone wrote it at ${report.exported}`],
  };
}

/** Returns a function that removes rows outside a range. */
function rangeCut({ tz, range }: HealthRange): (columns: Columns) => Columns {
  const kept = keptInterval(range, tz);
  if (kept === undefined) return (columns) => columns;
  const { start: from, end: to } = kept;
  return (columns) => {
    const start = (columns["start_time"] as { values: BigInt64Array }).values;
    const end = (columns["end_time"] as { values: BigInt64Array }).values;
    const rows = Uint32Array.from(start.keys()).filter((row) =>
      start[row]! < to && (end[row]! > from || start[row]! >= from)
    );
    return takeRows(columns, rows);
  };
}

/** Converts a unit to wire format: in the file, a share has the unit `%` and is a fraction. */
function wireUnit(unit: string | null): string | null {
  if (unit === "%") return "fraction";
  return unit !== null && /^mmol<[\d.]+>\/L$/.test(unit) ? "mmol/L" : unit;
}
