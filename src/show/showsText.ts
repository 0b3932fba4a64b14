import { displayMembers } from "./displayMembers.ts";

/**
 * Lets an object show itself as text: in a cell, in a terminal and as a string. The members are not
 * enumerable, so that comparisons and copies do not see them.
 */
export function showsText<T extends object>(value: T, text: () => string): T {
  const members: Record<PropertyKey, unknown> = { ...displayMembers(text), toString: text };
  for (const name of Reflect.ownKeys(members)) {
    Object.defineProperty(value, name, { value: members[name as string], configurable: true });
  }
  return value;
}
