import type { Endpoint, Fields } from "../api/endpoint.ts";
import type { OutputMethod } from "../api/enums.ts";
import type { ArrowLimits } from "../frame/arrow/arrowLimits.ts";
import { made } from "../frame/made.ts";
import { FORMATS } from "../frame/formats.ts";
import type { Schema } from "../frame/schema.ts";
import { columnNames, frameHeight } from "../frame/seriesOf.ts";
import type { Frame } from "../frame/toFrame.ts";
import { bodyColumns } from "./bodyColumns.ts";
import type { ArgumentValues } from "./checkArguments.ts";
import { columnsAsked } from "./columnsAsked.ts";
import { conform } from "./conform.ts";
import { gridRows } from "./gridRows.ts";
import { seriesMetrics, seriesNames, seriesSchema } from "./series.ts";

/** How a body is read as a frame. */
export interface ReadFrameOptions extends ArrowLimits {
  /** The form that was asked for. */
  output: OutputMethod;
  /** The zone that times are shown in. @default "UTC" */
  tz?: string | undefined;
  /** The value column of each metric, for a text form without rows, which does not name it. */
  valueColumns?: ReadonlyMap<string, string> | undefined;
}

/**
 * A body as a frame: the same names, order, types and zone whichever of the eight forms it came in.
 * Arrow is told apart, file or stream, by its bytes. A grid must have the rows it was asked for.
 *
 * @throws {TypeError | SyntaxError} if the body is not whole, not of its form, or lacks a column
 */
export function readFrame(
  endpoint: Endpoint,
  args: ArgumentValues,
  bytes: Uint8Array,
  options: ReadFrameOptions,
): Frame {
  const { output, tz, valueColumns, maxUnpacked, maxRows } = options;
  const zone = tz ?? "UTC";
  const carried = bodyColumns(bytes, output);
  const fixed = fixedSchema(endpoint, args);
  let frame: Frame, schema: Schema;
  if (carried === undefined) {
    frame = FORMATS[output].decode(bytes, { schema: {}, zone, maxUnpacked, maxRows });
    const names = columnNames(frame);
    schema = fixed === undefined
      ? seriesSchema(args, names)
      : { ...fixed, ...metricLists(endpoint, args, { fixed, names, valueColumns }) };
  } else {
    const names = fixed === undefined ? named(args, carried, valueColumns) : carried;
    schema = fixed === undefined
      ? seriesSchema(args, names)
      : { ...fixed, ...metricLists(endpoint, args, { fixed, names, valueColumns }) };
    const missing = Object.keys(schema).find((name) => !names.includes(name));
    if (missing !== undefined && names.length > 0) {
      throw new TypeError(`column ${JSON.stringify(missing)} is missing`);
    }
    frame = FORMATS[output].decode(bytes, { schema, zone });
  }
  if (columnNames(frame)[0] !== "time" && fixed === undefined) {
    throw new TypeError(`its first column is ${JSON.stringify(columnNames(frame)[0])}, not "time"`);
  }
  const rows = frameHeight(frame), expected = gridRows(endpoint, args, tz);
  if (expected !== undefined && rows !== expected) {
    throw new TypeError(
      `${rows < expected ? "it is cut short: " : ""}it has ${rows} rows, the grid has ${expected}`,
    );
  }
  return made(conform(frame, schema, zone));
}

/**
 * Whether a text body carries fewer columns than were asked for, so that the names of the value
 * columns must come from the metrics' catalog: a JSON form without rows carries none.
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
    return carried !== undefined && carried.length < count;
  } catch {
    return false; // reading it will say what is wrong
  }
}

function fixedSchema(endpoint: Endpoint, args: ArgumentValues): Schema | undefined {
  const { returns } = endpoint;
  return returns.kind === "frame" && returns.schema !== "series"
    ? columnsAsked(endpoint, args, returns.schema)
    : undefined;
}

function named(
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
    }; ask for output "arrow"`,
  );
}

/** The metrics that an answer of fixed columns was asked to carry beside them, a list column each. */
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

/** The list columns of metrics beside fixed ones: each a series whose values are called `value`. */
function metricLists(
  endpoint: Endpoint,
  args: ArgumentValues,
  { fixed, names, valueColumns }: Carried,
): Schema {
  const metrics = listMetrics(endpoint, args);
  const extra = names.filter((name) => !(name in fixed));
  const columns = extra.length >= metrics.length
    ? extra.slice(0, metrics.length)
    : metrics.map((metric) => columnOf(metric, valueColumns));
  const own = { calculations: args["metric_calculations"] };
  const struct = seriesSchema(own, seriesNames(own, ["value"]));
  return Object.fromEntries(columns.map((name) => [name, { list: { struct } }]));
}
