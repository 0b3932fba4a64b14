/**
 * Replaces the part of `@std/assert` that this project uses by `node:assert`, because some networks
 * cannot reach JSR. If yours can, delete the `links` line in deno.json.
 * @module
 */
import nodeAssert from "node:assert/strict";

// deno-lint-ignore no-explicit-any
type ErrorClass<E extends Error> = new (...args: any[]) => E;

/** Fails with `message` unless `value` is truthy. */
export function assert(value: unknown, message?: string): asserts value {
  nodeAssert.ok(value, message);
}

/** Fails unless both values are deeply and strictly equal. */
export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  nodeAssert.deepStrictEqual(actual, expected, message);
}

/** Fails if both values are deeply and strictly equal. */
export function assertNotEquals<T>(actual: T, expected: T, message?: string): void {
  nodeAssert.notDeepStrictEqual(actual, expected, message);
}

/** Fails unless both are the same value by `Object.is`. */
export function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): void {
  nodeAssert.strictEqual(actual, expected, message);
}

/** Fails unless the numbers differ by at most `tolerance`. */
export function assertAlmostEquals(
  actual: number,
  expected: number,
  tolerance: number = Math.abs(expected) * 1e-7 || 1e-7,
  message?: string,
): void {
  if (Object.is(actual, expected)) return;
  nodeAssert.ok(
    Math.abs(actual - expected) <= tolerance,
    message ?? `${actual} is not within ${tolerance} of ${expected}`,
  );
}

/** Fails unless `actual` contains the text `expected`. */
export function assertStringIncludes(actual: string, expected: string, message?: string): void {
  nodeAssert.ok(
    actual.includes(expected),
    message ?? `${JSON.stringify(actual)} has no ${JSON.stringify(expected)}`,
  );
}

/** Fails unless `actual` matches the pattern. */
export function assertMatch(actual: string, expected: RegExp, message?: string): void {
  nodeAssert.match(actual, expected, message);
}

/** Fails unless `actual` is an instance of `type`. */
export function assertInstanceOf<T>(
  actual: unknown,
  // deno-lint-ignore no-explicit-any
  type: abstract new (...args: any[]) => T,
  message?: string,
): asserts actual is T {
  nodeAssert.ok(actual instanceof type, message ?? `expected an instance of ${type.name}`);
}

/** Fails if the value is null or undefined. */
export function assertExists<T>(actual: T, message?: string): asserts actual is NonNullable<T> {
  nodeAssert.ok(actual !== null && actual !== undefined, message ?? "expected a value");
}

/**
 * Fails unless `fn` throws an error of the class with a message that includes the text. Returns the
 * error.
 */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  type: ErrorClass<E> = Error as unknown as ErrorClass<E>,
  messageIncludes = "",
): E {
  let value: unknown;
  try {
    value = fn();
  } catch (error) {
    return checked(error, type, messageIncludes);
  }
  throw new nodeAssert.AssertionError({ message: `expected a throw, got ${String(value)}` });
}

/**
 * Fails unless the promise rejects with an error of the class and a message that includes the text.
 */
export async function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  type: ErrorClass<E> = Error as unknown as ErrorClass<E>,
  messageIncludes = "",
): Promise<E> {
  let value: unknown;
  try {
    value = await fn();
  } catch (error) {
    return checked(error, type, messageIncludes);
  }
  throw new nodeAssert.AssertionError({ message: `expected a rejection, got ${String(value)}` });
}

function checked<E extends Error>(error: unknown, type: ErrorClass<E>, includes: string): E {
  assertInstanceOf(error, type, `expected ${type.name}, got ${String(error)}`);
  assertStringIncludes(error.message, includes);
  return error;
}
