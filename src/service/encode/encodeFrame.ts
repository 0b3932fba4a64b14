import { besideModule } from "../../options/besideModule.ts";
import { runInThread } from "../../options/thread.ts";
import type { OutputMethod } from "../../api/fields/enums.ts";
import { type Column, type Columns, rowCount } from "../../frame/columns/columns.ts";
import { encodeInSlices, valueCount } from "./encodeInSlices.ts";

/** Values from which on they are encoded in a thread of its own, whose start takes half a second. */
const APART: Partial<Readonly<Record<OutputMethod, number>>> & { readonly default: number } = {
  parquet: 200_000,
  arrow: 1_000_000,
  arrowraw: 1_000_000,
  default: 2_000_000,
};

/** How columns are encoded. */
export interface EncodeOptions {
  /** Values from which on they are encoded apart. @default as the form takes long */
  readonly apartFrom?: number;
}

/**
 * Columns as bytes of one of the eight forms, in pieces. Many are encoded in a thread of its own, so
 * that they hold up nobody, and are then no longer there for the caller.
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

/** What the thread is asked to do. */
export interface EncodeRequest {
  /** The columns. */
  readonly columns: Columns;
  /** The form. */
  readonly output: OutputMethod;
}

function encodeApart(columns: Columns, output: OutputMethod): Promise<Uint8Array[]> {
  const buffers = new Set<ArrayBuffer>();
  for (const column of Object.values(columns)) addBuffers(column, buffers);
  const worker = besideModule("./encodeWorker.ts", import.meta);
  return runInThread(worker, { columns, output } satisfies EncodeRequest, [...buffers]);
}

/** The memory of a column, which is handed over and not copied. */
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
