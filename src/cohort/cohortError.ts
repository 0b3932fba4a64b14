import { describeQuery, type Query } from "./query.ts";
import type { Failure } from "./worker/trailer.ts";

/** Rows of a person with which a verb could not compute: the verb's own words, and who it is. */
export class PersonError extends Error {
  /** The name of this class of errors. */
  override readonly name = "PersonError";
  /** Who, as text; empty where a worker could not even begin. */
  readonly person: string;
  /** The name of the verb's error, such as `RangeError`. */
  readonly kind: string;

  /** Says what was computed, and what the verb said of a person's rows. */
  constructor(action: string, { person, name, message }: Failure) {
    const whose = person === "" ? "" : ` for person ${person}`;
    super(`Cannot ${action}${whose}: ${message}`);
    this.person = person;
    this.kind = name;
  }
}

/** A result that does not add up: rows were lost, changed, or read twice on their way. */
export class IncompleteError extends Error {
  /** The name of this class of errors. */
  override readonly name = "IncompleteError";
}

/**
 * Gives failed people to whoever asked for them.
 *
 * @throws {PersonError} of the first, if nobody did
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
