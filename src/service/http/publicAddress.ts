import type { Context } from "./handler.ts";

/** An address of this service as its clients know it: below `publicUrl`, else where the request came. */
export function publicAddress(
  { publicUrl }: Pick<Context, "publicUrl">,
  request: Request,
  path: string,
): string {
  return `${publicUrl ?? new URL(request.url).origin}${path}`;
}

/**
 * Reads the address under which a proxy in front of the service is reached.
 *
 * @throws {RangeError} if it is not http or https with a host alone
 */
export function publicOrigin(text: string): string {
  const url = URL.parse(text);
  const isBare = url !== null && /^https?:$/.test(url.protocol) &&
    url.pathname === "/" && !url.search && !url.hash && !url.username && !url.password;
  if (isBare) return url.origin;
  throw new RangeError(
    `Cannot use the public address ${
      JSON.stringify(text)
    }: it must be like https://data.example.org`,
  );
}
