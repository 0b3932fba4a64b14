import ky, { HTTPError, TimeoutError as KyTimeoutError } from "ky";
import type { Answer } from "./answer.ts";
import { BodyError, NetworkError, type RequestSummary, TimeoutError } from "../errors/apiError.ts";
import { Failure } from "../errors/failure.ts";
import { type Fetch, receive } from "./receive.ts";
import { redact } from "../errors/redact.ts";
import { retryAfter } from "./retryAfter.ts";
import { safeCause } from "../errors/safeCause.ts";

/**
 * Options for retries of failed requests. The limit of each wait doubles; each wait is random
 * between zero and its limit (full jitter), so that many clients do not return at the same time.
 */
export interface RetryOptions {
  /**
   * Milliseconds after the first attempt within which another may begin. If the service demands a
   * longer wait (`Retry-After`), the request is not retried.
   * @default 30_000
   */
  budget?: number | undefined;
  /** Maximum number of retries after the first attempt; 0 for none. @default 10 */
  limit?: number | undefined;
  /** Limit of the first wait in milliseconds; it doubles for each retry, up to 8 s. @default 300 */
  delay?: number | undefined;
}

/** Provides a token, or `undefined` to send none; `refused` is the token that got a 401. */
export type GiveToken = (refused?: string) => Promise<string | undefined>;

export interface SendOptions {
  /** Action for messages, such as `read metric_samples`. */
  action: string;
  /** Sends the requests. */
  fetch: Fetch;
  /** Provides the token of an attempt: a new one, if possible, after one was refused. */
  token: GiveToken;
  /** Secrets to hide in errors, in addition to tokens. @default none */
  secrets?: Iterable<string> | undefined;
  /** Address shown in errors. @default the request's */
  shownUrl?: string | undefined;
  /** `true` if the request may be repeated after it may have reached the service. */
  repeatable: boolean;
  retry: RetryOptions;
  /** Longest silence in milliseconds; `false` for no limit. */
  timeout: number | false;
  /** Longest time in milliseconds for all attempts together; `false` for no limit. */
  totalTimeout: number | false;
  /** Stops the call. */
  signal?: AbortSignal | undefined;
  /**
   * Reads a response with a status from 200 to 299. If it throws a `BodyError`, the request is
   * retried at most twice: only the reader may notice that the body was cut. @default nothing is
   * read
   */
  read?: ((answer: Answer) => Promise<void>) | undefined;
  /** Maximum size of a body in bytes, after decoding. @default the limit `bodyBytes` */
  maxBody?: number | undefined;
  /** Called after each chunk of a body. */
  onPiece: (done: number, total: number | undefined) => void;
}

/** Statuses after which the same request may succeed: overload, and temporary failures. */
const PASSING = [408, 429, 500, 502, 503, 504];
/** The one status that guarantees that nothing was done. */
const TOO_MANY = 429;
/** The token has expired or is invalid. */
const UNAUTHORIZED = 401;
const METHODS = ["get", "post", "put", "delete"] as const;
/** Longest wait that the client chooses, and shortest silence of a retry, in milliseconds. */
const LONGEST = 8000, SHORTEST = 1000;
/**
 * Maximum number of retries for a body that cannot be read, since a wrong body usually stays wrong.
 */
const REREADS = 2;

/**
 * Sends a request, retries it if that may help, and returns the whole response, whatever its
 * status. A request that is not repeatable is retried only after 429, which guarantees that nothing
 * was done. After a 401 it is sent once more if the token has changed.
 *
 * @throws {NetworkError | TimeoutError | BodyError} if no complete response arrived
 * @throws the reason of the signal if it aborts
 */
