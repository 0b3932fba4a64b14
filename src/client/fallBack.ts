import { ApiError } from "./errors/apiError.ts";
import type { Call } from "./call.ts";

/**
 * Wraps a call so that a service without a route is sent the older one. If that is missing too, the
 * first error is thrown.
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
