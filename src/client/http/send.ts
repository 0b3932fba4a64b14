import ky, { HTTPError, TimeoutError as KyTimeoutError } from "ky";
import type { Answer } from "./answer.ts";
import { BodyError, NetworkError, type RequestSummary, TimeoutError } from "../errors/apiError.ts";
import { Failure } from "../errors/failure.ts";
import { type Fetch, receive } from "./receive.ts";
import { redact } from "../errors/redact.ts";
import { retryAfter } from "./retryAfter.ts";
import { safeCause } from "../errors/safeCause.ts";

/**
 * How failed requests are tried again: after waits that double, each drawn at random between nothing
 * and its full length (full jitter), so that many clients do not come back at once.
 */
export interface RetryOptions {
  /**
   * For how many milliseconds after the first try another may begin. A service that asks for a longer
   * wait (`Retry-After`) gets no further try.
   * @default 30_000
   */
  budget?: number | undefined;
  /** How many times, after the first; 0 for never. @default 10 */
  limit?: number | undefined;
  /** The first wait in milliseconds, at most; each further one is twice as long, up to 8 s. @default 300 */
  delay?: number | undefined;
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
  /**
   * Reads an answer of a status from 200 to 299. What it throws as `BodyError` is tried again, at most
   * twice: it may have been cut where only the reader sees it. @default nothing is read
   */
  read?: ((answer: Answer) => Promise<void>) | undefined;
  /** The most bytes of a body after decoding. @default the limit `bodyBytes` */
  maxBody?: number | undefined;
  /** Called after each piece of a body. */
  onPiece: (done: number, total: number | undefined) => void;
}

/** Statuses after which the same request may be answered: overload, and failures that pass. */
const PASSING = [408, 429, 500, 502, 503, 504];
/** The one of them that says that nothing was done. */
const TOO_MANY = 429;
/** The token is no longer good, or never was. */
const UNAUTHORIZED = 401;
const METHODS = ["get", "post", "put", "delete"] as const;
/** The longest wait that we choose, in milliseconds, and the shortest silence of a further try. */
const LONGEST = 8000, SHORTEST = 1000;
/** How often a body that cannot be read is asked for again: one that is wrong stays wrong. */
const REREADS = 2;

/**
 * Sends a request, again where that may help, and gives the whole answer, whatever its status.
 * A request that is not repeatable is sent again only after 429, which says that nothing was done.
 * After a 401 it is sent once more if there is another token by then.
 *
 * @throws {NetworkError | TimeoutError | BodyError} if no whole answer came
 * @throws what the signal was aborted with
 */
export async function send(request: Request, options: SendOptions): Promise<Answer> {
  const { action, fetch, totalTimeout, onPiece, signal, maxBody } = options;
  const { limit = 10, delay = 300, budget = 30_000 } = options.retry;
  const secrets = new Set<string>(options.secrets);
  const start = performance.now(), elapsed = (): number => performance.now() - start;
  let answer: Answer | undefined, tries = 0, rereads = 0, renewed = false, wait = 0;
  /** The longest silence: that of a further try does not outlast the budget. */
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
    // ky decides from status and wait alone; it never sees the token, nor the body.
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

/** How often a request was sent, and for how long, for the end of a message; nothing where it was once. */
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

/** The error of a caller's sight; what is none of ours (a token function that failed) stays as it is. */
function callerError(
  error: unknown,
  { action, request, tried, secrets, totalTimeout }: CallerErrorContext,
): unknown {
  const base = { action, request };
  if (error instanceof KyTimeoutError) {
    const reason = `there was no whole answer within ${Number(totalTimeout) / 1000} s${tried}`;
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
