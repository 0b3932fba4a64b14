import { isIPv6 } from "node:net";

/** The addresses from which requests came, as limits count them. */
const addresses = new WeakMap<Request, string>();

/** Notes the address from which a request came. */
export function noteAddress(request: Request, address: string): void {
  addresses.set(request, address);
}

/** Returns the address from which a request came, as limits count it; requests within the process share one. */
export function clientAddress(request: Request): string {
  return addresses.get(request) ?? "";
}

/**
 * Returns the address of a connection as limits count it: of IPv6 the first 64 bits, of which one
 * subscriber has all the rest.
 */
export function countedAddress(address: string | undefined = ""): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!isIPv6(plain) || plain === "::1") return plain;
  const [head = "", tail] = plain.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const behind = tail === "" ? [] : tail.split(":");
    while (groups.length + behind.length < 8) groups.push("0");
    groups.push(...behind);
  }
  return groups.slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, "")).join(":");
}

/**
 * Returns the address of whoever made a request through proxies: the last in `X-Forwarded-For` that is not
 * a proxy's own. Entries before it may be forged.
 */
export function forwardedAddress(
  peer: string,
  forwarded: string | undefined,
  proxies: ReadonlySet<string>,
): string {
  if (!proxies.has(peer)) return peer;
  const hops = (forwarded ?? "").split(",").map((hop) => countedAddress(hop.trim()));
  return hops.findLast((hop) => hop !== "" && !proxies.has(hop)) ?? peer;
}
