import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { explain } from "../options/explained.ts";
import { connect } from "../app/connect.ts";
import { demo } from "../app/demo.ts";
import { openLocal } from "../app/local.ts";
import type { Me } from "../app/me.ts";
import { makeMirror } from "../app/mirror.ts";
import { zoneOf } from "../app/ask/zoneOf.ts";
import { credentialsStore } from "../client/auth/credentialsStore.ts";
import { isApiError } from "../client/errors/isApiError.ts";
import { mcpHttp } from "../mcp/mcpHttp.ts";
import { type McpCall, mcpServer } from "../mcp/mcpServer.ts";
import { mcpStdio } from "../mcp/mcpStdio.ts";
import { serve } from "../service/serve.ts";
import { MCP_OPTIONS } from "./args/mcpOptions.ts";
import { stopSignal } from "./args/stopSignal.ts";
import { launcherCall } from "./args/taskLine.ts";
import { storeFolder } from "./args/storeFolder.ts";
import { dataFolder } from "./args/dataFolder.ts";
import {
  type LineCommand,
  type LineHooks,
  lineWriter,
  type PrintLine,
  readLine,
} from "./args/lineCommand.ts";

const USAGE =
  "Use: mcp [--data FOLDER] [--profile NAME] [--mirror FOLDER] [--zone ZONE] [--write] [--http PORT] [--show-config] [--help]";

const HELP =
  `Lets an assistant ask about your data (MCP): nights, days, digests, comparisons, charts.

${USAGE}

  --data FOLDER    Your own store or a mirror. Without it and without a service, the sample.
  --profile NAME   Service that you signed in to with login --profile NAME.
  --base-url URL   Service that you signed in to with login.
  --mirror FOLDER  Copies the service to a folder first, and answers from the copy.
  --zone ZONE      IANA zone of the days, such as Europe/Berlin; by default the machine's or the
                   profile's.
  --write          Adds tools that write: diary entries and tags of your own, nothing else.
  --http PORT      Listens on 127.0.0.1 instead of standard input; 0 selects a free port. Each
                   request needs the token in --token-file.
  --token-file F   File with the token of --http, created if missing (mcp.token in the folder of the
                   log). Only you can read it.
  --log FILE       Log of every call (mcp.jsonl in --data, or in the platform's folder for data).
  --show-config    Prints the configuration for an assistant, and exits.
  --help           Shows this text.`;

interface McpSettings {
  readonly data: string | undefined;
  readonly profile: string | undefined;
  readonly baseUrl: string | undefined;
  readonly mirror: string | undefined;
  readonly zone: string | undefined;
  readonly write: boolean;
  readonly port: number | undefined;
  readonly tokenFile: string;
  readonly log: string;
  readonly showsConfig: boolean;
}

const COMMAND: LineCommand<McpSettings> = {
  action: "serve an assistant",
  usage: USAGE,
  help: HELP,
  options: MCP_OPTIONS,
  read: readSettings,
};

/** Replacements for parts of the system, for tests. */
export interface McpHooks extends LineHooks {
  /** Ends the server. @default SIGINT and SIGTERM, or the end of standard input */
  signal?: AbortSignal | undefined;
}

/**
 * Serves the questions of `me` to an assistant with the Model Context Protocol, on standard input and
 * output, or on a port of this machine.
 *
 * @returns the exit code: 0; 1 if the data cannot be opened; 2 for wrong arguments
 */
export async function mcpCommand(args: string[], hooks: McpHooks = {}): Promise<number> {
  const { print = lineWriter(Deno.stdout), warn = lineWriter(Deno.stderr) } = hooks;
  const line = readLine(COMMAND, args, { print, warn });
  if ("code" in line) return line.code;
  const { settings } = line;
  if (settings.showsConfig) {
    print(configOf(args));
    return 0;
  }
  try {
    const { me, close } = await openData(settings);
    const { log, write } = settings;
    const append = (text: string): void => {
      try {
        mkdirSync(dirname(log), { recursive: true, mode: 0o700 });
        appendFileSync(log, text, { mode: 0o600 });
      } catch (error) {
        throw explain(`list calls in ${log}`, error);
      }
    };
    append("");
    const onCall = (call: McpCall): void => append(`${JSON.stringify(call)}\n`);
    warn(`lifeframe answers ${write ? "and writes" : "and never writes"}; calls: ${log}`);
    const stop = stopSignal(hooks.signal);
    const stopped = stop.stopped.then(stop.cancel); // a second signal ends the process at once
    try {
      const server = () => mcpServer(me, { write, onCall });
      await (settings.port === undefined
        ? mcpStdio(server, (ended) => Promise.race([ended, stopped]))
        : onPort(server, settings, warn, stopped));
    } finally {
      stop.cancel();
      await close();
    }
    return 0;
  } catch (error) {
    warn((error as Error).message);
    return 1;
  }
}

