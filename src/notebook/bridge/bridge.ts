// deno-lint-ignore-file no-console -- unexpected errors go to Jupyter's log
import { CELL_FIELD } from "../kernel/beginCell.ts";
import { evaluate } from "../kernel/evaluate.ts";
import { Kernel } from "../kernel/kernel.ts";
import { KernelError } from "../kernel/kernelError.ts";
import type { KernelMessage, MessagePart } from "../kernel/kernelMessage.ts";
import { CellRun } from "./cellRun.ts";
import { complete } from "./complete.ts";
import type { Connection } from "./connectionFile.ts";
import { type Channel, Front } from "./front.ts";
import { INPUT_COMM, Inputs } from "./inputs.ts";
import { inspect } from "./inspect.ts";
import { DEFINE_LAST_VALUE } from "./lastValue.ts";
import { HEAP, type Heap, memoryEnv, memoryFailure } from "./memory.ts";
import { Symbols } from "./symbols.ts";

/**
 * Code that the kernel runs first. An interrupt before the first import of the package must not end
 * the kernel, and the kernel must not outlive this process.
 */
const prelude = (id: string): string =>
  `(async () => {
  globalThis[Symbol.for("lifeframe.kernel")] = ${JSON.stringify(id)};
  ${DEFINE_LAST_VALUE};
  Deno.addSignalListener("SIGINT", () => {});
  const parent = Deno.ppid;
  Deno.unrefTimer(setInterval(() => { if (Deno.ppid !== parent) Deno.exit(1); }, 1000));
  return ${HEAP};
})()`;

/** Returns the content of a reply, or `undefined` if only the kernel of Deno can answer. */
type Helper = (
  ...args: Parameters<typeof inspect>
) => Promise<MessagePart | undefined>;

/** Requests that the bridge answers, by message type. */
const HELP: Readonly<Record<string, Helper>> = {
  complete_request: async (session, code, cursor) => {
    const found = await complete(session, code, cursor);
    if (found === undefined) return undefined;
    const start = [...code.slice(0, found.start)].length,
      end = [...code.slice(0, found.end)].length;
    return {
      matches: found.matches.map(({ text }) => text),
      cursor_start: start,
      cursor_end: end,
      metadata: { // JupyterLab reads types from it
        _jupyter_types_experimental: found.matches.map((match) => ({ ...match, start, end })),
      },
    };
  },
  inspect_request: async (...args) => {
    const text = await inspect(...args);
    if (text === undefined) return undefined;
    return { found: true, data: { "text/plain": text, "text/markdown": text }, metadata: {} };
  },
};

/** A declaration of a variable. */
const DECLARED = /\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)/g;

/** A process between Jupyter and the kernel of Deno. To Jupyter, it is the kernel. */
export class Bridge {
  /** Fulfilled with an exit code when the kernel has ended for any reason. */
  readonly ended: Promise<number>;

  readonly #end: PromiseWithResolvers<number> = Promise.withResolvers<number>();
  readonly #front: Front;
  readonly #id: string;
  readonly #inputs: Inputs = new Inputs();
  readonly #kernel: Promise<Kernel>;
  #cell: CellRun | undefined;
  /**
   * Headers of all requests that ran a cell, by id, because work can send outputs after its cell
   * has ended.
   */
  readonly #cells: Map<string, MessagePart> = new Map();
  #heap: Heap | undefined;
  #isEnding = false;
  #last: MessagePart = {};
  readonly #names: Set<string> = new Set();
  #queue: KernelMessage[] = [];
  #symbols: Promise<Symbols> | undefined;
  #isWorking = true;

  /**
   * Listens, and starts a kernel.
   *
   * @param connection Address at which Jupyter expects the kernel.
   * @param id Identifier of the kernel in the pages of Jupyter.
   */
  constructor(connection: Connection, id: string) {
    this.#id = id;
    this.ended = this.#end.promise;
    this.#front = new Front(connection, (channel, message) => this.#receive(channel, message));
    this.#kernel = this.#start();
    this.#kernel.catch((error) => this.#die(undefined, (error as Error).message));
  }

