import { untilAborted } from "./untilAborted.ts";
import { withDeadline } from "./withDeadline.ts";

/** Options of {@linkcode startKernelProcess}. */
export interface KernelProcessOptions {
  /** Working folder of the kernel, where it finds `deno.json` and relative paths. */
  readonly cwd?: string | undefined;
  /** Deno executable to start. */
  readonly deno: string;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Ports of a kernel on `127.0.0.1`, by their names in the connection file. */
export type KernelPorts = Readonly<Record<(typeof PORTS)[number], number>>;

/** A started kernel, which may not listen yet. */
export interface KernelProcess {
  /** Returns the end of its standard error, at most 4,000 characters. */
  complaint(): string;
  /** Fulfilled once the process has ended and all its output has been read. */
  readonly ended: Promise<Deno.CommandStatus>;
  /** Key that signs messages. */
  readonly key: string;
  /** Sends a signal, by default SIGKILL; does nothing if the process has ended. */
  kill(signal?: Deno.Signal): void;
  /** Process id. */
  readonly pid: number;
  /** Ports at which it listens, or will listen. */
  readonly ports: KernelPorts;
  /** Removes the connection file, which contains the key. The kernel only reads it at the start. */
  removeFile(): Promise<void>;
}

const PORTS = ["shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"] as const;

/** Without colours, the kernel's text/plain is the same with and without a terminal. */
const ENVIRONMENT = { NO_COLOR: "1" } as const;

/**
 * Starts `deno jupyter --kernel` with its own connection file, with mode 0600 in a temporary
 * folder. The kernel's standard output is discarded, because what cells print arrives as messages.
 *
 * @param options Deno executable, folder and environment.
 * @returns The process. The caller ends it and removes its file.
 * @throws {Deno.errors.NotFound} If the program or the folder does not exist; no file is left.
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

/** Finds five free ports. Another program may take one before the kernel does. */
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
