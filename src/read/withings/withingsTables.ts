/** A `raw_` file: its name behind `raw_`, what it is in the frames, the unit, and the device. */
export interface WithingsSeries {
  /** The metric of the catalog. */
  readonly metric?: string;
  /** The word for it in `others`, where the catalog has none. */
  readonly other?: string;
  /** The unit of its values. */
  readonly unit: string;
  /** Whether 0 stands for no measurement. */
  readonly zeroIsNone?: boolean;
}

/**
 * What stands in `raw_` files, by the word behind the device: the export's own README.txt says so,
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

/** Totals of days, `aggregates_` files, by the word behind that. */
export const DAILY: Readonly<Record<string, WithingsSeries>> = {
  steps: SERIES["steps"]!,
  distance: SERIES["distance"]!,
  calories_earned: SERIES["calories-earned"]!,
  calories_passive: { metric: "BasalCaloriesBurned", unit: "kcal" },
};

/** A column of a file of measurements that one takes, without its unit; and what it is in the frames. */
export type WithingsColumn = readonly [
  column: string,
  kind: "sample" | "other",
  name: string,
  unit: string,
];

/** The files of measurements, by name. The unit in brackets behind a column's name goes before that given here. */
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

/** Units as they stand behind names of columns, and as the frames have them. */
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

/** Figures of a night in `sleep.csv`: the column, what it is, its unit, and by what it is divided. */
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
