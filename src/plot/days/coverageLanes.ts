import { type FrameLike, openFrame } from "../../frame/open.ts";
import type { ColumnNames } from "../../frame/columns/columnNames.ts";
import { argSort } from "../../frame/columns/argSort.ts";
import { medianStep } from "../../series/clock/medianStep.ts";
import { MINUTE_MICROS } from "../../time/units.ts";

/** What one source covers: stretches in order that do not touch, in milliseconds since 1970. */
export interface Lane {
  /** The source. */
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
export function covered(lane: Lane, span: { start: number; end: number }): number {
  return lane.start.reduce(
    (sum, start, i) =>
      sum + Math.max(0, Math.min(lane.end[i]!, span.end) - Math.max(start, span.start)),
    0,
  );
}
