import { csvParse } from "d3-dsv";

const FOLDER = new URL("../fixtures/arrow-writers/", import.meta.url);

/** An Arrow body of some writer: eight minutes of heart rates from 2025-02-10T00:00Z, the fourth null. */
export interface WriterFile {
  /** The file. */
  readonly file: string;
  /** Program that wrote it, and its version. */
  readonly writer: string;
  /** Its rows. */
  readonly rows: number;
  /** The body. */
  readonly bytes: Uint8Array;
}

/** A body of each writer, and of each shape in which one writes it. */
export const WRITER_FILES: readonly WriterFile[] = csvParse(
  Deno.readTextFileSync(new URL("files.csv", FOLDER)),
).map(({ file, writer, rows }) => ({
  file: file!,
  writer: writer!,
  rows: Number(rows),
  bytes: Deno.readFileSync(new URL(file!, FOLDER)),
}));

/** The heart rates. */
export const HEART_RATES = [60, 61, 62, null, 64, 65, 66, 67];
/** Additional columns of some files, by file. */
export const MORE_COLUMNS: Readonly<Record<string, readonly [string, readonly unknown[]]>> = {
  "pyarrow-text-column.arrow": ["heart_rate_src", alternating("watch 0", "watch 1")],
  "pyarrow-words-column.arrow": ["source", alternating("watch 0", "watch 1")],
  "pyarrow-large-text.arrow": ["source", alternating("watch 0", "watch 1")],
  "pyarrow-number-column.arrow": ["count", [0, 1, 2, 3, 4, 5, 6, 7]],
};

function alternating(...values: string[]): string[] {
  return Array.from({ length: 8 }, (_, i) => values[i % values.length]!);
}
