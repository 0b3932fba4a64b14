/**
 * Returns a value that has to exist.
 *
 * @throws {Error} if it is null or `undefined`: the message names the broken assumption
 */
export function must<T>(value: T | null | undefined, message: string): T {
  if (value === null || value === undefined) throw new Error(message);
  return value;
}
