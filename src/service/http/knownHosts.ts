/** Names of this machine, for itself. */
const LOOPBACK = /^(?:localhost|[\w.-]+\.localhost)$/;

/** An address in numbers: no page of elsewhere can point a name of its own at it. */
const NUMERIC = /^(?:\d+(?:\.\d+){3}|\[[\da-f:.]+\])$/;

/** The hosts under which a service may be reached in addition to its machine's own, in lower case. */
export function knownHosts(
  publicUrl: string | undefined,
  hosts: readonly string[] = [],
): ReadonlySet<string> {
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return new Set([...own, ...hosts.map((host) => host.toLowerCase())]);
}

/**
 * Whether a request names a host under which the service may be reached. A page of elsewhere whose
 * name was made to resolve to this machine (DNS rebinding) names another.
 */
export function isKnownHost(request: Request, hosts: ReadonlySet<string>): boolean {
  const host = new URL(request.url).hostname;
  return LOOPBACK.test(host) || NUMERIC.test(host) || hosts.has(host);
}
