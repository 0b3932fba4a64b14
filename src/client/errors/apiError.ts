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
      `Cannot ${init.action}: ${init.reason}${status}`,
      init.cause === undefined ? {} : { cause: init.cause },
    );
    this.status = init.status;
    this.request = init.request;
    this.detail = init.detail;
  }
}
