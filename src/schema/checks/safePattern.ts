import type { RegExpEngine } from "ajv/dist/types/index.js";
import { RE2JS } from "re2js";
import { spend } from "./checkBudget.ts";

/** The longest text that is held against a pattern: what is longer does not match. */
const LONGEST_TEXT = 65_536;

/** Steps of a pattern that take as long as one of a check. */
const STEPS_AT_ONCE = 8;

/** Steps of a check that it takes to compile one of a pattern. */
const COMPILING = 15;

/** The most steps that a pattern may have; a character takes at most as many. */
const MAX_STEPS = 2000;

/**
 * Compiles a pattern that a user has written: RE2 finds in a time that grows with the text alone,
 * whatever the pattern is. What it cannot do for that reason, looking around and back references, no
 * pattern may ask for.
 *
 * @throws {RangeError} if it is not a pattern of that kind, or is too large
 */
function compile(pattern: string): ReturnType<RegExpEngine> {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    throw new RangeError(
      `pattern ${JSON.stringify(pattern)} is not supported: ${(error as Error).message}`,
    );
  }
  if (compiled.programSize() > MAX_STEPS) {
    throw new RangeError(`pattern ${JSON.stringify(pattern.slice(0, 40))} is too large`);
  }
  const size = compiled.programSize();
  spend(COMPILING * size);
  const test = (text: string): boolean => {
    if (text.length > LONGEST_TEXT) return false;
    spend(1 + text.length * size / STEPS_AT_ONCE);
    return compiled.matcher(text).find();
  };
  // Ajv takes patterns of equal text for one.
  return Object.assign({ test }, { toString: () => pattern });
}

/** Patterns for Ajv; `code` is what it would write where it makes a module, which is never done here. */
export const safePattern: RegExpEngine = Object.assign(compile, { code: "safePattern" });
