import { Buffer } from "node:buffer";
import { tableToIPC } from "apache-arrow";
import pl from "nodejs-polars";
import type { Columns } from "./columns.ts";
import { toArrow } from "./toArrow.ts";

/** A Polars data frame. */
export type Frame = pl.DataFrame;

/**
 * Columns as a Polars frame: times become `datetime[us, zone]`.
 *
 * @throws {RangeError} if the columns differ in length
 */
export function toFrame(columns: Columns): Frame {
  // Arrow carries nulls, zones, lists and exact 64-bit integers; Polars' own constructors do not.
  const bytes = tableToIPC(toArrow(columns), "stream");
  return pl.readIPCStream(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
