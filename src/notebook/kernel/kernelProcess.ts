import { untilAborted } from "./untilAborted.ts";
import { withDeadline } from "./withDeadline.ts";

/** Options of {@linkcode startKernelProcess}. */
export interface KernelProcessOptions {
  /** The kernel's working folder, from which `deno.json` and relative paths are found. */
  readonly cwd?: string | undefined;
  /** The Deno to start. */
  readonly deno: string;
  /** More variables of its environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** The ports of a kernel, all on `127.0.0.1`, by their names in the connection file. */
export type KernelPorts = Readonly<Record<(typeof PORTS)[number], number>>;

/** A started kernel, which may not listen yet. */
export interface KernelProcess {
  /** What it wrote to its standard error lately, at most 4,000 characters. */
  complaint(): string;
  /** Fulfilled when the process has ended, and all it wrote has been read. */
  readonly ended: Promise<Deno.CommandStatus>;
  /** The key that signs messages. */
  readonly key: string;
  /** Sends a signal, by default SIGKILL; does nothing if the process has ended. */
  kill(signal?: Deno.Signal): void;
  /** Its process id. */
  readonly pid: number;
  /** Where it listens, or will. */
  readonly ports: KernelPorts;
  /** Removes the connection file, which holds the key; the kernel needs it only to start. */
  removeFile(): Promise<void>;
}

const PORTS = ["shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"] as const;

/** The kernel's text/plain is the same whether or not this process has a terminal. */
const ENVIRONMENT = { NO_COLOR: "1" } as const;

/**
 * Starts `deno jupyter --kernel` with a connection file of its own: mode 0600, in a temporary
 * folder. The kernel's standard output is discarded: what cells print comes as messages.
 *
 * @param options Which Deno, and where.
 * @returns The process. Its file and the process are the caller's to end.
 * @throws {Deno.errors.NotFound} If there is no such program or folder; no file is left.
 */
export async function startKernelProcess(options: KernelProcessOptions): Promise<KernelProcess> {
  const ports = freePorts();
  const key = crypto.getRandomValues(new Uint8Array(32)).toHex();
  const folder = await Deno.makeTempDir({ prefix: "lifeframe-kernel-" });
  const removeFile = () => Deno.remove(folder, { recursive: true }).catch(ignoreMissing);
  try {
    const file = `${folder}/connection.json`;
    await Deno.writeTextFile(file, connectionFile(ports, key), { mode: 0o600, createNew: true });
    const child = new Deno.Command(options.deno, {
      args: ["jupyter", "--kernel", "--conn", file],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: { ...ENVIRONMENT, ...options.env },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    return { ports, key, removeFile, ...watch(child) };
  } catch (error) {
    await removeFile();
    throw error;
  }
}

/** Five ports that are free now. Another program may take one before the kernel does. */
function freePorts(): KernelPorts {
  const listeners = PORTS.map(() => Deno.listen({ hostname: "127.0.0.1", port: 0 }));
  const ports = listeners.map((listener, i) => [PORTS[i], (listener.addr as Deno.NetAddr).port]);
  for (const listener of listeners) listener.close();
  return Object.fromEntries(ports);
}

function connectionFile(ports: KernelPorts, key: string): string {
  return JSON.stringify({
    transport: "tcp",
    ip: "127.0.0.1",
    signature_scheme: "hmac-sha256",
    key,
    ...ports,
  });
}

function watch(
  child: Deno.ChildProcess,
): Pick<KernelProcess, "complaint" | "ended" | "kill" | "pid"> {
  let tail = "";
  const stderr = child.stderr.getReader();
  const decoder = new TextDecoder();
  const read = async () => {
    for (let chunk = await stderr.read(); !chunk.done; chunk = await stderr.read()) {
      tail = (tail + decoder.decode(chunk.value, { stream: true })).slice(-4000);
    }
  };
  const reading = read();
  const finish = async () => {
    const status = await child.status;
    // A program that a cell started may hold the stream open.
    await withDeadline(
      { milliseconds: 300, reason: "held open" },
      (signal) => untilAborted(reading, signal),
    ).catch(() => {});
    await stderr.cancel();
    return status;
  };
  return {
    complaint: () => tail.replace(/^Warning "deno jupyter" is unstable.*\n/m, "").trim(),
    ended: finish(),
    pid: child.pid,
    kill: (signal = "SIGKILL") => {
      try {
        child.kill(signal);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    },
  };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
