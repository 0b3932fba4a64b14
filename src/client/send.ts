import ky, { HTTPError, TimeoutError as KyTimeoutError } from "ky";
import type { Answer } from "./answer.ts";
import type { RequestSummary } from "./apiError.ts";
import { BodyError } from "./bodyError.ts";
import { Failure } from "./failure.ts";
import { NetworkError } from "./networkError.ts";
import { type Fetch, receive } from "./receive.ts";
import { redact } from "./redact.ts";
import { retryAfter } from "./retryAfter.ts";
import { safeCause } from "./safeCause.ts";
import { TimeoutError } from "./timeoutError.ts";

/** How failed requests are tried again. */
export interface RetryOptions {
  /** How many times, after the first; 0 for never. @default 3 */
  limit?: number | undefined;
  /** Milliseconds before the second try; each further wait is twice as long. @default 300 */
  delay?: number | undefined;
  /**
   * The longest wait in milliseconds. A service that asks for a longer one (`Retry-After`) gets no
   * further try. @default 60_000
   */
  longest?: number | undefined;
}

/** Gives a token, or undefined where none is sent; `refused` is the one that was answered by 401. */
export type GiveToken = (refused?: string) => Promise<string | undefined>;

/** How requests are sent. */
export interface SendOptions {
  /** What is being done, such as `read metric_samples`. */
  action: string;
  /** What answers. */
  fetch: Fetch;
  /** Gives the token for a try: another one, if it can, than the one that was refused. */
  token: GiveToken;
  /** What must not be shown in errors, beside tokens. @default nothing */
  secrets?: Iterable<string> | undefined;
  /** The address as errors show it. @default the request's */
  shownUrl?: string | undefined;
  /** Whether the request may be sent again after it may have reached the service. */
  repeatable: boolean;
  /** How failures are tried again. */
  retry: RetryOptions;
  /** The longest silence in milliseconds; false for no limit. */
  timeout: number | false;
  /** The longest time in milliseconds for all tries together; false for no limit. */
  totalTimeout: number | false;
  /** Ends the call. */
  signal?: AbortSignal | undefined;
  /** Told after each piece of a body. */
  onPiece: (done: number, total: number | undefined) => void;
}

/** Statuses after which the same request may be answered: overload, and failures that pass. */
const PASSING = [408, 429, 500, 502, 503, 504];
/** The one of them that says that nothing was done. */
const TOO_MANY = 429;
/** The token is no longer good, or never was. */
const UNAUTHORIZED = 401;
const METHODS = ["get", "post", "put", "delete"] as const;

/**
 * Sends a request, again where that may help, and gives the whole answer, whatever its status.
 * A request that is not repeatable is sent again only after 429, which says that nothing was done.
 * After a 401 it is sent once more if there is another token by then.
 *
 * @throws {NetworkError | TimeoutError | BodyError} if no whole answer came
 * @throws what the signal was aborted with
 */
export async function send(request: Request, options: SendOptions): Promise<Answer> {
  const { action, fetch, timeout, totalTimeout, onPiece, signal } = options;
  const { limit = 3, delay = 300, longest = 60_000 } = options.retry;
  const secrets = new Set<string>(options.secrets);
  let answer: Answer | undefined, tries = 0, renewed = false;
  const sent = async (tried: Request, token: string | undefined): Promise<Answer> => {
    if (token !== undefined) secrets.add(token);
    const own = { fetch, token, timeout, signal: tried.signal, onPiece };
    return await receive(request.clone(), own);
  };
  const attempt = async (tried: Request): Promise<Response> => {
    answer = undefined;
    tries++;
    const token = await options.token();
    answer = await sent(tried, token);
    if (answer.status === UNAUTHORIZED && token !== undefined && !renewed) {
      renewed = true;
      const other = await options.token(token);
      if (other !== token) answer = await sent(tried, other);
    }
    // ky decides from status and wait alone; it never sees the token, nor the body.
    const wait = retryAfter(answer.headers);
    return new Response(null, {
      status: answer.status,
      headers: wait === undefined ? {} : { "retry-after": String(Math.ceil(wait)) },
    });
  };
  const again = (error: Error): boolean | undefined => {
    if (error instanceof Failure) return error.passing && options.repeatable;
    if (!(error instanceof HTTPError) || answer === undefined) return false;
    const allowed = options.repeatable || answer.status === TOO_MANY;
    const tooLong = (retryAfter(answer.headers) ?? 0) * 1000 > longest;
    return allowed && !tooLong ? undefined : false;
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
        delay: (count) => Math.min(longest, delay * 2 ** (count - 1)),
        shouldRetry: ({ error }) => again(error),
      },
    });
    return answer!;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof HTTPError && answer !== undefined) return answer;
    const url = options.shownUrl ?? request.url;
    const shown = { method: request.method, url };
    throw told(error, { action, request: shown, tries, secrets, totalTimeout });
  }
}

interface Told {
  action: string;
  request: RequestSummary;
  tries: number;
  secrets: Iterable<string>;
  totalTimeout: number | false;
}

/** The error of a caller's sight; what is none of ours (a token function that failed) stays as it is. */
function told(error: unknown, { action, request, tries, secrets, totalTimeout }: Told): unknown {
  const { url } = request;
  const tried = tries > 1 ? `; tried ${tries} times` : "";
  const base = { action, request };
  if (error instanceof KyTimeoutError) {
    const reason = `there was no whole answer within ${Number(totalTimeout) / 1000} s${tried}`;
    return new TimeoutError({ ...base, reason });
  }
  if (!(error instanceof Failure)) return error;
  const cause = safeCause(error.cause, secrets);
  const reason = redact(error.message, secrets) + tried;
  const { origin } = new URL(url);
  switch (error.kind) {
    case "timeout":
      return new TimeoutError({ ...base, reason });
    case "body":
      return new BodyError({ ...base, reason, status: error.status, cause });
    case "network":
      return new NetworkError({
        ...base,
        reason: `${origin} was not reached: ${reason}`,
        status: error.status,
        cause,
      });
  }
}
