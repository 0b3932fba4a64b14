export type { FrameLike, OpenFrame, OpenOptions } from "./open.ts";
export type { ColumnOf, ReadColumns, ReadOptions, WantedColumns } from "./wantedColumns.ts";
export type { Column, Columns, Valid } from "./columns/columns.ts";
export type { CodedText, TextReader } from "./columns/codedText.ts";
export type { Groups } from "./columns/groups.ts";
export type { GroupedWindows, GroupWindowsOptions, WindowFunction } from "./polars/groupWindows.ts";
export type { ColumnNames } from "./columns/columnNames.ts";
export type { Progress } from "../progress/progress.ts";
export type { Row } from "./polars/rows.ts";
export type { ColumnType, Schema } from "./columns/schema.ts";
export type {
  Expression,
  Frame,
  FrameOf,
  NamedColumns,
  NamedRow,
  RowOf,
  Series,
} from "./polars/frame.ts";
export type { Interval } from "../time/interval.ts";
export type { AskedRange } from "./polars/askedRange.ts";
export type { Windows } from "./polars/displays.ts";
export type { Every } from "../time/every.ts";
export type { Statistics, StatisticsMembers } from "./statistics.ts";
