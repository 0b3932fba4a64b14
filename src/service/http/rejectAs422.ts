import { invalid } from "./problem.ts";

/**
 * Runs a computation whose options came from the request, so that what is wrong with them is the
 * caller's to mend: windows that leave the years 1 to 9999, for one, show only in their computation.
 *
 * @throws {Problem} 422 that names the parameter, in place of a `RangeError`
 */
export function rejectAs422<T>(parameter: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) throw invalid(["query", parameter], error.message);
    throw error;
  }
}
