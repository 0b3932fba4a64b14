import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { slowness } from "../helpers/threadTime.ts";
import { reached } from "./connectionsFrom.ts";

const HEAD = "GET /nothing HTTP/1.1\r\nHost: localhost\r\n";
const TOKEN = "POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n" +
  "Content-Type: application/x-www-form-urlencoded\r\n\r\na";

/** Data that hostile connections send. */
const KINDS: Readonly<Record<string, string>> = {
  "idle": "",
  "idle after a request": `${HEAD}\r\n`,
  "with half a head": HEAD,
  "with a slow body": TOKEN,
  "pipelined and never read": `${HEAD}\r\n`.repeat(3),
  "of compressed answers that are never read": `${
    HEAD.replace("/nothing", "/openapi.json")
  }Accept-Encoding: gzip\r\n\r\n`,
  "of large answers that are never read": `${HEAD.replace("/nothing", "/openapi.json")}\r\n`,
};

for (const [kind, text] of Object.entries(KINDS)) {
  Deno.test(`5,000 connections ${kind} from one address do not block others`, async () => {
    const here = await reached();
    try {
      const sockets = [];
      let slowest = 0, busiest = 0;
      for (let opened = 0; opened < 5_000; opened += 500) {
        const more = await here.open("127.0.0.5", 500, text);
        if (kind.includes("never read")) { for (const socket of more) socket.pause(); }
        sockets.push(...more);
        const { status, time, busy } = await here.ask("127.0.0.6");
        assertEquals(status, 404, `after ${sockets.length} connections`);
        slowest = Math.max(slowest, time);
        busiest = Math.max(busiest, busy);
      }
      for (const socket of sockets.slice(0, 100)) socket.end(); // half-closed
      for (let i = 0; i < 10; i++) {
        const { status, time, busy } = await here.ask("127.0.0.6");
        assertEquals(status, 404);
        slowest = Math.max(slowest, time);
        busiest = Math.max(busiest, busy);
      }
      assert(slowest < 5_000, `the slowest answer took ${slowest} ms`);
      assert(
        busiest < 250 * slowness(),
        `the slowest answer takes ${busiest} ms without other work`,
      );
      if (Deno.env.get("LIFEFRAME_PRINT") === "1") {
        Deno.stderr.writeSync(
          new TextEncoder().encode(
            `${kind}: ${Math.round(slowest)} ms, ${Math.round(busiest)} ms without other work\n`,
          ),
        );
      }
    } finally {
      await here.stop();
    }
  });
}

const FORM = "POST /oauth/token HTTP/1.1\r\nHost: localhost\r\n" +
  "Content-Type: application/x-www-form-urlencoded\r\n";
const CHUNKED = `${FORM}Transfer-Encoding: chunked\r\n\r\n`;

/** Data that connections begin with, and then send without end. */
const FLOODS: Readonly<Record<string, readonly [first: string, more: string]>> = {
  "chunks of a byte": [CHUNKED, "1\r\na\r\n"],
  "chunk extensions": [CHUNKED, `1;${"a".repeat(15)}\r\na\r\n`],
  "bytes of a body": [`${FORM}Content-Length: 1000000000\r\n\r\n`, "a"],
  "requests with many headers": ["", `${HEAD}${`X: ${"a".repeat(300)}\r\n`.repeat(150)}\r\n`],
  "headers": [HEAD, "X: a\r\n"],
  "trailers": [`${CHUNKED}0\r\n`, "X: a\r\n"],
  "requests": ["", `${HEAD}\r\n`],
};

for (const [what, [first, more]] of Object.entries(FLOODS)) {
  Deno.test(`200 connections that send ${what} without end do not block others`, async () => {
    const here = await reached(), { rss: before } = Deno.memoryUsage();
    const program = fileURLToPath(new URL("flood.ts", import.meta.url));
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-config", "-A", program, new URL(here.url).port, "200", first, more],
    }).spawn();
    try {
      await new Promise((resolve) => setTimeout(resolve, 3_000)); // until the code is compiled
      const times: number[] = [];
      for (let i = 0; i < 40; i++) {
        const { status, busy } = await here.ask("127.0.0.6");
        assertEquals(status, 404);
        times.push(busy);
      }
      const busiest = Math.max(...times);
      assert(busiest < 250 * slowness(), `the slowest answer takes ${busiest} ms`);
      const grown = Deno.memoryUsage().rss - before;
      assert(grown < 2e9, `${grown / 1e6} MB more`);
    } finally {
      child.kill("SIGKILL");
      await child.status;
      await here.stop();
    }
  });
}