  /** Ends the kernel and closes all connections; fulfils {@linkcode ended}. */
  async shutdown(code = 0): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const kernel = await this.#kernel.catch(() => undefined);
    await kernel?.shutdown();
    await this.#close(code);
  }

  async #start(): Promise<Kernel> {
    const kernel = await Kernel.start({ env: memoryEnv() });
    kernel.onMessage = (message) => this.#publish(kernel, message);
    kernel.onQuestion = (message) => this.#ask(kernel, message);
    kernel.ended.catch((error: Error) => this.#die(kernel, error.message));
    this.#heap = await evaluate(kernel, prelude(this.#id)) as Heap;
    this.#isWorking = false;
    void this.#work(kernel);
    return kernel;
  }

  #receive(channel: Channel, message: KernelMessage): void {
    if (channel === "shell" && !message.type.startsWith("shutdown")) {
      this.#queue.push(message);
      void this.#kernel.then((kernel) => this.#work(kernel), () => {});
      return;
    }
    void this.#kernel.then((kernel) => {
      if (channel === "stdin") return kernel.answer(message);
      if (message.type === "interrupt_request") return this.#interrupt(kernel, message);
      if (message.type === "shutdown_request") return this.#shutDown(channel, message);
      this.#pass(kernel, "control", message);
    }, () => {});
  }

  /** Handles requests one after the other, like every kernel. */
  async #work(kernel: Kernel): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        if (next.type === "execute_request") await this.#execute(kernel, next);
        else if (next.type === "comm_msg" && next.content.comm_id === INPUT_COMM) {
          this.#last = this.#inputs.cellOf(next) ?? this.#last;
          await this.#inputs.change(this.#front, kernel, next);
        } else if (next.type in HELP) await this.#help(kernel, next);
        else this.#pass(kernel, "shell", next);
      }
    } catch (error) {
      // Another handler reports that the kernel has ended.
      if (!(error instanceof KernelError)) console.error(error);
    } finally {
      this.#isWorking = false;
    }
  }

  async #execute(kernel: Kernel, request: KernelMessage): Promise<void> {
    this.#last = request.header;
    this.#cells.set(String(request.header.msg_id), request.header);
    for (const [, name = ""] of String(request.content.code).matchAll(DECLARED)) {
      this.#names.add(name);
    }
    this.#front.publish("status", request.header, { execution_state: "busy" });
    const cell = this.#cell = new CellRun(this.#front, kernel, request);
    const { ok, heap } = await cell.run(this.#heap);
    this.#cell = undefined;
    this.#heap = heap;
    if (!ok && request.content.stop_on_error !== false) this.#abortWaiting();
  }

  /** Aborts the waiting cells: "run all" ends at an error or an interrupt. */
  #abortWaiting(): void {
    const [waiting, others] = [true, false].map((isCell) =>
      this.#queue.filter(({ type }) => (type === "execute_request") === isCell)
    ) as [KernelMessage[], KernelMessage[]];
    this.#queue = others;
    for (const request of waiting) {
      this.#front.publish("status", request.header, { execution_state: "busy" });
      this.#front.reply("shell", request, { status: "aborted" });
      this.#front.publish("status", request.header, { execution_state: "idle" });
    }
  }

  /** Answers a request for completion or help; passes it on if the kernel may know more. */
  async #help(kernel: Kernel, request: KernelMessage): Promise<void> {
    this.#symbols ??= Symbols.load();
    const { code, cursor_pos: position } = request.content as { code: string; cursor_pos: number };
    const cursor = [...code].slice(0, position).join("").length; // Jupyter counts code points
    const answer = HELP[request.type]!(
      { kernel, symbols: await this.#symbols, names: this.#names },
      code,
      cursor,
    );
    const content = await answer.catch(() => undefined);
    if (content === undefined) return this.#pass(kernel, "shell", request);
    this.#front.publish("status", request.header, { execution_state: "busy" });
    this.#front.reply("shell", request, { status: "ok", ...content });
    this.#front.publish("status", request.header, { execution_state: "idle" });
  }

  /** Passes a request to the kernel and its reply back. Some messages have no reply. */
  #pass(kernel: Kernel, channel: "shell" | "control", request: KernelMessage): void {
    kernel.forward(channel, request).reply.then(
      (reply) => this.#front.send(channel, { ...reply, identities: request.identities }),
      () => {},
    );
  }

  #publish(kernel: Kernel, message: KernelMessage): void {
    const { metadata, parent, parentId, type } = message;
    const cell = this.#cell;
    const origin = this.#cells.get(String(metadata[CELL_FIELD]));
    if (origin !== undefined && origin.msg_id !== cell?.header.msg_id) {
      return this.#front.send("iopub", { ...message, parent: origin });
    }
    const isStatus = type === "status" || type === "execute_input";
    if (cell && !isStatus) message = this.#inputs.shown(message, cell.header);
    if (cell && parentId === cell.header.msg_id) {
      if (type !== "status" || message.content.execution_state !== "busy") cell.receive(message);
    } else if (parent.session === kernel.session && isStatus) return; // of a request of our own
    else if (isStatus) this.#front.send("iopub", message);
    else if (cell) cell.receive(message);
    else this.#front.send("iopub", { ...message, parent: this.#last }); // later than the cell's end
  }

  #ask(kernel: Kernel, message: KernelMessage): void {
    const request = this.#cell?.request;
    if (request?.content.allow_stdin === true) {
      this.#front.send("stdin", { ...message, identities: request.identities });
    } else { // nobody could answer
      const header = { ...message.header, msg_id: crypto.randomUUID(), msg_type: "input_reply" };
      kernel.answer({ header, parent: message.header, content: { value: "" } });
    }
  }

  #interrupt(kernel: Kernel, message: KernelMessage): void {
    this.#abortWaiting();
    kernel.interrupt();
    this.#front.reply("control", message, { status: "ok" });
  }

  async #shutDown(channel: Channel, message: KernelMessage): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    await (await this.#kernel).shutdown();
    const content = { status: "ok", restart: message.content.restart === true };
    this.#front.reply(channel === "control" ? "control" : "shell", message, content);
    this.#front.publish("shutdown_reply", message.header, content);
    await this.#close(0);
  }

  /** Reports under the running cell that the kernel has ended, and ends this process. */
  async #die(kernel: Kernel | undefined, reason: string): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#cell?.fail(kernel && memoryFailure(kernel, this.#heap?.limit) || reason);
    await kernel?.shutdown();
    await this.#close(1);
  }

  async #close(code: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 100)); // clients read what was sent last
    await this.#front.close();
    this.#end.resolve(code);
  }
}
