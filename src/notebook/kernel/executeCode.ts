import type { Kernel } from "./kernel.ts";
import { KernelError } from "./kernelError.ts";
import type { KernelMessage } from "./kernelMessage.ts";
import { pause } from "./pause.ts";
import { untilAborted } from "./untilAborted.ts";
import { withDeadline } from "./withDeadline.ts";

/** Options of {@linkcode executeCode}. */
export interface ExecuteOptions {
  /** Receives each published message that is an output, in order, an error last. */
  readonly onOutput: (message: KernelMessage) => void;
  /**
   * How long to wait after the code for outputs that it does not await, in milliseconds.
   * @default {0}
   */
  readonly settle?: number;
  /** Gives up at once, with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long the code and its outputs may take, in milliseconds. */
  readonly timeout: number;
}

/** How an execution ended: with a reply, by the timeout, or because the kernel is gone. */
export type Execution =
  | { readonly kind: "replied"; readonly reply: Readonly<Record<string, unknown>> }
  | { readonly kind: "timeout" }
  | { readonly kind: "ended"; readonly reason: string };

/** The type of the message by which the kernel says that all before it has been published. */
const DRAINED = "lifeframe_drained";

/** How long code may take to stop after an interrupt, in milliseconds. */
const INTERRUPT_GRACE = 1000;

/**
 * Executes code, and returns when all its outputs have been received.
 *
 * The kernel of Deno 2.9 says `idle` on its own behalf, while outputs pass a queue and follow when
 * they follow. The queue is first in, first out, has one reader, and feeds one connection. So after
 * the code's reply and its `idle` a second, silent request puts a marker into the same queue: when
 * the marker arrives, every output that the code made before it ended has arrived. What the code
 * does not await may come later, and belongs to whichever code runs then, as in JupyterLab.
 *
 * @param kernel A ready kernel that executes nothing else. If the code heeds no interrupt, the
 * kernel is killed.
 * @param code The code.
 * @param options Where outputs go, and how long it may take.
 * @returns How it ended. For `replied`, `reply` is the content of the `execute_reply`.
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
    const running = send(kernel, code, drain);
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
  /** Passes the errors on that were held back. */
  flush(): void;
  /** Fulfilled with the first `idle` that follows from the request. */
  idle(id: string): Promise<void>;
  /** Asks for the marker and waits for it. */
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
  // The kernel publishes an error past the queue, before outputs that the code made earlier.
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
      // Older kernels show a value also of a silent request, so it has none.
      const mark = `await Deno.jupyter.broadcast("${DRAINED}", { nonce: "${nonce}" }); undefined`;
      const { reply } = kernel.request("shell", "execute_request", executeRequest(mark, true));
      if ((await reply).content.status !== "ok") {
        throw new KernelError("The kernel cannot say whether all outputs were published");
      }
      await Promise.race([drained.promise, kernel.ended]);
    },
  };
}

async function send(kernel: Kernel, code: string, drain: Drain): Promise<KernelMessage["content"]> {
  const sent = kernel.request("shell", "execute_request", executeRequest(code, false));
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

/** Stops code that ran too long; what it printed until then is still received. */
async function interrupt(kernel: Kernel, running: Promise<unknown>, drain: Drain): Promise<void> {
  await withDeadline({ milliseconds: INTERRUPT_GRACE, reason: "grace is over" }, async (signal) => {
    kernel.request("control", "interrupt_request", {});
    await untilAborted(running, signal);
    await untilAborted(drain.request(), signal);
  }).catch(() => kernel.kill());
}
