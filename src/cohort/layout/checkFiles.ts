import { ParquetRows } from "../../frame/polars/parquetRows.ts";
import { columnDifference, type ColumnLabels, schemaOf } from "../columnLabels.ts";
import type { TableSchema } from "../tableSchema.ts";
import { readFooter } from "./fileFooter.ts";
import { checkPartitions } from "./partitions.ts";
import type { TableFile } from "./tableFiles.ts";

/**
 * Checks the columns of every file of a table before reading rows: names, order and types must be
 * equal, since an engine would otherwise return nulls or other numbers.
 *
 * @param expected Columns of the table; `undefined` to expect the columns of the first file.
 * @returns the table's columns
 * @throws {TypeError} if a file has other columns or cannot be read, or a folder's name holds a
 * column; the message has the file and column
 */
export function checkFiles(
  table: string,
  files: readonly TableFile[],
  expected: TableSchema | undefined,
): TableSchema {
  let schema = expected, from = "the table";
  const known = new Map<string, ColumnLabels>();
  for (const file of files) {
    const columns = readFooter(file)?.columns;
    const labels = known.get(columns ?? "") ?? labelsOf(file);
    if (columns !== undefined) known.set(columns, labels);
    if (schema === undefined) {
      schema = schemaOf(labels, file.name);
      from = file.name;
    } else {
      const problem = columnDifference(labels, schema, from);
      if (problem !== undefined) throw new TypeError(`Cannot read ${file.name}: ${problem}`);
    }
    checkPartitions(file.name, schema);
  }
  if (schema === undefined) throw new TypeError(`Cannot read table ${table}: it has no files`);
  return schema;
}

function labelsOf({ path, name }: TableFile): ColumnLabels {
  try {
    return new ParquetRows([path]).types();
  } catch (cause) {
    throw new TypeError(
      `Cannot read ${name}: it is not a Parquet file, or damaged. Write it again`,
      { cause },
    );
  }
}
