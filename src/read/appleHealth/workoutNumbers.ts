import { HEALTH_NUMBER, KILOCALORIES_IN, SECONDS_IN } from "./healthTables.ts";
import { METERS_IN } from "../export/metersIn.ts";
import type { Attributes } from "./recordScan.ts";

/** Numbers of a workout; null if the file does not have them. */
export interface WorkoutNumbers {
  /** Seconds that it lasted, without pauses. */
  readonly duration_s: number | null;
  /** Metres. */
  readonly distance_m: number | null;
  /** Kilocalories of active energy. */
  readonly energy_kcal: number | null;
}

/**
 * Returns the numbers of a workout from its `WorkoutStatistics`, or from its attributes in older
 * exports; or the reason why one cannot be read.
 */
export function workoutNumbers(
  workout: Attributes,
  statistics: readonly Attributes[],
): WorkoutNumbers | string {
  const sumOf = (type: string): [string | undefined, string | undefined] | undefined => {
    const found = statistics.find((item) => item["type"]?.startsWith(type) && "sum" in item);
    return found && [found["sum"], found["unit"]];
  };
  const numbers: Record<string, number | null> = {};
  for (
    const [name, [text, unit], factors] of [
      ["duration_s", [workout["duration"], workout["durationUnit"]], SECONDS_IN],
      [
        "distance_m",
        sumOf("HKQuantityTypeIdentifierDistance") ??
          [workout["totalDistance"], workout["totalDistanceUnit"]],
        METERS_IN,
      ],
      [
        "energy_kcal",
        sumOf("HKQuantityTypeIdentifierActiveEnergyBurned") ??
          [workout["totalEnergyBurned"], workout["totalEnergyBurnedUnit"]],
        KILOCALORIES_IN,
      ],
    ] as const
  ) {
    const factor = factors[unit ?? ""];
    if (text !== undefined && (factor === undefined || !HEALTH_NUMBER.test(text))) {
      return unit === undefined
        ? `${name} is "${text}" without a unit`
        : `${name} is "${text} ${unit}"`;
    }
    numbers[name] = text === undefined ? null : Number(text) * factor!;
  }
  return numbers as unknown as WorkoutNumbers;
}
