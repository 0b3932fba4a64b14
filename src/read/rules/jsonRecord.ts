/** Object in a JSON file. */
export interface JsonRecord {
  /** Returns the value at a path of keys; `undefined` if it is missing. */
  value(...path: readonly string[]): unknown;
  /**
   * Returns the number at a path of keys, even if it is written as text; `undefined` if it is
   * missing, NaN if it is not a number.
   */
  number(...path: readonly string[]): number | undefined;
  /** Returns the text at a path of keys. */
  text(...path: readonly string[]): string | undefined;
  /**
   * Yields the objects of the list at a path of keys; nothing if it is missing. A list may have
   * millions: read it in turns.
   */
  list(...path: readonly string[]): Generator<JsonRecord, undefined>;
  /** Place in the file, for the report. */
  readonly where: string;
}

/** Wraps an object of a JSON file. */
export function jsonRecord(value: unknown, where: string): JsonRecord {
  return {
    where,
    value: (...path) => valueAt(value, path),
    number: (...path) => {
      const found = valueAt(value, path);
      if (found === undefined || found === null || found === "") return undefined;
      if (typeof found === "string" && found.trim() !== "") return Number(found);
      return typeof found === "number" ? found : NaN;
    },
    text: (...path) => {
      const found = valueAt(value, path);
      return typeof found === "string" && found !== "" ? found : undefined;
    },
    list: function* (...path) {
      const found = valueAt(value, path);
      if (Array.isArray(found)) { for (const one of found) yield jsonRecord(one, where); }
      return undefined;
    },
  };
}

export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, key) =>
      typeof found === "object" && found !== null && Object.hasOwn(found, key)
        ? Reflect.get(found, key)
        : undefined,
    value,
  );
}
