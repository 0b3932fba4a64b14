import { optionNames } from "../../options/checkOptions.ts";
import { rejectPeople } from "../picture/rejectPeople.ts";
import { PICTURE_OPTIONS } from "../picture/pictureOptions.ts";
import type { PictureOptions } from "../picture/spec.ts";
import { type FrameLike, openColumns, type OpenFrame, openFrame } from "../../frame/open.ts";
import type { Column } from "../../frame/columns/columns.ts";
import { usualReducer } from "../../series/input/meaningOfColumns.ts";
import { rejectOverlaps } from "../../series/input/rejectOverlaps.ts";
import { keepsUnit, type Reducer } from "../../series/input/reducers.ts";
import { CLOCK_UNIT } from "../../time/units.ts";
import { measureLabel } from "../axis/reducerName.ts";
import { localZone, type Zones } from "../../time/zone.ts";

/** Options of charts of a series. */
export interface SeriesPictureOptions extends PictureOptions {
  /**
   * Column of instants or days.
   * @default the first of `time`, `night`, `date`, `start_time`, `start_date`, else the only column of times
   */
  x?: string;
  /** Column of values. @default the only numeric column */
  y?: string;
  /** Unit of the values, for labels. @default the unit of the column, if known */
  unit?: string;
}

export const SERIES_OPTIONS = optionNames<SeriesPictureOptions>()(PICTURE_OPTIONS, "x y unit");

/** Columns of a series. */
export interface SeriesChoice {
  /** Column of instants or local days. @default `OpenFrame.timeName` */
  x?: string | undefined;
  /** Column of values. @default the only numeric column */
  y?: string | undefined;
  /** Unit of the values. @default the unit of the column, if known */
  unit?: string | undefined;
  /**
   * Function that is applied to the values; `"usual"` is the mean of readings and the sum of other
   * values. @default none: their unit is kept
   */
  aggregate?: Reducer | "usual" | undefined;
  /** Zone of dates, and of times without a zone. @default none */
  tz?: Zones | undefined;
}

/** A series: its instants, without nulls, and its values. */
export interface ReadSeries {
  /** Name of the column of values. */
  readonly name: string;
  /** Name of the column of instants. */
  readonly xName: string;
  /** Function that is applied to the values, the mean if none was given. */
  readonly aggregate: Reducer;
  /** `undefined` if unknown. */
  readonly unit: string | undefined;
  /** Label with windows and unit: `Heart rate, mean per 5 min (bpm)`. */
  readonly measure: string;
  /** Zone of the days. */
  readonly tz: string;
  readonly x: Extract<Column, { type: "time" }>;
  readonly y: Extract<Column, { type: "float64" }>;
  /** Both columns, under their own names. */
  readonly data: OpenFrame;
}

/** Returns the unit of a column for display; `undefined` if unknown or without meaning. */
export function unitOf(
  data: OpenFrame,
  name: string,
  aggregate: Reducer = "mean",
): string | undefined {
  const unit = data.units[name];
  if (unit === "1" || !keepsUnit(aggregate)) return undefined; // 1 is not a unit for display
  return unit === CLOCK_UNIT && aggregate === "std" ? "h" : unit;
}

/**
 * Reads a column of instants or days and a numeric column, as every chart of a series does. Days,
 * as `2024-03-31` or as dates of Polars, are local days of `tz`.
 *
 * @throws {TypeError} if a column is missing or has another type, an instant is null, or there are
 * several numeric columns and `y` is not given
 * @throws {RangeError} if samples of several sources overlap and would be added up, or the rows are
 * of several people
 */
export function readSeries(frame: FrameLike, choice: SeriesChoice, action: string): ReadSeries {
  const data = openFrame(frame, { action, tz: choice.tz }), x = data.timeName(choice.x);
  rejectPeople(data);
  const name = choice.y ?? data.onlyNumberName([x]);
  const aggregate = choice.aggregate === "usual" ? usualReducer(data, name) : choice.aggregate;
  if (aggregate === "sum") rejectOverlaps(data, { time: x });
  const read = data.read({ x: "time", y: "float64" }, {
    full: ["x"],
    columns: { x, y: name },
  });
  const unit = choice.unit ?? unitOf(data, name, aggregate);
  return {
    name,
    xName: x,
    aggregate: aggregate ?? "mean",
    unit,
    measure: measureLabel(data, name, unit),
    tz: localZone(data.tz, read.x.zone, action),
    ...read,
    data: openColumns(
      {
        [x]: read.x,
        [name]: read.y,
        // Marks rows of partial days.
        ...(data.names.includes("whole") && name !== "whole"
          ? { whole: data.column("whole") }
          : {}),
      },
      { action },
      data.range,
    ),
  };
}
