import { Table, tableToIPC } from "apache-arrow";
import pl from "nodejs-polars";
import { fromArrow } from "./fromArrow.ts";
import type { Row } from "./rows.ts";
import type { Frame } from "./toFrame.ts";

/** What a verb takes: a Polars frame, an Arrow table, or an array of records. */
export type FrameLike = Frame | Table | readonly Row[];

/**
 * A frame as it is, or an Arrow table as a frame.
 *
 * @param action What is being done, for the error message.
 * @throws {TypeError} if it is neither
 */
export function asFrame(input: Frame | Table, action = "read the data"): Frame {
  const frame = input instanceof Table ? fromArrow(tableToIPC(input, "stream")) : input;
  if (pl.DataFrame.isDataFrame(frame)) return frame;
  throw new TypeError(
    `Cannot ${action}: expected a Polars frame, an Arrow table or an array of records${
      (input as unknown) instanceof Promise ? "; this is a promise, await it first" : ""
    }`,
  );
}

/**
 * Records as they are, or a frame: what is read more than once is then made of Arrow only once.
 *
 * @throws {TypeError} if it is none of them
 */
export function tableOf(input: FrameLike, action?: string): Frame | readonly Row[] {
  return Array.isArray(input)
    ? input as readonly Row[]
    : asFrame(input as Exclude<FrameLike, readonly Row[]>, action);
}
