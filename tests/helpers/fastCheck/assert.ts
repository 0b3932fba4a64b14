import { assert as assertProperty, type IRawProperty, type Parameters } from "fast-check/original";

/**
 * Lane of the properties: `random` tries ten times as many cases, new ones each time; `short` tries the
 * first quarter of the default ones, but at least 30.
 */
const LANE = "LIFEFRAME_PROPERTIES";

/** The cases of the default lane are the same everywhere: it is never red for nothing. */
const SEED = 20_261_122;

/** How long the random lane goes on with one property beyond the default lane's number of cases, in milliseconds. */
const LONGEST = 3_000;

/**
 * After how many cases garbage is collected. V8 sees little of what Polars' objects hold and lets hundreds of
 * thousands of them lie, and Deno 2.9.6 drops objects of native modules in time that grows with the square of
 * their number: 80,000 in 4 s, 250,000 in 40 s.
 */
const CASES_A_COLLECTION = 50;

/** Part of the default cases that the short lane tries, and the fewest: some properties must reach rare branches. */
const SHORT = 1 / 4, FEWEST = 30;

const lane = Deno.permissions.querySync({ name: "env", variable: LANE }).state === "granted"
  ? Deno.env.get(LANE)
  : undefined;

/**
 * The property, of which no case is begun after {@link LONGEST} once the first `least` were tried. (fast-check's own
 * limit leaves the case that it interrupts running beyond the end of the test, and also cuts those that a property
 * needs to reach all of its branches.)
 */
function limitTime<T>(property: IRawProperty<T>, least: number): IRawProperty<T> {
  const end = performance.now() + LONGEST;
  let runs = 0;
  const { gc } = globalThis as { gc?: () => void };
  const run: IRawProperty<T>["run"] = (value) => {
    if (++runs > least && performance.now() > end) return null;
    if (runs % CASES_A_COLLECTION === 0) gc?.();
    return property.run(value);
  };
  return new Proxy(property, {
    get(target, name) {
      if (name === "run") return run;
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/**
 * fast-check's `assert` in three lanes: with one seed for all properties that have none of their own,
 * with the first quarter of these cases, or with random cases, ten times as many. A counterexample of
 * the random lane is kept in the property's `examples`.
 */
export const assert = (<T>(property: IRawProperty<T>, params: Parameters<T> = {}) => {
  const { numRuns = 100 } = params;
  const fewer = lane === "short" ? Math.max(FEWEST, Math.ceil(numRuns * SHORT)) : numRuns;
  return assertAll(property, { ...params, numRuns: Math.min(numRuns, fewer) });
}) as typeof assertProperty;

/** The same with all cases in the short lane too, for properties that count the branches they reach. */
export const assertAll = (<T>(property: IRawProperty<T>, params: Parameters<T> = {}) => {
  if (lane !== "random") return assertProperty<T>(property, { seed: SEED, ...params });
  const { seed: _seed, path: _path, numRuns = 100, ...rest } = params;
  return assertProperty<T>(limitTime(property, numRuns), { ...rest, numRuns: 10 * numRuns });
}) as typeof assertProperty;
