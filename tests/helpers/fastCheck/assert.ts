import { assert as assertProperty, type IRawProperty, type Parameters } from "fast-check/original";

/** With `random`, properties are tried with new cases each time, ten times as many. */
const LANE = "LIFEFRAME_PROPERTIES";

/** The cases of the default lane are the same everywhere: it is never red for nothing. */
const SEED = 20_261_122;

/** The longest that the random lane tries one property, in milliseconds. */
const LONGEST = 15_000;

const random = Deno.permissions.querySync({ name: "env", variable: LANE }).state === "granted" &&
  Deno.env.get(LANE) === "random";

/**
 * fast-check's `assert` in two lanes: with one seed for all properties that have none of their own, or
 * with random cases, ten times as many. A counterexample of the random lane is kept in the property's
 * `examples`.
 */
export const assert = (<T>(property: IRawProperty<T>, params: Parameters<T> = {}) => {
  if (!random) return assertProperty<T>(property, { seed: SEED, ...params });
  const { seed: _seed, path: _path, ...rest } = params;
  return assertProperty<T>(property, {
    ...rest,
    numRuns: 10 * (params.numRuns ?? 100),
    interruptAfterTimeLimit: LONGEST,
  });
}) as typeof assertProperty;
