import process from "node:process";
import type { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

/**
 * Serves MCP on standard input and output.
 *
 * @param server Creates a server for the connection.
 * @param until Waits for the end of standard input, or for another reason to stop.
 */
export async function mcpStdio(
  server: () => McpServer,
  until: (ended: Promise<void>) => Promise<void>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const handle = serveStdio(server);
  process.stdin.once("end", resolve);
  process.stdin.once("close", resolve);
  await until(promise);
  await handle.close();
}
