import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import { endOfRows } from "../frame/readRange.ts";
import { narrowRange, setAskedRange } from "../frame/polars/askedRange.ts";
import { displayOf } from "../frame/polars/displays.ts";
import { showAsTable } from "../frame/polars/keepDisplay.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { keepRows } from "../frame/polars/rearrange.ts";
import { withColumns } from "../frame/polars/withColumns.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { type Between, openInterval } from "../time/openRange.ts";
import { zoneOrOwn, type Zones } from "../time/zone.ts";

/** Options of {@linkcode between}. */
export interface BetweenOptions {
  /**
   * Name of the column of instants, or of starts. @default `time`, or `start_time` if `time` is
   * missing
   */
  time?: string;
  /**
   * Name of the column of ends, if rows are spans: overlapping spans are kept. @default `end_time`
   * if the frame has `start_time`, else none
   */
  end?: string;
  /** IANA zone of dates and of text without a zone. @default the zone of the column */
  tz?: Zones;
}

const ACTION = "keep the rows between";

/**
 * Keeps the rows between two instants, including the start and excluding the end. Keeps spans that
 * overlap the range. Dates are local days: an `end_time` of `2024-04-01` is the midnight that ends
 * March. Keeps the order of rows, and all columns with their types and units. With `tz`, times are
 * shown in that zone.
 *
 * @param frame a column of instants, or of dates (each is the start of its local day).
 * @param range a year, month, ISO week or day as text, `{ from, to }`, `{ days }` or `{ nights }`
 * before the end of the frame, a result of `range`, or one end.
 * @throws {TypeError} if the column is missing or has nulls, or the range is invalid
 * @throws {RangeError} if the end is before the start, or the zone is invalid
 *
 * @example Local days across a daylight saving change
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
  const tz = zoneOrOwn(options.tz, own);
  const rows = { tz, asked: data.range, times: starts };
  const { start: from, end: to } = openInterval(range, {
    tz,
    now: endOfRows(range, rows),
    action: ACTION,
  });
  const mask = Uint8Array.from(starts, (at, row) => {
    const last = ends?.[row] ?? at;
    // A span without length is an instant.
    return Number(at < to && (last > at ? last > from : at >= from));
  });
  const whole = data.frame(end === undefined ? [time] : [time, end]);
  const kept = showAsTable(keepRows(whole, mask), displayOf(whole) ?? {});
  setAskedRange(kept, narrowRange(data.range, { start: from, end: to }, tz));
  return options.tz === undefined ? kept : showInZone(kept, [time, end], tz);
}

/** Shows some columns of instants in a zone; dates stay dates. */
function showInZone(frame: Frame, names: readonly (string | undefined)[], tz: string): Frame {
  const data = openFrame(frame, { action: ACTION });
  const shown = names.flatMap((name) => {
    const column = name === undefined || !data.has(name) ? undefined : data.column(name);
    return column?.type === "time" && column.zone !== tz ? [[name, { ...column, zone: tz }]] : [];
  });
  return shown.length === 0 ? frame : withColumns(frame, Object.fromEntries(shown));
}

/** Names of the end columns by their start columns. */
const ENDS: Readonly<Record<string, string>> = { start_time: "end_time", start_date: "end_date" };

function readEnds(data: OpenFrame, end: string, starts: BigInt64Array): BigInt64Array {
  const { values, valid } = data.read({ end: "time" }, { columns: { end } }).end;
  return values.map((at, row) => valid?.[row] === 0 ? starts[row]! : at);
}
