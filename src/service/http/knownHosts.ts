/** Names under which this machine reaches itself. */
const LOOPBACK = /^(?:localhost|[\w.-]+\.localhost)$/;

/** A numeric address: no malicious page can point its own name at it. */
const NUMERIC = /^(?:\d+(?:\.\d+){3}|\[[\da-f:.]+\])$/;

/** Returns the additional host names of a service, in lowercase. */
export function knownHosts(
  publicUrl: string | undefined,
  hosts: readonly string[] = [],
): ReadonlySet<string> {
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return new Set([...own, ...hosts.map((host) => host.toLowerCase())]);
}

/**
 * Returns whether a request names an allowed host. A page that made its name resolve to this
 * machine (DNS rebinding) names another.
 */
export function isKnownHost(request: Request, hosts: ReadonlySet<string>): boolean {
  const host = new URL(request.url).hostname;
  return LOOPBACK.test(host) || NUMERIC.test(host) || hosts.has(host);
}
