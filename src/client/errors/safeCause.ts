import { redact } from "./redact.ts";

/** How many causes of causes are kept. */
const DEPTH = 5;

/**
 * A plain copy of an error, fit to be shown: name, message, stack and causes, each without the
 * secrets, and nothing else. Errors of a `fetch` may hold the whole request, token included.
 */
export function safeCause(error: unknown, secrets: Iterable<string>, depth = DEPTH): unknown {
  if (error === undefined || depth === 0) return undefined;
  if (!(error instanceof Error)) return redact(String(error), secrets);
  const cause = safeCause(error.cause, secrets, depth - 1);
  const copy = new Error(
    redact(error.message, secrets),
    cause === undefined ? {} : { cause },
  );
  const { name, stack } = error;
  Object.defineProperty(copy, "name", { value: name, configurable: true });
  if (stack !== undefined) {
    Object.defineProperty(copy, "stack", { value: redact(stack, secrets), configurable: true });
  }
  return copy;
}
