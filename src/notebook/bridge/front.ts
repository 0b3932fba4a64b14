import { decodeKernelMessage, encodeMessage, type KernelMessage } from "../kernel/kernelMessage.ts";
import type { MessagePart, MessageParts } from "../kernel/kernelMessage.ts";
import { ZmtpListener } from "../zmtp/zmtpListener.ts";
import type { Connection } from "./connectionFile.ts";

/** Channels on which clients send. */
export type Channel = "shell" | "control" | "stdin";

/** Sockets on which a kernel listens for Jupyter. */
export class Front {
  readonly #connection: Connection;
  readonly #sockets: Readonly<Record<Channel | "iopub" | "hb", ZmtpListener>>;
  readonly #session: string = crypto.randomUUID();

  /**
   * Listens at once: `onMessage` queues what clients send before the kernel runs.
   *
   * @param onMessage Receives each message that is signed with the connection's key.
   */
  constructor(
    connection: Connection,
    onMessage: (channel: Channel, message: KernelMessage) => void,
  ) {
    this.#connection = connection;
    const { ip: hostname, key } = connection;
    const router = (channel: Channel) =>
      new ZmtpListener({
        type: "ROUTER",
        hostname,
        port: connection[`${channel}_port`],
        onMessage: (frames) => {
          const message = decodeKernelMessage(frames, key);
          if (message) onMessage(channel, message);
        },
      });
    this.#sockets = {
      shell: router("shell"),
      control: router("control"),
      stdin: router("stdin"),
      iopub: new ZmtpListener({ type: "PUB", hostname, port: connection.iopub_port }),
      hb: new ZmtpListener({ type: "REP", hostname, port: connection.hb_port }),
    };
  }

  /** Sends a message of the kernel to the client of its identities, or to all clients. */
  send(channel: Channel | "iopub", message: MessageParts): void {
    this.#sockets[channel].send(encodeMessage(message, this.#connection.key));
  }

  /** Answers a request on its own channel. */
  reply(
    channel: "shell" | "control",
    { header, identities, type }: KernelMessage,
    content: MessagePart,
  ): void {
    const made = this.#header(type.replace(/_request$/, "_reply"));
    this.send(channel, { identities, header: made, parent: header, content });
  }

  /** Publishes a message of the bridge, caused by a request. */
  publish(type: string, parent: MessagePart, content: MessagePart): void {
    const identities = [new TextEncoder().encode(`kernel.${this.#session}.${type}`)];
    this.send("iopub", { identities, header: this.#header(type), parent, content });
  }

  /** Writes pending messages and closes all connections. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#sockets).map((socket) => socket.close()));
  }

  #header(type: string): MessagePart {
    return {
      msg_id: crypto.randomUUID(),
      session: this.#session,
      username: "lifeframe",
      date: new Date().toISOString(),
      msg_type: type,
      version: "5.3",
    };
  }
}
