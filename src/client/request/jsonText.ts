/**
 * Serializes a value as JSON without silent losses. It rejects numbers that JSON cannot represent
 * (NaN, infinities, integers above 2^53), invalid dates and functions. A `Temporal.ZonedDateTime`
 * becomes an instant in UTC.
 *
 * @throws {TypeError} if the value, or a member, cannot be serialized
 */
export function jsonText(value: unknown): string {
  const text = isFlat(value) ? JSON.stringify(value) : JSON.stringify(value, toJsonValue);
  if (text === undefined) throw new TypeError(`${typeof value} is not a JSON value`);
  return text;
}

/**
 * Returns whether it is a plain object of strings, numbers and booleans, like most records, which
 * needs no further check.
 */
function isFlat(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const item of Object.values(value)) {
    switch (typeof item) {
      case "string":
      case "boolean":
      case "undefined":
        break;
      case "number":
        if (!Number.isFinite(item)) return false;
        break;
      default:
        if (item !== null) return false;
    }
  }
  return true;
}

function toJsonValue(this: unknown, key: string, value: unknown): unknown {
  const given = (this as Record<string, unknown>)[key];
  const reject = (reason: string): never => {
    throw new TypeError(`${key === "" ? "the value" : key} is ${reason}`);
  };
  if (given instanceof Temporal.ZonedDateTime) return given.toInstant().toString();
  if (given instanceof Date && value === null) reject("an invalid Date");
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? value : reject(`${value}, which JSON cannot write`);
    case "bigint":
      return Number.isSafeInteger(Number(value))
        ? Number(value)
        : reject(`${value}, which JSON cannot represent exactly`);
    case "function":
    case "symbol":
      return reject(`a ${typeof value}`);
    default:
      return value;
  }
}
