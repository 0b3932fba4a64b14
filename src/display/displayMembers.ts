/** Members that display a value; not enumerable in JSON. */
export type DisplayMembers = { readonly [symbol: symbol]: () => unknown };

/**
 * Returns the members that Deno, Node and Jupyter use to display a value as text, in Jupyter also
 * as HTML.
 */
export function displayMembers(text: () => string): DisplayMembers {
  return {
    [Symbol.for("Deno.customInspect")]: text,
    [Symbol.for("nodejs.util.inspect.custom")]: text,
    [Symbol.for("Jupyter.display")]: () => ({
      "text/plain": text(),
      "text/html": `<pre>${escapeText(text())}</pre>`,
    }),
  };
}

/**
 * Lets an object display itself as text: in a cell, in a terminal and as a string. The members are
 * not enumerable, so comparisons and copies ignore them.
 */
export function showsText<T extends object>(value: T, text: () => string): T {
  const members: Record<PropertyKey, unknown> = { ...displayMembers(text), toString: text };
  for (const name of Reflect.ownKeys(members)) {
    Object.defineProperty(value, name, { value: members[name as string], configurable: true });
  }
  return value;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
