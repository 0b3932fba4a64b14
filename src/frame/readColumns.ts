import type { ColumnNames } from "./columns/columnNames.ts";
import {
  type FrameLike,
  openFrame,
  type OpenOptions,
  type ReadColumns as Read,
  type ReadOptions,
  type WantedColumns as Wanted,
} from "./open.ts";

export type { ColumnNames, FrameLike, Read, Wanted };

/** The columns of {@linkcode openFrame}'s `read`, of what is read only once. */
export function readColumns<const W extends Wanted>(
  input: FrameLike,
  wanted: W,
  { action = "read the frame", tz, ...options }: OpenOptions & ReadOptions = {},
): Read<W> {
  return openFrame(input, { action, tz }).read(wanted, options);
}
