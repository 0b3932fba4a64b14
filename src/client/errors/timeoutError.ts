import { ApiError } from "./apiError.ts";

/** No complete response arrived in time: the client timed out, or the service did (408, 504). */
export class TimeoutError extends ApiError {
  /** Name of the class. */
  override get name(): "TimeoutError" {
    return "TimeoutError";
  }
}
