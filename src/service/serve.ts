import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { countedAddress, forwardedAddress, noteAddress } from "./http/clientAddress.ts";
import { Connections } from "./http/connections.ts";
import { sendResponse, toRequest } from "./http/nodeExchange.ts";
import { Turns } from "./http/turns.ts";
import type { Service } from "./service.ts";

/** How a service is served. */
export interface ServeOptions {
  /** The port; 0 picks a free one. @default 0 */
  port?: number;
  /** The address to listen on; others than this machine reach it only where this says so. @default "127.0.0.1" */
  hostname?: string;
  /** For how many milliseconds the headers of a request may take. @default 10 seconds */
  headerTime?: number;
  /** Addresses of proxies that name their clients in `X-Forwarded-For`. @default none */
  trustedProxies?: readonly string[];
  /** For how many milliseconds stopping waits for the requests under way. @default 8 seconds */
  grace?: number;
}

/** A service that is being served. */
export interface Served {
  /** Its address, without a slash at its end. */
  readonly url: string;
  /**
   * Finishes the requests under way while new ones are rejected with 503, and closes the service. What
   * is not done within `grace` is cut off.
   */
  stop(): Promise<void>;
}

/** Addresses that stand for all of this machine's, and the one under which it reaches itself. */
const WILDCARD: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/** For how long the headers of a request may take: 10 seconds. */
const HEADER_TIME = 10_000;

/** For how long a connection stays open without a request. */
const IDLE_TIME = 60_000;

/** The most bytes of a request's first line and headers. */
const MAX_HEADERS = 64 * 1024;

/** Connections that wait to be accepted: beyond it, a client waits a second before it tries again. */
const BACKLOG = 4_096;

/** For how long stopping waits for the requests under way. */
const GRACE = 8_000;

/**
 * Serves a service, on this machine alone unless `hostname` says otherwise. This is the only place that opens a
 * port. A connection whose request's headers take longer than ten seconds is closed with 408.
 *
 * @throws {Error} with the code `EADDRINUSE` if the port is taken
 */
export async function serve(service: Service, options: ServeOptions = {}): Promise<Served> {
  const { hostname = "127.0.0.1", port = 0, headerTime = HEADER_TIME, grace = GRACE } = options;
  const proxies = new Set((options.trustedProxies ?? []).map(countedAddress));
  const connections = new Connections(proxies);
  const turns = new Turns(), underWay = new Set<Promise<void>>();
  /** The latest request of each connection: they are answered one after the other. */
  const latest = new WeakMap<Socket, Promise<void>>();
  let isStopping = false;
  const exchange = async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    client: string,
  ): Promise<void> => {
    if (incoming.socket.destroyed) return;
    const request = isStopping ? undefined : toRequest(incoming);
    if (request !== undefined) noteAddress(request, client);
    const response = isStopping
      ? stoppingResponse()
      : request === undefined
      ? Response.json({ detail: "The request's address or method is invalid" }, { status: 400 })
      : await service.fetch(request);
    await sendResponse(incoming, outgoing, response);
  };
  // Deno's own server gives connections no time limit and no way to end them.
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
    const before = latest.get(socket);
    const done: Promise<void> = Promise.all([before, turns.next(client)])
      .then(() => exchange(incoming, outgoing, client))
      .catch(() => {
        outgoing.destroy();
      })
      .finally(() => underWay.delete(done));
    underWay.add(done);
    latest.set(socket, done);
  });
  server.on("connection", (socket) => connections.add(socket));
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
      await service.close();
    },
  };
}

function listen(server: Server, hostname: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: Error & { code?: string }) => {
      reject(
        error.code === "EADDRINUSE"
          ? Object.assign(
            new Error(`Cannot listen on ${hostname}: port ${port} is taken`, { cause: error }),
            { code: error.code },
          )
          : error,
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
