import { parseArgs } from "node:util";
import { ingestSample } from "../app/ingestSample.ts";
import { sampleClient } from "../app/sampleClient.ts";
import { openService } from "../service/openService.ts";
import { serve } from "../service/serve.ts";

/** What others add to the command. */
export interface ServeHooks {
  /** Fills the service with sample data, for `--sample`. */
  sample?: (fetch: (request: Request) => Promise<Response>, token: string) => Promise<void>;
  /** Told of each line of output. @default standard output */
  print?: (line: string) => void;
  /** Told of each line of trouble. @default standard error */
  warn?: (line: string) => void;
  /** Stops the service. @default SIGINT and SIGTERM */
  signal?: AbortSignal;
}

/** The port that is used unless another is asked for. */
export const DEFAULT_PORT = 8390;

/** For how long the printed token is good: 30 days. */
const TOKEN_SECONDS = 30 * 86_400;

const USAGE =
  "Use: serve [--port N] [--data FOLDER | --memory] [--sample] [--sources A,B] [--json]";

/** The command line as it was read. */
interface Settings {
  readonly port: number;
  readonly data: string | undefined;
  readonly memory: boolean;
  readonly sample: boolean;
  readonly sources: readonly string[];
  readonly json: boolean;
}

/**
 * Serves the embedded service until it is told to stop: `--port N` (0 picks one), `--data FOLDER`
 * (without it, the platform's folder for data) or `--memory`, `--sample` to fill it with sample data,
 * `--sources A,B` to rank sources, `--json` to print address, token and user id as one line of JSON.
 *
 * @returns the exit code: 0 when it was stopped, 1 when it could not serve, 2 for wrong arguments
 */
export async function serveCommand(args: string[], hooks: ServeHooks = {}): Promise<number> {
  const { print = writer(Deno.stdout), warn = writer(Deno.stderr) } = hooks;
  let settings: Settings;
  try {
    settings = settingsOf(args, hooks);
  } catch (error) {
    // Of an unknown option, Node says more than a line.
    warn(`${(error as Error).message.split(/\.?(?:\n| To specify)/)[0]}. ${USAGE}`);
    return 2;
  }
  try {
    await run(settings, hooks, print);
    return 0;
  } catch (error) {
    warn(
      error instanceof Deno.errors.AddrInUse
        ? `Cannot serve: port ${settings.port} is taken; choose another with --port, or 0 for any`
        : `Cannot serve: ${(error as Error).message}`,
    );
    return 1;
  }
}

async function run(
  { port, data, memory, sample, sources, json }: Settings,
  hooks: ServeHooks,
  print: (line: string) => void,
): Promise<void> {
  const folder = memory ? undefined : data ?? dataFolder();
  const service = await openService({ folder, sourcePriority: sources });
  const stopped = untilStopped(hooks.signal);
  let served;
  try {
    served = serve(service, { port });
  } catch (error) {
    stopped.cancel();
    await service.close();
    throw error;
  }
  try {
    const userid = await service.owner();
    const token = await service.issueToken(userid, { expiresIn: TOKEN_SECONDS });
    if (sample) await hooks.sample!(service.fetch, token);
    const { url } = served;
    if (json) print(JSON.stringify({ url, token, userid }));
    else for (const line of [`Address: ${url}`, `Token: ${token}`, `User: ${userid}`]) print(line);
    await stopped.promise;
  } finally {
    stopped.cancel();
    await served.stop();
  }
}

function settingsOf(args: string[], hooks: ServeHooks): Settings {
  const { values } = parseArgs({
    args,
    strict: true,
    allowPositionals: false,
    options: {
      port: { type: "string", default: String(DEFAULT_PORT) },
      data: { type: "string" },
      memory: { type: "boolean", default: false },
      sample: { type: "boolean", default: false },
      sources: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const { port, data, memory, sample, sources, json } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new RangeError(`Cannot use --port ${port}: it is not a number from 0 to 65535`);
  }
  if (data === "") throw new RangeError("Cannot use --data: it names no folder");
  if (data !== undefined && memory) {
    throw new RangeError("Cannot use --data and --memory together");
  }
  if (sample && hooks.sample === undefined) {
    throw new RangeError("Cannot use --sample: there is no sample data here");
  }
  const ranked = sources?.split(",").map((name) => name.trim()) ?? [];
  if (ranked.includes("")) {
    throw new RangeError(`Cannot use --sources ${sources}: a name is empty`);
  }
  return { port: Number(port), data, memory, sample, sources: ranked, json };
}

/** Where this platform keeps the data of programs. */
function dataFolder(): string {
  const folder = {
    windows: () => within(Deno.env.get("LOCALAPPDATA"), "lifeframe"),
    darwin: () => within(Deno.env.get("HOME"), "Library/Application Support/lifeframe"),
    other: () =>
      within(Deno.env.get("XDG_DATA_HOME"), "lifeframe") ??
        within(Deno.env.get("HOME"), ".local/share/lifeframe"),
  };
  const { os } = Deno.build;
  const found = folder[os === "windows" || os === "darwin" ? os : "other"]();
  if (found === undefined) {
    throw new RangeError("there is no folder for data; name one with --data");
  }
  return found;
}

function within(base: string | undefined, path: string): string | undefined {
  return base ? `${base}/${path}` : undefined;
}

/** Waits for a signal to stop: that given, or the system's. */
function untilStopped(signal: AbortSignal | undefined): {
  promise: Promise<void>;
  cancel: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal !== undefined) {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
    return { promise, cancel: () => {} };
  }
  const names: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  const stop = (): void => resolve();
  for (const name of names) Deno.addSignalListener(name, stop);
  return {
    promise,
    cancel: () => names.forEach((name) => Deno.removeSignalListener(name, stop)),
  };
}

function writer(stream: { writeSync(bytes: Uint8Array): number }): (line: string) => void {
  return (line) => {
    let bytes = new TextEncoder().encode(line + "\n");
    while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
  };
}

/** Fills a service with the sample data. */
async function sample(
  fetch: (request: Request) => Promise<Response>,
  token: string,
): Promise<void> {
  await ingestSample(sampleClient({ baseUrl: "http://localhost", token, fetch }));
}

if (import.meta.main) Deno.exit(await serveCommand(Deno.args, { sample }));
