import { ApiError, type Fault } from "./apiError.ts";

/** The service rejected the arguments or the body (400, 422); `faults` lists what is wrong. */
export class InvalidError extends ApiError {
  /** Name of the class. */
  override get name(): "InvalidError" {
    return "InvalidError";
  }

  /** Faults that the service found; empty if it listed none. */
  get faults(): readonly Fault[] {
    return typeof this.detail === "object" ? this.detail : [];
  }
}
