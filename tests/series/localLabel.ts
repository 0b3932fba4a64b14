/** Lengths of windows whose starts are easy to tell on a clock and a calendar. */
export type Length = "15m" | "1h" | "1d" | "1w" | "1mo";

/**
 * The start of the window in which a moment lies, found on the zone's clock and calendar and not by
 * the project's own windows. Microseconds UTC. Clock windows are right where the zone's changes are
 * multiples of their length.
 */
export function localLabel(micros: bigint, length: Length, tz: string): bigint {
  const local = new Temporal.ZonedDateTime(micros * 1000n, tz);
  const date = local.toPlainDate();
  const midnight = (day: Temporal.PlainDate): bigint =>
    day.toZonedDateTime(tz).epochNanoseconds / 1000n;
  switch (length) {
    case "15m":
    case "1h": {
      const minutes = length === "1h" ? local.minute : local.minute % 15;
      const inside = BigInt(minutes * 60 + local.second) * 1_000_000n +
        BigInt(local.millisecond * 1000 + local.microsecond);
      return micros - inside;
    }
    case "1d":
      return midnight(date);
    case "1w":
      return midnight(date.subtract({ days: date.dayOfWeek - 1 }));
    case "1mo":
      return midnight(date.with({ day: 1 }));
  }
}
