import { assert as assertProperty, type IRawProperty, type Parameters } from "fast-check/original";

/**
 * Lane of the properties: `random` tries ten times as many cases, different each time; `short`
 * tries the first quarter of the default cases, but at least 30.
 */
const LANE = "LIFEFRAME_PROPERTIES";

/** The default lane always has the same cases, so it never fails by chance. */
const SEED = 20_261_122;

/**
 * Maximum time in milliseconds that the random lane spends on one property after the default number
 * of cases.
 */
const LONGEST = 3_000;

/**
 * Number of cases between garbage collections. V8 underestimates the memory of Polars' objects and
 * keeps hundreds of thousands of them, and Deno 2.9.6 frees objects of native modules in quadratic
 * time: 80,000 in 4 s, 250,000 in 40 s.
 */
const CASES_A_COLLECTION = 50;

/**
 * Share of the default cases that the short lane tries, and their minimum: some properties must
 * reach rare branches.
 */
const SHORT = 1 / 4, FEWEST = 30;

const lane = Deno.permissions.querySync({ name: "env", variable: LANE }).state === "granted"
  ? Deno.env.get(LANE)
  : undefined;

/**
 * Returns a property that starts no further case after {@link LONGEST}, once `least` cases were
 * tried. (fast-check's own limit lets the interrupted case run beyond the end of the test, and also
 * stops properties that need more cases to reach all of their branches.)
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
 * Runs fast-check's `assert` in one of three lanes: with the same seed for all properties without
 * their own, with the first quarter of these cases, or with ten times as many random cases.
 * Counterexamples of the random lane are stored in the property's `examples`.
 */
export const assert = (<T>(property: IRawProperty<T>, params: Parameters<T> = {}) => {
  const { numRuns = 100 } = params;
  const fewer = lane === "short" ? Math.max(FEWEST, Math.ceil(numRuns * SHORT)) : numRuns;
  return assertAll(property, { ...params, numRuns: Math.min(numRuns, fewer) });
}) as typeof assertProperty;

/**
 * Runs {@linkcode assert} with all cases in the short lane too, for properties that count the
 * branches they reach.
 */
export const assertAll = (<T>(property: IRawProperty<T>, params: Parameters<T> = {}) => {
  if (lane !== "random") return assertProperty<T>(property, { seed: SEED, ...params });
  const { seed: _seed, path: _path, numRuns = 100, ...rest } = params;
  return assertProperty<T>(limitTime(property, numRuns), { ...rest, numRuns: 10 * numRuns });
}) as typeof assertProperty;
