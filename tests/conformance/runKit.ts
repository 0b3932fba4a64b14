import { fileURLToPath } from "node:url";
import { createService } from "../../src/service/createService.ts";
import { serve } from "../../src/service/serve.ts";
import { openStore } from "../../src/store/openStore.ts";
import type { Service } from "../../src/service/service.ts";
import type { Changed, Fault } from "./fault.ts";

const KIT = fileURLToPath(new URL("conformance.py", import.meta.url));

/** Service and rows to check. */
export interface KitOptions {
  /** Rows of the facts. @default all */
  readonly rows?: readonly string[];
  /** Fault of the embedded service. @default none */
  readonly fault?: Fault;
}

/** Runs the embedded service on a port, with the tokens of two users. */
async function serveEmbedded(
  fault: Fault | undefined,
): Promise<{ args: string[]; stop: () => Promise<void> }> {
  const service = createService({ store: openStore() });
  const { url, stop } = await serve(
    fault === undefined ? service : { ...service, fetch: withFault(service, fault) },
  );
  const users = [await service.owner(), crypto.randomUUID()];
  const tokens = await Promise.all(users.map((userid) => service.issueToken(userid)));
  return { args: [url, ...tokens], stop };
}

/** Adds a fault to a service. */
function withFault(service: Service, fault: Fault): Service["fetch"] {
  return async (request) => {
    const { pathname, search, searchParams: query } = new URL(request.url);
    const body = await request.text();
    const send = (changed: Changed = {}): Promise<Response> => {
      const { method = request.method, body: sent = body } = changed;
      const headers = new Headers(request.headers);
      if (sent !== body) {
        headers.set("content-length", String(new TextEncoder().encode(sent).length));
      }
      const hasBody = method !== "GET" && method !== "HEAD";
      const url = new URL(pathname + search, request.url);
      return service.fetch(
        new Request(url, { method, headers, ...(hasBody ? { body: sent } : {}) }),
      );
    };
    return await fault({ route: `${request.method} ${pathname}`, query, body, send }) ?? send();
  };
}

/**
 * Runs the conformance kit with Python. Returns its exit code and output.
 *
 * @param given Base URL and the tokens of two users; by default, the embedded service on a port.
 */
export async function runKit(
  given: readonly string[] = [],
  { rows = [], fault }: KitOptions = {},
): Promise<{ code: number; said: string }> {
  const { args, stop } = given.length > 0
    ? { args: given, stop: () => Promise.resolve() }
    : await serveEmbedded(fault);
  try {
    const { code, stdout, stderr } = await new Deno.Command("python3", {
      args: [KIT, ...args, ...rows],
    })
      .output();
    return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
  } finally {
    await stop();
  }
}

if (import.meta.main) {
  const { code, said } = await runKit(Deno.args);
  await Deno.stdout.write(new TextEncoder().encode(said));
  Deno.exit(code);
}
