/** Text of few different values, such as names of sources: a number for each row. */
export interface CodedText {
  /** The index of each row's text in `names`. */
  readonly codes: Uint32Array;
  /** Null, and then the different texts in alphabetical order. */
  readonly names: readonly (string | null)[];
}

/** A column of text that is read when it is needed: a million texts take longer than most kernels. */
export interface TextReader {
  /** The text of each row. */
  readonly values: () => readonly (string | null)[];
  /** The text of each row as a number. */
  readonly codes: () => CodedText;
}

/** A reader that computes each of its two forms at most once. */
export function textReader(
  values: () => readonly (string | null)[],
  codes?: () => CodedText,
): TextReader {
  const read = once(values);
  return { values: read, codes: once(codes ?? (() => codeText(read()))) };
}

function once<T>(compute: () => T): () => T {
  let known: { value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

/** Texts as numbers. */
function codeText(values: readonly (string | null)[]): CodedText {
  const names = [...new Set(values)].filter((value) => value !== null).sort();
  const indexes = new Map(names.map((name, i) => [name, i + 1]));
  return {
    codes: Uint32Array.from(values, (value) => value === null ? 0 : indexes.get(value)!),
    names: [null, ...names],
  };
}
