/** Units that the name of a column already says. */
export const COUNTS: readonly string[] = ["1", "count"];

/** Returns two significant digits, or all digits before the point. */
export function digits(value: number): string {
  const shown = value >= 100 ? Math.round(value) : Number(value.toPrecision(2));
  return shown.toLocaleString("en-US", { maximumSignificantDigits: 15 });
}

/** Returns the name of a column as words. */
export function spaced(name: string): string {
  return name.replaceAll("_", " ");
}

/** Returns a unit with a space before it; empty for a count or no unit. */
export function unitText(unit: string | undefined): string {
  return unit === undefined || COUNTS.includes(unit) ? "" : ` ${unit}`;
}
