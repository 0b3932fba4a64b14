import { ApiError } from "./apiError.ts";

/** What was asked for does not exist (404). */
export class NotFoundError extends ApiError {
  static {
    this.prototype.name = "NotFoundError";
  }
}
