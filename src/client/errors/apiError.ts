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
