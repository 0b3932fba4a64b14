import { cellType, PERSON, type TableSchema, TYPE_LABELS } from "./tableSchema.ts";

/** The name and the type of each column, as Polars prints it. */
export type ColumnLabels = readonly (readonly [name: string, label: string])[];

/**
 * The columns of a table.
 *
 * @param what What is read, for the message.
 * @throws {TypeError} if nothing says whose rows they are, or a column is of a type that cohorts do not have
 */
export function schemaOf(labels: ColumnLabels, what: string): TableSchema {
  if (!labels.some(([name]) => name === PERSON)) {
    throw new TypeError(`Cannot read ${what}: column ${PERSON} is missing`);
  }
  return Object.fromEntries(labels.map(([name, label]) => {
    const type = cellType(label);
    if (type !== undefined) return [name, type];
    throw new TypeError(
      `Cannot read ${what}: column ${name} is ${label}; a cohort's columns are ${
        Object.values(TYPE_LABELS).join(", ")
      }`,
    );
  }));
}

/**
 * How a file's columns differ from a table's, in name, type or order; undefined if they do not.
 *
 * @param labels The columns of the file.
 * @param from What the columns of the table were read from, for the message.
 */
export function columnDifference(
  labels: ColumnLabels,
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
