import { ApiError } from "./apiError.ts";

/** The token is missing, wrong or expired (401): sign in again. */
export class UnauthorizedError extends ApiError {
  /** Name of the class. */
  override get name(): "UnauthorizedError" {
    return "UnauthorizedError";
  }
}
