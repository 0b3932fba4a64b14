/** Members by which a value shows itself; none is enumerable in JSON. */
export type DisplayMembers = { readonly [symbol: symbol]: () => unknown };

/** The members by which Deno, Node and Jupyter show a value: its text, in Jupyter as HTML too. */
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

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
