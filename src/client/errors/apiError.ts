import { plainText } from "../../options/plainText.ts";

/** The failed request: its method and its address, which contains no token. */
export interface RequestSummary {
  /** HTTP method. */
  readonly method: string;
  /** Address. */
  readonly url: string;
}

/** A fault that the service found in a request. */
export interface Fault {
  /** Location of the fault, such as `["query", "start_time"]`. */
  readonly loc: readonly (string | number)[];
  /** Description of the fault. */
  readonly msg: string;
  /** Kind of fault. */
  readonly type: string;
}

/** The service's description of a failure. */
export type ErrorDetail = string | readonly Fault[] | undefined;

/** Options of {@linkcode ApiError}. */
export interface ApiErrorInit {
  /** Action that failed, such as `read metric_samples`. */
  readonly action: string;
  /** Reason for the failure, with the value that caused it. */
  readonly reason: string;
  /** The failed request. */
  readonly request: RequestSummary;
  /** HTTP status, if the service responded. */
  readonly status?: number | undefined;
  /** The service's description. */
  readonly detail?: ErrorDetail;
  /** The underlying error, without secrets. */
  readonly cause?: unknown;
}

/** Names of {@linkcode ApiError} and its subclasses. */
export type ApiErrorName =
  | "ApiError"
  | "BodyError"
  | "ForbiddenError"
  | "InvalidError"
  | "NetworkError"
  | "NotFoundError"
  | "RateLimitError"
  | "TimeoutError"
  | "UnauthorizedError";

/**
 * A call that failed at the service or on the way to it. Failures that callers handle have a
 * subclass; this class itself covers all others, such as 409 and 500. Neither the message nor any
 * member contains the token.
 */
export class ApiError extends Error {
  /** HTTP status; `undefined` if the service did not respond. */
  readonly status: number | undefined;
  /** The failed request. */
  readonly request: RequestSummary;
  /** The service's description: a text, a list of faults, or `undefined`. */
  readonly detail: ErrorDetail;

  /** Creates an error with the action, the reason and the status in its message. */
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

  /** Name of the class. */
  override get name(): ApiErrorName {
    return "ApiError";
  }
}

/** A response with a body that is cut short, damaged, or not in the requested format. */
export class BodyError extends ApiError {
  /** Name of the class. */
  override get name(): "BodyError" {
    return "BodyError";
  }
}

/** The data belongs to another user and is not shared with this one (403). */
export class ForbiddenError extends ApiError {
  /** Name of the class. */
  override get name(): "ForbiddenError" {
    return "ForbiddenError";
  }
}

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

/** The service could not be reached: no response at all, or a redirect that leads nowhere. */
export class NetworkError extends ApiError {
  /** Name of the class. */
  override get name(): "NetworkError" {
    return "NetworkError";
  }
}

/** The requested data does not exist (404). */
export class NotFoundError extends ApiError {
  /** Name of the class. */
  override get name(): "NotFoundError" {
    return "NotFoundError";
  }
}

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

/** No complete response arrived in time: the client timed out, or the service did (408, 504). */
export class TimeoutError extends ApiError {
  /** Name of the class. */
  override get name(): "TimeoutError" {
    return "TimeoutError";
  }
}

/** The token is missing, wrong or expired (401): sign in again. */
export class UnauthorizedError extends ApiError {
  /** Name of the class. */
  override get name(): "UnauthorizedError" {
    return "UnauthorizedError";
  }
}
