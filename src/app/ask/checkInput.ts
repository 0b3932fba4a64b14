import { describeValue } from "../../options/describeValue.ts";

/**
 * Checks that a client was given where one is needed.
 *
 * @throws {TypeError} if it is not a client, such as a promise of one
 */
export function checkClient(action: string, me: unknown): void {
  const isClient = typeof me === "object" && me !== null && "api" in me;
  if (isClient) return;
  throw new TypeError(
    `Cannot ${action}: me is ${
      describeValue(me)
    }, expected a client, as demo() or connect() gives it`,
  );
}

/**
 * Checks an order of sources.
 *
 * @throws {TypeError} if it is no list of names
 */
export function checkSources(action: string, sources: unknown): void {
  if (sources === undefined) return;
  if (Array.isArray(sources) && sources.every((name) => typeof name === "string")) return;
  throw new TypeError(
    `Cannot ${action}: sourcePriority is ${
      describeValue(sources)
    }, expected a list of sources such as ["Watch", "Phone"]`,
  );
}

/**
 * Checks what must be a function where it is given.
 *
 * @throws {TypeError} if it is not a function
 */
export function checkFunction(action: string, name: string, value: unknown): void {
  if (value === undefined || typeof value === "function") return;
  throw new TypeError(`Cannot ${action}: ${name} is ${describeValue(value)}, expected a function`);
}
