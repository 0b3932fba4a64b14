/** Names of a frame's columns, by the names that a verb uses: `{ start_time: "begin" }`. */
export type ColumnNames = { readonly [usual: string]: string };

/**
 * Throws if a caller renamed columns that a verb does not read.
 *
 * @param known Columns of the verb; a `?` at the end, for an optional column, is ignored.
 * @throws {TypeError} if so
 */
export function checkColumnNames(
  names: ColumnNames,
  known: readonly string[],
  action: string,
): void {
  const usual = known.map((name) => name.endsWith("?") ? name.slice(0, -1) : name);
  const unknown = Object.keys(names).find((name) => !usual.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(
    `Cannot ${action}: columns has ${
      JSON.stringify(unknown)
    }, which is not one of the columns read: ${usual.join(", ")}`,
  );
}
