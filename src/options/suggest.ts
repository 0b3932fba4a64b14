import { nearest } from "./nearest.ts";

/**
 * The end of a message about a name that does not exist: the nearest that does, or, where none is
 * near, all of them if they are few.
 */
export function suggest(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  if (near !== undefined) return `; did you mean ${JSON.stringify(near)}?`;
  if (names.length === 0) return "; it has none";
  return names.length > 24 ? "" : `; there are ${names.join(", ")}`;
}
