import { ApiError } from "./apiError.ts";

/** The requested data does not exist (404). */
export class NotFoundError extends ApiError {
  /** Name of the class. */
  override get name(): "NotFoundError" {
    return "NotFoundError";
  }
}
