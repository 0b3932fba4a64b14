import { encodeZmtpFrame, ZMTP_FLAGS } from "./zmtpFrame.ts";

/** Options of {@linkcode ZmtpSocket.connect}. */
export interface ZmtpSocketOptions {
  /** The port on the loopback interface. */
  readonly port: number;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
  /** Our end of the pair; a `SUB` subscribes to everything. */
  readonly type: "DEALER" | "SUB";
}

/**
 * One connection that speaks ZMTP 3.0 with the NULL mechanism (RFC 23), to `127.0.0.1` only.
 * What it sends are messages; what it reads are bytes as they come.
 */
export class ZmtpSocket {
  readonly #conn: Deno.TcpConn;
  #closed = false;
  #sending: Promise<void> = Promise.resolve();

  private constructor(conn: Deno.TcpConn) {
    this.#conn = conn;
  }

  /**
   * Connects and shakes hands.
   *
   * @param options Where to, and as what.
   * @returns The open socket.
   * @throws {Deno.errors.ConnectionRefused} If nothing listens at the port.
   * @throws {Error} If what listens there does not speak ZMTP 3 with the NULL mechanism.
   */
  static async connect(options: ZmtpSocketOptions): Promise<ZmtpSocket> {
    const conn = await Deno.connect({ hostname: "127.0.0.1", port: options.port });
    const socket = new ZmtpSocket(conn);
    const stop = () => socket.close();
    options.signal.addEventListener("abort", stop);
    try {
      options.signal.throwIfAborted();
      conn.setNoDelay(true);
      await socket.#write(greeting());
      checkGreeting(await readExactly(conn, 64));
      await socket.#write(encodeZmtpFrame(readyCommand(options.type), { command: true }));
      await readReady(conn);
      if (options.type === "SUB") await socket.send([Uint8Array.of(1)]);
      return socket;
    } catch (error) {
      socket.close();
      throw options.signal.aborted ? options.signal.reason : error;
    } finally {
      options.signal.removeEventListener("abort", stop);
    }
  }

  /**
   * Sends one message. Messages leave whole and in the order of the calls.
   *
   * @param frames The message's frames.
   */
  send(frames: readonly Uint8Array[]): Promise<void> {
    const encoded = frames.map((frame, i) =>
      encodeZmtpFrame(frame, { more: i < frames.length - 1 })
    );
    this.#sending = this.#sending.then(() => this.#write(concat(encoded)));
    return this.#sending;
  }

  /**
   * Reads what has arrived.
   *
   * @param into Where to put it.
   * @returns How many bytes, or `null` at the end of the connection, also when it was closed here.
   */
  async read(into: Uint8Array): Promise<number | null> {
    try {
      return await this.#conn.read(into);
    } catch (error) {
      if (this.#closed || error instanceof Deno.errors.ConnectionReset) return null;
      throw error;
    }
  }

  /** Closes the connection. A second call does nothing. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#conn.close();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += await this.#conn.write(bytes.subarray(at));
  }
}

/** Signature, version 3.0, mechanism NULL, not a server, filler. */
function greeting(): Uint8Array {
  const bytes = new Uint8Array(64);
  bytes[0] = 0xff;
  bytes[9] = 0x7f;
  bytes[10] = 3;
  bytes.set(new TextEncoder().encode("NULL"), 12);
  return bytes;
}

function checkGreeting(bytes: Uint8Array): void {
  const mechanism = new TextDecoder().decode(bytes.subarray(12, 32)).replace(/\0+$/, "");
  if (bytes[0] === 0xff && bytes[9] === 0x7f && bytes[10]! >= 3 && mechanism === "NULL") return;
  throw new Error(
    "Cannot connect to the kernel: its port does not speak ZMTP 3 with the NULL mechanism",
  );
}

/** The command's name, and one property with the length of its value in four octets. */
function readyCommand(type: string): Uint8Array {
  const text = new TextEncoder();
  const short = (value: string) => [value.length, ...text.encode(value)];
  return Uint8Array.of(...short("READY"), ...short("Socket-Type"), 0, 0, 0, ...short(type));
}

async function readReady(conn: Deno.Conn): Promise<void> {
  const [flags, length] = await readExactly(conn, 2);
  const body = flags === ZMTP_FLAGS.command ? await readExactly(conn, length!) : new Uint8Array();
  const name = new TextDecoder().decode(body.subarray(1, 1 + (body[0] ?? 0)));
  if (name !== "READY") {
    throw new Error(
      `Cannot connect to the kernel: expected READY, received ${name || "no command"}`,
    );
  }
}

async function readExactly(conn: Deno.Conn, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const count = await conn.read(bytes.subarray(at));
    if (count === null) {
      throw new Error("Cannot connect to the kernel: it closed the connection during the greeting");
    }
    at += count;
  }
  return bytes;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
