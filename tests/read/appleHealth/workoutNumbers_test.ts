import { assertAlmostEquals, assertEquals } from "@std/assert";
import { workoutNumbers } from "../../../src/read/appleHealth/workoutNumbers.ts";

const numbers = (workout: Record<string, string>, statistics: Record<string, string>[] = []) => {
  const found = workoutNumbers(workout, statistics);
  if (typeof found === "string") throw new Error(found);
  return found;
};

Deno.test("workoutNumbers() reads an older export's attributes, in every unit that occurs", () => {
  for (
    const [unit, seconds] of [["s", 1], ["min", 60], ["hr", 3600]] as const
  ) {
    assertEquals(numbers({ duration: "1.5", durationUnit: unit }).duration_s, 1.5 * seconds);
  }
  // 1 mi, ft and yd: the international yard of 1959, 0.9144 m
  for (
    const [unit, meters] of [
      ["m", 1],
      ["km", 1000],
      ["mi", 1760 * 0.9144],
      ["ft", 0.9144 / 3],
      ["yd", 0.9144],
      ["cm", 0.01],
    ] as const
  ) {
    const { distance_m } = numbers({ totalDistance: "10", totalDistanceUnit: unit });
    assertAlmostEquals(distance_m!, 10 * meters, 1e-9);
  }
  // the thermochemical calorie, 4.184 J
  for (
    const [unit, kilojoules] of [
      ["kcal", 4.184],
      ["Cal", 4.184],
      ["cal", 0.004184],
      ["kJ", 1],
      ["J", 0.001],
    ] as const
  ) {
    const { energy_kcal } = numbers({ totalEnergyBurned: "20", totalEnergyBurnedUnit: unit });
    assertAlmostEquals(energy_kcal! * 4.184, 20 * kilojoules, 1e-9);
  }
});

Deno.test("workoutNumbers() prefers sums of statistics, for any kind of distance", () => {
  const old = {
    duration: "30",
    durationUnit: "min",
    totalDistance: "1",
    totalDistanceUnit: "km",
    totalEnergyBurned: "100",
    totalEnergyBurnedUnit: "kcal",
  };
  assertEquals(numbers(old), { duration_s: 1800, distance_m: 1000, energy_kcal: 100 });
  const statistics = [
    { type: "HKQuantityTypeIdentifierHeartRate", average: "120", unit: "count/min" },
    { type: "HKQuantityTypeIdentifierDistanceCycling", average: "3", unit: "km" },
    { type: "HKQuantityTypeIdentifierDistanceCycling", sum: "2", unit: "km" },
    { type: "HKQuantityTypeIdentifierActiveEnergyBurned", sum: "50", unit: "kcal" },
  ];
  assertEquals(numbers(old, statistics), { duration_s: 1800, distance_m: 2000, energy_kcal: 50 });
});

Deno.test("workoutNumbers() has null for missing numbers", () => {
  assertEquals(numbers({}), { duration_s: null, distance_m: null, energy_kcal: null });
});

Deno.test("workoutNumbers() reports which number cannot be read", () => {
  assertEquals(
    workoutNumbers({ duration: "30", durationUnit: "fortnight" }, []),
    'duration_s is "30 fortnight"',
  );
  assertEquals(workoutNumbers({ totalDistance: "3" }, []), 'distance_m is "3" without a unit');
  assertEquals(
    workoutNumbers({ totalEnergyBurned: "many", totalEnergyBurnedUnit: "kcal" }, []),
    'energy_kcal is "many kcal"',
  );
});
