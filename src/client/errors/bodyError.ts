import { ApiError } from "./apiError.ts";

/** An answer came whose body is cut short, damaged, or not of the form that was asked for. */
export class BodyError extends ApiError {
  static {
    this.prototype.name = "BodyError";
  }
}
