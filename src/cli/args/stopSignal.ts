/**
 * Returns a signal that SIGINT and SIGTERM abort, or the given one instead.
 *
 * @returns the signal, a promise for its abort, and a function that stops listening
 */
export function stopSignal(given: AbortSignal | undefined): {
  readonly signal: AbortSignal;
  readonly stopped: Promise<void>;
  readonly cancel: () => void;
} {
  const stop = new AbortController(), abort = (): void => stop.abort();
  const signal = given ?? stop.signal;
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve(), { once: true });
  if (signal.aborted) resolve();
  if (given !== undefined) return { signal, stopped, cancel: () => {} };
  const names: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  for (const name of names) Deno.addSignalListener(name, abort);
  return {
    signal,
    stopped,
    cancel: () => names.forEach((name) => Deno.removeSignalListener(name, abort)),
  };
}
