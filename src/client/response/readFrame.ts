import { labelZone, NO_ZONE } from "../../time/zones.ts";
import type { Endpoint, Fields } from "../../api/fields/endpoint.ts";
import type { OutputMethod } from "../../api/fields/enums.ts";
import type { ArrowLimits } from "../../frame/arrow/arrowLimits.ts";
import { setWindows } from "../../frame/polars/displays.ts";
import { withDisplay } from "../../frame/polars/withDisplay.ts";
import { FORMATS } from "../../frame/formats/formats.ts";
import type { Schema } from "../../frame/columns/schema.ts";
import { columnNames, frameHeight } from "../../frame/polars/seriesOf.ts";
import { bodyColumns } from "./bodyColumns.ts";
import { metricUnits, metricWindows } from "./metricUnits.ts";
import { requestedColumns } from "./requestedColumns.ts";
import { conform, holdsLists, holdsNumbers } from "../../frame/conform.ts";
import { gridRows } from "./gridRows.ts";
import { LINE_FORMS } from "./warnUnproved.ts";
import { seriesMetrics, seriesNames, seriesSchema } from "./series.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import type { ArgumentValues } from "../request/argumentValues.ts";
import { countText } from "../../options/countText.ts";

/** Options of {@linkcode readFrame}. */
export interface ReadFrameOptions extends ArrowLimits {
  /** Requested format. */
  output: OutputMethod;
  /** Zone in which times are shown. @default none: the times have no zone */
  tz?: string | undefined;
  /** `true` if a digest or a length has verified the body. @default false */
  isProved?: boolean | undefined;
  /**
   * Value column of each metric, for a text format without rows, which does not name the columns.
   */
  valueColumns?: ReadonlyMap<string, string> | undefined;
}

/**
 * Reads a body as a frame. Names, order, types and zone are the same in all eight formats and for
 * all services. The requested columns come first, `time` before the others; further columns follow
 * unchanged. The reader detects Arrow files and streams from their bytes. A grid must have the
 * requested rows, or no rows if the body is verified to be empty.
 *
 * @throws {TypeError | SyntaxError} if the body is incomplete, in another format, or lacks a column
 */
export function readFrame(
  endpoint: Endpoint,
  args: ArgumentValues,
  bytes: Uint8Array,
  options: ReadFrameOptions,
): Frame {
  const { output, tz, maxUnpacked, maxRows } = options;
  const zone = tz === undefined ? NO_ZONE : labelZone(tz);
  const carried = bodyColumns(bytes, output);
  const known = carried === undefined ? {} : textSchema(endpoint, args, carried, options);
  const frame = FORMATS[output].decode(bytes, { schema: known, zone, maxUnpacked, maxRows });
  const schema = carried === undefined || isSeries(endpoint)
    ? schemaOf(endpoint, args, frame, options)
    : known;
  checkGrid(endpoint, args, frame, options);
  const found = conform(frame, schema, zone);
  if (!isSeries(endpoint)) return withDisplay(found);
  const names = columnNames(found);
  setWindows(found, metricWindows(names, args["samprate"]));
  return withDisplay(found, { units: metricUnits(names) });
}

function isSeries({ returns }: Endpoint): boolean {
  return returns.kind === "frame" && returns.schema === "series";
}

/** Returns the types of the columns of a text format, as far as their names determine them. */
function textSchema(
  endpoint: Endpoint,
  args: ArgumentValues,
  carried: readonly string[],
  { valueColumns }: ReadFrameOptions,
): Schema {
  const fixed = fixedSchema(endpoint, args);
  const names = fixed === undefined ? valueNames(args, carried, valueColumns) : carried;
  const schema = fixed === undefined
    ? seriesSchema(args, names)
    : { ...fixed, ...metricLists(endpoint, args, { fixed, names, valueColumns }) };
  const wanted = fixed === undefined ? ["time"] : Object.keys(schema);
  const missing = wanted.find((name) => !names.includes(name));
  if (missing !== undefined && names.length > 0) {
    throw new TypeError(`column ${JSON.stringify(missing)} is missing`);
  }
  const count = seriesNames(args, seriesMetrics(args)).length;
  if (fixed !== undefined || names.length <= count) return schema;
  // There are more columns than requested; only values show which of them hold numbers.
  return Object.fromEntries(Object.entries(schema).filter(([, type]) => type !== "float64"));
}

/**
 * Returns the requested columns of a frame: for a series the time, and the expected number of
 * numeric columns.
 */
