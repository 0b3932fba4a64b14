/** Lengths of windows whose starts are easy to tell on a clock and a calendar. */
export type Length = "15m" | "1h" | "1d" | "1w" | "1mo";

/**
 * Returns the start of the window with an instant, from the zone's clock and calendar,
 * independently of the project's own windows, in microseconds UTC. Clock windows are correct if
 * offset changes are multiples of their length.
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
