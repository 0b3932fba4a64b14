import { Table, tableToIPC } from "apache-arrow";
import pl from "nodejs-polars";
import { describeValue } from "../options/describeValue.ts";
import { fromArrow } from "./polars/fromArrow.ts";
import type { Row } from "./polars/rows.ts";
import type { Frame } from "./polars/frame.ts";

/**
 * What a verb takes: a Polars frame, an Arrow table, the bytes of one (Arrow IPC, file or stream, as
 * any copy or version of Arrow writes them), or an array of records.
 */
export type FrameLike = Frame | Table | Uint8Array | readonly Row[];

/**
 * A frame as it is, or an Arrow table or its bytes as a frame.
 *
 * @param action What is being done, for the error message.
 * @throws {TypeError} if it is neither
 */
export function asFrame(input: Frame | Table | Uint8Array, action = "read the data"): Frame {
  if (input instanceof Uint8Array) return fromArrow(input);
  const frame = input instanceof Table ? fromArrow(tableToIPC(input, "stream")) : input;
  if (pl.DataFrame.isDataFrame(frame)) return frame;
  throw new TypeError(
    `Cannot ${action}: the data is ${
      describeValue(input)
    }, expected a Polars frame, an Arrow table or an array of records${hint(input)}`,
  );
}

/** What was probably meant. */
function hint(input: unknown): string {
  const isForeign = typeof input === "object" && input !== null && "schema" in input &&
    "batches" in input;
  return isForeign
    ? "; this is a table of another copy of Arrow, give the bytes that its tableToIPC makes"
    : "";
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
