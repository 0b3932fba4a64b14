import type {
  ApiError,
  ApiErrorName,
  BodyError,
  ForbiddenError,
  InvalidError,
  NetworkError,
  NotFoundError,
  RateLimitError,
  TimeoutError,
  UnauthorizedError,
} from "./apiError.ts";

/** Classes of failed calls, by name. */
export interface ApiErrors {
  /** Any failed call. */
  ApiError: ApiError;
  /** A response with an unusable body. */
  BodyError: BodyError;
  /** Data that is not shared with the user. */
  ForbiddenError: ForbiddenError;
  /** Arguments that the service rejected. */
  InvalidError: InvalidError;
  /** A service that could not be reached. */
  NetworkError: NetworkError;
  /** Data that does not exist. */
  NotFoundError: NotFoundError;
  /** Too many requests. */
  RateLimitError: RateLimitError;
  /** No complete response in time. */
  TimeoutError: TimeoutError;
  /** A missing, wrong or expired token. */
  UnauthorizedError: UnauthorizedError;
}

const NAMES: ReadonlySet<string> = new Set<ApiErrorName>([
  "ApiError",
  "BodyError",
  "ForbiddenError",
  "InvalidError",
  "NetworkError",
  "NotFoundError",
  "RateLimitError",
  "TimeoutError",
  "UnauthorizedError",
]);

/**
 * Returns whether an error is a failed call, optionally of one class. It compares names, so it also
 * recognizes errors of another copy of this package, where `instanceof` does not.
 *
 * @param name Name of the class; `"ApiError"` matches all of them. @default "ApiError"
 *
 * @example Wait as long as the service demands
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { isApiError, RateLimitError } from "@lifeframe/lifeframe";
 *
 * const request = { method: "GET", url: "https://api.host/v1/user" };
 * const error: unknown = new RateLimitError({
 *   action: "read user",
 *   reason: "too many requests were sent",
 *   request,
 *   retryAfter: 3,
 * });
 * const seconds = isApiError(error, "RateLimitError") ? error.retryAfter : undefined;
 *
 * assertEquals(seconds, 3);
 * ```
 */
export function isApiError<N extends ApiErrorName = "ApiError">(
  error: unknown,
  name?: N,
): error is ApiErrors[N] {
  // Errors of the web platform have names such as TimeoutError too, but no request.
  if (!(error instanceof Error) || !NAMES.has(error.name) || !("request" in error)) return false;
  return name === undefined || name === "ApiError" || error.name === name;
}
