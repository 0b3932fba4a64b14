/** Elements that a selector finds, and what is done once with each. */
export type Rule = readonly [selector: string, run: (element: never) => void];

/**
 * Applies rules to the elements of the page that they have not seen. Each output of a notebook brings its
 * own copy of the script: the first defines the function of this name, the others call it.
 */
export function scan(name: string, rules: () => readonly Rule[]): void {
  const page = window as unknown as Record<string, (() => void) | undefined>;
  page[name] ??= scanner(rules());
  page[name]();
}

function scanner(rules: readonly Rule[]): () => void {
  const seen = new WeakSet<Element>();
  return () => {
    for (const [selector, run] of rules) {
      for (const element of document.querySelectorAll(selector)) {
        if (seen.has(element)) continue;
        seen.add(element);
        try {
          run(element as never);
        } catch { /* it stays as it was: a still picture */ }
      }
    }
  };
}
