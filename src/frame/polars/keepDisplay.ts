import { writeFileSync } from "node:fs";
import { Writable } from "node:stream";
import pl from "nodejs-polars";
import { explain } from "../../options/explained.ts";
import { guideValues } from "../../options/guided.ts";
import { sameMeaning } from "../../options/suggestions/meanings.ts";
import { nearest } from "../../options/suggestions/nearest.ts";
import { meantName } from "../../options/suggest.ts";
import type { Frame, Series } from "./frame.ts";
import { columnOf } from "./columnsOf.ts";
import { toValues } from "./rows.ts";
import { columnNames, frameHeight, seriesOf, variantOf } from "./seriesOf.ts";
import { addSchemaEntry } from "../arrow/addSchemaEntry.ts";
import { RANGE_KEY } from "../arrow/arrowSchema.ts";
import { DENO_INSPECT, JUPYTER_DISPLAY } from "../../display/displayable.ts";
import { askedRangeOf, rangeText, setAskedRange } from "./askedRange.ts";
import {
  displayOf,
  setDisplay,
  setWindows,
  type TableOptions,
  unitsOf,
  windowsOf,
} from "./displays.ts";
import {
  absentMethod,
  callOnFrame,
  guideSeries,
  isGuessed,
  polarsArguments,
} from "./polarsCalls.ts";
import { table } from "./table.ts";

/** Methods of a frame that return frames, or objects that return frames. */
const METHODS =
  ("add clear clone describe div drop dropNulls explode fillNull filter gatherEvery groupBy groupByDynamic " +
    "groupByRolling head interpolate join joinAsof lazy limit max mean median melt min mul partitionBy pivot " +
    "product quantile rechunk rem rename reverse sample select shift shiftAndFill slice sort std sub sum tail " +
    "transpose unique unnest unpivot upsample var vstack where withColumn withColumnRenamed withColumns " +
    "withRowCount withRowIndex").split(" ");
/** Methods that can change the frame itself. */
const CHANGING = ["extend", "hstack"];
/** Other members, for suggestions. */
const OTHERS =
  ("columns corr dtypes frameEqual getColumn height nullCount row rows schema shape toObject toRecords " +
    "toSeries width writeAvro writeCSV writeIPC writeJSON writeParquet").split(" ");
/**
 * Methods whose rows come from elsewhere or no longer match their times, so the range becomes
 * unknown.
 */
const LOSING_RANGE: ReadonlySet<string> = new Set(
  ["describe", "extend", "melt", "shift", "shiftAndFill", "transpose", "unpivot", "vstack"],
);

/** Methods that keep rows as they are, so values still belong to the same windows. */
const KEEPING_WINDOWS: ReadonlySet<string> = new Set(
  ("clone drop dropNulls filter gatherEvery head limit rechunk reverse sample select slice sort tail " +
    "where").split(" "),
);

type Method = (...args: unknown[]) => unknown;

/** Functions that return the methods of the same data with Polars' own display, by frame. */
const plainOf = new WeakMap<object, () => Record<string, Method>>();

/** Methods of all frames that display as tables. Creating them for each frame would take 0.2 ms. */
const SHARED: PropertyDescriptorMap = Object.fromEntries(METHODS.map((name) => [
  name,
  member(function (this: Frame, ...args: unknown[]) {
    const plain = plainOf.get(this)!();
    if (typeof plain[name] !== "function") throw absentMethod("frame", name);
    const result = callOnFrame(name, this, () => plain[name]!(...polarsArguments(name, args)));
    return keep(name === "fillNull" ? onlyNumbers(result, args, this) : result, name, args, this);
  }),
]));

/**
 * Undoes the filling of columns without numbers: Polars would convert times to numbers to fill them
 * with a number.
 */
function onlyNumbers(filled: unknown, [value]: readonly unknown[], from: Frame): unknown {
  if (typeof value !== "number" || !pl.DataFrame.isDataFrame(filled)) return filled;
  const others = columnNames(from).map((name) => seriesOf(from, name))
    .filter((column) => !/^(?:U?Int|Float)\d/.test(variantOf(column)));
  return others.length === 0 ? filled : filled.withColumns(...others);
}

/** Members of a frame, for suggestions. */
const MEMBERS = [...METHODS, ...OTHERS];

/**
 * Prototype of frames. Reading a name that is neither a column nor a method of Polars throws an
 * error.
 */
