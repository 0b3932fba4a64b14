import { describeValue } from "../../options/describeValue.ts";

/**
 * Checks that an argument is a client.
 *
 * @throws {TypeError} if it is not, such as a promise of a client
 */
export function checkClient(action: string, me: unknown): void {
  const isClient = typeof me === "object" && me !== null && "api" in me;
  if (isClient) return;
  throw new TypeError(
    `Cannot ${action}: me is ${
      describeValue(me)
    }, expected a client, such as the result of demo() or connect()`,
  );
}

/**
 * Checks an optional function.
 *
 * @throws {TypeError} if it is not a function
 */
export function checkFunction(action: string, name: string, value: unknown): void {
  if (value === undefined || typeof value === "function") return;
  throw new TypeError(`Cannot ${action}: ${name} is ${describeValue(value)}, expected a function`);
}
