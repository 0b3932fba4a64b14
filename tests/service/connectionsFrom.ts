import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { threadTime } from "../helpers/threadTime.ts";
import { serve, type Served } from "../../src/service/serve.ts";
import { openService } from "../../src/service/openService.ts";

/** A running service, and connections to it from addresses of this machine. */
export interface Reached extends Served {
  /** Opens connections from an address such as `127.0.0.2`, each of which sends some text. */
  open(from: string, count: number, text?: string): Promise<Socket[]>;
  /**
   * Requests a page from an address. Returns the status, the time in milliseconds, and how much of it
   * this thread ran: the time on a machine without other work.
   */
  ask(from: string): Promise<{ status: number; time: number; busy: number }>;
}

/** Serves an empty service. */
export async function reached(): Promise<Reached> {
  const { url, stop } = await serve(await openService());
  const port = Number(new URL(url).port), all = new Set<Socket>();
  const socketFrom = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ host: "127.0.0.1", port, localAddress });
    all.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => all.delete(socket));
    await once(socket, "connect");
    return socket;
  };
  return {
    url,
    open: async (from, count, text = "") => {
      const sockets: Socket[] = [];
      while (sockets.length < count) {
        const more = Math.min(100, count - sockets.length);
        sockets.push(...await Promise.all(Array.from({ length: more }, () => socketFrom(from))));
      }
      if (text !== "") { for (const socket of sockets) socket.write(text); }
      return sockets;
    },
    ask: async (from) => {
      const begun = performance.now(), ran = threadTime(), socket = await socketFrom(from);
      socket.write("GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      const answer = once(socket, "data"), late = AbortSignal.timeout(10_000);
      const [bytes] = await Promise.race([
        answer,
        once(late, "abort").then(() => ["HTTP/1.1 000"]),
      ]);
      socket.destroy();
      return {
        status: Number(String(bytes).slice(9, 12)),
        time: performance.now() - begun,
        busy: threadTime() - ran,
      };
    },
    stop: async () => {
      for (const socket of all) socket.destroy();
      await stop();
    },
  };
}

/** Waits until a number of connections are closed. */
export async function closed(sockets: readonly Socket[], count: number): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    if (sockets.filter((socket) => socket.destroyed || socket.readableEnded).length >= count) {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
