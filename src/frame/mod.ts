export type { FrameLike, OpenFrame } from "./open.ts";
export type { ColumnNames } from "./columns/columnNames.ts";
export type { Progress } from "../show/progress.ts";
export type { Row } from "./polars/rows.ts";
export type { ColumnType, Schema } from "./columns/schema.ts";
export type { Frame, Series } from "./polars/frame.ts";
