import { type FrameLike, openColumns, type OpenFrame, openFrame } from "../../frame/open.ts";
import type { Column } from "../../frame/columns/columns.ts";
import { rejectOverlaps } from "../../series/input/rejectOverlaps.ts";
import { keepsUnit, type Reducer } from "../../series/input/reducers.ts";
import { CLOCK_UNIT } from "../../time/units.ts";
import { zone, type Zones } from "../../time/zone.ts";

/** Which columns of a frame are a series. */
export interface SeriesChoice {
  /** The column of instants, or of days: each is then the first instant of a local day. @default that of `OpenFrame.timeName` */
  x?: string | undefined;
  /** The column of values. @default the frame's only column of numbers */
  y?: string | undefined;
  /** The unit of the values. @default the column's, where that is known */
  unit?: string | undefined;
  /** What is made of the values. @default their unit stays */
  aggregate?: Reducer | undefined;
  /** The zone of what names none, and whose days are meant. @default none */
  tz?: Zones | undefined;
}

/** A series: its instants, of which none is null, and its values. */
export interface ReadSeries {
  /** The name of the column of values. */
  readonly name: string;
  /** The name of the column of instants. */
  readonly xName: string;
  /** The unit of the values; undefined if it is not known. */
  readonly unit: string | undefined;
  /** The zone whose days are meant. */
  readonly tz: string;
  readonly x: Extract<Column, { type: "time" }>;
  readonly y: Extract<Column, { type: "float64" }>;
  /** Both, under their own names. */
  readonly data: OpenFrame;
}

/** The unit of a column as a picture names it; undefined if it is not known, or what is made of it has none. */
export function unitOf(
  data: OpenFrame,
  name: string,
  aggregate: Reducer = "mean",
): string | undefined {
  const unit = data.units[name];
  // Times of day are no amounts, and 1 is no unit to be read.
  return unit === CLOCK_UNIT || unit === "1" || !keepsUnit(aggregate) ? undefined : unit;
}

/**
 * Reads a column of instants or days and one of numbers. This is how all pictures that take a series
 * read it: days, as `2024-03-31` or as dates of Polars, are local days of `tz`.
 *
 * @throws {TypeError} if a column is missing or of another type, an instant is null, or there are
 * several columns of numbers and none is named
 * @throws {RangeError} if samples of several sources overlap that would be added
 */
export function readSeries(frame: FrameLike, choice: SeriesChoice, action: string): ReadSeries {
  const data = openFrame(frame, { action, tz: choice.tz }), x = data.timeName(choice.x);
  const name = choice.y ?? data.onlyNumberName([x]);
  if (choice.aggregate === "sum") rejectOverlaps(data, { time: x });
  const read = data.read({ x: "time", y: "float64" }, {
    full: ["x"],
    columns: { x, y: name },
  });
  return {
    name,
    xName: x,
    unit: choice.unit ?? unitOf(data, name, choice.aggregate),
    tz: zone(data.tz ?? read.x.zone),
    ...read,
    data: openColumns(
      {
        [x]: read.x,
        [name]: read.y,
        // Marks rows that are only parts of their days.
        ...(data.names.includes("whole") && name !== "whole"
          ? { whole: data.column("whole") }
          : {}),
      },
      { action },
      data.range,
    ),
  };
}
