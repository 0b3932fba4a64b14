import { type TableSchema, TYPE_LABELS } from "./tableSchema.ts";

/**
 * How a file's columns differ from a table's, in name, type or order; undefined if they do not.
 *
 * @param labels The name and the type of each column of the file, as Polars prints it.
 * @param from What the columns of the table were read from, for the message.
 */
export function columnDifference(
  labels: readonly (readonly [name: string, label: string])[],
  schema: TableSchema,
  from: string,
): string | undefined {
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
