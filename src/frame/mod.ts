export type {
  ColumnOf,
  FrameLike,
  OpenFrame,
  OpenOptions,
  ReadColumns,
  ReadOptions,
  WantedColumns,
} from "./open.ts";
export type { Column, Columns, Valid } from "./columns/columns.ts";
export type { CodedText, TextReader } from "./columns/codedText.ts";
export type { Groups } from "./columns/groups.ts";
export type { GroupedWindows, GroupWindowsOptions, WindowFunction } from "./polars/groupWindows.ts";
export type { ColumnNames } from "./columns/columnNames.ts";
export type { Progress } from "../show/progress.ts";
export type { Row } from "./polars/rows.ts";
export type { ColumnType, Schema } from "./columns/schema.ts";
export type { Frame, Series } from "./polars/frame.ts";
export type { Interval } from "../time/interval.ts";
