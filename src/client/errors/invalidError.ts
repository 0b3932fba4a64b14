import { ApiError, type Fault } from "./apiError.ts";

/** The service refused the arguments or the body (400, 422); `faults` says which and why. */
export class InvalidError extends ApiError {
  static {
    this.prototype.name = "InvalidError";
  }

  /** The faults that the service found; empty where it named none. */
  get faults(): readonly Fault[] {
    return typeof this.detail === "object" ? this.detail : [];
  }
}
