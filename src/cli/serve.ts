import { hasCode } from "../options/runtime.ts";
import { connect } from "../app/connect.ts";
import { ingestSample } from "../app/sample/ingestSample.ts";
import { openService } from "../service/openService.ts";
import { serve } from "../service/serve.ts";
import { APPROVAL_PATH } from "../service/auth/signIn.ts";
import { accessLog } from "./accessLog.ts";
import { dataFolder } from "./args/dataFolder.ts";
import { deniedAccess } from "./args/deniedAccess.ts";
import { HELP, USAGE } from "./serveHelp.ts";
import { serveSecrets } from "./serveSecrets.ts";
import { type LineCommand, lineWriter, type PrintLine, readLine } from "./args/lineCommand.ts";
import { stopSignal } from "./args/stopSignal.ts";
import { SERVE_OPTIONS, type ServeSettings, serveSettings } from "./serveSettings.ts";
import type { Service } from "../service/service.ts";

/** Replacements for parts of the system, for tests and for `--sample`. */
export interface ServeHooks {
  /** Adds sample data in the service's words, for `--sample`. */
  sample?: (
    fetch: (request: Request) => Promise<Response>,
    token: string,
    names: ServeSettings["names"],
  ) => Promise<void>;
  /** Called with each line of output. @default standard output */
  print?: PrintLine;
  /** Called with each warning and log line. @default standard error */
  warn?: PrintLine;
  /** Stops the service. @default SIGINT and SIGTERM */
  signal?: AbortSignal;
}

/** Name of the session with the printed token. */
const SESSION = "serve";

/**
 * Serves the embedded service until it is stopped, then finishes open requests. Each request is logged
 * in a line with its id, which the response contains as `X-Request-Id`.
 *
 * @returns the exit code: 0 if it was stopped, 1 if it could not serve, 2 for wrong arguments
 */
export async function serveCommand(args: string[], hooks: ServeHooks = {}): Promise<number> {
  const { print = lineWriter(Deno.stdout), warn = lineWriter(Deno.stderr) } = hooks;
  const command: LineCommand<ServeSettings> = {
    action: "serve",
    usage: USAGE,
    help: HELP,
    options: SERVE_OPTIONS,
    read: (args) => serveSettings(args, hooks.sample !== undefined),
  };
  const line = readLine(command, args, { print, warn });
  if ("code" in line) return line.code;
  const { settings } = line;
  try {
    await run(settings, hooks, print, warn);
    return 0;
  } catch (error) {
    warn(`Cannot serve: ${reasonOf(error as Error, settings)}`);
    return 1;
  }
}

function reasonOf(error: Error, { host, port }: ServeSettings): string {
  if (hasCode(error, "EADDRINUSE")) {
    return `port ${port} is in use. Choose another with --port, or 0 for a free one`;
  }
  const denied = deniedAccess(error);
  if (denied === undefined) return error.message.replace(/^Cannot listen on [^ ]+: /, "");
  const how = denied.kind === "net"
    ? `run it with --allow-net=${host}`
    : "--help shows how to grant it";
  return `Deno needs ${denied.need}; ${how}`;
}

async function run(
  settings: ServeSettings,
  hooks: ServeHooks,
  print: PrintLine,
  warn: PrintLine,
): Promise<void> {
  const { host, port, data, memory, names, sources, quiet, publicUrl, activeUntil } = settings;
  const { allowedOrigins, userClaim } = settings;
  const folder = memory ? undefined : data ?? dataFolder();
  let showCode = (): void => {};
  const service = await openService({
    folder,
    onSharedFolder: (folder) =>
      warn(`Warning: another process uses ${folder} too. Both work and take turns writing`),
    hosts: [host, ...settings.hosts],
    requestRate: settings.requestRate,
    csvSafe: settings.csvSafe,
    onOwnerCodeUsed: () => showCode(),
    sourcePriority: sources,
    names,
    ...await serveSecrets(settings),
    ...(userClaim === undefined ? {} : { userClaim }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(activeUntil === undefined ? {} : { activeUntil }),
    allowedOrigins,
    signIn: { pollStatus: settings.pollStatus },
    ...(quiet ? {} : { onLog: (entry) => warn(accessLog(entry, Temporal.Now.instant())) }),
  });
  const stop = stopSignal(hooks.signal);
  let served;
  try {
    served = await serve(service, {
      hostname: host,
      port,
      trustedProxies: settings.trustedProxies,
    });
  } catch (error) {
    stop.cancel();
    await service.close();
    throw error;
  }
  if (isOpen(host)) warn(OPEN_WARNING);
  const address = publicUrl ?? served.url;
  const approve = (): string => approvalAddress(address, service.ownerCode());
  showCode = () =>
    print(settings.json ? JSON.stringify({ approve_url: approve() }) : `Approve: ${approve()}`);
  try {
    await greet(service, { url: served.url, approve }, settings, hooks, print);
    await stop.stopped;
  } finally {
    stop.cancel();
    await within(STOP_TIME, served.stop());
  }
}

const OPEN_WARNING =
  "Warning: other machines reach this service over unencrypted http. Anyone on the network can read " +
  "it, including tokens. Put a proxy with https in front of it, and listen on 127.0.0.1";

/** Returns whether other machines can reach a host. */
function isOpen(host: string): boolean {
  return !/^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/.test(host);
}

/** Longest time for stopping in milliseconds; later, uncommitted changes are rolled back. */
const STOP_TIME = 9_500;

async function within(time: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, time);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}

/** Returns the address of the page that approves programs, with the owner's code filled in. */
function approvalAddress(address: string, ownerCode: string): string {
  return `${address}${APPROVAL_PATH}?owner_code=${ownerCode}`;
}

interface Greeting {
  readonly url: string;
  /** Returns an address where the owner can approve a program. */
  readonly approve: () => string;
}

/**
 * Prints what a person or a program needs to start: the address, a token for each user, and the address
 * where the owner approves sign-ins of programs.
 */
async function greet(
  service: Service,
  { url, approve }: Greeting,
  { users, sample, json, names }: ServeSettings,
  hooks: ServeHooks,
  print: PrintLine,
): Promise<void> {
  const approveUrl = approve();
  if (!json) {
    print(`Address: ${url}`);
    print(`Approve: ${approveUrl}`);
  }
  for (const userid of users.length > 0 ? users : [await service.owner()]) {
    const token = await service.sessionToken(userid, SESSION);
    if (sample) await hooks.sample!(service.fetch, token, names);
    if (json) print(JSON.stringify({ url, token, userid, approve_url: approveUrl }));
    else for (const line of [`Token: ${token}`, `User: ${userid}`]) print(line);
  }
}

async function sample(
  fetch: (request: Request) => Promise<Response>,
  token: string,
  names: ServeSettings["names"],
): Promise<void> {
  await ingestSample(connect({ baseUrl: "http://localhost", token, fetch, names }));
}

if (import.meta.main) Deno.exit(await serveCommand(Deno.args, { sample }));
