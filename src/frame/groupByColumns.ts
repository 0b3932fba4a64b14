import type { CodedText } from "./columns/codedText.ts";
import { type Column, textColumn } from "./columns/columns.ts";
import { groupRows, type Groups } from "./columns/groups.ts";
import { takeRows } from "./takeRows.ts";

/**
 * The groups of rows that have the same values in some columns, and what the columns say of each.
 *
 * @param columns One at least; those of text as numbers.
 * @throws {TypeError} if a column is of lists or structs
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
