import { Table, tableToIPC } from "apache-arrow";
import type { Column, Columns } from "../../src/frame/columns/columns.ts";
import { FORMATS } from "../../src/frame/formats/formats.ts";
import type { Schema } from "../../src/frame/columns/schema.ts";
import { toArrow } from "../../src/frame/arrow/toArrow.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";

/** Complete body from which mutants are made. */
export interface MutantSeed {
  readonly name: string;
  /** Format for reading it. */
  readonly form: keyof typeof FORMATS;
  readonly bytes: Uint8Array;
  /** Number of rows; -1 if the body is invalid even without changes. */
  readonly rows: number;
}

const ROWS = 40;
const FILES = new URL("../fixtures/", import.meta.url);

/** Types of the columns of text bodies. */
export const TEXT_SCHEMA: Schema = {
  time: "time",
  value: "float64",
  count: "int64",
  flag: "bool",
  note: "text",
  parts: { list: "float64" },
};

const valid = Uint8Array.from({ length: ROWS }, (_, i) => i % 5 && 1);
const numbers = (step: number): Float64Array =>
  Float64Array.from({ length: ROWS }, (_, i) => i * step);
const time: Column = {
  type: "time",
  values: BigInt64Array.from({ length: ROWS }, (_, i) => BigInt(i) * 60_000_000n),
  zone: "Europe/Berlin",
};
const item: Column = { type: "float64", values: numbers(0.25) };
const offsets = Int32Array.from({ length: ROWS + 1 }, (_, i) => i);
const flat: Columns = {
  time,
  value: { type: "float64", values: numbers(0.5), valid },
  count: { type: "int64", values: BigInt64Array.from({ length: ROWS }, (_, i) => BigInt(i)) },
  flag: { type: "bool", values: valid },
  note: {
    type: "text",
    values: Array.from(
      { length: ROWS },
      (_, i) => i % 7 === 0 ? null : `${"a longer text, ".repeat(i % 3)}"no ${i}"\n`,
    ),
  },
  parts: { type: "list", offsets, item },
};
const nested: Columns = {
  ...flat,
  spans: {
    type: "list",
    offsets,
    item: { type: "struct", fields: { time, item }, length: ROWS },
    valid,
  },
};

function byPolars(kind: "file" | "stream", compression: "uncompressed" | "lz4" | "zstd") {
  const frame = toFrame(nested);
  const bytes = kind === "file"
    ? frame.writeIPC({ compression })
    : frame.writeIPCStream({ compression });
  return { name: `polars ${kind} ${compression}`, form: "arrow", bytes, rows: ROWS } as const;
}

function byArrow(kind: "file" | "stream"): MutantSeed {
  const { batches } = toArrow(nested);
  const bytes = tableToIPC(new Table([...batches, ...batches, ...batches]), kind);
  return { name: `arrow-js ${kind} of three batches`, form: "arrow", bytes, rows: 3 * ROWS };
}

function fromFile(path: string, rows: number): MutantSeed {
  const form = path.endsWith(".parquet") ? "parquet" : "arrow";
  return { name: path, form, bytes: Deno.readFileSync(new URL(path, FILES)), rows };
}

function asText(form: "csv" | "quotecsv" | "ndjson" | "jstable" | "jscolumns"): MutantSeed {
  return { name: form, form, bytes: FORMATS[form].encode(flat), rows: ROWS };
}

/** Complete bodies in all formats, from several writers. */
export const MUTANT_SEEDS: readonly MutantSeed[] = [
  byPolars("file", "uncompressed"),
  byPolars("file", "lz4"),
  byPolars("file", "zstd"),
  byPolars("stream", "uncompressed"),
  byPolars("stream", "lz4"),
  byPolars("stream", "zstd"),
  byArrow("file"),
  byArrow("stream"),
  fromFile("arrow-seeds/rich-file.arrow", ROWS),
  fromFile("arrow-seeds/rich-file-lz4.arrow", ROWS),
  fromFile("arrow-seeds/rich-stream.arrow", ROWS),
  fromFile("arrow-seeds/rich-stream-zstd.arrow", ROWS),
  fromFile("arrow-seeds/list-view-file.arrow", -1),
  fromFile("arrow-seeds/list-view-stream-zstd.arrow", -1),
  fromFile("arrow-writers/polars-file-zstd.arrow", 8),
  fromFile("arrow-writers/pyarrow-batches.arrow", 8),
  { name: "polars parquet", form: "parquet", bytes: FORMATS.parquet.encode(nested), rows: ROWS },
  fromFile("arrow-seeds/rich-snappy.parquet", ROWS),
  fromFile("arrow-seeds/rich-plain-v2.parquet", ROWS),
  fromFile("arrow-seeds/rich-zstd.parquet", ROWS),
  fromFile("arrow-seeds/rich-delta.parquet", ROWS),
  asText("csv"),
  asText("quotecsv"),
  asText("ndjson"),
  asText("jstable"),
  asText("jscolumns"),
];
