import { convertUnit, unitsFor } from "../../series/units/namedUnits.ts";

/** What a workout says of a quantity; of a total it is `sum`. */
interface Statistic {
  readonly unit?: string;
  readonly sum?: number;
}

/** How far a workout went, and with how much energy; null where it does not say so. */
export interface WorkoutAmounts {
  /** Metres. */
  readonly meters: number | null;
  /** Kilocalories beyond those of rest. */
  readonly kcal: number | null;
}

/** Totals of a workout, from its statistics as JSON, or from the extras that an import of a file writes. */
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

/** The sum of the statistics of a name, in a unit; null where there is none that can be converted. */
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

/** The sum of what is known; null where nothing is. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}
