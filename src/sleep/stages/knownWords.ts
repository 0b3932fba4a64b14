/** Stages that a source can detect, one bit each. */
export const KNOWN = { awake: 1, light: 2, deep: 4, rem: 8 } as const;

/** Tests whether a text is a valid list of stages for `stages_known`. */
export function isKnownWords(words: string): boolean {
  return wordsOf(words).every((word) => Object.hasOwn(KNOWN, word));
}

/** Returns the words of a text in `stages_known`. */
export function wordsOf(words: string): string[] {
  return words.split(/[\s,]+/).filter((word) => word !== "");
}
