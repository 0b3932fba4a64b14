import type { Column, Columns } from "./columns.ts";

/**
 * Returns columns together with further columns of other names.
 *
 * @throws {RangeError} if a name occurs twice
 */
export function addColumns(
  columns: Columns,
  more: Iterable<readonly [name: string, column: Column]>,
  action: string,
): Columns {
  const all: Record<string, Column> = { ...columns };
  for (const [name, column] of more) {
    if (Object.hasOwn(all, name)) {
      throw new RangeError(
        `Cannot ${action}: there would be two columns ${JSON.stringify(name)}`,
      );
    }
    all[name] = column;
  }
  return all;
}
