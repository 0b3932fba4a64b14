import { Cron } from "croner";

/**
 * Checks a cron expression, which has five fields, or is a nickname such as `@daily`.
 *
 * @throws {RangeError} if it is invalid
 */
export function cronOf(expression: string, zone: string): Cron {
  const trimmed = expression.trim();
  if (!trimmed.startsWith("@") && trimmed.split(/\s+/).length !== 5) {
    throw new RangeError("a cron expression has five fields: minute, hour, day, month, weekday");
  }
  try {
    return new Cron(trimmed, { timezone: zone, paused: true, mode: "5-part" });
  } catch (cause) {
    const given = JSON.stringify(trimmed);
    throw new RangeError(`${given} is not a cron expression such as "30 7 * * 1-5"`, { cause });
  }
}
