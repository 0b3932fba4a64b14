import type { Zones } from "../../time/zone.ts";
import { every } from "../../time/every.ts";
import { windows } from "../../time/windows.ts";
import { DAY_MS, MINUTE_MICROS } from "../../time/units.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../../frame/open.ts";
import { checkColumnNames, type ColumnNames } from "../../frame/columns/columnNames.ts";
import type { AskedRange } from "../../frame/polars/askedRange.ts";
import { argSort } from "../../frame/columns/argSort.ts";
import { NO_VALUES, valueTest } from "../../series/input/valueTest.ts";
import { medianStep } from "../../series/clock/medianStep.ts";
import { say } from "../../words/language.ts";

/** Coverage of one source: ordered, disjoint intervals in milliseconds since 1970. */
export interface Lane {
  readonly name: string;
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/** Coverage by source, and the interval of the frame. */
export interface CoverageRead {
  readonly zone: string;
  /** One lane per source, by first appearance; sources without a value cover nothing. */
  readonly lanes: readonly Lane[];
  /** From the first to the last row, in milliseconds; `undefined` without rows. */
  readonly span: { readonly start: number; readonly end: number } | undefined;
  /** Requested range of the frame. */
  readonly range: AskedRange | undefined;
}

/** Time columns of series. */
const SERIES_TIMES = ["time", "night", "date"];

/**
 * Reads the coverage of each source, in order of first appearance. A row of a series or of samples
 * without any number covers nothing, and ends the coverage of the row before it.
 *
 * @throws {TypeError} if a column is missing or has another type, or an instant is null
 * @throws {RangeError} if a row ends before it starts
 */
export function readCoverage(
  frame: FrameLike,
  options: {
    by?: string;
    y?: string;
    gapSteps: number;
    columns?: ColumnNames;
    tz?: Zones;
    action: string;
  },
): CoverageRead {
  const { gapSteps, action } = options;
  const data = openFrame(frame, { action, tz: options.tz });
  const names = options.columns ?? {};
  checkColumnNames(names, ["start_time", "end_time", "time", "source"], action);
  const start = names["start_time"] ?? names["time"] ??
    Object.keys(ENDS).find((name) => data.has(name)) ?? data.timeName();
  const end = names["end_time"] ?? ENDS[names["start_time"] === undefined ? start : "start_time"];
  const hasEnd = end !== undefined && (names["end_time"] !== undefined || data.has(end));
  if (!data.has(start) && Object.keys(names).length === 0) {
    throw new TypeError(
      `Cannot ${action}: expected a column start_time, time, start_date, night or date. ` +
        "If it has another name, pass columns.",
    );
  }
  const first = data.times(start);
  const ends = hasEnd ? data.read({ end: "time" }, { columns: { end } }).end : undefined;
  const lane = options.by ?? names["source"] ?? (data.has("source") ? "source" : undefined);
  const source = lane === undefined
    ? undefined
    : data.read({ lane: "text" }, { columns: { lane } }).lane;
  const hasValue = valueTest(data, valueNames(data, options.y, [start, end, lane]));
  const rowsOf = new Map<string, number[]>();
  for (let row = 0; row < first.values.length; row++) {
    const name = source === undefined ? "" : source.values[row] ?? say("no source");
    const rows = rowsOf.get(name);
    if (rows === undefined) rowsOf.set(name, [row]);
    else rows.push(row);
  }
  const endOf = (row: number): bigint => {
    const start = first.values[row]!;
    const end = ends === undefined || ends.valid?.[row] === 0 ? start : ends.values[row]!;
    if (end < start) {
      throw new RangeError(`Cannot ${action}: end_time is before start_time in row ${row}`);
    }
    return end;
  };
  const lanes = [...rowsOf].map(([name, rows]) => {
    const unsorted = BigInt64Array.from(rows, (row) => first.values[row]!);
    const order = argSort(unsorted);
    const sorted = order === undefined ? rows : Array.from(order, (place) => rows[place]!);
    const starts = order === undefined ? unsorted : unsorted.sort();
    return {
      name,
      ...union(starts, BigInt64Array.from(sorted, endOf), sorted.map(hasValue), gapSteps),
    };
  });
  const span = lanes.length === 0 ? undefined : {
    start: Math.min(...lanes.map(({ first }) => first)),
    end: Math.max(...lanes.map(({ last }) => last)),
  };
  return { zone: first.zone, lanes, span, range: data.range };
}

/** End columns by start column. */
const ENDS: Readonly<Record<string, string>> = { start_time: "end_time", start_date: "end_date" };

/** Returns the columns that must have a value for a row to count. */
function valueNames(
  data: OpenFrame,
  y: string | undefined,
  keys: readonly (string | undefined)[],
): readonly string[] {
  if (y !== undefined) return [y];
  if (keys.includes("start_date")) return data.has("value") ? ["value"] : [];
  const isSeries = SERIES_TIMES.some((name) => keys.includes(name));
  return isSeries ? data.names.filter((name) => !keys.includes(name) && !NO_VALUES.has(name)) : [];
}

/** Returns the union of rows with a value, and the interval from the first row to the last end. */
function union(
  starts: BigInt64Array,
  ends: BigInt64Array,
  present: readonly boolean[],
  gapSteps: number,
): Pick<Lane, "start" | "end"> & { first: number; last: number } {
  const usual = BigInt(Math.round(medianStep(starts) * 1000)) || MINUTE_MICROS;
  const reach = BigInt(Math.round(Number(usual) * gapSteps));
  const start: number[] = [], end: number[] = [];
  let from = 0n, to: bigint | undefined, last = starts[0]!;
  const close = (): void => {
    if (to === undefined) return;
    start.push(Number(from) / 1000);
    end.push(Number(to) / 1000);
  };
  for (let i = 0; i < starts.length; i++) {
    const at = starts[i]!, next = starts[i + 1];
    const isNear = next !== undefined && next - at <= reach;
    const past = ends[i]! > at ? ends[i]! : isNear ? next : at + usual;
    if (past > last) last = past;
    if (!present[i]) continue;
    if (to === undefined || at > to) {
      close();
      from = at;
      to = past;
    } else if (past > to) to = past;
  }
  close();
  return {
    start: Float64Array.from(start),
    end: Float64Array.from(end),
    first: Number(starts[0]!) / 1000,
    last: Number(last) / 1000,
  };
}

/** Returns how many milliseconds of a span a lane covers. */
export function coveredLength(lane: Lane, span: { start: number; end: number }): number {
  return lane.start.reduce(
    (sum, start, i) =>
      sum + Math.max(0, Math.min(lane.end[i]!, span.end) - Math.max(start, span.start)),
    0,
  );
}

/** Covered share of a local day, week or month. */
export interface Share {
  /** Start, at least the start of the whole interval. */
  readonly x1: number;
  /** End, at most the end of the whole interval. */
  readonly x2: number;
  /** Covered share from 0 to 1. */
  readonly share: number;
  /** Number of intervals that start in it. */
  readonly count: number;
}

/** Windows by the maximum number of days. */
const LENGTHS = [
  { most: 500, every: "1d", unit: "day" },
  { most: 3660, every: "1w", unit: "week" },
  { most: Infinity, every: "1mo", unit: "month" },
] as const;

/** Returns the covered share of each local day; of each week or month for long intervals. */
export function shareBars(
  span: { start: number; end: number },
  tz: string,
  pixels: number,
): { unit: string; of: (lane: Pick<Lane, "start" | "end">) => Share[] } {
  const days = (span.end - span.start) / DAY_MS;
  // Bars narrower than a pixel would be invisible.
  const length = LENGTHS.find(({ most }) =>
    days <= Math.min(most, Math.max(1, pixels) * (most / 500))
  )!;
  const interval = {
    start: BigInt(Math.floor(span.start * 1000)),
    end: BigInt(Math.ceil(span.end * 1000)),
  };
  const edges = Array.from(
    windows(interval, every(length.every), { tz }),
    (at) => Math.min(span.end, Math.max(span.start, Number(at) / 1000)),
  );
  return {
    unit: length.unit,
    of: (lane) => {
      let first = 0;
      return edges.slice(1).flatMap((x2, i) => {
        const x1 = edges[i]!;
        if (x1 >= x2) return [];
        while (first < lane.start.length && lane.end[first]! <= x1 && lane.start[first]! < x1) {
          first++;
        }
        let sum = 0, count = 0;
        for (let at = first; at < lane.start.length && lane.start[at]! < x2; at++) {
          sum += Math.min(lane.end[at]!, x2) - Math.max(lane.start[at]!, x1);
          if (lane.start[at]! >= x1) count++;
        }
        return [{ x1, x2, share: sum / (x2 - x1), count }];
      });
    },
  };
}
