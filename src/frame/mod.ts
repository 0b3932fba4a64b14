export type { FrameLike } from "./asFrame.ts";
export type { Row } from "./rows.ts";
export type { ColumnType, Schema } from "./schema.ts";
export type { Frame } from "./toFrame.ts";
