/** Counts and checksum at the end of a worker's output, which its reader verifies. */
export interface Trailer {
  /** Number of rows read. */
  readonly rowsIn: number;
  /** Number of rows written, or to write if only their number was requested. */
  readonly rowsOut: number;
  /** Sum of `digestRows` for text rows, CRC-32 of the body for a slice. */
  readonly digest: number;
}

/** Person whose rows made a verb fail. */
export interface Failure {
  /** Identifier as text. */
  readonly person: string;
  /** Name of the error. */
  readonly name: string;
  /** Message of the error. */
  readonly message: string;
}

/** Converts an error to a failure. */
export function failureOf(person: string, error: unknown): Failure {
  const { name = "Error", message = String(error) } = error instanceof Error ? error : {};
  return { person, name, message };
}
