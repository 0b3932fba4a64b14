import { fromWire, type Names, type Renaming, toWire } from "../../api/fields/names.ts";

/** Names of a deployment. */
export interface Vocabulary {
  /** Renames a deployment's names to canonical ones. */
  readonly fromWire: Renaming;
  /** Renames canonical names to a deployment's. */
  readonly toWire: Renaming;
  /** Matches text that may contain a name to rename, in either direction. */
  readonly mayHold: RegExp;
}

/**
 * Returns the vocabulary of a deployment. Returns `undefined` if all its names are canonical.
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
