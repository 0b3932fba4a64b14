import { Client, InMemoryTransport } from "../../tools/packages/mcpClient.ts";
import type { Me } from "@lifeframe/lifeframe";
import { mcpServer, type McpServerOptions } from "../../src/mcp/mcpServer.ts";

/** Answer of a tool as an assistant receives it. */
export interface Answer {
  // deno-lint-ignore no-explicit-any
  readonly json: any;
  /** Text of the answer, or of the error. */
  readonly text: string;
  readonly isError: boolean;
  /** Bytes of its chart. */
  readonly png: Uint8Array | undefined;
  /** Length of the whole answer in bytes. */
  readonly bytes: number;
}

/** An assistant that is connected to a server in this process. */
export interface Assistant extends AsyncDisposable {
  readonly client: Client;
  ask(tool: string, args?: Record<string, unknown>): Promise<Answer>;
}

/** Connects the SDK's client to a server over a client's data. */
export async function assistant(me: Me, options: McpServerOptions = {}): Promise<Assistant> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = mcpServer(me, options);
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(here), client.connect(there)]);
  return assistantOf(client);
}

/** Wraps a connected client of the SDK. */
export function assistantOf(client: Client): Assistant {
  return {
    client,
    ask: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args });
      const content = result.content as { type: string; text?: string; data?: string }[];
      const image = content.find(({ type }) => type === "image")?.data;
      return {
        json: result.structuredContent,
        text: content.find(({ type }) => type === "text")!.text!,
        isError: result.isError === true,
        png: image === undefined ? undefined : Uint8Array.fromBase64(image),
        bytes: new TextEncoder().encode(JSON.stringify(result)).length,
      };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Returns each text of a value with the path to it. */
export function* textsOf(value: unknown, path = ""): Generator<[path: string, text: string]> {
  if (typeof value === "string") yield [path, value];
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield [`${path}.key`, key];
      yield* textsOf(inner, `${path}.${key}`);
    }
  }
}
