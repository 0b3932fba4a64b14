import type { Kernel } from "./kernel.ts";
import { KernelError } from "./kernelError.ts";

/** Type of the message that carries a result. */
const RESULT = "lifeframe_result";

/**
 * Evaluates an expression in a kernel without adding it to the history. The result passes through
 * the queue of the kernel's outputs, so all earlier outputs have arrived when this returns.
 *
 * @param kernel A kernel that runs no other code.
 * @param expression An expression whose value is JSON, or a promise of JSON.
 * @returns The value.
 * @throws {KernelError} If the expression throws, or the kernel ends.
 */
export async function evaluate(kernel: Kernel, expression: string): Promise<unknown> {
  const nonce = crypto.randomUUID();
  const result = Promise.withResolvers<unknown>();
  const receive = kernel.onMessage;
  kernel.onMessage = (message) => {
    if (message.type !== RESULT || message.content.nonce !== nonce) return receive(message);
    result.resolve(message.content.value);
  };
  try {
    const code = `await Deno.jupyter.broadcast("${RESULT}", {
      nonce: "${nonce}", value: await (async () => (${expression}))() }); undefined`;
    const { reply } = kernel.request("shell", "execute_request", {
      code,
      silent: true,
      store_history: false,
      user_expressions: {},
      allow_stdin: false,
      stop_on_error: false,
    });
    const { content } = await reply;
    if (content.status !== "ok") throw new KernelError(String(content.evalue));
    return await Promise.race([result.promise, kernel.ended]);
  } finally {
    kernel.onMessage = receive;
  }
}
