import { ZmtpSocket } from "./zmtpSocket.ts";

/** Options of {@linkcode ZmtpListener}. */
export interface ZmtpListenerOptions {
  /** Address to listen at. */
  readonly hostname: string;
  /**
   * Receives each message. For a `ROUTER`, the first frame is the identity of the sender.
   * A `PUB` receives none.
   */
  readonly onMessage?: (frames: Uint8Array[]) => void;
  /** Port to listen at. */
  readonly port: number;
  /** Socket type; a `REP` answers each request with the request, as a heartbeat does. */
  readonly type: "ROUTER" | "PUB" | "REP";
}

/** A connection and its subscribed topics. */
interface Peer {
  readonly socket: ZmtpSocket;
  readonly topics: string[];
}

/** Listening end of a ZMTP connection, for the three patterns of a Jupyter kernel. */
export class ZmtpListener {
  readonly #listener: Deno.TcpListener;
  readonly #options: ZmtpListenerOptions;
  readonly #peers: Map<string, Peer> = new Map();
  #unnamed = 0;

  /**
   * Starts to listen at once.
   *
   * @throws {Deno.errors.AddrInUse} If another program uses the port.
   */
  constructor(options: ZmtpListenerOptions) {
    this.#options = options;
    const { hostname, port } = options;
    this.#listener = Deno.listen({ hostname, port });
    void this.#accept();
  }

  /** Port at which it listens. */
  get port(): number {
    return this.#listener.addr.port;
  }

  /**
   * Sends a message. A `ROUTER` sends it to the peer that the first frame names, if it is
   * connected. A `PUB` sends it to every peer that subscribed to the start of the first frame.
   */
  send(frames: readonly Uint8Array[]): void {
    const head = nameOf(frames[0]!);
    if (this.#options.type === "ROUTER") this.#peers.get(head)?.socket.send(frames.slice(1));
    else {
      for (const { socket, topics } of this.#peers.values()) {
        if (topics.some((topic) => head.startsWith(topic))) void socket.send(frames);
      }
    }
  }

  /** Waits until everything is sent, then closes all connections. */
  async close(): Promise<void> {
    this.#listener.close();
    for (const { socket } of this.#peers.values()) {
      await socket.flush();
      socket.close();
    }
  }

  async #accept(): Promise<void> {
    try {
      for await (const conn of this.#listener) void this.#serve(conn);
    } catch (error) {
      if (!(error instanceof Deno.errors.BadResource)) throw error;
    }
  }

  async #serve(conn: Deno.TcpConn): Promise<void> {
    let name: string | undefined, socket: ZmtpSocket | undefined;
    try {
      socket = await ZmtpSocket.accept(conn, this.#options.type);
      const identity = socket.identity.length > 0
        ? socket.identity
        : Uint8Array.of(0, ...new TextEncoder().encode(String(this.#unnamed++)));
      name = nameOf(identity);
      const peer: Peer = { socket, topics: [] };
      this.#peers.set(name, peer);
      for await (const frames of socket.messages()) this.#receive(peer, identity, frames);
    } catch {
      // Only this connection is broken: it came from a stranger, or its program has ended.
    } finally {
      socket?.close();
      if (name !== undefined && this.#peers.get(name)?.socket === socket) this.#peers.delete(name);
    }
  }

  #receive({ socket, topics }: Peer, identity: Uint8Array, frames: Uint8Array[]): void {
    const { type, onMessage } = this.#options;
    if (type === "REP") void socket.send(frames);
    else if (type === "ROUTER") onMessage?.([identity, ...frames]);
    else {
      const topic = nameOf(frames[0]!.subarray(1)), [action] = frames[0]!;
      const at = topics.indexOf(topic);
      if (action === 1) topics.push(topic);
      else if (at >= 0) topics.splice(at, 1);
    }
  }
}

/** Returns bytes as text with one character per octet, for use as a key. */
function nameOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
