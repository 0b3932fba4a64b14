import { ApiError } from "./apiError.ts";

/** The service could not be reached: no response at all, or a redirect that leads nowhere. */
export class NetworkError extends ApiError {
  /** Name of the class. */
  override get name(): "NetworkError" {
    return "NetworkError";
  }
}
