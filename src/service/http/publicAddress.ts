import { clientAddress, noteAddress } from "./clientAddress.ts";
import type { Context } from "./handler.ts";

/**
 * Returns the public address of a path of this service: below `publicUrl`, or below the request's
 * origin.
 */
export function publicAddress(
  { publicUrl }: Pick<Context, "publicUrl">,
  request: Request,
  path: string,
): string {
  return `${publicUrl ?? new URL(request.url).origin}${path}`;
}

/** Plain segments, because proxies treat encoded and double slashes differently. */
const PREFIX = /^(?:\/[\w.~-]+)*\/?$/;

/**
 * Parses the public address of a proxy in front of the service, optionally with a path.
 *
 * @returns The address without a trailing slash.
 * @throws {RangeError} if it is not http or https, or has more than a host and a plain path
 */
export function publicBase(text: string): string {
  const url = URL.parse(text);
  const isBase = url !== null && /^https?:$/.test(url.protocol) &&
    PREFIX.test(url.pathname) && !url.search && !url.hash && !url.username && !url.password;
  if (isBase) return url.origin + url.pathname.replace(/\/$/, "");
  throw new RangeError(
    `Cannot use the public address ${
      JSON.stringify(text)
    }: expected an address such as https://data.example.org or https://example.org/health. ` +
      "Leave out the query, the fragment and encoded characters.",
  );
}

/** Returns the path of `publicUrl` without a trailing slash; empty by default. */
export function publicPrefix(publicUrl: string | undefined): string {
  return publicUrl === undefined ? "" : new URL(publicUrl).pathname.replace(/\/$/, "");
}

/**
 * Removes the prefix from the path of a request. Some proxies strip the prefix and others keep it;
 * both reach the same route.
 */
export function withoutPrefix(request: Request, prefix: string): Request {
  const url = new URL(request.url);
  if (prefix === "" || !url.pathname.startsWith(`${prefix}/`)) return request;
  url.pathname = url.pathname.slice(prefix.length);
  const stripped = new Request(url, request);
  noteAddress(stripped, clientAddress(request));
  return stripped;
}
