import { fileURLToPath } from "node:url";
import { createService } from "../../src/service/createService.ts";
import { serve } from "../../src/service/serve.ts";
import { openStore } from "../../src/store/openStore.ts";

const KIT = fileURLToPath(new URL("conformance.py", import.meta.url));

/** The embedded service on a port, with the tokens of two users. */
async function serveEmbedded(): Promise<{ args: string[]; stop: () => Promise<void> }> {
  const service = createService({ store: openStore() });
  const { url, stop } = await serve(service);
  const users = [await service.owner(), crypto.randomUUID()];
  const tokens = await Promise.all(users.map((userid) => service.issueToken(userid)));
  return { args: [url, ...tokens], stop };
}

/**
 * Runs the conformance kit with Python. Returns its exit code and its output.
 *
 * @param given Base URL and the tokens of two users; by default the embedded service, on a port.
 */
export async function runKit(
  given: readonly string[] = [],
): Promise<{ code: number; said: string }> {
  const { args, stop } = given.length > 0
    ? { args: given, stop: () => Promise.resolve() }
    : await serveEmbedded();
  try {
    const { code, stdout, stderr } = await new Deno.Command("python3", { args: [KIT, ...args] })
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
