import { assertEquals } from "@std/assert";
import { ZmtpListener } from "../../../src/notebook/zmtp/zmtpListener.ts";
import { ZmtpSocket } from "../../../src/notebook/zmtp/zmtpSocket.ts";

Deno.test.sanitizer({ ops: true, resources: true });

const text = new TextEncoder(), hostname = "127.0.0.1", { signal } = new AbortController();
const bytes = (...words: string[]): Uint8Array[] => words.map((word) => text.encode(word));
const words = (frames: readonly Uint8Array[]): string[] =>
  frames.map((frame) => new TextDecoder().decode(frame));

/** Waits until a condition holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

Deno.test("a ROUTER knows its clients by their identities, and answers each separately", async () => {
  const received: string[][] = [];
  const router = new ZmtpListener({
    type: "ROUTER",
    hostname,
    port: 0,
    onMessage: (frames) => {
      received.push(words(frames));
      router.send([frames[0]!, ...bytes("for"), frames[1]!]);
      router.send(bytes("nobody", "lost"));
    },
  });
  const { port } = router;
  for (const identity of ["ann", "bob"]) {
    const client = await ZmtpSocket.connect({ port, signal, type: "DEALER", identity });
    await client.send(bytes(`hello ${identity}`, "x".repeat(70_000)));
    const answer = await client.messages().next();
    assertEquals(words(answer.value!), ["for", `hello ${identity}`]);
    client.close();
  }
  assertEquals(received.map(([identity]) => identity), ["ann", "bob"]);
  await router.close();
});

Deno.test("a REP echoes each request, which is how a heartbeat works", async () => {
  const echo = new ZmtpListener({ type: "REP", hostname, port: 0 });
  const client = await ZmtpSocket.connect({ port: echo.port, signal, type: "DEALER" });
  await client.send(bytes("", "ping"));
  assertEquals(words((await client.messages().next()).value!), ["", "ping"]);
  client.close();
  await echo.close();
});

Deno.test("a PUB sends to subscribers in order, and close() sends all of it first", async () => {
  const publisher = new ZmtpListener({ type: "PUB", hostname, port: 0 });
  const client = await ZmtpSocket.connect({ port: publisher.port, signal, type: "SUB" });
  const received: string[] = [];
  const reading = (async () => {
    for await (const [, word] of client.messages()) received.push(...words([word!]));
  })();
  await until(() => {
    publisher.send(bytes("topic", "start"));
    return received.length > 0;
  });
  for (let i = 0; i < 500; i++) publisher.send(bytes("topic", String(i)));
  await publisher.close();
  await reading;
  client.close();
  const numbers = received.filter((word) => word !== "start");
  assertEquals(numbers, Array.from({ length: 500 }, (_, i) => String(i)));
});

Deno.test("an invalid client only breaks its own connection", async () => {
  const echo = new ZmtpListener({ type: "REP", hostname, port: 0 });
  const stranger = await Deno.connect({ hostname, port: echo.port });
  await stranger.write(text.encode("GET / HTTP/1.1\r\n".repeat(8)));
  while (await stranger.read(new Uint8Array(100)) !== null);
  stranger.close();
  const client = await ZmtpSocket.connect({ port: echo.port, signal, type: "DEALER" });
  await client.send(bytes("ping"));
  assertEquals(words((await client.messages().next()).value!), ["ping"]);
  client.close();
  await echo.close();
});
