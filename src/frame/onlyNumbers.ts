import type { FrameLike } from "./asFrame.ts";
import { numberColumns } from "./numberColumns.ts";

/**
 * The name of the only column of numbers that a frame has, beside those that are set aside.
 *
 * @throws {TypeError} if there is none, or more than one: the message names them
 */
export function onlyNumbers(input: FrameLike, aside: readonly string[], action: string): string {
  const found = numberColumns(input).filter((name) => !aside.includes(name));
  if (found.length === 1) return found[0]!;
  if (Array.isArray(input) && input.length === 0) return "value"; // no rows lack no column
  throw new TypeError(
    found.length === 0
      ? `Cannot ${action}: there is no column of numbers`
      : `Cannot ${action}: there are several columns of numbers, ${
        found.join(", ")
      }; name one of them as y`,
  );
}
