import { Cron } from "croner";

/**
 * Checks a cron expression, which has five fields, or is a nickname such as `@daily`.
 *
 * @throws {Error} if it is invalid
 */
export function cronOf(expression: string, zone: string): Cron {
  const trimmed = expression.trim();
  if (!trimmed.startsWith("@") && trimmed.split(/\s+/).length !== 5) {
    throw new RangeError("a cron expression has five fields: minute, hour, day, month, weekday");
  }
  return new Cron(trimmed, { timezone: zone, paused: true, mode: "5-part" });
}
