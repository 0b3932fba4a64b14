import process from "node:process";

export interface Proxy {
  /** Environment variable that sets it, such as `HTTPS_PROXY`. */
  readonly variable: string;
  /** Address, without user name and password. */
  readonly address: string;
}

type ReadVariable = (name: string) => string | undefined;

/** The part of Deno that is used here. */
interface DenoNetwork {
  readonly permissions: {
    querySync(asked: { name: "env"; variable: string }): { readonly state: string };
  };
  createHttpClient(options: {
    proxy: { transport: "tcp"; hostname: string; port: number };
  }): unknown;
}

const { Deno: deno } = globalThis as { readonly Deno?: DenoNetwork };

/**
 * Returns the proxy through which the runtime sends requests to an address, by the variables
 * `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`; `undefined` if there is no proxy, the address
 * is excluded, or the variables may not be read.
 */
export function proxyOf(address: string, read: ReadVariable = readIfAllowed): Proxy | undefined {
  const { protocol, hostname, port } = new URL(address);
  const names = [protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY", "ALL_PROXY"];
  const [variable = "", value] = names.flatMap((name) => [name, name.toLowerCase()])
    .map((name) => [name, read(name)] as const).find(([, value]) => value) ?? [];
  if (!value || isExcluded(hostname, port, read("NO_PROXY") || read("no_proxy") || "")) {
    return undefined;
  }
  const url = value.includes("://") ? value : `http://${value}`;
  return { variable, address: URL.canParse(url) ? new URL(url).host : "named there" };
}

/**
 * Sends a request like `globalThis.fetch`, but bypasses the proxy for this machine: a proxy cannot
 * reach a service on a loopback address.
 */
export function fetchPastProxy(request: Request): Promise<Response> {
  const { hostname, port } = new URL(request.url);
  if (deno === undefined || !isLoopback(hostname) || proxyOf(request.url) === undefined) {
    return fetch(request);
  }
  const client = direct.getOrInsertComputed(`${hostname}:${port}`, () =>
    deno.createHttpClient({
      proxy: { transport: "tcp", hostname: bare(hostname), port: Number(port || 80) },
    }));
  return fetch(request, { client } as RequestInit);
}

/** Deno clients that connect directly, by address. */
const direct = new Map<string, unknown>();

/** Returns whether a host name or address is this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/i.test(hostname);
}

function isExcluded(hostname: string, port: string, list: string): boolean {
  const host = bare(hostname).toLowerCase();
  return list.split(",").map((each) => each.trim().toLowerCase()).some((each) => {
    if (each === "") return false;
    if (each === "*" || each === host || each === `${host}:${port}`) return true;
    return host.endsWith(each.startsWith(".") ? each : `.${each}`);
  });
}

/** Removes the brackets of an IPv6 address. */
function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** Reads a variable without prompting for permission. */
function readIfAllowed(name: string): string | undefined {
  if (deno === undefined) {
    // Node uses a proxy only if this is set.
    return process.env["NODE_USE_ENV_PROXY"] === "1" || process.versions.bun !== undefined
      ? process.env[name]
      : undefined;
  }
  return deno.permissions.querySync({ name: "env", variable: name }).state === "granted"
    ? process.env[name]
    : undefined;
}