function schemaOf(
  endpoint: Endpoint,
  args: ArgumentValues,
  frame: Frame,
  { valueColumns }: ReadFrameOptions,
): Schema {
  const names = columnNames(frame), fixed = fixedSchema(endpoint, args);
  if (fixed !== undefined) {
    const own = names.filter((name) => Object.hasOwn(fixed, name) || holdsLists(frame, name));
    return { ...fixed, ...metricLists(endpoint, args, { fixed, names: own, valueColumns }) };
  }
  const schema = seriesSchema(args, names);
  const wanted = seriesNames(args, seriesMetrics(args)).length;
  if (names.length <= wanted) return { time: "time", ...schema };
  const others = names.filter((name) => name !== "time")
    .filter((name) => schema[name] !== "float64" || holdsNumbers(frame, name))
    .slice(0, wanted - 1);
  return { time: "time", ...Object.fromEntries(others.map((name) => [name, schema[name]!])) };
}

/** Checks that a grid has its rows. A verified body may also have none, if there is no data. */
function checkGrid(
  endpoint: Endpoint,
  args: ArgumentValues,
  frame: Frame,
  { output, tz, isProved = false }: ReadFrameOptions,
): void {
  const rows = frameHeight(frame), expected = gridRows(endpoint, args, tz);
  if (expected === undefined || rows === expected) return;
  if (rows === 0 && (isProved || !LINE_FORMS.has(output))) return;
  throw new TypeError(
    `${rows < expected ? "it is cut short: " : ""}it has ${
      countText(rows, "row")
    }, the grid has ${expected}`,
  );
}

/**
 * Returns whether a text body has fewer columns than requested, so that the names of the value
 * columns must come from the metrics' catalog: JSON without rows has none. With fixed columns it
 * also returns whether the body has more of them, since names do not show which ones belong to
 * metrics.
 */
export function lacksNames(
  endpoint: Endpoint,
  args: ArgumentValues,
  bytes: Uint8Array,
  output: OutputMethod,
): boolean {
  if (endpoint.returns.kind !== "frame") return false;
  const fixed = fixedSchema(endpoint, args);
  const count = fixed === undefined
    ? seriesNames(args, seriesMetrics(args)).length
    : Object.keys(fixed).length + listMetrics(endpoint, args).length;
  if (fixed !== undefined && count === Object.keys(fixed).length) return false;
  try {
    const carried = bodyColumns(bytes, output);
    if (carried === undefined) return false;
    return fixed === undefined ? carried.length < count : carried.length !== count;
  } catch {
    return false; // the reader reports what is wrong
  }
}

function fixedSchema(endpoint: Endpoint, args: ArgumentValues): Schema | undefined {
  const { returns } = endpoint;
  return returns.kind === "frame" && returns.schema !== "series"
    ? requestedColumns(endpoint, args, returns.schema)
    : undefined;
}

function valueNames(
  args: ArgumentValues,
  carried: readonly string[],
  valueColumns: ReadonlyMap<string, string> | undefined,
): readonly string[] {
  const metrics = seriesMetrics(args);
  if (carried.length >= seriesNames(args, metrics).length) return carried;
  return seriesNames(args, metrics.map((metric) => columnOf(metric, valueColumns)));
}

function columnOf(metric: string, valueColumns: ReadonlyMap<string, string> | undefined): string {
  const column = valueColumns?.get(metric);
  if (column !== undefined) return column;
  throw new TypeError(
    `it names no column, and the catalog has no metric ${
      JSON.stringify(metric)
    }. Request output "arrow" instead.`,
  );
}

/** Returns the metrics requested in addition to fixed columns, each as a list column. */
function listMetrics(endpoint: Endpoint, args: ArgumentValues): readonly string[] {
  const fields: Fields = endpoint.query ?? {};
  if (fields["metric_calculations"] === undefined) return [];
  return [...new Set(args["metrics"] as readonly string[] | undefined)];
}

interface Carried {
  fixed: Schema;
  names: readonly string[];
  valueColumns: ReadonlyMap<string, string> | undefined;
}

/** Reads the list columns of metrics: each list is a series with values named `value`. */
function metricLists(
  endpoint: Endpoint,
  args: ArgumentValues,
  { fixed, names, valueColumns }: Carried,
): Schema {
  const metrics = listMetrics(endpoint, args);
  const extra = names.filter((name) => !(name in fixed));
  const columns =
    extra.length === metrics.length || (extra.length > 0 && valueColumns === undefined)
      ? extra.slice(0, metrics.length)
      : metrics.map((metric) => columnOf(metric, valueColumns));
  const own = { calculations: args["metric_calculations"] };
  const struct = seriesSchema(own, seriesNames(own, ["value"]));
  return Object.fromEntries(columns.map((name) => [name, { list: { struct } }]));
}
