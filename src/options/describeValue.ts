/**
 * Describes a value in a few words for an error: `null`, `the text "abc"`, `a list`. For a promise
 * that was not awaited it says to await it.
 */
export function describeValue(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value instanceof Promise) return "a promise, await it first";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
    case "number":
      return `the number ${value}`;
    case "bigint":
      return `the bigint ${value}n`;
    case "boolean":
      return String(value);
    case "function": {
      const [call] = Object.keys(value);
      return call === undefined ? "a function" : `a group of calls, await one, such as .${call}()`;
    }
    case "symbol":
      return "a symbol";
    default:
      return isFrame(value) ? "a frame" : nameOf(value);
  }
}

function nameOf(value: object): string {
  const name = Object.getPrototypeOf(value)?.constructor?.name;
  if (typeof name !== "string" || name === "" || name === "Object") {
    return Object.keys(value).length === 0 ? "an empty object" : "an object";
  }
  return `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;
}

/** Returns whether a value is a Polars frame, without loading Polars or reading a member. */
export function isFrame(value: unknown): boolean {
  return Object.prototype.toString.call(value) === "[object DataFrame]";
}
