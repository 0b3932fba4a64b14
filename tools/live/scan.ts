/** Selector, and the action to run once for each element. */
export type Rule = readonly [selector: string, run: (element: never) => void];

/**
 * Applies rules to the elements of the page that they have not seen. Each output of a notebook brings its
 * own copy of the script: the first defines the function of this name, the others call it.
 */
export function scan(name: string, rules: readonly Rule[]): void {
  const page = window as unknown as Record<string, (() => void) | undefined>;
  const seen = new WeakSet<Element>();
  (page[name] ??= () => {
    for (const [selector, run] of rules) {
      for (const element of document.querySelectorAll(selector)) {
        try {
          if (!seen.has(element)) run(seen.add(element) && element as never);
        } catch { /* it remains a chart without scripts */ }
      }
    }
  })();
}
