import { sameMeaning } from "./suggestions/meanings.ts";
import { nearest } from "./suggestions/nearest.ts";

/** Maximum number of names that are all listed. */
const FEW = 24;

/**
 * Returns the end of a message about an unknown name: the name with the same meaning, otherwise the
 * one with the nearest spelling, otherwise all names if they are few.
 */
export function suggest(name: string, names: readonly string[]): string {
  const meant = meantName(name, names);
  if (meant !== undefined) return `; did you mean ${JSON.stringify(meant)}?`;
  if (names.length === 0) return "; available: none";
  return names.length > FEW ? "" : `; available: ${names.join(", ")}`;
}

/** Returns the name that was meant: a typing error, a synonym, or the nearest spelling. */
export function meantName(name: string, names: readonly string[]): string | undefined {
  const near = nearest(name, names);
  return near !== undefined && isSlip(name, near) ? near : sameMeaning(name, names) ?? near;
}

/**
 * Returns whether two names differ at most in case, underscores or one letter, and are long enough
 * for that to count.
 */
function isSlip(name: string, near: string): boolean {
  return near.length > 3 && nearest(name, [near], 1) !== undefined;
}
