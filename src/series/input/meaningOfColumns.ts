import type { AnyReducer } from "./reducers.ts";

/** Columns of numeric codes, which have no mean, sum or order. */
const CODES: Readonly<Record<string, string>> = {
  sleep_stage: "codes of stages",
  ovulation_test_result: "codes of results",
  pregnancy_test_result: "codes of results",
  progesterone_test_result: "codes of results",
};

/** Columns of rates per minute or hour, which do not add up. Names with high or low are events. */
const RATE = /^(?!(?:high|low)_)(?:\w+_)?(?:heart_rate|respiratory_rate|speed)$/;

/** Functions that suit codes. */
const OF_NAMES: readonly AnyReducer[] = ["durations", "last known", "first", "last", "count"];
/** Functions to suggest instead of the sum of a rate. */
const OF_RATES: readonly AnyReducer[] = ["mean", "weighted mean", "max"];

/**
 * Rejects functions that do not suit a column by its name: means of codes, sums of rates.
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
  if (reducer === "sum" && RATE.test(name)) {
    throw new TypeError(`${shown}readings of a rate do not add up; use one of ${use(OF_RATES)}`);
  }
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
