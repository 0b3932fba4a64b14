/** Returns a signal and its number of listeners. */
export function listened(): { controller: AbortController; count: () => number } {
  const controller = new AbortController(), { signal } = controller;
  const there = new Set<unknown>();
  const { addEventListener: add, removeEventListener: remove } = signal;
  Object.assign(signal, {
    addEventListener: (...args: Parameters<typeof add>) => {
      there.add(args[1]);
      add.apply(signal, args);
    },
    removeEventListener: (...args: Parameters<typeof remove>) => {
      there.delete(args[1]);
      remove.apply(signal, args);
    },
  });
  return { controller, count: () => there.size };
}
