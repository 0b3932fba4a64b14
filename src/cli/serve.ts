import { hasCode } from "../options/runtime.ts";
import { connect } from "../app/connect.ts";
import { ingestSample } from "../app/sample/ingestSample.ts";
import { openService } from "../service/openService.ts";
import { serve } from "../service/serve.ts";
import { APPROVAL_PATH } from "../service/auth/signIn.ts";
import { accessLog } from "./accessLog.ts";
import { dataFolder } from "./dataFolder.ts";
import { deniedAccess } from "./deniedAccess.ts";
import { HELP, USAGE } from "./serveHelp.ts";
import { serveSecrets } from "./serveSecrets.ts";
import { asksForHelp, flagFaultLine } from "./readFlags.ts";
import { SERVE_OPTIONS, type ServeSettings, serveSettings } from "./serveSettings.ts";
import type { Service } from "../service/service.ts";

/** What others add to the command. */
export interface ServeHooks {
  /** Fills the service with sample data in its words, for `--sample`. */
  sample?: (
    fetch: (request: Request) => Promise<Response>,
    token: string,
    names: ServeSettings["names"],
  ) => Promise<void>;
  /** Called with each line of output. @default standard output */
  print?: (line: string) => void;
  /** Called with each line of trouble. @default standard error */
  warn?: (line: string) => void;
  /** Stops the service. @default SIGINT and SIGTERM */
  signal?: AbortSignal;
}

/** The name of the session whose token is printed. */
const SESSION = "serve";

/**
 * Serves the embedded service until it is told to stop, and finishes the requests under way then.
 *
 * Its options are those that `--help` prints. Each request is a line of the log with its id, which its
 * answer carries as `X-Request-Id`.
 *
 * @returns the exit code: 0 when it was stopped, 1 when it could not serve, 2 for wrong arguments
 */
export async function serveCommand(args: string[], hooks: ServeHooks = {}): Promise<number> {
  const { print = writer(Deno.stdout), warn = writer(Deno.stderr) } = hooks;
  if (asksForHelp(args)) {
    print(HELP);
    return 0;
  }
  let settings: ServeSettings;
  try {
    settings = serveSettings(args, hooks.sample !== undefined);
  } catch (error) {
    warn(flagFaultLine("serve", error as Error, Object.keys(SERVE_OPTIONS), USAGE));
    return 2;
  }
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
    return `port ${port} is taken; choose another with --port, or 0 for any`;
  }
  const denied = deniedAccess(error);
  if (denied === undefined) return error.message;
  const how = denied.kind === "net"
    ? `run it with --allow-net=${host}`
    : "--help tells how to give it";
  return `Deno was not given ${denied.need}; ${how}`;
}

async function run(
  settings: ServeSettings,
  hooks: ServeHooks,
  print: (line: string) => void,
  warn: (line: string) => void,
): Promise<void> {
  const { host, port, data, memory, names, sources, quiet, publicUrl, activeUntil } = settings;
  const { allowedOrigins, userClaim } = settings;
  const folder = memory ? undefined : data ?? dataFolder();
  let showCode = (): void => {};
  const service = await openService({
    folder,
    onSharedFolder: (folder) =>
      warn(`Warning: another process uses ${folder} too; both work, and take turns at writing`),
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
  const stopped = untilStopped(hooks.signal);
  let served;
  try {
    served = await serve(service, {
      hostname: host,
      port,
      trustedProxies: settings.trustedProxies,
    });
  } catch (error) {
    stopped.cancel();
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
    await stopped.promise;
  } finally {
    stopped.cancel();
    await within(STOP_TIME, served.stop());
  }
}

const OPEN_WARNING =
  "Warning: other machines reach this service over plain http, which whoever is on " +
  "the way can read, tokens included; put a proxy with https before it, and listen on 127.0.0.1";

/** Whether others than this machine reach what listens there. */
function isOpen(host: string): boolean {
  return !/^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/.test(host);
}

/** For how long stopping may take, whatever hangs: what is not committed then is taken back. */
const STOP_TIME = 9_500;

async function within(time: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, time);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}

/** The page that approves programs, with a code of the owner's filled in. */
function approvalAddress(address: string, ownerCode: string): string {
  return `${address}${APPROVAL_PATH}?owner_code=${ownerCode}`;
}

/** What the greeting tells. */
interface Greeting {
  /** The address of the service. */
  readonly url: string;
  /** Makes an address at which the owner approves a program. */
  readonly approve: () => string;
}

/**
 * Prints what a person or a program needs to begin: the address, a token for each user, and where the
 * owner approves programs that ask to sign in.
 */
async function greet(
  service: Service,
  { url, approve }: Greeting,
  { users, sample, json, names }: ServeSettings,
  hooks: ServeHooks,
  print: (line: string) => void,
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
  names: ServeSettings["names"],
): Promise<void> {
  await ingestSample(connect({ baseUrl: "http://localhost", token, fetch, names }));
}

if (import.meta.main) Deno.exit(await serveCommand(Deno.args, { sample }));
