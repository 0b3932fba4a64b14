/**
 * Returns a permission of `deno run` for these paths or programs, as one argument.
 *
 * @throws {RangeError} if a path has a comma, which separates the paths of a permission
 */
export function allow(kind: "read" | "write" | "run", paths: Iterable<string>): string {
  const all = [...paths], odd = all.find((path) => path.includes(","));
  if (odd !== undefined) {
    throw new RangeError(
      `Cannot give access to ${odd}: the path contains a comma, which separates paths in Deno's permissions. ` +
        "Use a folder without a comma.",
    );
  }
  return `--allow-${kind}=${all.join(",")}`;
}
