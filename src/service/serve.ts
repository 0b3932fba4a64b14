import type { Service } from "./createService.ts";

/** How a service is served. */
export interface ServeOptions {
  /** The port; 0 picks a free one. @default 0 */
  port?: number;
  /** The address to listen on; others than this machine reach it only if told. @default "127.0.0.1" */
  hostname?: string;
}

/** A service that is being served. */
export interface Served {
  /** Its address, without a slash at its end. */
  readonly url: string;
  /** Finishes the requests under way while new ones are refused with 503, and closes the service. */
  stop(): Promise<void>;
}

/** Addresses that stand for all of this machine's, and the one under which it reaches itself. */
const WILDCARD: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/**
 * Serves a service, on this machine alone unless told otherwise. This is the only place that opens a
 * port.
 *
 * @throws {Deno.errors.AddrInUse} if the port is taken
 */
export function serve(service: Service, options: ServeOptions = {}): Served {
  const { hostname = "127.0.0.1", port = 0 } = options;
  const underWay = new Set<Promise<Response>>();
  let isStopping = false;
  const server = Deno.serve(
    { hostname, port, onListen: () => {} },
    (request) => {
      if (isStopping) return stopping();
      const response = service.fetch(request);
      underWay.add(response);
      return response.finally(() => underWay.delete(response));
    },
  );
  const host = WILDCARD[hostname] ?? (hostname.includes(":") ? `[${hostname}]` : hostname);
  return {
    url: `http://${host}:${server.addr.port}`,
    stop: async () => {
      isStopping = true;
      // Deno's shutdown cuts bodies that are still coming in: they are waited for before it.
      await Promise.allSettled(underWay);
      await server.shutdown();
      await service.close();
    },
  };
}

function stopping(): Response {
  return Response.json({ detail: "The service is stopping" }, {
    status: 503,
    headers: { connection: "close", "retry-after": "5" },
  });
}
