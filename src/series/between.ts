import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import { narrowRange, setAskedRange } from "../frame/polars/askedRange.ts";
import { displayOf } from "../frame/polars/displays.ts";
import { showAsTable } from "../frame/polars/keepDisplay.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { keepRows } from "../frame/polars/rearrange.ts";
import { withColumns } from "../frame/polars/withColumns.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { MAX_MICROS, MIN_MICROS, type TimeLike, toMicros } from "../time/instant.ts";
import { type Range, toInterval } from "../time/interval.ts";
import { type When, whenRange } from "../time/when.ts";
import { zone, type Zones } from "../time/zone.ts";

/** A range with a start, an end, or both. */
export interface OpenRange {
  /** Inclusive start. @default all rows before the end */
  readonly start_time?: TimeLike;
  /** Exclusive end. @default all rows from the start */
  readonly end_time?: TimeLike;
}

/** A range of rows: a year, month, week or day as text, `{ from, to }`, or a start, an end or both. */
export type Between = Exclude<When, Range> | OpenRange;

/** Which rows lie between. */
export interface BetweenOptions {
  /** Name of the column of instants, or of starts. @default `time`, or `start_time` where there is no `time` */
  time?: string;
  /** Name of the column of ends, if rows are spans: those that overlap are kept. @default `end_time` beside `start_time`, else none */
  end?: string;
  /** IANA zone whose days dates are, and in which text without a zone is read. @default the zone of the column */
  tz?: Zones;
}

const ACTION = "keep the rows between";

/**
 * The rows that lie between two instants, the start counted in and the end not; of spans those that
 * overlap. Dates are local days: an `end_time` of `2024-04-01` is the midnight with which March ends. The
 * rows keep their order, and all columns their types and units; times are shown in `tz` where that is given.
 *
 * @param frame a column of instants, or of dates (each then the first instant of its local day).
 * @param range a year, month, ISO week or day as text, `{ from, to }`, a range of `range`, or one end.
 * @throws {TypeError} if the column is missing or has nulls, or the range is none
 * @throws {RangeError} if the end is before the start, or the zone is invalid
 *
 * @example Local days over a change of the clock
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const hours = Array.from({ length: 72 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 2, 30, i)),
 *   value: i,
 * }));
 * const tz = "Europe/Berlin";
 * assertEquals(series.between(hours, "2024-03-31", { tz }).height, 23);
 * assertEquals(
 *   series.between(hours, { start_time: "2024-03-31", end_time: "2024-03-31T12:00" }, { tz }).height,
 *   11,
 * );
 * assertEquals(series.between(hours, { start_time: "2024-04-01" }, { tz }).height, 26);
 * ```
 */
export function between(
  frame: FrameLike,
  range: Between,
  options: BetweenOptions = {},
): Frame {
  checkOptions(ACTION, options, { time: true, end: true, tz: true });
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const time = data.timeName(options.time), usualEnd = ENDS[time];
  const end = options.end ??
    (usualEnd !== undefined && data.has(usualEnd) ? usualEnd : undefined);
  const { values: starts, zone: own } = data.times(time);
  const ends = end === undefined ? undefined : readEnds(data, end, starts);
  const tz = zone(options.tz ?? own), [from, to] = edges(range, tz);
  const mask = Uint8Array.from(starts, (at, row) => {
    const last = ends?.[row] ?? at;
    // A span that has no length is an instant.
    return Number(at < to && (last > at ? last > from : at >= from));
  });
  const whole = data.frame(end === undefined ? [time] : [time, end]);
  const kept = showAsTable(keepRows(whole, mask), displayOf(whole) ?? {});
  setAskedRange(kept, narrowRange(data.range, { start: from, end: to }, tz));
  return options.tz === undefined ? kept : showInZone(kept, [time, end], tz);
}

/** The same with some columns of instants shown in a zone; dates stay dates. */
function showInZone(frame: Frame, names: readonly (string | undefined)[], tz: string): Frame {
  const data = openFrame(frame, { action: ACTION });
  const shown = names.flatMap((name) => {
    const column = name === undefined || !data.has(name) ? undefined : data.column(name);
    return column?.type === "time" && column.zone !== tz ? [[name, { ...column, zone: tz }]] : [];
  });
  return shown.length === 0 ? frame : withColumns(frame, Object.fromEntries(shown));
}

/** Columns of ends, by the columns of their starts. */
const ENDS: Readonly<Record<string, string>> = { start_time: "end_time", start_date: "end_date" };

function readEnds(data: OpenFrame, end: string, starts: BigInt64Array): BigInt64Array {
  const { values, valid } = data.read({ end: "time" }, { columns: { end } }).end;
  return values.map((at, row) => valid?.[row] === 0 ? starts[row]! : at);
}

/** Before and after all instants, in microseconds. */
const NEVER = MIN_MICROS, ALWAYS = MAX_MICROS;

function edges(range: Between, tz: string): [start: bigint, end: bigint] {
  if (!isOpen(range)) {
    const { start, end } = toInterval(whenRange(range, { tz, now: undefined }), { tz });
    return [start, end];
  }
  checkOptions(`${ACTION} (range)`, range as object, { start_time: true, end_time: true });
  const read = (at: TimeLike | undefined, what: string, none: bigint): bigint =>
    at === undefined ? none : toMicros(at, { tz, what });
  const { start_time, end_time } = range;
  const start = read(start_time, "start_time", NEVER), end = read(end_time, "end_time", ALWAYS);
  if (end >= start) return [start, end];
  throw new RangeError(
    `Cannot ${ACTION}: end_time ${String(end_time)} is before start_time ${String(start_time)}`,
  );
}

/** Returns whether a range has `start_time`, `end_time` or both, each a date or an instant. */
function isOpen(range: Between): range is OpenRange {
  return typeof range === "object" && range !== null &&
    ("start_time" in range || "end_time" in range);
}
