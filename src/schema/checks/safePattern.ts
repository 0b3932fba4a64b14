import type { RegExpEngine } from "ajv/dist/types/index.js";
import { RE2JS } from "re2js";
import { spend } from "./checkBudget.ts";

/** Maximum length of a text to match; longer texts never match. */
const LONGEST_TEXT = 65_536;

/** Pattern steps that take as long as one step of a check. */
const STEPS_AT_ONCE = 8;

/** Check steps that compiling one pattern step takes. */
const COMPILING = 15;

/** Maximum number of steps in a pattern; a character takes at most this many. */
const MAX_STEPS = 2000;

/**
 * Compiles a user's pattern with RE2, which matches any pattern in linear time. RE2 therefore has
 * no lookaround and no back references.
 *
 * @throws {RangeError} if RE2 does not support it, or it is too large
 */
function compile(pattern: string): ReturnType<RegExpEngine> {
  const quoted = JSON.stringify(pattern.slice(0, 80));
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (cause) {
    const reason = isRegExp(pattern)
      ? "is not supported. Write it without lookaround and back references"
      : "is not a regular expression";
    throw new RangeError(`pattern ${quoted} ${reason}`, { cause });
  }
  if (compiled.programSize() > MAX_STEPS) throw new RangeError(`pattern ${quoted} is too large`);
  const size = compiled.programSize();
  spend(COMPILING * size);
  const test = (text: string): boolean => {
    if (text.length > LONGEST_TEXT) return false;
    spend(1 + text.length * size / STEPS_AT_ONCE);
    return compiled.matcher(text).find();
  };
  // Ajv caches patterns by their text.
  return Object.assign({ test }, { toString: () => pattern });
}

/** Returns whether the runtime accepts a pattern, which is never matched. */
function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** Regular expressions for Ajv. `code` is only used when Ajv generates modules, which never happens here. */
export const safePattern: RegExpEngine = Object.assign(compile, { code: "safePattern" });
