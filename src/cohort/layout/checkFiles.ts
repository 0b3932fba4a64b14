import { ParquetRows } from "../../frame/polars/parquetRows.ts";
import { cellType, PERSON, type TableSchema, TYPE_LABELS } from "../tableSchema.ts";
import type { TableFile } from "./tableFiles.ts";

/**
 * Checks the columns of every file of a table before a row is read: the same names in the same order
 * with the same types, since an engine that reads them otherwise gives nulls or other numbers.
 *
 * @param expected The table's columns; undefined where nothing says them: then those of the first file.
 * @returns the table's columns
 * @throws {TypeError} if a file has other columns, or cannot be read; it is named, with the column
 */
export function checkFiles(
  table: string,
  files: readonly TableFile[],
  expected: TableSchema | undefined,
): TableSchema {
  let schema = expected, from = "the table";
  for (const file of files) {
    const labels = labelsOf(file);
    if (schema === undefined) {
      schema = schemaOf(labels, file);
      from = file.name;
      continue;
    }
    const problem = difference(labels, schema, from);
    if (problem !== undefined) throw new TypeError(`Cannot read ${file.name}: ${problem}`);
  }
  if (schema === undefined) throw new TypeError(`Cannot read table ${table}: it has no files`);
  return schema;
}

type Labels = readonly (readonly [name: string, label: string])[];

function labelsOf({ path, name }: TableFile): Labels {
  try {
    return new ParquetRows([path]).types();
  } catch (cause) {
    throw new TypeError(`Cannot read ${name}: ${String((cause as Error).message).split("\n")[0]}`, {
      cause,
    });
  }
}

function schemaOf(labels: Labels, { name: file }: TableFile): TableSchema {
  if (!labels.some(([name]) => name === PERSON)) {
    throw new TypeError(`Cannot read ${file}: column ${PERSON} is missing`);
  }
  return Object.fromEntries(labels.map(([name, label]) => {
    const type = cellType(label);
    if (type !== undefined) return [name, type];
    throw new TypeError(
      `Cannot read ${file}: column ${name} is ${label}; a cohort's columns are ${
        Object.values(TYPE_LABELS).join(", ")
      }`,
    );
  }));
}

/** How columns differ from those expected; undefined if they do not. */
function difference(labels: Labels, schema: TableSchema, from: string): string | undefined {
  const own = new Map(labels), names = Object.keys(schema);
  const missing = names.find((name) => !own.has(name));
  if (missing !== undefined) return `column ${missing} is missing, which ${from} has`;
  const extra = labels.find(([name]) => !Object.hasOwn(schema, name));
  if (extra !== undefined) return `column ${extra[0]} is one that ${from} does not have`;
  const other = names.find((name) => own.get(name) !== TYPE_LABELS[schema[name]!]);
  if (other !== undefined) {
    return `column ${other} is ${own.get(other)}, expected ${TYPE_LABELS[schema[other]!]}`;
  }
  const order = labels.map(([name]) => name);
  return order.every((name, i) => name === names[i])
    ? undefined
    : `its columns are in another order, ${order.join(", ")}; expected ${names.join(", ")}`;
}
