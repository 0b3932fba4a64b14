import { beginCell } from "../kernel/beginCell.ts";
import { evaluate } from "../kernel/evaluate.ts";
import { type CellError, importFault } from "../kernel/importFault.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { KernelMessage, MessagePart } from "../kernel/kernelMessage.ts";
import { silentFault } from "../kernel/silentFault.ts";
import type { Front } from "./front.ts";
import { withLastValue } from "./lastValue.ts";
import { HEAP, type Heap, memoryWarning, residentMemory } from "./memory.ts";

/** Interval between checks of the kernel's memory while a cell runs, in milliseconds. */
const MEMORY_PERIOD = 250;

/** First line that asks for the time that a cell takes; a comment, so that other kernels run the cell. */
const TIME_LINE = /^\s*(?:\/\/\s*)?%%time[^\S\n]*(?=\n|$)/;

/**
 * Runs the code of one `execute_request`. Publishes all its outputs under this request before
 * `idle`: Deno's kernel sends `idle` while outputs are still on their way.
 */
export class CellRun {
  readonly #errors: KernelMessage[] = [];
  readonly #front: Front;
  readonly #idle: PromiseWithResolvers<void> = Promise.withResolvers<void>();
  readonly #kernel: Kernel;
  readonly #request: KernelMessage;
  readonly #started: number = performance.now();
  #isWarned = false;

  constructor(front: Front, kernel: Kernel, request: KernelMessage) {
    this.#front = front;
    this.#kernel = kernel;
    this.#request = request;
  }

  /** The request. */
  get request(): KernelMessage {
    return this.#request;
  }

  /** Header of the request, under which outputs are published. */
  get header(): MessagePart {
    return this.#request.header;
  }

  /** Takes a message that the kernel published while this cell is the last one. */
  receive(message: KernelMessage): void {
    const { type, content } = message;
    if (type === "error") this.#errors.push(message);
    else if (type === "status" && content.execution_state === "idle") this.#idle.resolve();
    else if (type === "execute_input") {
      // The code that runs may differ from the cell's.
      const { code } = this.#request.content;
      this.#front.send("iopub", { ...message, parent: this.header, content: { ...content, code } });
    } else this.#front.send("iopub", { ...message, parent: this.header });
  }

  /**
   * Runs the code and publishes all its outputs.
   *
   * @param heap The heap at the last check.
   * @returns `ok` is `true` if the code succeeded; `heap` is the heap after it.
   */
  async run(heap: Heap | undefined): Promise<{ ok: boolean; heap: Heap }> {
    const code = String(this.#request.content.code);
    const isTimed = TIME_LINE.test(code);
    const timer = setInterval(() => this.#checkMemory(heap), MEMORY_PERIOD);
    try {
      const source = code.replace(TIME_LINE, ""); // the line end stays, so lines keep their numbers
      const fault = await importFault(this.#kernel, source);
      const content = {
        ...this.#request.content,
        code: fault ? "undefined" : await beginCell(
          this.#kernel,
          withLastValue(source),
          String(this.header.msg_id),
        ),
      };
      const { reply } = this.#kernel.forward("shell", { ...this.#request, content });
      const answer = await reply, took = performance.now() - this.#started;
      await Promise.race([this.#idle.promise, this.#kernel.ended]);
      const error = fault ?? await this.#silentFault(answer, source);
      const after = await evaluate(this.#kernel, HEAP) as Heap;
      this.#warn(after);
      this.#finish(answer.content, error, isTimed ? took : undefined);
      return { ok: answer.content.status === "ok" && error === undefined, heap: after };
    } finally {
      clearInterval(timer);
    }
  }

  /** Publishes the end of a cell whose kernel has ended. */
  fail(evalue: string): void {
    const traceback = [`KernelError: ${evalue}`];
    this.#finish({ execution_count: 0 }, { ename: "KernelError", evalue, traceback });
  }

  #finish(content: MessagePart, error: CellError | undefined, took?: number): void {
    for (const each of this.#errors) this.#front.send("iopub", { ...each, parent: this.header });
    if (error) this.#front.publish("error", this.header, { ...error });
    if (took !== undefined) this.#print("stdout", `Wall time: ${timeText(took)}\n`);
    this.#front.reply(
      "shell",
      this.#request,
      error ? { ...content, status: "error", ...error } : content,
    );
    this.#front.publish("status", this.header, { execution_state: "idle" });
  }

  async #silentFault(answer: KernelMessage, code: string): Promise<CellError | undefined> {
    if (answer.content.status === "ok" || this.#errors.length > 0) return undefined;
    return await silentFault(this.#kernel, code, Deno.execPath());
  }

  #checkMemory(heap: Heap | undefined): void {
    const used = residentMemory(this.#kernel.pid);
    if (heap !== undefined && used !== undefined) this.#warn({ used, limit: heap.limit });
  }

  #warn(heap: Heap): void {
    const warning = memoryWarning(heap);
    if (warning === undefined || this.#isWarned) return;
    this.#isWarned = true;
    this.#print("stderr", warning);
  }

  #print(name: "stdout" | "stderr", text: string): void {
    this.#front.publish("stream", this.header, { name, text });
  }
}

/** Formats a duration for display: "83 ms", "3.2 s", "2 min 5 s". */
function timeText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 1) return `${Math.round(milliseconds)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
