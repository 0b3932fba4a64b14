import { ApiError, type ApiErrorInit } from "./apiError.ts";

/** Too many requests (429); `retryAfter` says when the service takes the next. */
export class RateLimitError extends ApiError {
  static {
    this.prototype.name = "RateLimitError";
  }

  /** Seconds to wait; undefined where the service did not say. */
  readonly retryAfter: number | undefined;

  /** An error that also knows how long to wait. */
  constructor(init: ApiErrorInit & { readonly retryAfter: number | undefined }) {
    super(init);
    this.retryAfter = init.retryAfter;
  }
}
