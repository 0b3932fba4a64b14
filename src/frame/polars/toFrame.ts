import { labelZone } from "../../time/zones.ts";
import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { checkColumns, type Column, type Columns } from "../columns/columns.ts";
import { type AskedRange, setAskedRange } from "./askedRange.ts";
import { attachDisplay } from "./withDisplay.ts";
import { seriesOf } from "./seriesOf.ts";
import { writeArrow } from "../arrow/toArrow.ts";
import type { Frame } from "./frame.ts";

/**
 * Columns as a Polars frame: times become `datetime[us, zone]`, dates `date`.
 *
 * @param units The units of columns, which the frame shows and pictures of it name.
 * @param range The range that the columns were asked for; `undefined` if it is not known.
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

function plainFrame(columns: Columns): Frame {
  checkColumns(columns);
  const rest: Record<string, Column> = {};
  const parts = Object.entries(columns).map(([name, column]) => {
    const series = direct(name, column);
    if (series === undefined) rest[name] = column;
    return series;
  });
  // Arrow carries nulls, lists and structs; Polars' own constructors do not.
  const carried = Object.keys(rest).length > 0 ? throughArrow(rest) : undefined;
  if (carried !== undefined && parts.every((series) => series === undefined)) {
    return carried;
  }
  const names = Object.keys(columns);
  return pl.DataFrame(parts.map((series, i) => series ?? seriesOf(carried!, names[i]!)));
}

/** A column as a series where Polars takes it as it is: undefined where that would lose something. */
function direct(name: string, column: Column): pl.Series | undefined {
  if (column.type === "bool" && column.valid?.includes(1) === false) {
    // Arrow's writer leaves out the values of such a column, and Polars then rejects it.
    return pl.Series(name, new Array<boolean | null>(column.values.length).fill(null), pl.Bool);
  }
  if ("valid" in column && column.valid !== undefined) return undefined;
  switch (column.type) {
    case "time":
      return wide(name, column.values).cast(pl.Datetime("us", labelZone(column.zone)));
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

/** Polars' types leave out the 64-bit integers that its constructor takes, exactly. */
function wide(name: string, values: BigInt64Array): pl.Series {
  return pl.Series(name, values as unknown as Float64Array);
}

function throughArrow(columns: Columns): Frame {
  const bytes = writeArrow(columns, "stream");
  return pl.readIPCStream(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
