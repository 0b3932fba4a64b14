import { convertUnit, unitsFor } from "../../series/units/namedUnits.ts";

/** Statistic of a quantity of a workout; totals have a `sum`. */
interface Statistic {
  readonly unit?: string;
  readonly sum?: number;
}

/** Distance and energy of a workout; null if unknown. */
export interface WorkoutAmounts {
  /** Metres. */
  readonly meters: number | null;
  /** Active kilocalories. */
  readonly kcal: number | null;
}

/**
 * Returns the totals of a workout, from its statistics as JSON, or from the extras of an imported
 * file.
 */
export function workoutAmounts(statistics: string | null, extras: string | null): WorkoutAmounts {
  const entries = Object.entries(JSON.parse(statistics ?? "{}") as Record<string, Statistic>);
  const { distance_m, energy_kcal } = Object(JSON.parse(extras ?? "{}"));
  return {
    meters: total(entries, /Distance/, "m") ?? numberOf(distance_m),
    kcal: total(entries, /^(?:HKQuantityTypeIdentifier)?Active/, "kcal") ?? numberOf(energy_kcal),
  };
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** Sums up the matching statistics in a unit; null if no unit can be converted. */
function total(
  statistics: readonly (readonly [string, Statistic])[],
  name: RegExp,
  unit: string,
): number | null {
  const known = unitsFor(unit);
  return sumKnown(
    statistics
      .filter(([type]) => name.test(type))
      .map(([, { sum, unit: from }]) =>
        sum === undefined || from === undefined || !known.includes(from)
          ? null
          : convertUnit(sum, from, unit)
      ),
  );
}

/** Sums up the known values; null without any. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}
