import { labelZone, NO_ZONE } from "../../time/zones.ts";
import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { checkColumns, type Column, type Columns } from "../columns/columns.ts";
import { type AskedRange, setAskedRange } from "./askedRange.ts";
import { attachDisplay } from "./withDisplay.ts";
import { seriesOf } from "./seriesOf.ts";
import { writeArrow } from "../arrow/toArrow.ts";
import type { Frame } from "./frame.ts";

/**
 * Converts columns to a Polars frame: times become `datetime[us, zone]`, dates `date`.
 *
 * @param units Units of columns, for the frame's display and for charts.
 * @param range Requested range of the columns; `undefined` if unknown.
 * @throws {RangeError} if the columns differ in length, or one has no name
 */
export function toFrame(
  columns: Columns,
  units: Readonly<Record<string, string>> = {},
  range?: AskedRange,
): Frame {
  const frame = attachDisplay(plainFrame(columns), { units });
  setAskedRange(frame, range);
  return frame;
}

/** Returns frames that have the same columns as one frame, one below the other. */
export function stackFrames(frames: readonly Frame[]): Frame {
  const [first] = frames;
  return first !== undefined && frames.length === 1 ? first : attachDisplay(pl.concat([...frames]));
}

function plainFrame(columns: Columns): Frame {
  checkColumns(columns);
  const rest: Record<string, Column> = {};
  const parts = Object.entries(columns).map(([name, column]) => {
    const series = direct(name, column);
    if (series === undefined) rest[name] = column;
    return series;
  });
  // Polars' own constructors do not support nulls, lists and structs, but Arrow does.
  const carried = Object.keys(rest).length > 0 ? throughArrow(rest) : undefined;
  if (carried !== undefined && parts.every((series) => series === undefined)) {
    return carried;
  }
  const names = Object.keys(columns);
  return pl.DataFrame(parts.map((series, i) => series ?? seriesOf(carried!, names[i]!)));
}

/** Converts a column directly to a series; returns `undefined` if that would lose something. */
function direct(name: string, column: Column): pl.Series | undefined {
  if (column.type === "bool" && column.valid?.includes(1) === false) {
    // Arrow's writer omits the values of such a column, and Polars then rejects it.
    return pl.Series(name, new Array<boolean | null>(column.values.length).fill(null), pl.Bool);
  }
  if ("valid" in column && column.valid !== undefined) return undefined;
  switch (column.type) {
    case "time":
      return wide(name, column.values)
        .cast(pl.Datetime("us", column.zone === NO_ZONE ? undefined : labelZone(column.zone)));
    case "date":
      return pl.Series(name, column.values).cast(pl.Date);
    case "int64":
      return wide(name, column.values);
    case "float64":
      return pl.Series(name, column.values);
    default:
      return undefined;
  }
}

/**
 * Creates a series of 64-bit integers: the constructor takes them exactly, but its types omit them.
 */
function wide(name: string, values: BigInt64Array): pl.Series {
  return pl.Series(name, values as unknown as Float64Array);
}

function throughArrow(columns: Columns): Frame {
  const bytes = writeArrow(columns, "stream");
  return pl.readIPCStream(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
