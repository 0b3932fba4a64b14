import { isIPv6 } from "node:net";

/** Addresses of requests, as limits count them. */
const addresses = new WeakMap<Request, string>();

/** Stores the address of a request. */
export function noteAddress(request: Request, address: string): void {
  addresses.set(request, address);
}

/** Returns the address of a request, as limits count it; requests within the process share one. */
export function clientAddress(request: Request): string {
  return addresses.get(request) ?? "";
}

/**
 * Returns the address of a connection, as limits count it: the first 64 bits of an IPv6 address,
 * because one subscriber owns the rest.
 */
export function countedAddress(address: string | undefined = ""): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/s, "");
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
 * Returns the client's address of a proxied request: the last in `X-Forwarded-For` that is not a
 * proxy's own. Earlier entries may be forged.
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
