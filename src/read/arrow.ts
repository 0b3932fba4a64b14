import { loadLate } from "../options/loadLate.ts";
import { type ArrowLimits, checkLimits } from "../frame/arrow/arrowLimits.ts";
import { fromArrow } from "../frame/polars/fromArrow.ts";
import type { IsolateLimits } from "../frame/isolate.ts";
import { withDisplay } from "../frame/polars/withDisplay.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { type WholeFile, wholeFile } from "./zip/wholeFile.ts";

/** Options of {@linkcode arrow}. */
export interface ArrowOptions extends ArrowLimits {
  /** Decodes in a child process that has limits of memory and time. @default false */
  isolate?: boolean | IsolateLimits | undefined;
}

const ACTION = "read Arrow data";
const OPTIONS = optionNames<ArrowOptions>()("maxUnpacked maxRows isolate");
const ISOLATE_OPTIONS = optionNames<IsolateLimits>()("memory seconds");

/**
 * Reads Arrow IPC into a frame: a file (Feather version 2) or a stream, compressed or not. Every
 * verb accepts such bytes itself. Use this function for bytes that exceed the default limits of
 * size and rows: 480 bytes can claim a hundred million rows of nulls.
 *
 * All bytes are checked before any are decoded. Truncated or damaged input is an error, never fewer
 * rows. Decimals become numbers, and fixed-size lists become lists. Columns of intervals, unions,
 * run ends or list views are rejected by name. If `writeIPC` has stored the requested range of the
 * frame, the result has it again: see {@linkcode show.rangeOf}.
 *
 * With `isolate`, a child process decodes the bytes, as a second line of defence. If they crash it,
 * or it takes more than 4 GiB of memory or 60 seconds, the call throws and your process continues.
 * The child stays for the next call. In Deno it needs the permission `--allow-run`.
 *
 * @param source a path, a URL, bytes, a Blob or a stream
 * @returns the columns, with their names in the file
 * @throws {TypeError} if the file does not exist, or the bytes are not Arrow IPC, are truncated or
 * damaged, or claim more than the limits (the message names them)
 * @throws {RangeError} if a time is outside the years 1 to 9999, or a limit is not a number
 * @throws {Error} if the child process cannot start, or ends before it has decoded the bytes
 *
 * @example Many rows of nothing
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals, assertRejects } from "@std/assert";
 * import { makeData, makeVector, Null, Table, tableToIPC } from "apache-arrow";
 *
 * const nulls = makeVector(makeData({ type: new Null(), length: 2_000_000 }));
 * const bytes = tableToIPC(new Table({ nulls }), "file");
 * await assertRejects(() => read.arrow(bytes), TypeError, "raise maxRows to allow it");
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
  const { decodeIsolated } = await loadLate<typeof import("../frame/isolate.ts")>(
    "../frame/isolate.ts",
    import.meta,
  );
  return withDisplay(await decodeIsolated(bytes, limits, bounds));
}
