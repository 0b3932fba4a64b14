import type { FrameLike } from "./asFrame.ts";
import { numberColumns } from "./numberColumns.ts";

/** What `series.resample` adds beside the values: how much of each window is known. */
const KNOWN = "coverage";

/**
 * The name of the only column of numbers that a frame has, beside those that are set aside; `coverage`
 * counts as one only where it is alone.
 *
 * @throws {TypeError} if there is none, or more than one: the message names them
 */
export function onlyNumbers(input: FrameLike, aside: readonly string[], action: string): string {
  const numbers = numberColumns(input).filter((name) => !aside.includes(name));
  const found = numbers.length === 1 ? numbers : numbers.filter((name) => name !== KNOWN);
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
