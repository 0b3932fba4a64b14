import type { Mutant } from "./operators.ts";

/** A mutant that no test can notice, because it does the same. */
export interface Equivalent extends Pick<Mutant, "path" | "operator" | "before" | "after"> {
  /** The line of code in which it stands, without spaces around it. */
  readonly code: string;
  /** Why it does the same. */
  readonly reason: string;
}

/** Looked at one by one. */
export const EQUIVALENTS: readonly Equivalent[] = [];
