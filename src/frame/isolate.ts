import { type ChildProcessByStdio, spawn } from "node:child_process";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { besideModule } from "../options/besideModule.ts";
import type { ArrowLimits } from "./arrow/arrowLimits.ts";
import { parseRange, setAskedRange } from "./polars/askedRange.ts";
import type { Frame } from "./polars/frame.ts";
import { fromArrow } from "./polars/fromArrow.ts";
import { selectColumns } from "./polars/rearrange.ts";
import { columnNames, frameHeight } from "./polars/seriesOf.ts";
import { processFlags } from "./processFlags.ts";
import { type ChildMessage, readMessages, writeMessage } from "./decodeMessages.ts";

/** Bounds of decoding in a child process. */
export interface IsolateLimits {
  /** Maximum memory of the child process, in bytes. @default 4 GiB */
  memory?: number | undefined;
  /** Maximum duration of one call, in seconds. @default 60 */
  seconds?: number | undefined;
}

/** Request to the child, without the bytes. */
export type Asked = ArrowLimits;

/** Answer of the child, without the frame. */
export interface Decoded {
  /** Names of the columns if they were replaced. */
  readonly names?: readonly string[];
  /** Range that the frame was requested for, if the bytes name one. */
  readonly range?: string;
  /** Error of decoding. */
  readonly error?: { readonly isRange: boolean; readonly message: string };
}

const MEMORY = 4 * 2 ** 30, SECONDS = 60;

/** Longest delay of a timer in milliseconds; a longer one would end at once. */
const MOST_DELAY = 2 ** 31 - 1;

/** A started child process. */
class Child {
  readonly #process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #answers: AsyncGenerator<ChildMessage<Decoded>, void, void>;
  readonly #ended: Promise<string>;
  #memory = Infinity;
  #reason: string | undefined;
  #words = "";

  constructor() {
    const module = besideModule("./decodeChild.ts", import.meta);
    const args = process.versions.deno === undefined
      ? [fileURLToPath(module)]
      : [...processFlags(), module.href];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
    this.#process = child;
    this.#ended = new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    this.#ended.catch(() => {});
    child.stdin.on("error", () => {}); // its exit reports the end
    child.stderr.on("data", (chunk) => this.#hear(String(chunk)));
    this.#answers = readMessages(child.stdout);
  }

  /**
   * Sends a message and returns the answer.
   *
   * @throws {Error} if the process ends without one
   */
  async ask(
    head: Asked,
    body: Uint8Array,
    { memory = MEMORY, seconds = SECONDS }: IsolateLimits,
  ): Promise<ChildMessage<Decoded>> {
    if (this.#process.pid === undefined) await this.#ended; // rejects with the reason why it did not start
    this.#memory = memory;
    this.#hold(true);
    const timer = setTimeout(() => {
      this.end(`it took longer than ${seconds} s. Raise isolate.seconds if you trust the bytes.`);
    }, Math.min(1000 * seconds, MOST_DELAY));
    try {
      for (const part of writeMessage(head, body)) this.#process.stdin.write(part);
      const { value } = await this.#answers.next();
      if (value !== undefined && !this.isEnded) {
        this.#hold(false);
        return value;
      }
    } catch {
      // The pipe broke: the end of the process gives the reason.
    } finally {
      clearTimeout(timer);
      this.#memory = Infinity;
    }
    const ended = await this.#ended;
    throw new Error(
      this.#reason ?? `the process ended with ${ended}${this.#words && `: ${this.#words.trim()}`}`,
    );
  }

  /** `true` if the process has ended or is being ended, so that it takes no other call. */
  get isEnded(): boolean {
    const { killed, exitCode, signalCode } = this.#process;
    return killed || exitCode !== null || signalCode !== null;
  }

  /** Ends the process. */
  end(reason?: string): void {
    this.#reason ??= reason;
    this.#process.kill("SIGKILL");
  }

  /** Reads the memory that the child reports, and its last error output. */
  #hear(text: string): void {
    const memory = Number(/(\d+)\n(?!.*\d+\n)/s.exec(text)?.[1] ?? 0);
    this.#words = (this.#words + text.replaceAll(/^\d+\n/gm, "")).slice(-2_000);
    if (memory <= this.#memory) return;
    this.end(
      `it took ${memory} bytes of memory, more than ${this.#memory}. ` +
        "Raise isolate.memory if you trust the bytes.",
    );
  }

  /** Makes this process wait for the child, or lets it end without it. */
  #hold(isHeld: boolean): void {
    const { stdin, stdout, stderr } = this.#process;
    for (const each of [this.#process, stdin, stdout, stderr] as { ref(): void; unref(): void }[]) {
      if (isHeld) each.ref();
      else each.unref();
    }
  }
}

/** Child that waits for the next call. */
let warm: Child | undefined;

/** Latest call; calls use the child one after the other. */
let latest: Promise<unknown> = Promise.resolve();

/**
 * Decodes Arrow in a child process, which is stopped if it takes too much memory or time. The child
 * stays for the next call, and ends with this process.
 *
 * @throws {TypeError} if the bytes cannot be decoded
 * @throws {RangeError} if a time is outside the years 1 to 9999
 * @throws {Error} if the process cannot be started, or ends without an answer
 */
export function decodeIsolated(
  bytes: Uint8Array,
  limits: ArrowLimits,
  bounds: IsolateLimits,
): Promise<Frame> {
  const call = latest.then(() => decode(bytes, limits, bounds));
  latest = call.catch(() => {});
  return call;
}

async function decode(
  bytes: Uint8Array,
  limits: ArrowLimits,
  bounds: IsolateLimits,
): Promise<Frame> {
  const answer = await ask(bytes, limits, bounds);
  const { error, names, range } = answer.head;
  if (error !== undefined) throw new (error.isRange ? RangeError : TypeError)(error.message);
  // Malicious input may have taken over the child, so its output is checked like foreign bytes.
  const frame = fromArrow(answer.body, { maxUnpacked: Infinity, maxRows: Infinity });
  const named = names === undefined ? frame : selectColumns(frame, columnNames(frame), names);
  setAskedRange(named, parseRange(range, frameHeight(named)));
  return named;
}

async function ask(
  bytes: Uint8Array,
  { maxUnpacked, maxRows }: ArrowLimits,
  bounds: IsolateLimits,
): Promise<ChildMessage<Decoded>> {
  const finite = (limit = NaN): number | undefined =>
    limit === Infinity ? Number.MAX_SAFE_INTEGER : Number.isNaN(limit) ? undefined : limit;
  try {
    if (warm === undefined || warm.isEnded) warm = new Child(); // it may have ended meanwhile
    const child = warm;
    return await child.ask(
      { maxUnpacked: finite(maxUnpacked), maxRows: finite(maxRows) },
      bytes,
      bounds,
    );
  } catch (cause) {
    warm = undefined;
    const { name, message } = cause as Error;
    const reason = name === "NotCapable" || name === "PermissionDenied"
      ? `Deno may not start one. Run it with --allow-run=${process.execPath}, or leave out isolate.`
      : message;
    throw new Error(
      `Cannot read Arrow data of ${bytes.length} bytes in a child process: ${reason}`,
      { cause },
    );
  }
}
