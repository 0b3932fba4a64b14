import type { OpenFrame } from "../../frame/open.ts";
import { CLOCK_UNIT } from "../../time/units.ts";
import type { AnyReducer } from "./reducers.ts";

/** Columns of numeric codes, which have no mean, sum or order. */
const CODES: Readonly<Record<string, string>> = {
  sleep_stage: "codes of stages",
  ovulation_test_result: "codes of results",
  pregnancy_test_result: "codes of results",
  progesterone_test_result: "codes of results",
};

/** Columns of readings, which do not add up, by the end of their names, or by the whole name. */
const READING = new RegExp(
  "^(?:(?!high_|low_)(?:\\w+_)?(?:" +
    "heart_rate|heart_rate_average|heart_rate_recovery_one_minute|heart_rate_variability(?:_sdnn)?|" +
    "hrv|rmssd|sdnn|respiratory_rate|speed|temperature|percentage|oxygen_saturation|spo2|" +
    "blood_pressure_\\w+|blood_glucose|blood_alcohol_content|body_mass(?:_index)?|vo2_max|" +
    "waist_circumference|audio_level|afib_burden|stride_length|ground_contact_time|" +
    "vertical_oscillation|underwater_depth" +
    ")|(?:body_)?weight|height|bmi|running_power|" +
    "walking_(?:asymmetry|double_support|steadiness))$",
);

/** Columns that are usually scales, by the end of their names. */
const SCALE = /^(?:\w+_)?(?:mood|stress|pain|anxiety|fatigue|score|rating|quality)$/;

/** Units of readings, apart from units per something. */
const READING_UNITS = new Set(
  `${CLOCK_UNIT} bpm ms mmHg percent % degF degC °F °C BMI dBASPL W kg lb`.split(" "),
);

/** Functions that suit codes. */
const OF_NAMES: readonly AnyReducer[] = ["durations", "last known", "first", "last", "count"];
/** Functions to suggest instead of the sum of readings. */
const OF_READINGS: readonly AnyReducer[] = ["mean", "weighted mean", "max"];

/**
 * Rejects functions that do not suit a column by its name: means of codes, sums of readings.
 *
 * @param reducers Functions to choose from.
 * @throws {TypeError} with the functions that suit the column
 */
export function checkMeaning(
  name: string,
  reducer: AnyReducer,
  reducers: readonly AnyReducer[],
  action: string,
): void {
  const use = (functions: readonly AnyReducer[]): string =>
    functions.filter((own) => reducers.includes(own)).map((own) => JSON.stringify(own)).join(", ");
  const shown = `Cannot ${action === "resample" ? action : `${action} of`} ${name} by ${
    JSON.stringify(reducer)
  }: `;
  if (Object.hasOwn(CODES, name) && !OF_NAMES.includes(reducer)) {
    throw new TypeError(
      `${shown}its numbers are ${CODES[name]}, which do not add up; use one of ${use(OF_NAMES)}`,
    );
  }
  if (reducer === "sum" && READING.test(name)) {
    throw new TypeError(`${shown}its readings do not add up; use one of ${use(OF_READINGS)}`);
  }
}

/**
 * Returns the usual function for the values of a day: the mean of readings such as a heart rate, of
 * scales such as a mood, and of windows that are not sums themselves, otherwise the sum.
 */
export function usualReducer(
  { units, windows }: Pick<OpenFrame, "units" | "windows">,
  name: string,
): "sum" | "mean" {
  const earlier = windows?.aggregates[name], unit = units[name] ?? "";
  if (earlier !== undefined) return earlier === "sum" || earlier === "count" ? "sum" : "mean";
  return [READING, SCALE].some((names) => names.test(name)) || READING_UNITS.has(unit) ||
      unit.includes("/")
    ? "mean"
    : "sum";
}

/**
 * Rejects columns of codes if means are needed.
 *
 * @throws {TypeError} with a suggestion
 */
export function rejectCodes(names: readonly string[], action: string): void {
  const found = names.find((name) => Object.hasOwn(CODES, name));
  if (found === undefined) return;
  throw new TypeError(
    `Cannot ${action}: the numbers of ${found} are ${CODES[found]}, which have no mean; ` +
      "use how long each lasts, from series.resample with " +
      `{ every: "1d", aggregate: { ${found}: "durations" } }`,
  );
}
