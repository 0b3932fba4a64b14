import { ApiError, type ApiErrorInit } from "./apiError.ts";

/** Too many requests (429); `retryAfter` says how long to wait. */
export class RateLimitError extends ApiError {
  /** Seconds to wait before the next request; `undefined` if the service did not say. */
  readonly retryAfter: number | undefined;

  /** Creates an error that also says how long to wait. */
  constructor(init: ApiErrorInit & { readonly retryAfter: number | undefined }) {
    super(init);
    this.retryAfter = init.retryAfter;
  }

  /** Name of the class. */
  override get name(): "RateLimitError" {
    return "RateLimitError";
  }
}
