export type { FrameLike } from "./asFrame.ts";
export type { ColumnNames } from "./columnNames.ts";
export type { Progress } from "./progress.ts";
export type { Row } from "./rows.ts";
export type { ColumnType, Schema } from "./schema.ts";
export type { Frame } from "./toFrame.ts";
