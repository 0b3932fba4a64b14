import pl from "nodejs-polars";
import { guideValues } from "../../options/guided.ts";
import { sameMeaning } from "../../options/meanings.ts";
import { nearest } from "../../options/nearest.ts";
import { meantName } from "../../options/suggest.ts";
import type { Frame } from "./frame.ts";
import { columnNames, frameHeight, seriesOf, variantOf } from "./seriesOf.ts";
import { flattenNested } from "./flattenNested.ts";
import { DENO_INSPECT, JUPYTER_DISPLAY } from "../../display/displayable.ts";
import { askedRangeOf, setAskedRange } from "./askedRange.ts";
import { displayOf, setDisplay, type TableOptions, unitsOf } from "./displays.ts";
import { table } from "./table.ts";
import { textDays } from "./textDays.ts";

/** The methods of a frame that give a frame, several of them, or what a frame comes from. */
const METHODS =
  ("add clear clone describe div drop dropNulls explode fillNull filter gatherEvery groupBy groupByDynamic " +
    "groupByRolling head interpolate join joinAsof lazy limit max mean median melt min mul partitionBy pivot " +
    "product quantile rechunk rem rename reverse sample select shift shiftAndFill slice sort std sub sum tail " +
    "transpose unique unnest unpivot upsample var vstack where withColumn withColumnRenamed withColumns " +
    "withRowCount withRowIndex").split(" ");
/** Those that may change the frame itself. */
const CHANGING = ["extend", "hstack"];
/** Other members, for suggestions. */
const OTHERS =
  ("columns corr dtypes frameEqual getColumn height nullCount row rows schema shape toObject toRecords " +
    "toSeries width writeAvro writeCSV writeIPC writeJSON writeParquet").split(" ");
/** Methods whose rows come from elsewhere, or no longer belong to their times: the range is then unknown. */
const LOSING_RANGE: ReadonlySet<string> = new Set(
  ["describe", "extend", "melt", "shift", "shiftAndFill", "transpose", "unpivot", "vstack"],
);

type Method = (...args: unknown[]) => unknown;

/** What gives a frame of the same data that shows itself as Polars does, by the frame. */
const plainOf = new WeakMap<object, () => Record<string, Method>>();

/** The methods of all frames that show themselves as tables: for each frame anew they would take 0.2 ms. */
const SHARED: PropertyDescriptorMap = Object.fromEntries(METHODS.map((name) => [
  name,
  member(function (this: Frame, ...args: unknown[]) {
    return keep(plainOf.get(this)!()[name]!(...args), name, args, this);
  }),
]));

/** Members of a frame, for suggestions. */
const MEMBERS = [...METHODS, ...OTHERS];

/** Prototype of frames: what is neither a column nor a method of Polars is an error. */
const FRAME = {};
guideValues(FRAME, (frame, name) => {
  const columns = columnNames(frame as Frame);
  const meant = meantName(name, columns) ?? sameMeaning(name, MEMBERS) ??
    nearest(name, MEMBERS, 1);
  const text = `Cannot read ${name} of a frame: it has no such column, and Polars no such method`;
  if (meant !== undefined) return `${text}; did you mean ${JSON.stringify(meant)}?`;
  return `${text}; the columns are ${columns.join(", ") || "none"}. Verbs are functions, such as ` +
    "series.resample(frame, { every }).";
});

function member(value: Method): PropertyDescriptor {
  return { value, configurable: true, writable: true };
}

/**
 * Lets a frame show itself as {@linkcode table} does, and all frames that are made of it by its methods:
 * each carries its display with it, for Polars has no hook for all frames, and those that somebody
 * else loads are to stay what they are.
 */
export function showAsTable<T extends Frame>(frame: T, options: TableOptions): T {
  const isNew = displayOf(frame) === undefined;
  setDisplay(frame, options);
  if (!isNew) return frame;
  Object.setPrototypeOf(frame, FRAME);
  const own = frame as unknown as Record<string, Method>, { clone } = own;
  const members: PropertyDescriptorMap = {
    // Deno calls these with what lies below Polars' proxy.
    [JUPYTER_DISPLAY]: member(() => table(frame, displayOf(frame))[JUPYTER_DISPLAY]()),
    [DENO_INSPECT]: member(() => table(frame, displayOf(frame)).toString()),
  };
  for (const name of CHANGING) {
    const method = own[name];
    if (typeof method !== "function") continue;
    members[name] = member((...args) => {
      const result = method.apply(frame, args);
      if (LOSING_RANGE.has(name)) setAskedRange(frame, undefined);
      return keep(result, name, args, frame);
    });
  }
  const { toRecords, writeCSV } = own;
  if (typeof toRecords === "function") {
    members["toRecords"] = member(() =>
      textDays(frame, toRecords.call(frame) as Record<string, unknown>[])
    );
  }
  if (typeof writeCSV === "function") {
    members["writeCSV"] = member((...args) => {
      const flat = flattenNested(frame);
      return flat === frame ? writeCSV.apply(frame, args) : flat.writeCSV(...args as [string]);
    });
  }
  Object.defineProperties(frame, members);
  // A column called `clone` hides it: then the methods stay those of Polars.
  if (typeof clone !== "function") return frame;
  plainOf.set(frame, clone as () => Record<string, Method>);
  return Object.defineProperties(frame, SHARED);
}

/** Lets what a method gave show itself as the frame does that it was made of. */
function keep(result: unknown, method: string, args: readonly unknown[], from: Frame): unknown {
  if (Array.isArray(result)) return result.map((each) => keep(each, method, args, from));
  if (result instanceof Promise) return result.then((each) => keep(each, method, args, from));
  if (typeof result !== "object" || result === null || pl.Series.isSeries(result)) return result;
  if (!pl.DataFrame.isDataFrame(result)) return keepLater(result, from);
  const frame = result as Frame;
  carryRange(frame, method, from);
  if (frame === from) return frame; // it changed itself
  const { title: _t, head: _h, tail: _l, ...options } = displayOf(from)!;
  return showAsTable(frame, { ...options, units: carryUnits(frame, method, args, from) });
}

/**
 * Carries the range that a frame was asked for to one that was made of it. With another number of rows
 * the new frame no longer has every row of the range: which of them are gone is not known.
 */
function carryRange(frame: Frame, method: string, from: Frame): void {
  const range = askedRangeOf(from);
  if (range === undefined) return;
  const complete = range.complete && frameHeight(frame) === frameHeight(from);
  setAskedRange(frame, LOSING_RANGE.has(method) ? undefined : { ...range, complete });
}

/** A lazy frame or a grouping, the results of whose methods show themselves so, too. */
function keepLater<T extends object>(later: T, from: Frame): T {
  return new Proxy(later, {
    get: (target, name) => {
      const member = Reflect.get(target, name, target);
      if (typeof member !== "function" || typeof name === "symbol") return member;
      return (...args: unknown[]) => keep(member.apply(target, args), name, args, from);
    },
  });
}

/**
 * The units of the columns of a frame that was made of another: of those that kept their names, and their
 * type or became means. A count of what was in bpm is not in bpm.
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

/** What a column was called before. */
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
