import { tableOf } from "./asFrame.ts";
import { type FrameLike, readColumns } from "./readColumns.ts";

/**
 * Columns of numbers by the names that a caller gave, NaN for null.
 *
 * @throws {TypeError} if a column is missing or holds no numbers
 */
export function readNumbers(
  frame: FrameLike,
  names: readonly string[],
  action: string,
): Float64Array[] {
  const input = tableOf(frame, action);
  return names.map((name) => {
    const { y } = readColumns(input, { y: "float64" }, { action, columns: { y: name } });
    const { values, valid } = y;
    if (valid === undefined) return values;
    const known = values.slice();
    for (let i = 0; i < known.length; i++) if (valid[i] === 0) known[i] = NaN;
    return known;
  });
}
