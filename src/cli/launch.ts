import { constants } from "node:os";
import process from "node:process";

/** Signals that end a program and that this platform can listen to. */
const SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

/** Addresses of this machine, which no proxy can reach. */
const LOOPBACK = "localhost,127.0.0.1,::1,[::1]";

/** Returns environment variables that exclude this machine from a proxy. */
export function pastProxies(): Record<string, string> {
  const name = process.env["NO_PROXY"] === undefined && process.env["no_proxy"] !== undefined
    ? "no_proxy"
    : "NO_PROXY";
  const list = process.env[name];
  return { [name]: list ? `${list},${LOOPBACK}` : LOOPBACK };
}

/**
 * Runs a program instead of this one, without a shell. It inherits this process's input, output and
 * terminal, and receives the signals that are sent to this process.
 *
 * @param program Path of the program. @default this Deno
 * @returns the exit code of the program, or 128 plus the number of the signal that ended it
 */
export async function launch(
  args: readonly string[],
  { program = Deno.execPath(), env = {} }: {
    readonly program?: string;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<number> {
  // Listen first, so that an interrupt just after the start cannot leave the program behind.
  let child: Deno.ChildProcess | undefined, received: Deno.Signal | undefined;
  const isTerminal = Deno.stdin.isTerminal();
  const listeners = SIGNALS.map((signal) => {
    const forward = (): void => {
      received = signal;
      // Ctrl-C in a terminal reaches every process of the group anyway.
      if (signal === "SIGINT" && isTerminal) return;
      try {
        child?.kill(signal);
      } catch {
        // it has ended
      }
    };
    Deno.addSignalListener(signal, forward);
    return [signal, forward] as const;
  });
  try {
    child = new Deno.Command(program, {
      args: [...args],
      env: { ...pastProxies(), ...env },
      stdin: "inherit",
      stdout: "inherit",
      stderr: "inherit",
    }).spawn();
    if (received !== undefined) child.kill(received);
    const { code, signal } = await child.status;
    if (signal !== null) return 128 + (constants.signals[signal as NodeJS.Signals] ?? 0);
    return code;
  } finally {
    for (const [signal, forward] of listeners) Deno.removeSignalListener(signal, forward);
  }
}

/** Oldest supported Deno; older versions lack functions that the project calls. */
const OLDEST = "2.9.6";

/**
 * Checks the version of Deno.
 *
 * @throws {RangeError} if it is too old; the message shows the command that works
 */
export function checkDeno(version = Deno.version.deno): void {
  const numbers = (text: string): number[] => text.split(/[.+-]/).slice(0, 3).map(Number);
  const found = numbers(version), least = numbers(OLDEST);
  const at = least.findIndex((number, i) => found[i] !== number);
  if (at < 0 || found[at]! > least[at]!) return;
  throw new RangeError(
    `lifeframe needs Deno ${OLDEST} or later, but this is ${version}; run \`npx -y deno@${OLDEST} task demo\``,
  );
}

/** Exits with the exit code of a program; our own errors become one line and code 2. */
export async function exitWith(run: () => Promise<number>): Promise<never> {
  try {
    checkDeno();
    process.exit(await run());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}
