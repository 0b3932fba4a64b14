import { type ArrowLimits, checkLimits } from "../frame/arrow/arrowLimits.ts";
import { fromArrow } from "../frame/polars/fromArrow.ts";
import { decodeIsolated, type IsolateLimits } from "../frame/isolate.ts";
import { withDisplay } from "../frame/polars/withDisplay.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { type WholeFile, wholeFile } from "./zip/wholeFile.ts";

/** How Arrow is read. */
export interface ArrowOptions extends ArrowLimits {
  /** Decodes in a child process, with limits of memory and time. @default false */
  isolate?: boolean | IsolateLimits | undefined;
}

const ACTION = "read Arrow data";
const OPTIONS = optionNames<ArrowOptions>()("maxUnpacked maxRows isolate");
const ISOLATE_OPTIONS = optionNames<IsolateLimits>()("memory seconds");

/**
 * Reads Arrow IPC, a file (Feather version 2) or a stream, compressed or not, into a frame. Every verb
 * takes such bytes itself; this is for bytes that unpack to more, or hold more rows, than they may
 * without being asked for: 480 bytes can claim a hundred million rows of nulls.
 *
 * The bytes are checked to their last before anything is decoded: what is cut short or damaged is an
 * error, never fewer rows. Decimals become numbers, lists of a fixed length lists; a column of
 * intervals, unions, run ends or list views is rejected by name.
 *
 * With `isolate`, a child process decodes the bytes, as a second line of defence: if they end it, or it
 * takes more than 4 GiB of memory or 60 seconds, you get an error and this process goes on. The child
 * stays for the next call. Deno needs the permission `--allow-run` for it.
 *
 * @param source a path, a URL, bytes, a Blob or a stream
 * @returns the columns as they are named there
 * @throws {TypeError} if there is no such file, or the bytes are not Arrow IPC, are cut short or damaged, or claim more than the
 * limits, which the message names
 * @throws {RangeError} if a time is outside the years 1 to 9999, or a limit is not a number
 * @throws {Error} if the child process may not start, or ends before it has decoded the bytes
 *
 * @example Many rows of nothing
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals, assertRejects } from "@std/assert";
 * import { makeData, makeVector, Null, Table, tableToIPC } from "apache-arrow";
 *
 * const nulls = makeVector(makeData({ type: new Null(), length: 2_000_000 }));
 * const bytes = tableToIPC(new Table({ nulls }), "file");
 * await assertRejects(() => read.arrow(bytes), TypeError, "maxRows allows it");
 * assertEquals((await read.arrow(bytes, { maxRows: 2_000_000 })).height, 2_000_000);
 * ```
 */
export async function arrow(source: WholeFile, options: ArrowOptions = {}): Promise<Frame> {
  checkOptions(ACTION, options, OPTIONS);
  const limits = checkLimits(options, ACTION), { isolate = false } = options;
  const bytes = await wholeFile(source, ACTION);
  if (isolate === false) return withDisplay(fromArrow(bytes, limits));
  const bounds = isolate === true ? {} : isolate;
  checkOptions(ACTION, bounds, ISOLATE_OPTIONS);
  for (const name of ["memory", "seconds"] as const) {
    const value: unknown = bounds[name];
    if (value === undefined || (typeof value === "number" && value > 0 && value < Infinity)) {
      continue;
    }
    throw new RangeError(
      `Cannot ${ACTION}: isolate.${name} is ${describeValue(value)}, expected a number above 0`,
    );
  }
  return withDisplay(await decodeIsolated(bytes, limits, bounds));
}
