import { fromWire, type Names, type Renaming, toWire } from "../../api/fields/names.ts";

/** The names that a deployment uses on the wire in place of the canonical ones. */
export interface Vocabulary {
  /** Renames what comes from outside to canonical names. */
  readonly fromWire: Renaming;
  /** Renames canonical names to what is outside. */
  readonly toWire: Renaming;
  /** Matches text that may hold a name, outside or canonical, that the other side calls otherwise. */
  readonly mayHold: RegExp;
}

/**
 * The vocabulary of a deployment; undefined where all its names are canonical.
 *
 * @throws {TypeError | RangeError} as `toWire` does
 */
export function vocabularyOf(names: Names): Vocabulary | undefined {
  const vocabulary = { fromWire: fromWire(names), toWire: toWire(names) };
  if (vocabulary.toWire.same) return undefined;
  const changed = Object.entries(names).filter(([word, other]) =>
    other !== undefined && other !== word
  );
  return { ...vocabulary, mayHold: new RegExp(changed.flat().join("|")) };
}
