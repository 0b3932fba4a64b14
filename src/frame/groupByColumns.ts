import type { CodedText } from "./columns/codedText.ts";
import { type Column, textColumn } from "./columns/columns.ts";
import { groupRows, type Groups } from "./columns/groups.ts";
import { takeRows } from "./takeRows.ts";

/**
 * Groups rows by the values of columns, and returns those values for each group.
 *
 * @param columns At least one column; text columns as indexes.
 * @throws {TypeError} if a column has lists or structs
 */
export function groupByColumns(
  columns: { readonly [name: string]: Column | CodedText },
  action: string,
): Groups {
  const groups = groupRows(columns, action);
  const inGroups = (column: Column | CodedText): Column =>
    "codes" in column
      ? textColumn(Array.from(groups.first, (row) => column.names[column.codes[row]!]!))
      : takeRows({ column }, groups.first)["column"]!;
  return {
    ...groups,
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, inGroups(column)]),
    ),
  };
}
