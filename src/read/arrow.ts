import { type ArrowLimits, checkLimits } from "../frame/arrow/arrowLimits.ts";
import { fromArrow } from "../frame/polars/fromArrow.ts";
import { withDisplay } from "../frame/polars/withDisplay.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** How Arrow is read. */
export interface ArrowOptions extends ArrowLimits {}

const OPTIONS: OptionTable<ArrowOptions> = { maxUnpacked: true, maxRows: true };

/**
 * Reads Arrow IPC, a file (Feather version 2) or a stream, compressed or not, into a frame. Every verb
 * takes such bytes itself; this is for bytes that unpack to more, or hold more rows, than they may
 * without being asked for: 480 bytes can claim a hundred million rows of nulls.
 *
 * The bytes are checked to their last before anything is decoded: what is cut short or damaged is an
 * error, never fewer rows. Decimals become numbers, lists of a fixed length lists; a column of
 * intervals, unions, run ends or list views is rejected by name.
 *
 * @param bytes `await Deno.readFile("heart.arrow")`
 * @returns the columns as they are named there
 * @throws {TypeError} if the bytes are not Arrow IPC, are cut short or damaged, or claim more than the
 * limits, which the message names
 * @throws {RangeError} if a time lies outside the years 1 to 9999, or a limit is not a number
 *
 * @example Many rows of nothing
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals, assertThrows } from "@std/assert";
 * import { makeData, makeVector, Null, Table, tableToIPC } from "apache-arrow";
 *
 * const nulls = makeVector(makeData({ type: new Null(), length: 2_000_000 }));
 * const bytes = tableToIPC(new Table({ nulls }), "file");
 * assertThrows(() => read.arrow(bytes), TypeError, "maxRows allows it");
 * assertEquals(read.arrow(bytes, { maxRows: 2_000_000 }).height, 2_000_000);
 * ```
 */
export function arrow(bytes: Uint8Array, options: ArrowOptions = {}): Frame {
  if (!(bytes instanceof Uint8Array)) {
    throw new TypeError(
      `Cannot read Arrow data: bytes is ${describeValue(bytes)}, expected a Uint8Array`,
    );
  }
  checkOptions("read Arrow data", options, OPTIONS);
  return withDisplay(fromArrow(bytes, checkLimits(options, "read Arrow data")));
}
