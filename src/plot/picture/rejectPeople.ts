import type { OpenFrame } from "../../frame/open.ts";

/**
 * Rejects the rows of several people, which a chart would draw as one person's.
 *
 * @throws {RangeError} if a column that identifies people has several values
 */
export function rejectPeople(data: OpenFrame): void {
  data.rejectPeople(
    undefined,
    (column) => `draw each with plot.multiples(frame, { by: ${column}, draw })`,
  );
}
