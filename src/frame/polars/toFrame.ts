import { labelZone, NO_ZONE } from "../../time/zones.ts";
import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { checkColumns, type Column, type Columns } from "../columns/columns.ts";
import { type AskedRange, askedRangeOf, setAskedRange } from "./askedRange.ts";
import { displayOf, setDisplay, setWindows, type TableOptions, windowsOf } from "./displays.ts";
import { attachDisplay } from "./withDisplay.ts";
import { seriesOf } from "./seriesOf.ts";
import { weighFrame } from "./weighFrame.ts";
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
  checkColumns(columns);
  const create = (): Frame => attachDisplay(weighFrame(plainFrame(columns)), { units });
  const frame = deferFrame(columns, create, { units }) ?? create();
  setAskedRange(frame, range);
  return frame;
}

/** Number of columns that Polars creates in one turn: about 10 ms. */
const AT_ONCE = 500;

/** Converts columns as {@linkcode toFrame} does, with pauses in between if there are many. */
export async function toFrameInTurns(
  columns: Columns,
  pause: () => Promise<void>,
): Promise<Frame> {
  const names = Object.keys(columns), parts: Frame[] = [];
  if (names.length <= AT_ONCE) return toFrame(columns);
  checkColumns(columns);
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const part = names.slice(from, from + AT_ONCE).map((name) => [name, columns[name]!]);
    parts.push(plainFrame(Object.fromEntries(part)));
    await pause();
  }
  return attachDisplay(pl.concat(parts, { how: "horizontal" }));
}

/** Returns frames that have the same columns as one frame, one below the other. */
export function stackFrames(frames: readonly Frame[]): Frame {
  const [first] = frames;
  return first !== undefined && frames.length === 1 ? first : attachDisplay(pl.concat([...frames]));
}

let isDeferring = false;

/** Columns of deferred frames that do not exist in Polars yet. */
const deferred = new WeakMap<Frame, Columns>();

/**
 * Calls a function whose new frames are created in Polars only if something other than `openFrame`
 * reads them. Creating a frame takes longer than most verbs take for a few nights.
 */
export function deferFrames<Result>(call: () => Result): Result {
  const before = isDeferring;
  isDeferring = true;
  try {
    return call();
  } finally {
    isDeferring = before;
  }
}

/** Returns the columns of a deferred frame that does not exist in Polars yet. */
export function deferredColumns(frame: unknown): Columns | undefined {
  return deferred.get(frame as Frame);
}

/** Returns a frame that is created when it is read; `undefined` outside `deferFrames`. */
function deferFrame(
  columns: Columns,
  create: () => Frame,
  display: TableOptions,
): Frame | undefined {
  if (!isDeferring) return undefined;
  let created: Frame | undefined;
  const own = (): Frame => {
    if (created !== undefined) return created;
    created = create();
    deferred.delete(frame);
    setDisplay(created, displayOf(frame)!);
    setAskedRange(created, askedRangeOf(frame));
    return setWindows(created, windowsOf(frame));
  };
  const frame = new Proxy({} as Frame, {
    get: (_, name) => {
      if (name === Symbol.toStringTag) return "DataFrame";
      if (name === "columns" && created === undefined && !Object.hasOwn(columns, name)) {
        return Object.keys(columns);
      }
      const member: unknown = Reflect.get(own(), name);
      return typeof member === "function" ? member.bind(own()) : member;
    },
    set: (_, name, value) => Reflect.set(own(), name, value),
    has: (_, name) => Reflect.has(own(), name),
    ownKeys: () => Reflect.ownKeys(own()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(own(), name),
  });
  setDisplay(frame, display);
  deferred.set(
    frame,
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, labelled(column)])),
  );
  return frame;
}

/** Returns a column as Polars stores it: with one zone. */
function labelled(column: Column): Column {
  return column.type === "time" && column.zone !== NO_ZONE
    ? { ...column, zone: labelZone(column.zone) }
    : column;
}

function plainFrame(columns: Columns): Frame {
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
