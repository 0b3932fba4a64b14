import { ApiError } from "./errors/apiError.ts";
import type { Call } from "./call.ts";

/**
 * The same call, which asks a service that does not have a route for the older one. If that is not
 * there either, the first error is thrown.
 */
export function fallBack(call: Call): Call {
  return async (endpoint, args, options) => {
    try {
      return await call(endpoint, args, options);
    } catch (error) {
      const { older } = endpoint;
      if (older === undefined || !isMissing(error)) throw error;
      try {
        return await call({ ...endpoint, route: older }, args, options);
      } catch (again) {
        throw isMissing(again) ? error : again;
      }
    }
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
