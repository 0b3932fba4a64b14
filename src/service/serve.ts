import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { countedAddress, forwardedAddress, noteAddress } from "./http/clientAddress.ts";
import { Connections } from "./http/connections.ts";
import { sendResponse, toRequest } from "./http/nodeExchange.ts";
import { readInTurns } from "./readInTurns.ts";
import { Turns } from "./http/turns.ts";
import type { Service } from "./service.ts";

/** Options of {@linkcode serve}. */
export interface ServeOptions {
  /** Port; 0 selects a free one. @default 0 */
  port?: number;
  /** Address to listen on. By default only this machine can connect. @default "127.0.0.1" */
  hostname?: string;
  /** Milliseconds within which a request's headers must arrive. @default 10 seconds */
  headerTime?: number;
  /** Addresses of proxies that send their clients' addresses in `X-Forwarded-For`. @default none */
  trustedProxies?: readonly string[];
  /** Milliseconds that stopping waits for pending requests. @default 8 seconds */
  grace?: number;
}

/** A running service. */
export interface Served {
  /** Address without a trailing slash. */
  readonly url: string;
  /**
   * Closes the service after it has answered pending requests, while it rejects new ones with 503.
   * Requests that take longer than `grace` are cut off.
   */
  stop(): Promise<void>;
}

/** Addresses for all interfaces, and the address under which the machine reaches itself. */
const WILDCARD: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/** Milliseconds within which a request's headers must arrive. */
const HEADER_TIME = 10_000;

/** Milliseconds that a connection stays open without a request. */
const IDLE_TIME = 60_000;

/** Maximum size of a request's first line and headers, in bytes. */
const MAX_HEADERS = 64 * 1024;

/** Queue of connections; a client beyond it waits a second before it tries again. */
const BACKLOG = 4_096;

/** Milliseconds that stopping waits for pending requests. */
const GRACE = 8_000;

/**
 * Serves a service, by default only on this machine. This is the only place that opens a port. A
 * connection whose request headers take longer than ten seconds is closed with 408.
 *
 * @throws {Error} with the code of the system, such as `EADDRINUSE`, if the port is in use, or the
 *   machine does not have the address
 */
export async function serve(
  service: Pick<Service, "fetch" | "close">,
  options: ServeOptions = {},
): Promise<Served> {
  const { hostname = "127.0.0.1", port = 0, headerTime = HEADER_TIME, grace = GRACE } = options;
  const proxies = new Set((options.trustedProxies ?? []).map(countedAddress));
  const connections = new Connections(proxies);
  const turns = new Turns(), underWay = new Set<Promise<void>>();
  /** Last request of each connection: requests are answered one after the other. */
  const latest = new WeakMap<Socket, Promise<void>>();
  let isStopping = false;
  const exchange = async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    request: Request | undefined,
  ): Promise<void> => {
    if (incoming.socket.destroyed) return;
    const response = isStopping ? stoppingResponse() : request === undefined
      ? Response.json({
        detail: "The request's address or method is invalid, or it has too many headers",
      }, { status: 400 })
      : await service.fetch(request);
    await sendResponse(incoming, outgoing, response);
  };
  // Deno's own server has no time limit for connections and cannot close them.
  const server = createServer({
    headersTimeout: headerTime,
    requestTimeout: 0,
    keepAliveTimeout: IDLE_TIME,
    connectionsCheckingInterval: Math.min(1_000, headerTime / 2),
    maxHeaderSize: MAX_HEADERS,
  }, (incoming, outgoing) => {
    const { socket } = incoming;
    const forwarded = [incoming.headers["x-forwarded-for"] ?? []].flat().join(",");
    const client = forwardedAddress(countedAddress(socket.remoteAddress), forwarded, proxies);
    if (!connections.begin(socket, client)) return;
    outgoing.once("close", () => connections.end(socket));
    // Before its turn, because chunks that nobody reads take 200 bytes each.
    const request = toRequest(incoming);
    if (request !== undefined) noteAddress(request, client);
    if (!request?.body) incoming.resume();
    const before = latest.get(socket);
    const done: Promise<void> = Promise.all([before, turns.next(client)])
      .then(() => exchange(incoming, outgoing, request))
      .catch(() => {
        outgoing.destroy();
      })
      .finally(() => underWay.delete(done));
    underWay.add(done);
    latest.set(socket, done);
  });
  server.prependListener("connection", (socket) => {
    connections.add(socket);
    readInTurns(socket, turns, () => connections.clientOf(socket));
  });
  await listen(server, hostname, port);
  const host = WILDCARD[hostname] ?? (hostname.includes(":") ? `[${hostname}]` : hostname);
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      isStopping = true;
      await withinTime(Promise.allSettled(underWay), grace);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await turns.over();
      await service.close();
    },
  };
}

/** Reasons why a server cannot listen, by code. */
const REFUSALS: Readonly<Record<string, (hostname: string, port: number) => string>> = {
  EADDRINUSE: (_, port) => `port ${port} is in use`,
  EACCES: (_, port) => `you may not open port ${port}`,
  EADDRNOTAVAIL: (hostname) => `this machine has no address ${hostname}`,
  EINVAL: (hostname) => `this machine has no address ${hostname}`, // so says Deno without loopback
};

function listen(server: Server, hostname: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: Error & { code?: string }) => {
      const reason = REFUSALS[error.code ?? ""]?.(hostname, port);
      reject(
        reason === undefined ? error : Object.assign(
          new Error(`Cannot listen on ${hostname}: ${reason}`, { cause: error }),
          { code: error.code },
        ),
      );
    });
    server.listen(port, hostname, BACKLOG, () => resolve());
  });
}

async function withinTime(work: Promise<unknown>, time: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, time);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}

function stoppingResponse(): Response {
  return Response.json({ detail: "The service is stopping" }, {
    status: 503,
    headers: { connection: "close", "retry-after": "5" },
  });
}
