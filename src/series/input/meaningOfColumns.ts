import type { Reducer } from "./reducers.ts";

/** Columns whose numbers are names in disguise: of these there is no mean, no sum and no order. */
const CODES: Readonly<Record<string, string>> = {
  sleep_stage: "codes of stages",
  ovulation_test_result: "codes of results",
  pregnancy_test_result: "codes of results",
  progesterone_test_result: "codes of results",
};

/** Columns of readings per minute or hour: two of them do not add up. High and low ones are events. */
const RATE = /^(?!(?:high|low)_)(?:\w+_)?(?:heart_rate|respiratory_rate|speed)$/;

/** The functions that take numbers to be names. */
const OF_NAMES: readonly Reducer[] = ["durations", "last known", "first", "last", "count"];
/** The functions of a reading that is asked for as a sum. */
const OF_RATES: readonly Reducer[] = ["mean", "weighted mean", "max"];

/**
 * Rejects functions that mean nothing of a column, as far as its name tells: means of codes, sums of
 * rates.
 *
 * @param reducers The functions that there are.
 * @throws {TypeError} and says which functions do
 */
export function checkMeaning(
  name: string,
  reducer: Reducer,
  reducers: readonly Reducer[],
  action: string,
): void {
  const use = (functions: readonly Reducer[]): string =>
    functions.filter((own) => reducers.includes(own)).map((own) => JSON.stringify(own)).join(", ");
  const shown = `Cannot ${action === "resample" ? action : `${action} of`} ${name} by ${
    JSON.stringify(reducer)
  }: `;
  if (Object.hasOwn(CODES, name) && !OF_NAMES.includes(reducer)) {
    throw new TypeError(
      `${shown}its numbers are ${CODES[name]}, which do not add up; use one of ${use(OF_NAMES)}`,
    );
  }
  if (reducer === "sum" && RATE.test(name)) {
    throw new TypeError(`${shown}readings of a rate do not add up; use one of ${use(OF_RATES)}`);
  }
}

/**
 * Rejects columns of codes where means are taken.
 *
 * @throws {TypeError} and says what to compute of
 */
export function rejectCodes(names: readonly string[], action: string): void {
  const found = names.find((name) => Object.hasOwn(CODES, name));
  if (found === undefined) return;
  throw new TypeError(
    `Cannot ${action}: the numbers of ${found} are ${CODES[found]}, of which there is no mean; ` +
      "take how long each lasts, as series.resample gives it by " +
      `{ every: "1d", aggregate: { ${found}: "durations" } }`,
  );
}
