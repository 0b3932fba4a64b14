import { fileURLToPath } from "node:url";
import { processFlags } from "../../frame/processFlags.ts";
import { besideModule } from "../../options/besideModule.ts";
import { encodeMessage, type Message, readMessages } from "../worker/messages.ts";
import { encodePlan, type WorkerPlan } from "../worker/plan.ts";

/** Thrown if a worker ends before it answers. */
export class WorkerEnded extends Error {
  override readonly name = "WorkerEnded";
}

/** Process that runs verbs and exchanges messages. */
export class WorkerProcess {
  readonly #process: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #answers: AsyncGenerator<Message>;
  readonly #errors: Promise<string>;

  constructor(plan: WorkerPlan) {
    this.#process = new Deno.Command(Deno.execPath(), {
      args: [...workerFlags(plan), workerPath(), "slices", encodePlan(plan)],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#input = this.#process.stdin.getWriter();
    this.#answers = readMessages(this.#process.stdout);
    this.#errors = lastWords(this.#process.stderr);
  }

  /** Process id. */
  get pid(): number {
    return this.#process.pid;
  }

  /**
   * Sends a message and waits for the answer.
   *
   * @throws {WorkerEnded} if it ends before it answers; the message contains its last output
   */
  async ask(message: Message): Promise<Message> {
    try {
      for (const bytes of encodeMessage(message)) await this.#input.write(bytes);
      const { value } = await this.#answers.next();
      if (value !== undefined) return value as Message;
    } catch {
      // The pipe broke; the exit status explains why.
    }
    const { code, signal } = await this.#process.status;
    const words = await this.#errors;
    throw new WorkerEnded(
      `it ended with ${signal ?? `exit code ${code}`}${words === "" ? "" : `: ${words}`}`,
    );
  }

  /** Ends it, also during its work. */
  async end(): Promise<void> {
    try {
      this.#process.kill("SIGKILL");
    } catch {
      // It has already ended.
    }
    await this.#input.abort().catch(() => {}); // not close(), which waits until the worker has read everything
    await this.#process.status;
    await this.#answers.return(undefined);
    await this.#process.stdout.cancel().catch(() => {});
    await this.#errors;
  }
}

/** Returns the path of the worker's code in this package. */
export function workerPath(): string {
  return besideModule("../programs/worker.ts", import.meta).href;
}

/**
 * Returns the worker's permissions: loading Polars, and reading the modules of custom verbs. It has
 * no network, environment, other files or processes.
 */
export function workerFlags({ steps }: Pick<WorkerPlan, "steps">): string[] {
  const modules = steps.flatMap((step) => step.kind === "module" ? [step.module] : [])
    .filter((module) => module.startsWith("file:"))
    .map((module) => fileURLToPath(new URL(".", module)));
  return processFlags(modules);
}

/** Returns the last text that a process writes to standard error. */
async function lastWords(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text = (text + chunk).slice(-4000);
  }
  return text.trim();
}
