/** What a worker says at the end of its work: its reader demands that it adds up. */
export interface Trailer {
  /** How many rows it read. */
  readonly rowsIn: number;
  /** How many rows it wrote, or would have where only their number was wanted. */
  readonly rowsOut: number;
  /** Of rows as text the sum of `digestRows`, of a slice the CRC-32 of its body. */
  readonly digest: number;
}

/** A person whose rows could not be computed with, and why. */
export interface Failure {
  /** Who, as text. */
  readonly person: string;
  /** The kind of the error. */
  readonly name: string;
  /** What it says. */
  readonly message: string;
}

/** An error as a failure. */
export function failureOf(person: string, error: unknown): Failure {
  const { name = "Error", message = String(error) } = error instanceof Error ? error : {};
  return { person, name, message };
}
