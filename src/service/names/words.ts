import { fromWire, type Names, type Renaming, toWire } from "../../api/fields/names.ts";

/** The words of a deployment, in both directions. */
export interface Words {
  /** From what is outside to neutral words. */
  readonly inward: Renaming;
  /** From neutral words to what is outside. */
  readonly outward: Renaming;
  /** Matches text that may hold a name, outside or neutral, that the other side calls otherwise. */
  readonly mayHold: RegExp;
}

/**
 * The words of a deployment; undefined where all are neutral.
 *
 * @throws {TypeError | RangeError} as `toWire` does
 */
export function wordsOf(names: Names): Words | undefined {
  const [inward, outward] = [fromWire(names), toWire(names)];
  if (outward.same) return undefined;
  const changed = Object.entries(names).filter(([word, other]) =>
    other !== undefined && other !== word
  );
  return { inward, outward, mayHold: new RegExp(changed.flat().join("|")) };
}
