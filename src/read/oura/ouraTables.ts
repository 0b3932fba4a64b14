/** Field with a number: its name in the frames, unit and divisor. */
export type OuraFigure = readonly [field: string, name: string, unit: string, divisor?: number];

/** Stages in `sleep_phase_5_min` and `sleep_phase_30_sec`, and their codes of table `consumer`. */
export const PHASES: Readonly<Record<string, number>> = { 1: 4, 2: 3, 3: 5, 4: 2 };

/** Types of sleep periods that are skipped, and why. */
export const NO_SLEEP: Readonly<Record<string, string>> = {
  deleted: "a sleep that its person deleted",
  rest: "a rest, which the person said was not sleep",
};

/** Values of a sleep period. */
export const SLEEP_FIGURES: readonly OuraFigure[] = [
  ["average_hrv", "sleep_average_hrv_rmssd", "ms"],
  ["average_heart_rate", "sleep_average_heart_rate", "bpm"],
  ["total_sleep_duration", "asleep_duration", "min", 60],
  ["time_in_bed", "in_bed_duration", "min", 60],
  ["light_sleep_duration", "light_sleep_duration", "min", 60],
  ["deep_sleep_duration", "deep_sleep_duration", "min", 60],
  ["rem_sleep_duration", "rem_sleep_duration", "min", 60],
  ["awake_time", "awake_duration", "min", 60],
  ["latency", "sleep_latency", "min", 60],
  ["efficiency", "sleep_efficiency", "percent"],
  ["restless_periods", "restless_periods", "count"],
];

/** Values of a day. The name of the file gives the topic of `score`. */
export const DAY_FIGURES: readonly OuraFigure[] = [
  ["sleep_score", "sleep_score", "score"],
  ["readiness_score", "readiness_score", "score"],
  ["activity_score", "activity_score", "score"],
  ["temperature_deviation", "temperature_deviation", "degC"],
  ["temperature_trend_deviation", "temperature_trend_deviation", "degC"],
  ["total_calories", "total_energy_burned", "kcal"],
  ["equivalent_walking_distance", "equivalent_walking_distance", "m"],
  ["stress_high", "stress_high", "min", 60],
  ["recovery_high", "recovery_high", "min", 60],
  ["breathing_disturbance_index", "breathing_disturbance_index", "count"],
];

/** Columns of the table of trends since 2020, by the fields of the API. */
export const TRENDS: Readonly<Record<string, readonly string[]>> = {
  day: ["date"],
  bedtime_start: ["Bedtime Start"],
  bedtime_end: ["Bedtime End"],
  average_hrv: ["Average HRV"],
  average_heart_rate: ["Average Resting Heart Rate"],
  lowest_heart_rate: ["Lowest Resting Heart Rate"],
  average_breath: ["Respiratory Rate"],
  total_sleep_duration: ["Total Sleep Duration", "Total Sleep Time"],
  time_in_bed: ["Total Bedtime"],
  light_sleep_duration: ["Light Sleep Duration", "Light Sleep Time"],
  deep_sleep_duration: ["Deep Sleep Duration", "Deep Sleep Time"],
  rem_sleep_duration: ["REM Sleep Duration", "REM Sleep Time"],
  awake_time: ["Awake Time"],
  latency: ["Sleep Latency"],
  efficiency: ["Sleep Efficiency"],
  restless_periods: ["Restless Sleep"],
  sleep_score: ["Sleep Score"],
  readiness_score: ["Readiness Score"],
  activity_score: ["Activity Score"],
  temperature_deviation: ["Temperature Deviation (°C)"],
  temperature_trend_deviation: ["Temperature Trend Deviation"],
  steps: ["Steps"],
  active_calories: ["Activity Burn"],
  total_calories: ["Total Burn"],
  equivalent_walking_distance: ["Equivalent Walking Distance"],
};

/** Fields of the first API and of files before 2022, by their names in the second API. */
export const FIRST_API: Readonly<Record<string, string>> = {
  sleep_phase_5_min: "hypnogram_5min",
  average_hrv: "rmssd",
  average_heart_rate: "hr_average",
  lowest_heart_rate: "hr_lowest",
  average_breath: "breath_average",
  total_sleep_duration: "total",
  time_in_bed: "duration",
  light_sleep_duration: "light",
  deep_sleep_duration: "deep",
  rem_sleep_duration: "rem",
  awake_time: "awake",
  latency: "onset_latency",
  restless_periods: "restless",
  day: "summary_date",
  active_calories: "cal_active",
  total_calories: "cal_total",
};
