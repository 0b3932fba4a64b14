import { every } from "../../time/every.ts";
import { windows } from "../../time/windows.ts";
import { DAY_MS, MINUTE_MICROS } from "../../time/units.ts";
import { type FrameLike, openFrame } from "../../frame/open.ts";
import type { ColumnNames } from "../../frame/columns/columnNames.ts";
import { argSort } from "../../frame/columns/argSort.ts";
import { medianStep } from "../../series/clock/medianStep.ts";

/** What one source covers: intervals in order that do not touch, in milliseconds since 1970. */
export interface Lane {
  readonly name: string;
  /** Inclusive starts, ascending. */
  readonly start: Float64Array;
  /** Exclusive ends, as many. */
  readonly end: Float64Array;
}

/** What an instant alone covers, in microseconds. */

/**
 * Reads what each source covers, sources by first appearance.
 *
 * @throws {TypeError} if a column is missing or of another type, or an instant is null
 * @throws {RangeError} if a span ends before it starts
 */
export function readCoverage(
  frame: FrameLike,
  options: {
    by?: string;
    y?: string;
    gap: number;
    columns?: ColumnNames;
    tz?: string;
    action: string;
  },
): { zone: string; lanes: Lane[] } {
  const { y, gap, action } = options;
  const data = openFrame(frame, { action, tz: options.tz });
  const columns = data.read({
    "start_time?": "time",
    "end_time?": "time",
    "time?": "time",
    "source?": "text",
  }, {
    full: ["start_time", "time"],
    columns: {
      ...options.columns,
      ...(options.by === undefined || options.by === "source" ? {} : { source: options.by }),
    },
  });
  const first = columns.start_time ?? columns.time;
  if (first === undefined) {
    throw new TypeError(`Cannot ${action}: there is no column start_time or time`);
  }
  const present = y === undefined ? undefined : data.numbers(y);
  const rowsOf = new Map<string, number[]>();
  for (let row = 0; row < first.values.length; row++) {
    if (present !== undefined && Number.isNaN(present[row])) continue;
    const name = columns.source === undefined ? "" : columns.source.values[row] ?? "no source";
    const rows = rowsOf.get(name);
    if (rows === undefined) rowsOf.set(name, [row]);
    else rows.push(row);
  }
  const ends = columns.start_time === undefined ? undefined : columns.end_time;
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
    return { name, ...union(starts, BigInt64Array.from(sorted, endOf), gap) };
  });
  return { zone: first.zone, lanes };
}

/** The union of what spans and instants cover. */
function union(
  starts: BigInt64Array,
  ends: BigInt64Array,
  gap: number,
): Pick<Lane, "start" | "end"> {
  const usual = BigInt(Math.round(medianStep(starts) * 1000)) || MINUTE_MICROS;
  const reach = BigInt(Math.round(Number(usual) * gap));
  const start: number[] = [], end: number[] = [];
  let from = 0n, to: bigint | undefined;
  const close = (): void => {
    if (to === undefined) return;
    start.push(Number(from) / 1000);
    end.push(Number(to) / 1000);
  };
  for (let i = 0; i < starts.length; i++) {
    const at = starts[i]!, next = starts[i + 1];
    const isNear = next !== undefined && next - at <= reach;
    const past = ends[i]! > at ? ends[i]! : isNear ? next : at + usual;
    if (to === undefined || at > to) {
      close();
      from = at;
      to = past;
    } else if (past > to) to = past;
  }
  close();
  return { start: Float64Array.from(start), end: Float64Array.from(end) };
}

/** How many milliseconds of a span a lane covers. */
export function coveredLength(lane: Lane, span: { start: number; end: number }): number {
  return lane.start.reduce(
    (sum, start, i) =>
      sum + Math.max(0, Math.min(lane.end[i]!, span.end) - Math.max(start, span.start)),
    0,
  );
}

/** How much of a local day, week or month is covered. */
export interface Share {
  /** Its start, not before that of the span. */
  readonly x1: number;
  /** Its end, not after that of the span. */
  readonly x2: number;
  /** The covered part of what lies between, from 0 to 1. */
  readonly share: number;
}

/** Windows by how many days the span may have. */
const LENGTHS = [
  { most: 500, every: "1d", unit: "day" },
  { most: 3660, every: "1w", unit: "week" },
  { most: Infinity, every: "1mo", unit: "month" },
] as const;

/** How much of each local day, or in long spans of each week or month, lanes cover. */
export function shareBars(
  span: { start: number; end: number },
  tz: string,
  pixels: number,
): { unit: string; of: (lane: Lane) => Share[] } {
  const days = (span.end - span.start) / DAY_MS;
  // A bar that is narrower than a pixel would not be seen.
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
        while (first < lane.start.length && lane.end[first]! <= x1) first++;
        let sum = 0;
        for (let at = first; at < lane.start.length && lane.start[at]! < x2; at++) {
          sum += Math.min(lane.end[at]!, x2) - Math.max(lane.start[at]!, x1);
        }
        return [{ x1, x2, share: sum / (x2 - x1) }];
      });
    },
  };
}