const FRAME = {};
guideValues(FRAME, (frame, name) => {
  const columns = columnNames(frame as Frame);
  const meant = meantName(name, columns) ?? sameMeaning(name, MEMBERS) ??
    nearest(name, MEMBERS, 1);
  if (columns.includes("name") && columns.includes("value") && !METHODS.includes(name)) {
    const rows: unknown[] = seriesOf(frame as Frame, "name").toArray();
    if (rows.includes(name)) {
      return `Cannot read ${name} of a frame: it is a row, not a column. Use ` +
        `sleep.pick(frame, ${JSON.stringify(name)}).`;
    }
  }
  const text = `Cannot read ${name} of a frame: it has no such column, and Polars no such method`;
  if (meant !== undefined) return `${text}; did you mean ${JSON.stringify(meant)}?`;
  return `${text}; the columns are ${columns.join(", ") || "none"}. Verbs are functions, such as ` +
    "series.resample(frame, { every }).";
});

function member(value: Method): PropertyDescriptor {
  return { value, configurable: true, writable: true };
}

/**
 * Displays a frame, and all frames derived from it, as {@linkcode table} does. Each frame carries
 * its display, because Polars has no hook for all frames. Frames of other code stay unchanged.
 */
export function showAsTable<T extends Frame>(frame: T, options: TableOptions): T {
  const isNew = displayOf(frame) === undefined;
  setDisplay(frame, options);
  if (!isNew) return frame;
  Object.setPrototypeOf(frame, FRAME);
  const own = polarsMethods(frame);
  const members: PropertyDescriptorMap = {
    // Deno calls these with the object behind Polars' proxy.
    [JUPYTER_DISPLAY]: member(() => table(frame, displayOf(frame))[JUPYTER_DISPLAY]()),
    [DENO_INSPECT]: member(() => table(frame, displayOf(frame)).toString()),
  };
  for (const name of CHANGING) {
    const method = own[name]!;
    members[name] = member((...args) => {
      const result = method.apply(frame, args);
      if (LOSING_RANGE.has(name)) setAskedRange(frame, undefined);
      return keep(result, name, args, frame);
    });
  }
  for (const name of ["writeIPC", "writeIPCStream"] as const) {
    const write = own[name]!;
    members[name] = member((...args) => writeWithRange(frame, write, args));
  }
  const { clone, getColumn, toRecords, writeCSV } = own;
  members["getColumn"] = member((...args) =>
    guideSeries(callOnFrame("getColumn", frame, () => getColumn!.apply(frame, args)))
  );
  members["toRecords"] = member(() =>
    textDays(frame, toRecords!.call(frame) as Record<string, unknown>[])
  );
  members["writeCSV"] = member((...args) => {
    const flat = flattenNested(frame);
    return flat === frame ? writeCSV!.apply(frame, args) : flat.writeCSV(...args as [string]);
  });
  Object.defineProperties(frame, members);
  plainOf.set(frame, clone as () => Record<string, Method>);
  return Object.defineProperties(frame, SHARED);
}

/** Polars' methods that a frame still needs after it has its own. */
const WRAPPED = [
  ...["clone", "getColumn", "toRecords", "writeCSV", "writeIPC", "writeIPCStream"],
  ...CHANGING,
];

/**
 * Returns Polars' own methods of a frame, by name. Polars' proxy searches all names of columns for
 * each member that is read, which is slow in a wide frame, and returns a column instead of a method
 * of the same name. So the list of names is empty in the meantime.
 */
function polarsMethods(frame: Frame): Record<string, Method> {
  const own = frame as unknown as Record<string, Method>;
  const columns = (property: PropertyDescriptor): unknown =>
    Object.defineProperty(frame, "columns", { ...property, configurable: true, enumerable: true });
  columns({ value: [] });
  const data = own["inner"]!() as { columns: string[] };
  const methods = WRAPPED.map((name) => [name, own[name]!] as const);
  columns({ get: () => data.columns, set: (names) => data.columns = names });
  return Object.fromEntries(methods);
}

/** Writes a frame as Arrow, with its range in the metadata of the schema. */
function writeWithRange(frame: Frame, write: Method, args: readonly unknown[]): unknown {
  const range = askedRangeOf(frame), [to, options] = args;
  if (range === undefined) return write.apply(frame, [...args]);
  const isTarget = typeof to === "string" || to instanceof Writable;
  const plain = write.call(frame, isTarget ? options : to) as Uint8Array;
  const bytes = addSchemaEntry(plain, RANGE_KEY, rangeText(range, frameHeight(frame)));
  if (typeof to === "string") {
    try {
      writeFileSync(to, bytes);
    } catch (error) {
      throw explain(`write the frame to ${to}`, error);
    }
  } else if (to instanceof Writable) to.write(bytes);
  return isTarget ? undefined : bytes;
}

