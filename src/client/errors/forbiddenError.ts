import { ApiError } from "./apiError.ts";

/** The data is another user's and not shared with this one (403). */
export class ForbiddenError extends ApiError {
  static {
    this.prototype.name = "ForbiddenError";
  }
}
