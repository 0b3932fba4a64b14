import { besideModule } from "../../options/besideModule.ts";
import { runInThread } from "../../options/thread.ts";
import type { OutputMethod } from "../../api/fields/enums.ts";
import { type Column, type Columns, rowCount } from "../../frame/columns/columns.ts";
import { encodeInSlices, valueCount } from "./encodeInSlices.ts";

/**
 * Minimum number of values to encode in a separate thread, which takes half a second to start.
 */
const APART: Partial<Readonly<Record<OutputMethod, number>>> & { readonly default: number } = {
  parquet: 200_000,
  arrow: 1_000_000,
  arrowraw: 1_000_000,
  default: 2_000_000,
};

export interface EncodeOptions {
  /** Minimum number of values to encode in a separate thread. @default depends on the format */
  readonly apartFrom?: number;
}

/**
 * Encodes columns in one of the eight formats, in chunks. Large columns move to their own thread,
 * so that other requests are not blocked; the caller can no longer use them.
 */
export async function encodeFrame(
  columns: Columns,
  output: OutputMethod,
  { apartFrom = APART[output] ?? APART.default }: EncodeOptions = {},
): Promise<Uint8Array[]> {
  const values = Math.max(rowCount(columns), valueCount(columns)) * Object.keys(columns).length;
  return values < apartFrom
    ? await encodeInSlices(columns, output)
    : await encodeApart(columns, output);
}

/** Message to the thread. */
export interface EncodeRequest {
  readonly columns: Columns;
  readonly output: OutputMethod;
}

function encodeApart(columns: Columns, output: OutputMethod): Promise<Uint8Array[]> {
  const buffers = new Set<ArrayBuffer>();
  for (const column of Object.values(columns)) addBuffers(column, buffers);
  const worker = besideModule("./encodeWorker.ts", import.meta);
  return runInThread(worker, { columns, output } satisfies EncodeRequest, [...buffers]);
}

/** Collects a column's buffers, which are transferred instead of copied. */
function addBuffers(column: Column, buffers: Set<ArrayBuffer>): void {
  const add = (values: ArrayBufferView | undefined): void => {
    if (values?.buffer instanceof ArrayBuffer) buffers.add(values.buffer);
  };
  if (column.type === "struct") {
    for (const field of Object.values(column.fields)) addBuffers(field, buffers);
    return;
  }
  if (column.type === "list") {
    add(column.offsets);
    addBuffers(column.item, buffers);
  } else if (column.type !== "text") add(column.values);
  if ("valid" in column) add(column.valid);
}
