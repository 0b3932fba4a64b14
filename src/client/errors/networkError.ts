import { ApiError } from "./apiError.ts";

/** The service was not reached: no answer at all, or one that leads nowhere. */
export class NetworkError extends ApiError {
  static {
    this.prototype.name = "NetworkError";
  }
}
