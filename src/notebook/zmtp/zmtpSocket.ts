import { Buffer } from "node:buffer";
import { decodeZmtpFrame, encodeZmtpFrame, ZMTP_FLAGS } from "./zmtpFrame.ts";

/** Options of {@linkcode ZmtpSocket.connect}. */
export interface ZmtpSocketOptions {
  /**
   * Identity that a ROUTER at the other end uses for this socket.
   * @default {""} the other end chooses one
   */
  readonly identity?: string | undefined;
  /** Port on the loopback interface. */
  readonly port: number;
  /** Ends the attempt to connect. */
  readonly signal: AbortSignal;
  /** Socket type; a `SUB` subscribes to everything. */
  readonly type: "DEALER" | "SUB";
}

/**
 * A connection that speaks ZMTP 3.0 with the NULL mechanism (RFC 23), only to `127.0.0.1`. It sends
 * messages, and reads messages or bytes.
 */
export class ZmtpSocket {
  readonly #conn: Deno.TcpConn;
  #closed = false;
  #identity: Uint8Array = new Uint8Array();
  #sending: Promise<void> = Promise.resolve();

  private constructor(conn: Deno.TcpConn) {
    this.#conn = conn;
  }

  /**
   * Connects, with the handshake.
   *
   * @param options Port, socket type and identity.
   * @returns The open socket.
   * @throws {Deno.errors.ConnectionRefused} If no program listens at the port.
   * @throws {Error} If the program at the port does not speak ZMTP 3 with the NULL mechanism.
   */
  static async connect(options: ZmtpSocketOptions): Promise<ZmtpSocket> {
    const conn = await Deno.connect({ hostname: "127.0.0.1", port: options.port });
    const socket = new ZmtpSocket(conn);
    const stop = () => socket.close();
    options.signal.addEventListener("abort", stop);
    try {
      options.signal.throwIfAborted();
      await socket.#shakeHands(options.type, options.identity);
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
   * Performs the handshake on an accepted connection.
   *
   * @param conn The connection; closed if the handshake fails.
   * @param type Socket type of this end.
   * @returns The open socket.
   * @throws {Error} If the other end does not speak ZMTP 3 with the NULL mechanism.
   */
  static async accept(conn: Deno.TcpConn, type: "ROUTER" | "PUB" | "REP"): Promise<ZmtpSocket> {
    const socket = new ZmtpSocket(conn);
    try {
      await socket.#shakeHands(type);
      return socket;
    } catch (error) {
      socket.close();
      throw error;
    }
  }

  /** Identity of the other end from its handshake; empty if it gave none. */
  get identity(): Uint8Array {
    return this.#identity;
  }

  async #shakeHands(type: string, identity = ""): Promise<void> {
    this.#conn.setNoDelay(true);
    await this.#write(greeting());
    checkGreeting(await readExactly(this.#conn, 64));
    await this.#write(encodeZmtpFrame(readyCommand(type, identity), { command: true }));
    this.#identity = await readReady(this.#conn);
  }

  /**
   * Reads messages until the connection ends. Skips commands of the protocol.
   *
   * @returns Frames of each message.
   * @throws {RangeError} If the bytes are not frames.
   */
  async *messages(): AsyncGenerator<Uint8Array[]> {
    const chunk = new Uint8Array(1 << 16);
    let rest: Uint8Array = new Uint8Array(), frames: Uint8Array[] = [];
    for (let count = await this.read(chunk); count !== null; count = await this.read(chunk)) {
      rest = Buffer.concat([rest, chunk.subarray(0, count)]);
      let at = 0;
      for (let frame = decodeZmtpFrame(rest, at); frame; frame = decodeZmtpFrame(rest, at)) {
        at = frame.end;
        if (frame.command) continue;
        frames.push(frame.body);
        if (frame.more) continue;
        yield frames;
        frames = [];
      }
      rest = rest.subarray(at);
    }
  }

  /**
   * Sends one message. Messages are sent completely and in the order of the calls.
   *
   * @param frames The message's frames.
   */
  send(frames: readonly Uint8Array[]): Promise<void> {
    const encoded = frames.map((frame, i) =>
      encodeZmtpFrame(frame, { more: i < frames.length - 1 })
    );
    this.#sending = this.#sending.then(() => this.#write(Buffer.concat(encoded)));
    return this.#sending;
  }

  /**
   * Reads the bytes that have arrived.
   *
   * @param into Buffer for the bytes.
   * @returns Number of bytes; `null` at the end of the connection, or if it was closed here.
   */
  async read(into: Uint8Array): Promise<number | null> {
    try {
      return await this.#conn.read(into);
    } catch (error) {
      if (this.#closed || error instanceof Deno.errors.ConnectionReset) return null;
      throw error;
    }
  }

  /** Waits until every message is written, or the connection has ended. */
  async flush(): Promise<void> {
    await this.#sending.catch(() => {});
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

/** Returns the greeting: signature, version 3.0, mechanism NULL, not a server, filler. */
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

/**
 * Encodes a READY command: its name, and properties with the length of each value in four octets.
 */
function readyCommand(type: string, identity: string): Uint8Array {
  const text = new TextEncoder();
  const short = (value: string) => [value.length, ...text.encode(value)];
  const property = (name: string, value: string) => [...short(name), 0, 0, 0, ...short(value)];
  return Uint8Array.of(
    ...short("READY"),
    ...property("Socket-Type", type),
    ...(identity === "" ? [] : property("Identity", identity)),
  );
}

/** Reads the READY command of the other end, and returns its identity. */
async function readReady(conn: Deno.Conn): Promise<Uint8Array> {
  const [flags, length] = await readExactly(conn, 2);
  const body = flags === ZMTP_FLAGS.command ? await readExactly(conn, length!) : new Uint8Array();
  const name = new TextDecoder().decode(body.subarray(1, 1 + (body[0] ?? 0)));
  if (name !== "READY") {
    throw new Error(
      `Cannot connect to the kernel: expected READY, received ${name || "no command"}`,
    );
  }
  return identityOf(body);
}

/** Returns the value of the property "Identity" in the body of a READY command. */
function identityOf(body: Uint8Array): Uint8Array {
  for (let at = 1 + body[0]!; at < body.length;) {
    const nameEnd = at + 1 + body[at]!;
    const name = new TextDecoder().decode(body.subarray(at + 1, nameEnd));
    const end = nameEnd + 4 + body[nameEnd + 3]!; // a command has at most 255 octets
    if (name.toLowerCase() === "identity") return body.slice(nameEnd + 4, end);
    at = end;
  }
  return new Uint8Array();
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
