import { invalid } from "./problem.ts";

/**
 * Runs a computation with options from the request, whose errors are the caller's. Some errors,
 * such as windows that leave the years 1 to 9999, only occur during the computation.
 *
 * @throws {Problem} 422 that names the parameter, instead of a `RangeError`
 */
export function rejectAs422<T>(parameter: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) throw invalid(["query", parameter], error.message);
    throw error;
  }
}
