/** A `raw_` file: its name after `raw_`, name in the frames, unit and device. */
export interface WithingsSeries {
  /** Metric of the catalog. */
  readonly metric?: string;
  /** Name in `others` if the catalog has no metric. */
  readonly other?: string;
  /** Unit of the values. */
  readonly unit: string;
  /** `true` if 0 means that nothing was measured. */
  readonly zeroIsNone?: boolean;
}

/**
 * Contents of `raw_` files, by the word after the device, from the export's own README.txt:
 * https://github.com/dhelsby/HealthData/blob/main/Withings/README.txt. A device is `bed` (the mat), `hr`,
 * `tracker`, `spo2`, `heart_rate_variability` (the watch).
 */
export const SERIES: Readonly<Record<string, WithingsSeries>> = {
  "hr": { metric: "HeartRate", unit: "bpm", zeroIsNone: true },
  "respiratory-rate": { metric: "RespiratoryRate", unit: "breaths/min", zeroIsNone: true },
  "auto_spo2": { metric: "BloodOxygenSaturation", unit: "percent", zeroIsNone: true },
  "steps": { metric: "StepCount", unit: "steps" },
  "distance": { metric: "DistanceTraveledOnFoot", unit: "m" },
  "calories-earned": { metric: "ActiveCaloriesBurned", unit: "kcal" },
  "elevation": { other: "elevation_climbed", unit: "m" },
  "HR SD NN": { metric: "HeartRateVariabilitySDNN", unit: "ms", zeroIsNone: true },
  "HR RMS SD": { other: "hrv_rmssd", unit: "ms", zeroIsNone: true },
  "snoring": { other: "snoring", unit: "presence" },
};

/** Stages in `raw_bed_sleep-state.csv` and `raw_tracker_sleep-state.csv`, and their codes of table `consumer`. */
export const STAGES: Readonly<Record<number, number>> = { 0: 2, 1: 3, 2: 4, 3: 5 };

/** Daily totals in `aggregates_` files, by the word after `aggregates_`. */
export const DAILY: Readonly<Record<string, WithingsSeries>> = {
  steps: SERIES["steps"]!,
  distance: SERIES["distance"]!,
  calories_earned: SERIES["calories-earned"]!,
  calories_passive: { metric: "BasalCaloriesBurned", unit: "kcal" },
};

/** Column of a file of measurements, without its unit, and its name in the frames. */
export type WithingsColumn = readonly [
  column: string,
  kind: "sample" | "other",
  name: string,
  unit: string,
];

/** Files of measurements, by name. A unit in a column's name takes precedence. */
export const MEASUREMENTS: Readonly<Record<string, readonly WithingsColumn[]>> = {
  weight: [
    ["Weight", "sample", "Weight", "kg"],
    ["Fat mass", "other", "fat_mass", "kg"],
    ["Bone mass", "other", "bone_mass", "kg"],
    ["Muscle mass", "other", "muscle_mass", "kg"],
    ["Hydration", "other", "body_water", "kg"],
  ],
  height: [["Height", "sample", "Height", "m"]],
  bp: [
    ["Heart rate", "sample", "HeartRate", "bpm"],
    ["Systolic", "sample", "BloodPressureSystolic", "mmHg"],
    ["Diastolic", "sample", "BloodPressureDiastolic", "mmHg"],
  ],
  body_temperature: [["value", "sample", "BodyTemperature", "degC"]],
  manual_spo2: [["value", "sample", "BloodOxygenSaturation", "percent"]],
};

/** Units in column names, by unit in the frames. */
export const UNITS: Readonly<Record<string, string>> = {
  kg: "kg",
  lb: "lb",
  lbs: "lb",
  m: "m",
  cm: "cm",
  ft: "ft",
  in: "in",
  "°C": "degC",
  "°F": "degF",
  bpm: "bpm",
  mmHg: "mmHg",
  "%": "percent",
};

/** Values of a night in `sleep.csv`: column, name, unit and divisor. */
export const NIGHT_FIGURES: readonly (readonly [string, string, string, number])[] = [
  ["light (s)", "light_sleep_duration", "min", 60],
  ["deep (s)", "deep_sleep_duration", "min", 60],
  ["rem (s)", "rem_sleep_duration", "min", 60],
  ["awake (s)", "awake_duration", "min", 60],
  ["Duration to sleep (s)", "sleep_latency", "min", 60],
  ["Duration to wake up (s)", "duration_to_wake_up", "min", 60],
  ["Snoring (s)", "snoring_duration", "min", 60],
  ["wake up", "wake_ups", "count", 1],
  ["Average heart rate", "sleep_average_heart_rate", "bpm", 1],
  ["Heart rate (min)", "sleep_min_heart_rate", "bpm", 1],
  ["Heart rate (max)", "sleep_max_heart_rate", "bpm", 1],
];
