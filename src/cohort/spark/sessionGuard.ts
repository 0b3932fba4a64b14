import { besideModule } from "../../options/besideModule.ts";

/** The calls that end a session's work once its client is dead, ready to be sent. */
export interface LastCalls {
  /** `http://host:port`, or `https:` where the connection is encrypted. */
  readonly origin: string;
  /** The header with the token; undefined where there is none. */
  readonly authorization?: string | undefined;
  /** Certificates in PEM that vouch for the server; undefined where the system's do. */
  readonly certificates?: string | undefined;
  /** The path of each call, and its message in base64. */
  readonly calls: readonly (readonly [path: string, message: string])[];
}

/**
 * A small process that outlives this one: Spark runs the operations of a client that was killed to
 * their end, so another process has to interrupt them. It notices by the end of its standard input.
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
      detached: true, // a signal to this process and all that it started does not end it
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn();
    this.#process.unref(); // this process may end without having closed the session
    this.#input = this.#process.stdin.getWriter();
  }

  /** Starts the guard; undefined where this process may not start another. */
  static async start(calls: LastCalls): Promise<SessionGuard | undefined> {
    const { state } = await Deno.permissions.query({ name: "run", command: Deno.execPath() });
    if (state !== "granted") return undefined;
    const guard = new SessionGuard(calls);
    await guard.#input.write(new TextEncoder().encode(JSON.stringify(calls)))
      .catch(() => {}); // it ended at once: the session is without a guard, as it would be then
    return guard;
  }

  /** Ends it without a call: the session is over. */
  async dismiss(): Promise<void> {
    try {
      this.#process.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await this.#process.status;
    await this.#input.close().catch(() => {});
  }
}

/** Where the guard's code is, beside this file's package. */
function guardPath(): string {
  return besideModule("../../cli/sparkGuard.ts", import.meta).href;
}
