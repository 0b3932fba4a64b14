import { KernelError } from "./kernelError.ts";
import {
  encodeKernelMessage,
  encodeMessage,
  type KernelMessage,
  type MessageParts,
} from "./kernelMessage.ts";
import {
  type KernelProcess,
  type KernelProcessOptions,
  startKernelProcess,
} from "./kernelProcess.ts";
import { MessageBuffer } from "./messageBuffer.ts";
import { pause } from "./pause.ts";
import { untilAborted } from "./untilAborted.ts";
import { withDeadline } from "./withDeadline.ts";
import { ZmtpSocket } from "../zmtp/zmtpSocket.ts";

/** Options of {@linkcode Kernel.start}. */
export interface KernelOptions {
  /**
   * Working folder of the kernel, where it finds `deno.json` and relative paths.
   * @default {undefined} the folder of this process
   */
  readonly cwd?: string | undefined;
  /**
   * Deno executable to start.
   * @default {Deno.execPath()}
   */
  readonly deno?: string | undefined;
  /** Additional environment variables of the kernel. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Aborts the start. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds until the kernel has to answer.
   * @default {30_000}
   */
  readonly startTimeout?: number | undefined;
}

/** A request that was sent. */
export interface SentRequest {
  /** Id of the request, the `parentId` of the messages that it causes. */
  readonly id: string;
  /** Reply; rejected with a {@linkcode KernelError} if the kernel ends first. */
  readonly reply: Promise<KernelMessage>;
}

/** Number of starts if another program takes one of the kernel's ports. */
const START_ATTEMPTS = 4;

/** Milliseconds that a kernel has to end by itself. */
const SHUTDOWN_GRACE = 2000;

/** A running Deno kernel and the connections to it, except the heartbeat. */
export class Kernel implements AsyncDisposable {
  /** Receives what the kernel publishes (iopub), in order. */
  onMessage: (message: KernelMessage) => void = () => {};
  /** Receives questions of the kernel to the user (stdin); {@linkcode answer} them. */
  onQuestion: (message: KernelMessage) => void = () => {};
  /** Never fulfilled; rejected with a {@linkcode KernelError} when the kernel cannot continue. */
  readonly ended: Promise<never>;

  readonly #failed: PromiseWithResolvers<never> = Promise.withResolvers<never>();
  readonly #process: KernelProcess;
  readonly #readers: Promise<void>[] = [];
  readonly #replies: Map<string, (reply: KernelMessage) => void> = new Map();
  readonly #session: string = crypto.randomUUID();
  readonly #sockets: Map<string, ZmtpSocket> = new Map();
  readonly #stop: AbortController = new AbortController();
  #connecting: Promise<void> = Promise.resolve();
  #shutdown: Promise<void> | undefined;

