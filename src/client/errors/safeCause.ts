import { redact } from "./redact.ts";

/** Longest chain of causes that is copied. */
const DEPTH = 5;

/**
 * Copies an error for display: name, message, stack and causes, each without secrets, and nothing
 * else. Errors of `fetch` may hold the whole request, including the token.
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
