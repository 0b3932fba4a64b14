import { createHash, timingSafeEqual } from "node:crypto";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServer,
  originValidationResponse,
} from "@modelcontextprotocol/server";

/** Options of {@linkcode mcpHttp}. */
export interface McpHttpOptions {
  /** Token that every request must carry. */
  readonly token: string;
}

/**
 * Serves MCP as a function from requests to responses, for programs on this machine only: the host
 * name, the page's origin and the bearer token of each request are checked.
 *
 * @param server Creates a server for a request.
 */
export function mcpHttp(
  server: () => McpServer,
  { token }: McpHttpOptions,
): { fetch(request: Request): Promise<Response>; close(): Promise<void> } {
  const handler = createMcpHandler(server);
  const expected = hashOf(token);
  return {
    fetch: async (request) => {
      const rejected = hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins());
      if (rejected !== undefined) return rejected;
      const given = /^bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
      if (!timingSafeEqual(hashOf(given ?? ""), expected)) {
        return Response.json({ detail: "The token is missing or wrong" }, {
          status: 401,
          headers: { "WWW-Authenticate": "Bearer" },
        });
      }
      return await handler.fetch(request);
    },
    close: () => handler.close(),
  };
}

/** Hashes text, so that all compared values have the same length. */
function hashOf(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
