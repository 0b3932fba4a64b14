import { assertEquals } from "@std/assert";

/** Tries a limit from both sides. */
export interface LimitCase {
  /** Exceeds the limit: has to throw. */
  readonly exceed: () => unknown;
  /** Reads the largest honest example: has to succeed. */
  readonly honest: () => unknown;
}

/** Checks what was read of an honest example. */
export function expect(got: unknown, wanted: unknown): void {
  assertEquals(got, wanted);
}
