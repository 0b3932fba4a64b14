import { cellType, PERSON, type TableSchema, TYPE_LABELS } from "./tableSchema.ts";

/** Name and type of each column, as Polars prints it. */
export type ColumnLabels = readonly (readonly [name: string, label: string])[];

/**
 * Returns the columns of a table.
 *
 * @param what Name of the source, for the message.
 * @throws {TypeError} if `person` is missing or neither an integer nor text, a column has no name, or
 * a cohort cannot store its type
 */
export function schemaOf(labels: ColumnLabels, what: string): TableSchema {
  if (!labels.some(([name]) => name === PERSON)) {
    throw new TypeError(
      `Cannot read ${what}: column ${PERSON} is missing. Every file needs this column, even if the name of a folder contains it.`,
    );
  }
  return Object.fromEntries(labels.map(([name, label]) => {
    const type = cellType(label);
    if (name === "") throw new TypeError(`Cannot read ${what}: a column has no name`);
    if (name === PERSON && !["int64", "text", undefined].includes(type)) {
      throw new TypeError(
        `Cannot read ${what}: column ${PERSON} is ${label}, expected ${TYPE_LABELS.int64} or ${TYPE_LABELS.text}`,
      );
    }
    if (type !== undefined) return [name, type];
    throw new TypeError(
      `Cannot read ${what}: column ${name} is ${label}; a cohort's columns are ${
        Object.values(TYPE_LABELS).join(", ")
      }`,
    );
  }));
}

/**
 * Describes how the columns of a file differ from a table's in name, type or order; `undefined` if
 * they do not.
 *
 * @param labels Columns of the file.
 * @param from Origin of the table's columns, for the message.
 */
export function columnDifference(
  labels: ColumnLabels,
  schema: TableSchema,
  from: string,
): string | undefined {
  const own = new Map(labels), names = Object.keys(schema);
  const missing = names.find((name) => !own.has(name));
  if (missing !== undefined) return `column ${missing} is missing, although ${from} has it`;
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
