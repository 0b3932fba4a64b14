import { plainText } from "../../options/plainText.ts";

/** Which request failed: its method and its address, which carries no token. */
export interface RequestSummary {
  /** The HTTP method. */
  readonly method: string;
  /** The address. */
  readonly url: string;
}

/** One fault that the service found in a request. */
export interface Fault {
  /** Where it is, such as `["query", "start_time"]`. */
  readonly loc: readonly (string | number)[];
  /** What is wrong. */
  readonly msg: string;
  /** The kind of fault. */
  readonly type: string;
}

/** What the service said about a failure. */
export type ErrorDetail = string | readonly Fault[] | undefined;

/** What a failed call is told by. */
export interface ApiErrorInit {
  /** What was being done, such as `read metric_samples`. */
  readonly action: string;
  /** Why it failed, with the value that is at fault. */
  readonly reason: string;
  /** The request. */
  readonly request: RequestSummary;
  /** The HTTP status, where there was an answer. */
  readonly status?: number | undefined;
  /** What the service said. */
  readonly detail?: ErrorDetail;
  /** The error beneath, without secrets. */
  readonly cause?: unknown;
}

/**
 * A call that failed at the service or on the way to it. There is a subclass for each failure that a
 * caller acts on; this class itself stands for the others, such as 409 and 500. Neither the message
 * nor any member holds the token.
 */
export class ApiError extends Error {
  static {
    this.prototype.name = "ApiError";
  }

  /** The HTTP status; undefined where there was no answer. */
  readonly status: number | undefined;
  /** The request that failed. */
  readonly request: RequestSummary;
  /** What the service said: a text, a list of faults, or nothing. */
  readonly detail: ErrorDetail;

  /** Builds the message: action first, then the reason, then the status. */
  constructor(init: ApiErrorInit) {
    const status = init.status === undefined ? "" : ` (${init.status})`;
    super(
      plainText(`Cannot ${init.action}: ${init.reason}${status}`),
      init.cause === undefined ? {} : { cause: init.cause },
    );
    this.status = init.status;
    this.request = init.request;
    this.detail = init.detail;
  }
}

/** An answer came whose body is cut short, damaged, or not of the form that was asked for. */
export class BodyError extends ApiError {
  static {
    this.prototype.name = "BodyError";
  }
}

/** The data is another user's and not shared with this one (403). */
export class ForbiddenError extends ApiError {
  static {
    this.prototype.name = "ForbiddenError";
  }
}

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

/** The service was not reached: no answer at all, or one that leads nowhere. */
export class NetworkError extends ApiError {
  static {
    this.prototype.name = "NetworkError";
  }
}

/** What was asked for does not exist (404). */
export class NotFoundError extends ApiError {
  static {
    this.prototype.name = "NotFoundError";
  }
}

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

/** No whole answer came in time: ours ran out, or the service's (408, 504). */
export class TimeoutError extends ApiError {
  static {
    this.prototype.name = "TimeoutError";
  }
}

/** The token is missing, wrong or expired (401): sign in again. */
export class UnauthorizedError extends ApiError {
  static {
    this.prototype.name = "UnauthorizedError";
  }
}