export async function send(request: Request, options: SendOptions): Promise<Answer> {
  const { action, fetch, totalTimeout, onPiece, signal, maxBody } = options;
  const { limit = 10, delay = 300, budget = 30_000 } = options.retry;
  const secrets = new Set<string>(options.secrets);
  const start = performance.now(), elapsed = (): number => performance.now() - start;
  let answer: Answer | undefined, tries = 0, rereads = 0, renewed = false, wait = 0;
  /** Longest silence; a retry cannot outlast the budget. */
  const silence = (): number | false =>
    tries < 2 || options.timeout === false
      ? options.timeout
      : Math.min(options.timeout, Math.max(SHORTEST, budget - elapsed()));
  const sent = async (tried: Request, token: string | undefined): Promise<Answer> => {
    if (token !== undefined) secrets.add(token);
    const own = { fetch, token, timeout: silence(), signal: tried.signal, onPiece, maxBody };
    return await receive(request.clone(), own);
  };
  const attempt = async (tried: Request): Promise<Response> => {
    answer = undefined;
    tries++;
    const token = await options.token();
    let came = await sent(tried, token);
    if (came.status === UNAUTHORIZED && token !== undefined && !renewed) {
      renewed = true;
      const other = await options.token(token);
      if (other !== token) came = await sent(tried, other);
    }
    if (came.status >= 200 && came.status < 300) await options.read?.(came);
    answer = { ...came, tried: timesTried(tries, elapsed()) };
    // ky decides from status and wait only; it never sees the token or the body.
    const asked = retryAfter(answer.headers);
    return new Response(null, {
      status: answer.status,
      headers: asked === undefined ? {} : { "retry-after": String(Math.ceil(asked)) },
    });
  };
  const again = (error: Error): boolean => {
    const drawn = Math.random() * Math.min(LONGEST, delay * 2 ** (tries - 1));
    wait = (answer === undefined ? undefined : retryAfter(answer.headers)) === undefined
      ? drawn
      : retryAfter(answer!.headers)! * 1000;
    if (elapsed() + wait > budget) return false;
    if (error instanceof BodyError) return options.repeatable && rereads++ < REREADS;
    if (error instanceof Failure) return error.passing && options.repeatable;
    if (!(error instanceof HTTPError) || answer === undefined) return false;
    return PASSING.includes(answer.status) && (options.repeatable || answer.status === TOO_MANY);
  };
  try {
    await ky(request.url, {
      method: request.method,
      fetch: (tried) => attempt(tried as Request),
      ...(signal === undefined ? {} : { signal }),
      timeout: false,
      totalTimeout,
      retry: {
        limit,
        methods: [...METHODS],
        statusCodes: PASSING,
        afterStatusCodes: PASSING,
        delay: () => wait,
        shouldRetry: ({ error }) => again(error),
      },
    });
    return answer!;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof HTTPError && answer !== undefined) return answer;
    const url = options.shownUrl ?? request.url;
    const shown = { method: request.method, url };
    throw callerError(error, {
      action,
      request: shown,
      tried: timesTried(tries, elapsed()),
      secrets,
      totalTimeout,
    });
  }
}

/**
 * Returns how often a request was sent, and for how long, for the end of a message; empty for one
 * attempt.
 */
function timesTried(tries: number, milliseconds: number): string {
  if (tries < 2) return "";
  const seconds = Math.round(milliseconds / 1000);
  return `; tried ${tries} times${seconds === 0 ? "" : ` in ${seconds} s`}`;
}

interface CallerErrorContext {
  action: string;
  request: RequestSummary;
  tried: string;
  secrets: Iterable<string>;
  totalTimeout: number | false;
}

/**
 * Converts our own errors for the caller; returns everything else unchanged, such as a failed token
 * function.
 */
function callerError(
  error: unknown,
  { action, request, tried, secrets, totalTimeout }: CallerErrorContext,
): unknown {
  const base = { action, request };
  if (error instanceof KyTimeoutError) {
    const reason = `no complete response arrived within ${Number(totalTimeout) / 1000} s${tried}`;
    return new TimeoutError({ ...base, reason });
  }
  if (error instanceof BodyError) error.message += tried;
  if (!(error instanceof Failure)) return error;
  const cause = safeCause(error.cause, secrets);
  const reason = redact(error.message, secrets) + tried;
  switch (error.kind) {
    case "timeout":
      return new TimeoutError({ ...base, reason });
    case "body":
      return new BodyError({ ...base, reason, status: error.status, cause });
    case "network":
      return new NetworkError({ ...base, reason, status: error.status, cause });
  }
}
