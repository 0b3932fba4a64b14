import type { Service } from "./createService.ts";

/** How a service is served. */
export interface ServeOptions {
  /** The port; 0 picks a free one. @default 0 */
  port?: number;
}

/** A service that is being served. */
export interface Served {
  /** Its address, without a slash at its end. */
  readonly url: string;
  /** Stops listening, finishes the requests under way, and closes the service. */
  stop(): Promise<void>;
}

/**
 * Serves a service on this machine alone (127.0.0.1). This is the only place that opens a port.
 *
 * @throws {Deno.errors.AddrInUse} if the port is taken
 */
export function serve(service: Service, options: ServeOptions = {}): Served {
  const hostname = "127.0.0.1";
  const server = Deno.serve(
    { hostname, port: options.port ?? 0, onListen: () => {} },
    (request) => service.fetch(request),
  );
  return {
    url: `http://${hostname}:${server.addr.port}`,
    stop: async () => {
      await server.shutdown();
      await service.close();
    },
  };
}