function readSettings(args: string[]): McpSettings {
  const { values } = parseArgs({
    args,
    strict: true,
    allowPositionals: false,
    options: MCP_OPTIONS,
  });
  const fail = (reason: string): never => {
    throw new TypeError(`Cannot serve an assistant: ${reason}`);
  };
  const isRemote = values.profile !== undefined || values["base-url"] !== undefined;
  if (values.data !== undefined && (isRemote || values.mirror !== undefined)) {
    fail("--data is a folder of your own, and --profile, --base-url and --mirror name a service");
  }
  if (values.mirror !== undefined && !isRemote) {
    fail("--mirror copies a service; pass --profile or --base-url");
  }
  if (values.zone !== undefined && values.data === undefined && !isRemote) {
    fail("--zone requires --data, --profile or --base-url; the sample has its own zone");
  }
  if (values.write && values.mirror !== undefined) {
    fail("--write cannot be combined with --mirror, because a copy is read-only");
  }
  const port = values.http === undefined ? undefined : Number(values.http);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    fail(`--http is ${values.http}, expected a port from 0 to 65535`);
  }
  const folder = storeFolder(values) ?? dataFolder();
  return {
    data: values.data,
    profile: values.profile,
    baseUrl: values["base-url"],
    mirror: values.mirror,
    zone: values.zone === undefined
      ? undefined
      : zoneOf({ tz: undefined }, values.zone, "serve an assistant"),
    write: values.write ?? false,
    port,
    log: resolve(values.log ?? join(folder, "mcp.jsonl")),
    tokenFile: resolve(values["token-file"] ?? join(folder, "mcp.token")),
    showsConfig: values["show-config"] ?? false,
  };
}

/** Name of the server's sessions. */
const SESSION = "mcp";

/** Opens the data that the questions read, as a session that may do no more than they need. */
async function openData(
  { data, profile, baseUrl, mirror: copy, zone: tz, write }: McpSettings,
): Promise<{ me: Me; close: () => Promise<void> }> {
  const onProgress = (): void => {}; // standard output belongs to the protocol
  const limits = { session: SESSION, write };
  if (data !== undefined) {
    const me = await openLocal("open your own store", { data, tz }, undefined, limits);
    return { me, close: me.close };
  }
  if (profile === undefined && baseUrl === undefined) {
    return { me: await demo(), close: async () => {} };
  }
  const options = { profile, baseUrl, tz, onProgress };
  const service = connect({
    ...options,
    ...profile === undefined ? { credentials: credentialsStore() } : {},
  });
  if (copy !== undefined) {
    const me = await makeMirror(service, { data: copy, tz, onProgress }, limits);
    return { me, close: me.close };
  }
  const name = `${SESSION} ${crypto.randomUUID().slice(0, 8)}`;
  const token = await limitedToken(service, name, write);
  if (token === undefined) return { me: service, close: async () => {} };
  return { me: connect({ ...options, token }), close: () => endSession(service, name) };
}

/** Returns the token of a session with limits; `undefined` if the service has none. */
async function limitedToken(
  service: Me,
  session_name: string,
  write: boolean,
): Promise<string | undefined> {
  try {
    const body = { session_name, state: SESSION, policy: { write } };
    return (await service.api.sessions.create({ body })).token;
  } catch (error) {
    if (isApiError(error, "InvalidError") || isApiError(error, "NotFoundError")) return undefined;
    throw error;
  }
}

async function endSession(service: Me, session_name: string): Promise<void> {
  const session = (await service.api.sessions.list()).find(({ name }) => name === session_name);
  if (session !== undefined) await service.api.sessions.delete({ session_id: session.id });
}

/** Serves on a port of this machine until it is stopped. */
async function onPort(
  server: () => ReturnType<typeof mcpServer>,
  { port, tokenFile }: McpSettings,
  warn: PrintLine,
  stopped: Promise<void>,
): Promise<void> {
  const served = await serve(mcpHttp(server, { token: readToken(tokenFile) }), { port: port! });
  warn(`Address: ${served.url}/mcp, token in ${tokenFile}`);
  await stopped;
  await served.stop();
}

/** Reads the token of a file. Creates it if it does not exist. */
function readToken(path: string): string {
  try {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const token = bytes.toBase64({ alphabet: "base64url", omitPadding: true });
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, `${token}\n`, { mode: 0o600, flag: "wx" });
    return token;
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") {
      throw explain(`write the token to ${path}`, error);
    }
  }
  const token = readFileSync(path, "utf8").trim();
  if (/^\S{16,}$/.test(token)) return token;
  throw new RangeError(
    `Cannot serve an assistant: ${path} has no token of at least 16 characters. Delete the file to get a new one.`,
  );
}

/** Returns the configuration of an assistant that starts this command with these arguments. */
function configOf(args: readonly string[]): string {
  const folder = parseArgs({ args: [...args], options: MCP_OPTIONS, strict: false }).values;
  const own = args.filter((arg) => arg !== "--show-config")
    .map((arg) => arg === folder.data || arg === folder.mirror ? storeFolder({ data: arg })! : arg);
  const [command, ...rest] = launcherCall("mcp", own);
  return JSON.stringify({ mcpServers: { lifeframe: { command, args: rest } } }, null, 2);
}

if (import.meta.main) Deno.exit(await mcpCommand(Deno.args));