  private constructor(process: KernelProcess) {
    this.#process = process;
    this.ended = this.#failed.promise;
    process.ended.then(async ({ code, signal }) => {
      await Promise.all(this.#readers);
      const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
      const complaint = process.complaint();
      this.#fail(`The kernel ${how}${complaint && `; it wrote: ${complaint}`}`);
    });
  }

  /**
   * Starts a kernel, and waits until it has answered and its published messages arrive.
   *
   * @param options Deno executable, folder and time limit.
   * @returns The ready kernel. End it with {@linkcode shutdown}.
   * @throws {KernelError} If it does not start, or not in time. No process and no file is left.
   */
  static async start(options: KernelOptions = {}): Promise<Kernel> {
    const { signal, startTimeout = 30_000, deno = Deno.execPath(), cwd, env } = options;
    const reason = new KernelError(
      `Cannot start the kernel: ${deno} did not answer within ${startTimeout} ms`,
    );
    return await withDeadline({ milliseconds: startTimeout, reason, signal }, async (deadline) => {
      for (let attempt = 1;; attempt++) {
        try {
          return await Kernel.#startOnce({ deno, cwd, env }, deadline);
        } catch (error) {
          if (deadline.aborted || !(error instanceof Error)) throw error;
          if (attempt < START_ATTEMPTS && error.message.includes("AddrInUse")) continue;
          throw new KernelError(`Cannot start the kernel: ${error.message}`, { cause: error });
        }
      }
    });
  }

  static async #startOnce(options: KernelProcessOptions, deadline: AbortSignal) {
    const process = await startKernelProcess(options);
    const kernel = new Kernel(process);
    try {
      kernel.#connecting = kernel.#connect(AbortSignal.any([deadline, kernel.#stop.signal]));
      await untilAborted(Promise.race([kernel.#connecting, kernel.ended]), deadline);
      await process.removeFile();
      return kernel;
    } catch (error) {
      await kernel.shutdown();
      throw error;
    }
  }

  /**
   * Sends a request.
   *
   * @param channel `shell` for code, `control` for requests that must not wait behind code.
   * @param type Such as `execute_request`.
   * @param content The request's body.
   * @returns Its id and its reply.
   */
  request(
    channel: "shell" | "control",
    type: string,
    content: Readonly<Record<string, unknown>>,
  ): SentRequest {
    const id = crypto.randomUUID();
    const request = { id, type, content, session: this.#session };
    return this.#send(channel, id, encodeKernelMessage(request, this.#process.key));
  }

  /**
   * Forwards a client's request with the client's header, which all messages that it causes name as
   * their parent.
   *
   * @param channel Channel on which the request came.
   * @param message The request.
   * @returns Its id and its reply.
   */
  forward(channel: "shell" | "control", message: MessageParts): SentRequest {
    const frames = encodeMessage({ ...message, identities: [] }, this.#process.key);
    return this.#send(channel, message.header.msg_id as string, frames);
  }

  /** Sends the user's answer to a question of the kernel. */
  answer(message: MessageParts): void {
    const frames = encodeMessage({ ...message, identities: [] }, this.#process.key);
    void this.#socket("stdin").send(frames);
  }

  /** Last output of the kernel's process on its standard error. */
  get complaint(): string {
    return this.#process.complaint();
  }

  /** Process id of the kernel. */
  get pid(): number {
    return this.#process.pid;
  }

  /** Session of the requests that are not forwarded. */
  get session(): string {
    return this.#session;
  }

  /** Sends SIGINT, once. */
  interrupt(): void {
    this.#process.kill("SIGINT");
  }

  #send(channel: "shell" | "control", id: string, frames: Uint8Array[]): SentRequest {
    const reply = Promise.withResolvers<KernelMessage>();
    this.#replies.set(id, reply.resolve);
    const sent = this.#socket(channel).send(frames);
    sent.catch((error) => this.#fail(`The kernel's connection broke: ${error.message}`));
    const answered = Promise.race([reply.promise, this.ended]);
    answered.catch(() => {});
    return { id, reply: answered };
  }

  /** Kills the process at once, for a kernel that does not answer requests. */
  kill(): void {
    this.#process.kill();
  }

  /**
   * Asks the kernel to end, kills it if it does not, and leaves no process, connection or file. A
   * second call waits for the first.
   */
  shutdown(): Promise<void> {
    this.#shutdown ??= this.#end();
    return this.#shutdown;
  }

  /** Ends the kernel like {@linkcode shutdown}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.shutdown();
  }

  async #connect(signal: AbortSignal): Promise<void> {
    const { shell_port, iopub_port, control_port, stdin_port } = this.#process.ports;
    await this.#open("shell", shell_port, signal);
    await this.#open("stdin", stdin_port, signal);
    await this.#open("control", control_port, signal);
    await this.#open("iopub", iopub_port, signal);
    // The kernel only publishes to us after it has read our subscription, and does not report when.
    let published = false;
    this.onMessage = () => published = true;
    for (;;) {
      await this.request("shell", "kernel_info_request", {}).reply;
      if (published) break;
      await pause(5, signal);
    }
    this.onMessage = () => {};
  }

  async #open(name: string, port: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      try {
        const type = name === "iopub" ? "SUB" : "DEALER";
        // The kernel sends its questions to the socket with the identity of the sender of the code.
        const identity = type === "DEALER" ? this.#session : undefined;
        const socket = await ZmtpSocket.connect({ port, signal, type, identity });
        this.#sockets.set(name, socket);
        this.#readers.push(this.#read(name, socket));
        return;
      } catch (error) {
        if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
        await pause(10, signal);
      }
    }
  }

  async #read(name: string, socket: ZmtpSocket): Promise<void> {
    const buffer = new MessageBuffer(this.#process.key);
    const chunk = new Uint8Array(1 << 18);
    try {
      for (let count = await socket.read(chunk); count !== null; count = await socket.read(chunk)) {
        buffer.push(chunk.subarray(0, count));
        for (let message = buffer.next(); message; message = buffer.next()) {
          if (name === "iopub") this.onMessage(message);
          else if (name === "stdin") this.onQuestion(message);
          else this.#reply(message);
        }
      }
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  #reply(message: KernelMessage): void {
    this.#replies.get(message.parentId)?.(message);
    this.#replies.delete(message.parentId);
  }

  #socket(name: string): ZmtpSocket {
    const socket = this.#sockets.get(name);
    if (!socket) throw new KernelError(`Cannot send to the kernel: it has no connection ${name}`);
    return socket;
  }

  #fail(message: string): void {
    this.#failed.reject(new KernelError(message));
  }

  async #end(): Promise<void> {
    const { ended } = this.#process;
    await withDeadline(
      { milliseconds: SHUTDOWN_GRACE, reason: "grace is over" },
      async (signal) => {
        if (!this.#sockets.has("control")) return;
        this.request("control", "shutdown_request", { restart: false });
        await untilAborted(ended, signal);
      },
    ).catch(() => {});
    this.#stop.abort();
    this.#process.kill();
    await ended;
    await this.#connecting.catch(() => {});
    for (const socket of this.#sockets.values()) socket.close();
    await Promise.all(this.#readers);
    await this.#process.removeFile();
  }
}
