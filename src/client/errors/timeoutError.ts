import { ApiError } from "./apiError.ts";

/** No whole answer came in time: ours ran out, or the service's (408, 504). */
export class TimeoutError extends ApiError {
  static {
    this.prototype.name = "TimeoutError";
  }
}
