import { abortable } from "./abortable.ts";
import type { Answer } from "./answer.ts";
import { Failure } from "../errors/failure.ts";
import { networkReason } from "../errors/networkReason.ts";
import { fetchPastProxy, isLoopback, type Proxy, proxyOf } from "./proxies.ts";
import { readBody } from "./readBody.ts";

/** Maximum number of redirects to follow, as in the Fetch standard. */
const MOST_REDIRECTS = 20;

/** A function that answers requests: `globalThis.fetch`, or a service in the same process. */
export type Fetch = (request: Request) => Response | Promise<Response>;

export interface ReceiveOptions {
  /** Sends the request. */
  fetch: Fetch;
  /** Token, sent to the service's own origin only; `undefined` sends none. */
  token: string | undefined;
  /** Longest silence in milliseconds; `false` for no limit. */
  timeout: number | false;
  /** Stops the attempt. */
  signal: AbortSignal;
  /** Called after each chunk of the body, with the bytes so far and the total if it is known. */
  onPiece: (done: number, total: number | undefined) => void;
  /** Maximum size of a body in bytes, after decoding. @default the limit `bodyBytes` */
  maxBody?: number | undefined;
}

/** Statuses that redirect. */
const FOLLOWED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface Redirect {
  readonly url: URL;
  /** `true` keeps method and body; `false` makes it a GET. */
  readonly same: boolean;
}

/**
 * Makes one attempt: sends a request, follows redirects and reads the whole response. The token is
 * never sent to another origin.
 *
 * @throws {Failure} if the service does not respond, is silent for too long, or the body is
 * incomplete
 */
export async function receive(request: Request, options: ReceiveOptions): Promise<Answer> {
  const silence = new AbortController();
  const signal = AbortSignal.any([options.signal, silence.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    if (options.timeout !== false) timer = setTimeout(() => silence.abort(), options.timeout);
  };
  heard();
  try {
    const response = await follow(request, { ...options, signal });
    heard();
    const bytes = await readBody(response, {
      signal,
      maxBody: options.maxBody,
      onPiece: (done, total) => {
        heard();
        options.onPiece(done, total);
      },
    });
    return { status: response.status, headers: response.headers, bytes };
  } catch (error) {
    if (silence.signal.aborted && !options.signal.aborted) {
      throw new Failure(
        "timeout",
        `the service did not respond within ${Number(options.timeout) / 1000} s`,
      );
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function follow(request: Request, options: ReceiveOptions): Promise<Response> {
  const { origin } = new URL(request.url);
  const { signal } = options;
  let { url, method, headers } = request;
  let body = request.body === null ? undefined : await request.bytes();
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const sent = new Headers(headers);
    if (options.token !== undefined && new URL(url).origin === origin) {
      sent.set("authorization", `Bearer ${options.token}`);
    }
    const init = { method, headers: sent, signal, redirect: "manual" } as const;
    const response = await callFetch(
      new Request(url, body === undefined ? init : { ...init, body }),
      options,
    );
    const target = resolveRedirect({ method, url, hasBody: body !== undefined }, response);
    if (target === undefined) return response;
    await response.body?.cancel();
    url = target.url.href;
    if (target.same) continue;
    method = "GET";
    body = undefined;
    headers = new Headers({ accept: headers.get("accept") ?? "*/*" });
  }
  throw new Failure("network", `it redirects more than ${MOST_REDIRECTS} times`, {
    passing: false,
  });
}

async function callFetch(request: Request, { fetch, signal }: ReceiveOptions): Promise<Response> {
  try {
    const response = Promise.resolve(fetch(request));
    // A response that arrives after the end of the attempt still holds a connection.
    const drop = async (late: Response): Promise<void> => {
      if (signal.aborted) await late.body?.cancel();
    };
    response.then(drop).catch(() => {});
    return checkProxyAnswer(request, await abortable(response, signal), fetch);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof Failure) throw cause;
    const proxy = fetch === fetchPastProxy ? proxyInTheWay(request.url) : undefined;
    if (proxy !== undefined) {
      const { text } = networkReason(cause, new URL(request.url).origin);
      throw new Failure("network", throughProxy(proxy, text), { cause, passing: false });
    }
    const denied = (cause as Error | undefined)?.name === "NotCapable";
    const { text, passing } = networkReason(cause, new URL(request.url).origin);
    throw new Failure("network", text, { cause, passing: passing && !denied });
  }
}

/**
 * Returns the response, unless it comes from a proxy instead of the service, which reports errors
 * as JSON.
 */
function checkProxyAnswer(request: Request, response: Response, fetch: Fetch): Response {
  if (fetch !== fetchPastProxy || response.ok || !request.url.startsWith("http:")) return response;
  if (!/^text\/html\b/i.test(response.headers.get("content-type") ?? "")) return response;
  const proxy = proxyInTheWay(request.url);
  if (proxy === undefined) return response;
  const { status, statusText } = response;
  throw new Failure(
    "network",
    throughProxy(proxy, `the proxy answered ${`${status} ${statusText}`.trim()}`),
    { passing: false, status },
  );
}

function proxyInTheWay(url: string): Proxy | undefined {
  return isLoopback(new URL(url).hostname) ? undefined : proxyOf(url);
}

function throughProxy({ address, variable }: Proxy, reason: string): string {
  return `requests go through the proxy ${address} (${variable}), and ${reason}. ` +
    `Correct ${variable}, or list the host in NO_PROXY if it can be reached without the proxy`;
}

/**
 * Returns the target of a redirect; `undefined` if the response is not a redirect. A 303 leads to a
 * GET, and so do 301 and 302 after a POST (Fetch standard, HTTP-redirect fetch).
 *
 * @throws {Failure} if it leaves HTTP, goes from https to http, or would send a body to another
 * host
 */
function resolveRedirect(
  from: { readonly url: string; readonly method: string; readonly hasBody: boolean },
  answer: { readonly status: number; readonly headers: Headers },
): Redirect | undefined {
  const location = answer.headers.get("location");
  if (!FOLLOWED.has(answer.status) || location === null) return undefined;
  const url = URL.canParse(location, from.url) ? new URL(location, from.url) : undefined;
  const reject = (reason: string): never => {
    throw new Failure("network", reason, { passing: false, status: answer.status });
  };
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return reject("it redirects to an address that is not HTTP");
  }
  if (url.protocol === "http:" && from.url.startsWith("https:")) {
    return reject(`it redirects from https to ${url.origin}`);
  }
  const { status } = answer;
  const same = status === 307 || status === 308 ||
    (status !== 303 && from.method !== "POST") || from.method === "GET";
  if (same && from.hasBody && url.origin !== new URL(from.url).origin) {
    return reject(`it redirects the body to another host, ${url.origin}`);
  }
  return { url, same };
}
