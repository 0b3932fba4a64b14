import { fileURLToPath } from "node:url";
import { Kernel } from "../../../src/notebook/kernel/kernel.ts";
import type { KernelMessage } from "../../../src/notebook/kernel/kernelMessage.ts";
import { withProgram } from "../withProgram.ts";

const MAIN = fileURLToPath(import.meta.resolve("../../../src/notebook/bridge/main.ts"));

/** Command of a shell that starts the kernel of the package as Jupyter does; `$4` is the connection file. */
export const START =
  `"${Deno.execPath()}" run -q --no-prompt --no-check --no-config -A "${MAIN}" "$4"`;

/** A kernel of the package and a client of it. */
export interface Session {
  readonly kernel: Kernel;
  /** All that the kernel published, in order. */
  readonly published: KernelMessage[];
  /** Sends code without waiting; returns the id of the request and its reply. */
  execute(code: string, more?: Record<string, unknown>): ReturnType<Kernel["request"]>;
  /** Runs code, and returns what was published under it until the kernel was idle, as short texts. */
  run(code: string, more?: Record<string, unknown>): Promise<string[]>;
}

/** Starts the kernel of the package in this project, and ends it after the work. */
export async function withBridge(
  work: (session: Session) => Promise<void>,
  { start = `exec ${START}`, env = {} }: { start?: string; env?: Record<string, string> } = {},
): Promise<void> {
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${value}; `).join("");
  await withProgram(exports + start, async (deno) => {
    const cwd = fileURLToPath(import.meta.resolve("../../../"));
    await using kernel = await Kernel.start({ deno, cwd });
    const published: KernelMessage[] = [];
    let arrived = Promise.withResolvers<void>();
    kernel.onMessage = (message) => {
      published.push(message);
      arrived.resolve();
      arrived = Promise.withResolvers<void>();
    };
    const execute: Session["execute"] = (code, more = {}) => {
      const content = { code, silent: false, store_history: true, stop_on_error: true, ...more };
      return kernel.request("shell", "execute_request", content);
    };
    const run: Session["run"] = async (code, more) => {
      const { id } = execute(code, more);
      const isIdle = (message: KernelMessage): boolean =>
        message.parentId === id && message.content.execution_state === "idle";
      while (!published.some(isIdle)) await Promise.race([arrived.promise, kernel.ended]);
      return published.filter(({ parentId }) => parentId === id).flatMap(textOf);
    };
    await work({ kernel, published, execute, run });
  });
}

/** Returns what a person sees of a message. */
export function textOf({ type, content }: KernelMessage): string[] {
  if (type === "stream") return [`${content.name}: ${content.text}`];
  if (type === "error") return [`error: ${(content.traceback as string[]).join("\n")}`];
  if (type !== "execute_result" && type !== "display_data") return [];
  return [(content.data as Record<string, string>)["text/plain"] ?? ""];
}

/** Waits until a process is gone. */
export async function untilGone(pid: number): Promise<void> {
  for (let tries = 0;; tries++) {
    try {
      const status = await Deno.readTextFile(`/proc/${pid}/status`);
      if (/^State:\s+Z/m.test(status)) return; // ended, and not yet collected
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return;
      throw error;
    }
    if (tries === 200) throw new Error(`process ${pid} still runs after 20 s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
