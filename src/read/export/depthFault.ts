import { LIMITS } from "../../options/limits.ts";

/** Returns why XML with this nesting depth is not read; `undefined` if it is. */
export function depthFault(depth: number): string | undefined {
  const { most, error } = LIMITS.xmlDepth;
  return depth > most ? `it has more than ${most} ${error}` : undefined;
}
