import type { OutputMethod } from "../../api/fields/enums.ts";
import type { RecordBatchStreamWriter, Schema } from "apache-arrow";
import { type Column, type Columns, rowCount } from "../../frame/columns/columns.ts";
import { FORMATS } from "../../frame/formats/formats.ts";
import { toValues } from "../../frame/polars/rows.ts";
import { loadArrow } from "../../frame/arrow/loadArrow.ts";
import { toArrow } from "../../frame/arrow/toArrow.ts";
import { pause } from "../../store/sqlite/pause.ts";
import { slices } from "../../frame/columns/sliceColumns.ts";

/** Values of a column to write as text before other work may run: about 20 ms. */
const TEXT_SLICE = 10_000;
/** Rows to write as Arrow before other work may run. */
const ARROW_SLICE = 500_000;

const text = new TextEncoder();

/**
 * Encodes columns in one of the eight formats, in chunks. Text formats and large Arrow tables are
 * written in slices, with other work in between. Polars writes Parquet at once.
 */
export async function encodeInSlices(
  columns: Columns,
  output: OutputMethod,
): Promise<Uint8Array[]> {
  const { encode } = FORMATS[output];
  const rows = rowCount(columns);
  const size = Math.max(1, Math.floor(TEXT_SLICE * rows / valueCount(columns)));
  switch (output) {
    case "parquet":
      return [encode(columns)];
    case "arrow":
      return rows <= ARROW_SLICE
        ? [encode(columns)]
        : [await batches(columns, new (loadArrow().RecordBatchFileWriter)())];
    case "arrowraw":
      return rows <= ARROW_SLICE
        ? [encode(columns)]
        : [await batches(columns, new (loadArrow().RecordBatchStreamWriter)())];
    case "jscolumns":
      return rows <= size ? [encode(columns)] : await columnLists(columns, size);
    default:
      return rows <= size
        ? [encode(columns)]
        : await joinTexts(columns, encode, JOINTS[output], size);
  }
}

/**
 * Returns the number of values in the largest column, including its lists; at least one per row.
 */
export function valueCount(columns: Columns): number {
  const count = (column: Column): number =>
    column.type === "list"
      ? column.offsets.at(-1)! + column.offsets.length + count(column.item)
      : column.type === "struct"
      ? valueCount(column.fields)
      : column.values.length;
  return Math.max(1, ...Object.values(columns).map(count));
}

async function batches(columns: Columns, writer: RecordBatchStreamWriter): Promise<Uint8Array> {
  const { RecordBatch } = loadArrow();
  let schema: Schema | undefined;
  for (const slice of slices(columns, ARROW_SLICE)) {
    const table = toArrow(slice);
    // The writer would treat an equal schema that is another object as the end of the stream.
    schema ??= table.schema;
    for (const { data } of table.batches) writer.write(new RecordBatch(schema, data));
    await pause();
  }
  writer.finish();
  return writer.toUint8Array(true);
}

/** Rules to join encoded slices. */
interface Joint {
  /** Number of bytes to omit at the start of each slice but the first. */
  readonly skip: (bytes: Uint8Array) => number;
  /** Number of bytes to omit at the end of each slice but the last. */
  readonly cut: number;
  /** Separator of slices. */
  readonly between: string;
}

const header = (bytes: Uint8Array): number => bytes.indexOf(0x0a) + 1;

const JOINTS = {
  ndjson: { skip: () => 0, cut: 0, between: "" },
  csv: { skip: header, cut: 0, between: "" },
  quotecsv: { skip: header, cut: 0, between: "" },
  jstable: { skip: () => 1, cut: 1, between: "," },
} as const satisfies Record<string, Joint>;

async function joinTexts(
  columns: Columns,
  encode: (columns: Columns) => Uint8Array,
  { skip, cut, between }: Joint,
  size: number,
): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  const count = rowCount(columns);
  let rows = 0;
  for (const slice of slices(columns, size)) {
    const bytes = encode(slice);
    const isFirst = rows === 0, isLast = (rows += rowCount(slice)) === count;
    if (!isFirst && between !== "") pieces.push(text.encode(between));
    pieces.push(bytes.subarray(isFirst ? 0 : skip(bytes), bytes.length - (isLast ? 0 : cut)));
    await pause();
  }
  return pieces;
}

async function columnLists(columns: Columns, size: number): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let before = "{";
  for (const [name, column] of Object.entries(columns)) {
    let open = `${before}${JSON.stringify(name)}:[`;
    for (const slice of slices({ [name]: column }, size)) {
      pieces.push(text.encode(open + JSON.stringify(toValues(slice[name]!)).slice(1, -1)));
      open = ",";
      await pause();
    }
    before = "],";
  }
  pieces.push(text.encode("]}"));
  return pieces;
}
