/** Stages that a source distinguishes, a bit each. */
export const KNOWN = { awake: 1, light: 2, deep: 4, rem: 8 } as const;

/** Returns whether a text is a list of stages that a source tells apart. */
export function isKnownWords(words: string): boolean {
  return wordsOf(words).every((word) => Object.hasOwn(KNOWN, word));
}

/** Returns the words of a text in `stages_known`. */
export function wordsOf(words: string): string[] {
  return words.split(/[\s,]+/).filter((word) => word !== "");
}
