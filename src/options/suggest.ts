import { sameMeaning } from "./meanings.ts";
import { nearest } from "./nearest.ts";

/** Number of names up to which all are listed. */
const FEW = 24;

/**
 * Returns the end of a message about a name that does not exist: the name that means the same, else the
 * one with the nearest spelling, else all names if they are few.
 */
export function suggest(name: string, names: readonly string[]): string {
  const meant = meantName(name, names);
  if (meant !== undefined) return `; did you mean ${JSON.stringify(meant)}?`;
  if (names.length === 0) return "; available: none";
  return names.length > FEW ? "" : `; available: ${names.join(", ")}`;
}

/** Returns the name that is meant: a slip of the keyboard, the same meaning, or the nearest spelling. */
export function meantName(name: string, names: readonly string[]): string | undefined {
  const near = nearest(name, names);
  return near !== undefined && isSlip(name, near) ? near : sameMeaning(name, names) ?? near;
}

/** Returns whether two names differ in case, underscores or one letter at most, and are long enough for it. */
function isSlip(name: string, near: string): boolean {
  return near.length > 3 && nearest(name, [near], 1) !== undefined;
}
