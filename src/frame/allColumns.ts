import type { Columns } from "./columns/columns.ts";
import type { Schema } from "./columns/schema.ts";
import { type FrameLike, openFrame } from "./open.ts";

/** All columns of whatever a verb was given. */
export function allColumns(
  input: FrameLike,
  known: Schema = {},
  action?: string,
  tz?: string,
): Columns {
  return openFrame(input, { action, tz }).columns(known);
}
