import { besideModule } from "../../options/besideModule.ts";

/** Prepared requests that end a session after its client died. */
export interface LastCalls {
  /** `http://host:port`, or `https:` for an encrypted connection. */
  readonly origin: string;
  /** Headers of each request, with the token. */
  readonly headers: { readonly [name: string]: string };
  /** Certificates (PEM) that sign the server's certificate; `undefined` for the system's. */
  readonly certificates?: string | undefined;
  /** Path of each request, and its message in base64. */
  readonly calls: readonly (readonly [path: string, message: string])[];
}

/**
 * Small process that outlives this one. Spark finishes the operations of a killed client, so
 * another process has to interrupt them. It detects the end of this process by the end of its
 * standard input.
 */
export class SessionGuard {
  readonly #process: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;

  private constructor(calls: LastCalls) {
    this.#process = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-prompt",
        `--allow-net=${calls.origin.replace(/^https?:\/\//, "")}`,
        guardPath(),
      ],
      detached: true, // a signal to the process group does not end it
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn();
    this.#process.unref(); // this process may end without closing the session
    this.#input = this.#process.stdin.getWriter();
  }

  /** Starts the guard; returns `undefined` if this process must not start another. */
  static async start(calls: LastCalls): Promise<SessionGuard | undefined> {
    const { state } = await Deno.permissions.query({ name: "run", command: Deno.execPath() });
    if (state !== "granted") return undefined;
    const guard = new SessionGuard(calls);
    await guard.#input.write(new TextEncoder().encode(JSON.stringify(calls)))
      .catch(() => {}); // it ended immediately: the session continues without a guard
    return guard;
  }

  /** Ends the guard without sending requests, after the session. */
  async dismiss(): Promise<void> {
    try {
      this.#process.kill("SIGKILL");
    } catch {
      // It has already ended.
    }
    await this.#process.status;
    await this.#input.close().catch(() => {});
  }
}

/** Returns the path of the guard's code in this package. */
function guardPath(): string {
  return besideModule("../programs/sparkGuard.ts", import.meta).href;
}
