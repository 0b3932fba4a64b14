import { bodyParts } from "../../src/service/http/bodyParts.ts";
import { closed, reached } from "../service/connectionsFrom.ts";
import { expect, type LimitCase } from "./limitCase.ts";

/** Opens connections from some addresses; throws if one of them was closed. */
async function open(counts: Readonly<Record<string, number>>): Promise<void> {
  const here = await reached();
  try {
    const sockets = [];
    for (const [from, count] of Object.entries(counts)) {
      sockets.push(...await here.open(from, count));
    }
    if (await closed(sockets, 1)) throw new Error("a connection was closed");
  } finally {
    await here.stop();
  }
}

/** Reads a body that comes at a speed. */
async function read(bytes: number, perSecond: number): Promise<number> {
  let sent = 0, read = 0, timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      timer = setInterval(() => {
        controller.enqueue(new Uint8Array(perSecond / 10));
        sent += perSecond / 10;
        if (sent < bytes) return;
        clearInterval(timer);
        controller.close();
      }, 100);
    },
    cancel: () => clearInterval(timer),
  });
  const request = new Request("http://localhost", { method: "POST", body });
  for await (const part of bodyParts(request, { limit: 1_000_000 })) read += part.length;
  return read;
}

/** The cases of the limits on connections. */
export const SERVE_CASES = {
  connections: {
    exceed: () => open({ "127.0.0.2": 700, "127.0.0.3": 700, "127.0.0.4": 700 }),
    honest: async () => {
      const here = await reached();
      const answers = await Promise.all(Array.from({ length: 500 }, () => here.ask("127.0.0.2")));
      expect(answers.every(({ status }) => status === 404), true);
      await here.stop();
    },
  },
  connectionsPerAddress: {
    exceed: () => open({ "127.0.0.2": 1_001 }),
    honest: () => open({ "127.0.0.2": 500 }),
  },
  bodySpeed: {
    exceed: () => read(10_000, 500),
    honest: async () => expect(await read(40_000, 3_000), 40_200),
  },
} satisfies Record<string, LimitCase>;
