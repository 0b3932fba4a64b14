/** Text with few distinct values, such as names of sources: an index for each row. */
export interface CodedText {
  /** Index of each row's text in `names`. */
  readonly codes: Uint32Array;
  /** Null, followed by the distinct texts in alphabetical order. */
  readonly names: readonly (string | null)[];
}

/** Text column that is read on demand: reading a million texts takes longer than most kernels. */
export interface TextReader {
  /** Returns the text of each row. */
  readonly values: () => readonly (string | null)[];
  /** Returns the text of each row as an index. */
  readonly codes: () => CodedText;
}

/** Creates a reader that computes each representation at most once. */
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

function codeText(values: readonly (string | null)[]): CodedText {
  const names = [...new Set(values)].filter((value) => value !== null).sort();
  const indexes = new Map(names.map((name, i) => [name, i + 1]));
  return {
    codes: Uint32Array.from(values, (value) => value === null ? 0 : indexes.get(value)!),
    names: [null, ...names],
  };
}
