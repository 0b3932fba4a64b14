import { type FrameLike, openColumns, type OpenFrame, openFrame } from "../../frame/open.ts";
import type { Column } from "../../frame/columns/columns.ts";
import { zone } from "../../time/zone.ts";

/** Which columns of a frame are a series. */
export interface SeriesChoice {
  /** The column of instants, or of days: each is then the first instant of a local day. @default "time" */
  x?: string | undefined;
  /** The column of values. @default the frame's only column of numbers */
  y?: string | undefined;
  /** The zone of what names none, and whose days are meant. @default none */
  tz?: string | undefined;
}

/** A series: its instants, of which none is null, and its values. */
export interface ReadSeries {
  /** The name of the column of values. */
  readonly name: string;
  /** The zone whose days are meant. */
  readonly tz: string;
  readonly x: Extract<Column, { type: "time" }>;
  readonly y: Extract<Column, { type: "float64" }>;
  /** Both, under their own names. */
  readonly data: OpenFrame;
}

/**
 * Reads a column of instants or days and one of numbers. This is how all pictures that take a series
 * read it: days, as `2024-03-31` or as dates of Polars, are local days of `tz`.
 *
 * @throws {TypeError} if a column is missing or of another type, an instant is null, or there are
 * several columns of numbers and none is named
 */
export function readSeries(frame: FrameLike, choice: SeriesChoice, action: string): ReadSeries {
  const { x = "time" } = choice, data = openFrame(frame, { action, tz: choice.tz });
  const name = choice.y ?? data.onlyNumberName([x]);
  const read = data.read({ x: "time", y: "float64" }, {
    full: ["x"],
    columns: { x, y: name },
  });
  return {
    name,
    tz: zone(data.tz ?? read.x.zone),
    ...read,
    data: openColumns({ [x]: read.x, [name]: read.y }, { action }),
  };
}
