import { ApiError } from "./apiError.ts";

/** A response with a body that is cut short, damaged, or not in the requested format. */
export class BodyError extends ApiError {
  /** Name of the class. */
  override get name(): "BodyError" {
    return "BodyError";
  }
}