/** Gives the result of a method the display of its frame. */
function keep(result: unknown, method: string, args: readonly unknown[], from: Frame): unknown {
  if (Array.isArray(result)) return result.map((each) => keep(each, method, args, from));
  if (result instanceof Promise) return result.then((each) => keep(each, method, args, from));
  if (typeof result !== "object" || result === null || pl.Series.isSeries(result)) return result;
  if (!pl.DataFrame.isDataFrame(result)) return keepLater(result, from);
  const frame = result as Frame;
  carryRange(frame, method, from);
  if (frame === from) return frame; // the method changed the frame itself
  if (KEEPING_WINDOWS.has(method)) setWindows(frame, windowsOf(from));
  const { title: _t, head: _h, tail: _l, ...options } = displayOf(from)!;
  return showAsTable(frame, { ...options, units: carryUnits(frame, method, args, from) });
}

/**
 * Copies the range of a frame to a frame derived from it. If the number of rows differs, the range
 * becomes incomplete, because the missing rows are unknown.
 */
function carryRange(frame: Frame, method: string, from: Frame): void {
  const range = askedRangeOf(from);
  if (range === undefined) return;
  const complete = range.complete && frameHeight(frame) === frameHeight(from);
  setAskedRange(frame, LOSING_RANGE.has(method) ? undefined : { ...range, complete });
}

/** Also gives the display to the results of the methods of a lazy frame or a grouping. */
function keepLater<T extends object>(later: T, from: Frame): T {
  return new Proxy(later, {
    get: (target, name) => {
      const member = Reflect.get(target, name, target);
      if (typeof name === "symbol") return member;
      if (member === undefined && "agg" in target && isGuessed(name)) {
        throw absentMethod("grouping", name);
      }
      if (typeof member !== "function") return member;
      return (...args: unknown[]) =>
        keep(
          callOnFrame(name, from, () => member.apply(target, polarsArguments(name, args))),
          name,
          args,
          from,
        );
    },
  });
}

/**
 * Copies the units of the columns of a frame to a frame derived from it. Columns that keep their
 * name keep their unit if their type is the same or they became means: a count of bpm is not in
 * bpm.
 */
function carryUnits(
  frame: Frame,
  method: string,
  args: readonly unknown[],
  from: Frame,
): Record<string, string> {
  const units: Record<string, string> = {};
  const sources = [from, ...args.filter((arg) => displayOf(arg as Frame) !== undefined) as Frame[]];
  for (const source of sources.toReversed()) {
    const known = unitsOf(source), names = new Set(columnNames(source));
    for (const name of columnNames(frame)) {
      const before = renamedFrom(name, method, args), unit = known[before];
      if (unit === undefined) continue;
      const type = variantOf(seriesOf(frame, name));
      const same = names.has(before) && variantOf(seriesOf(source, before)) === type;
      if (same || type === "Float64" || frameHeight(frame) === 0) units[name] = unit;
    }
  }
  return units;
}

/** Returns the previous name of a column. */
function renamedFrom(name: string, method: string, args: readonly unknown[]): string {
  if (method === "rename") {
    const names = Object.entries(args[0] as Record<string, string>);
    return names.find(([, renamed]) => renamed === name)?.[0] ?? name;
  }
  if (method !== "withColumnRenamed") return name;
  const [before, after] = typeof args[0] === "string" ? args as [string, string] : [
    (args[0] as { existing: string }).existing,
    (args[0] as { replacement: string }).replacement,
  ];
  return after === name ? before : name;
}

/** Polars types that hold several values in a cell. */
const NESTED = ["List", "FixedSizeList", "Array", "Struct", "Object"];

/**
 * Prepares a frame for CSV, which has no nested data. Lists and structs become JSON text, with
 * times as ISO text; null stays null. Returns the same frame if it has no nested columns.
 *
 * @throws {TypeError} if a nested column has a type without JSON, such as binary
 */
function flattenNested(frame: Frame): Frame {
  const names = columnNames(frame);
  if (!names.some((name) => isNested(seriesOf(frame, name)))) return frame;
  return pl.DataFrame(names.map((name) => {
    const series = seriesOf(frame, name);
    if (!isNested(series)) return series;
    const texts = toValues(columnOf(series))
      .map((value) => value === null ? null : JSON.stringify(value));
    return pl.Series(name, texts, pl.Utf8);
  }));
}

function isNested(series: Series): boolean {
  return NESTED.includes(variantOf(series));
}

/**
 * Writes the days of a frame's records as text, such as `2025-03-01`. A `Date` cannot be a key, and
 * it has a time and a zone.
 */
function textDays(
  frame: Frame,
  records: readonly Record<string, unknown>[],
): readonly Record<string, unknown>[] {
  const days = columnNames(frame).filter((name) => variantOf(seriesOf(frame, name)) === "Date");
  if (days.length === 0) return records;
  return records.map((record) => ({
    ...record,
    ...Object.fromEntries(days.map((name) => [name, textDay(record[name])])),
  }));
}

function textDay(value: unknown): unknown {
  if (!(value instanceof Date)) return value;
  return Temporal.Instant.fromEpochMilliseconds(value.getTime()).toZonedDateTimeISO("UTC")
    .toPlainDate().toString();
}
