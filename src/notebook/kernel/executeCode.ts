import { beginCell } from "./beginCell.ts";
import type { Kernel } from "./kernel.ts";
import { KernelError } from "./kernelError.ts";
import type { KernelMessage } from "./kernelMessage.ts";
import { pause } from "./pause.ts";
import { untilAborted } from "./untilAborted.ts";
import { withDeadline } from "./withDeadline.ts";

/** Options of {@linkcode executeCode}. */
export interface ExecuteOptions {
  /**
   * Identifier of the cell.
   * @default {""}
   */
  readonly cell?: string;
  /** Receives each published output in order; an error comes last. */
  readonly onOutput: (message: KernelMessage) => void;
  /**
   * Milliseconds to wait after the code for outputs that it does not await.
   * @default {0}
   */
  readonly settle?: number;
  /** Ends the execution at once, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum duration of the code and its outputs, in milliseconds. */
  readonly timeout: number;
}

/** End of an execution: a reply, a timeout, or the end of the kernel. */
export type Execution =
  | { readonly kind: "replied"; readonly reply: Readonly<Record<string, unknown>> }
  | { readonly kind: "timeout" }
  | { readonly kind: "ended"; readonly reason: string };

/** Type of the message that marks the end of all earlier messages. */
const DRAINED = "lifeframe_drained";

/** Milliseconds that code has to stop after an interrupt. */
const INTERRUPT_GRACE = 1000;

/**
 * Executes code and returns once all its outputs have arrived.
 *
 * Deno 2.9's kernel sends `idle` by itself, while outputs pass through a queue and arrive later.
 * The queue is first in, first out, with one reader and one connection. After the reply and its
 * `idle`, a second, silent request puts a marker into the same queue. When the marker arrives, all
 * outputs that the code created before it ended have arrived. Outputs that the code does not await
 * may come later; they then belong to the running code, as in JupyterLab.
 *
 * @param kernel A ready kernel that executes nothing else. It is killed if the code ignores the
 * interrupt.
 * @param code The code.
 * @param options Receiver of outputs, and time limits.
 * @returns The end of the execution. For `replied`, `reply` is the content of the `execute_reply`.
 * @throws The signal's reason, if it aborts.
 */
export async function executeCode(
  kernel: Kernel,
  code: string,
  options: ExecuteOptions,
): Promise<Execution> {
  const { signal, settle = 0 } = options;
  const timeout = Symbol("timeout");
  const drain = listen(kernel, options.onOutput);
  try {
    const running = send(kernel, code, drain, options.cell ?? "");
    try {
      const reply = await withDeadline(
        { milliseconds: options.timeout + settle, reason: timeout, signal },
        async (deadline) => {
          const reply = await untilAborted(running, deadline);
          if (settle > 0) await pause(settle, deadline);
          await untilAborted(drain.request(), deadline);
          return reply;
        },
      );
      return { kind: "replied", reply };
    } catch (error) {
      if (error !== timeout) throw error;
      await interrupt(kernel, running, drain);
      return { kind: "timeout" };
    }
  } catch (error) {
    if (!(error instanceof KernelError)) throw error;
    return { kind: "ended", reason: error.message };
  } finally {
    drain.flush();
  }
}

interface Drain {
  /** Passes on the errors that were held back. */
  flush(): void;
  /** Fulfilled with the first `idle` that follows from the request. */
  idle(id: string): Promise<void>;
  /** Requests the marker and waits for it. */
  request(): Promise<void>;
}

function listen(kernel: Kernel, onOutput: (message: KernelMessage) => void): Drain {
  const nonce = crypto.randomUUID();
  const drained = Promise.withResolvers<void>();
  const idles = new Map<string, PromiseWithResolvers<void>>();
  const idle = (id: string) => {
    const known = idles.get(id) ?? Promise.withResolvers<void>();
    idles.set(id, known);
    return known;
  };
  // The kernel publishes an error outside the queue, before earlier outputs of the code.
  let errors: KernelMessage[] | null = [];
  kernel.onMessage = (message) => {
    if (message.type === DRAINED) {
      if (message.content.nonce === nonce) drained.resolve();
    } else if (message.type === "status") {
      if (message.content.execution_state === "idle") idle(message.parentId).resolve();
    } else if (message.type === "error" && errors) errors.push(message);
    else onOutput(message);
  };
  return {
    idle: (id) => idle(id).promise,
    flush: () => {
      errors?.forEach(onOutput);
      errors = null;
    },
    request: async () => {
      // Older kernels also show a value of a silent request, so this code has no value.
      const mark = `await Deno.jupyter.broadcast("${DRAINED}", { nonce: "${nonce}" }); undefined`;
      const { reply } = kernel.request("shell", "execute_request", executeRequest(mark, true));
      if ((await reply).content.status !== "ok") {
        throw new KernelError(
          "Cannot receive the outputs: the kernel did not confirm that it sent all of them",
        );
      }
      await Promise.race([drained.promise, kernel.ended]);
    },
  };
}

async function send(
  kernel: Kernel,
  code: string,
  drain: Drain,
  cell: string,
): Promise<KernelMessage["content"]> {
  const begun = await beginCell(kernel, code, cell);
  const sent = kernel.request("shell", "execute_request", executeRequest(begun, false));
  const [reply] = await Promise.all([
    sent.reply,
    Promise.race([drain.idle(sent.id), kernel.ended]),
  ]);
  return reply.content;
}

function executeRequest(code: string, silent: boolean): Readonly<Record<string, unknown>> {
  return {
    code,
    silent,
    store_history: !silent,
    user_expressions: {},
    allow_stdin: false,
    stop_on_error: true,
  };
}

/** Interrupts code that ran too long. What it printed until then still arrives. */
async function interrupt(kernel: Kernel, running: Promise<unknown>, drain: Drain): Promise<void> {
  await withDeadline({ milliseconds: INTERRUPT_GRACE, reason: "grace is over" }, async (signal) => {
    kernel.request("control", "interrupt_request", {});
    await untilAborted(running, signal);
    await untilAborted(drain.request(), signal);
  }).catch(() => kernel.kill());
}
