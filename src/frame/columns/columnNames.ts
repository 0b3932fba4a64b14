/** Names of a frame's columns, by the names that a verb knows them by: `{ start_time: "begin" }`. */
export type ColumnNames = { readonly [usual: string]: string };

/**
 * Checks that a caller renamed only columns that a verb reads.
 *
 * @param known What the verb reads; a `?` at the end, for those that may be absent, counts for nothing.
 * @throws {TypeError} if one is not among them
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
    `Cannot ${action}: columns has ${JSON.stringify(unknown)}, which is not read; read are ${
      usual.join(", ")
    }`,
  );
}
