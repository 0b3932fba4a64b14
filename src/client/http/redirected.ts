import { Failure } from "../errors/failure.ts";

/** Statuses that lead to another address. */
const FOLLOWED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where a redirect leads. */
export interface Redirect {
  /** The address. */
  readonly url: URL;
  /** Whether method and body stay; otherwise it is a GET. */
  readonly same: boolean;
}

/**
 * Where an answer leads from a request, or undefined if it is no redirect: 303 leads to a GET, and
 * so do 301 and 302 after a POST (the Fetch standard, HTTP-redirect fetch).
 *
 * @throws {Failure} if it leads out of HTTP, from https to http, or would carry a body elsewhere
 */
export function redirected(
  from: { readonly url: string; readonly method: string; readonly hasBody: boolean },
  answer: { readonly status: number; readonly headers: Headers },
): Redirect | undefined {
  const location = answer.headers.get("location");
  if (!FOLLOWED.has(answer.status) || location === null) return undefined;
  const url = URL.canParse(location, from.url) ? new URL(location, from.url) : undefined;
  const refuse = (reason: string): never => {
    throw new Failure("network", reason, { passing: false, status: answer.status });
  };
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return refuse("it redirects to no HTTP address");
  }
  if (url.protocol === "http:" && from.url.startsWith("https:")) {
    return refuse(`it redirects from https to ${url.origin}`);
  }
  const { status } = answer;
  const same = status === 307 || status === 308 ||
    (status !== 303 && from.method !== "POST") || from.method === "GET";
  if (same && from.hasBody && url.origin !== new URL(from.url).origin) {
    return refuse(`it redirects the body to another host, ${url.origin}`);
  }
  return { url, same };
}
