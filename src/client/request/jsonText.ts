/**
 * A value as JSON text, with nothing lost unseen: numbers that JSON cannot write (NaN, infinities,
 * integers past 2^53), invalid dates and functions are refused. A `Temporal.ZonedDateTime` is
 * written as the instant it is, in UTC.
 *
 * @throws {TypeError} if the value, or a member, cannot be written
 */
export function jsonText(value: unknown): string {
  const text = isFlat(value) ? JSON.stringify(value) : JSON.stringify(value, toJsonValue);
  if (text === undefined) throw new TypeError(`${typeof value} is no JSON value`);
  return text;
}

/** Whether it is a plain object of strings, numbers and booleans, which is what most records are and needs no further look. */
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
        : reject(`${value}, which JSON cannot write exactly`);
    case "function":
    case "symbol":
      return reject(`a ${typeof value}`);
    default:
      return value;
  }
}
