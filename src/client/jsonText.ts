/**
 * A value as JSON text, with nothing lost unseen: numbers that JSON cannot write (NaN, infinities,
 * whole numbers past 2^53), invalid dates and functions are refused. A `Temporal.ZonedDateTime` is
 * written as the moment it is, in UTC.
 *
 * @throws {TypeError} if the value, or a member, cannot be written
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, checked);
  if (text === undefined) throw new TypeError(`${typeof value} is no JSON value`);
  return text;
}

function checked(this: unknown, key: string, value: unknown): unknown {
  const given = (this as Record<string, unknown>)[key];
  const refuse = (reason: string): never => {
    throw new TypeError(`${key === "" ? "the value" : key} is ${reason}`);
  };
  if (given instanceof Temporal.ZonedDateTime) return given.toInstant().toString();
  if (given instanceof Date && value === null) refuse("an invalid Date");
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? value : refuse(`${value}, which JSON cannot write`);
    case "bigint":
      return Number.isSafeInteger(Number(value))
        ? Number(value)
        : refuse(`${value}, which JSON cannot write exactly`);
    case "function":
    case "symbol":
      return refuse(`a ${typeof value}`);
    default:
      return value;
  }
}
