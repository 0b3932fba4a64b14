import { ApiError } from "./apiError.ts";

/** The data belongs to another user and is not shared with this one (403). */
export class ForbiddenError extends ApiError {
  /** Name of the class. */
  override get name(): "ForbiddenError" {
    return "ForbiddenError";
  }
}
