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

/** Sends requests at once over one connection; returns the number of answers. */
async function pipeline(count: number): Promise<number> {
  const here = await reached();
  try {
    const [socket] = await here.open("127.0.0.2", 1);
    let text = "";
    socket!.on("data", (bytes) => text += String(bytes));
    socket!.write("GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(count));
    const answers = (): number => text.split("HTTP/1.1 404").length - 1;
    while (answers() < count) {
      if (socket!.destroyed || socket!.readableEnded) throw new Error("the connection was closed");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return answers();
  } finally {
    await here.stop();
  }
}

/** Sends a request with many headers; returns the answer. */
async function answerTo(headers: number): Promise<string> {
  const here = await reached();
  try {
    const [socket] = await here.open("127.0.0.2", 1);
    const lines = Array.from({ length: headers - 2 }, (_, i) => `X${i}: 1\r\n`).join("");
    socket!.write(`GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines}\r\n`);
    let text = "";
    for await (const bytes of socket!) text += String(bytes);
    return text;
  } finally {
    await here.stop();
  }
}

/** Sends a chunked body; returns the answer. Throws if the connection is closed without one. */
async function answerToChunks(chunks: string): Promise<string> {
  const here = await reached();
  try {
    const [socket] = await here.open("127.0.0.2", 1);
    let text = "";
    socket!.on("data", (bytes) => text += String(bytes));
    socket!.write(
      "POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n" +
        `Content-Type: application/x-www-form-urlencoded\r\n\r\n${chunks}`,
    );
    for (let tries = 0; tries < 50 && text === ""; tries++) {
      if (socket!.destroyed || socket!.readableEnded) throw new Error("the connection was closed");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return text;
  } finally {
    await here.stop();
  }
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
  waitingRequests: {
    exceed: () => pipeline(1_000),
    honest: async () => expect(await pipeline(8), 8),
  },
  requestHeaders: {
    exceed: async () => {
      throw new Error(await answerTo(1_900));
    },
    honest: async () => expect((await answerTo(100)).startsWith("HTTP/1.1 404"), true),
  },
  chunkOverhead: {
    exceed: () => answerToChunks(`1;${"a".repeat(4_000_000)}`),
    honest: async () => {
      const answer = await answerToChunks(`${"1\r\na\r\n".repeat(60_000)}0\r\n\r\n`);
      expect(answer.startsWith("HTTP/1.1 400"), true); // a grant is missing
    },
  },
  bodySpeed: {
    exceed: () => read(10_000, 500),
    honest: async () => expect(await read(40_000, 3_000), 40_200),
  },
} satisfies Record<string, LimitCase>;
