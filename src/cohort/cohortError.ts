import { describeQuery, type Query } from "./query.ts";
import type { Failure } from "./worker/trailer.ts";

/** Thrown if a verb failed for a person: has the verb's message, and the person. */
export class PersonError extends Error {
  /** Name of this error class. */
  override readonly name = "PersonError";
  /** Person as text; empty if a worker could not start. */
  readonly person: string;
  /** Name of the verb's error, such as `RangeError`. */
  readonly kind: string;

  /** `action` is what was computed. */
  constructor(action: string, { person, name, message }: Failure) {
    const whose = person === "" ? "" : ` for person ${person}`;
    super(`Cannot ${action}${whose}: ${message}`);
    this.person = person;
    this.kind = name;
  }
}

/** Thrown if a result does not add up: rows were lost, changed, or read twice. */
export class IncompleteError extends Error {
  /** Name of this error class. */
  override readonly name = "IncompleteError";
}

/**
 * Passes failed people to the caller's function.
 *
 * @throws {PersonError} for the first, without such a function
 */
export function reportFailures(
  query: Query,
  failures: readonly Failure[],
  onFailed: ((failure: Failure) => void) | undefined,
): void {
  if (failures.length > 0 && onFailed === undefined) {
    throw new PersonError(`compute ${describeQuery(query)}`, failures[0]!);
  }
  for (const failure of failures) onFailed?.(failure);
}
