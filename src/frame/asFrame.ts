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
 * @throws {TypeError} if it is neither
 */
export function asFrame(input: Frame | Table): Frame {
  const frame = input instanceof Table ? fromArrow(tableToIPC(input, "stream")) : input;
  if (pl.DataFrame.isDataFrame(frame)) return frame;
  throw new TypeError(
    "Cannot read the data: expected a Polars frame, an Arrow table or an array of records",
  );
}
