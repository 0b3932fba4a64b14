import { LIMITS } from "../../options/limits.ts";

/** Returns why XML is not read that has elements in this many elements; `undefined` if it is. */
export function depthFault(depth: number): string | undefined {
  const { most, error } = LIMITS.xmlDepth;
  return depth > most ? `it has more than ${most} ${error}` : undefined;
}
