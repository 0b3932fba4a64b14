import { assert, assertEquals, assertRejects } from "@std/assert";
import { ZmtpSocket } from "../../../src/notebook/zmtp/zmtpSocket.ts";

// Octets of RFC 23 (ZMTP 3.0), written out independently of src/notebook/zmtp.
const ascii = (text: string): number[] => [...new TextEncoder().encode(text)];
const GREETING = [0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 3, 0, ...ascii("NULL"), ...zeros(48)];
const READY_BODY = [
  5,
  ...ascii("READY"),
  11,
  ...ascii("Socket-Type"),
  0,
  0,
  0,
  6,
  ...ascii("ROUTER"),
];
const READY = [4, READY_BODY.length, ...READY_BODY];

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

/** Connects to a peer that writes some octets in parts; what it received is given to `use`, too. */
async function withPeer(
  parts: readonly number[][],
  use: (connect: (type?: "DEALER" | "SUB") => Promise<ZmtpSocket>) => Promise<void>,
): Promise<number[]> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const received: number[] = [];
  const serve = async (): Promise<void> => {
    using conn = await listener.accept();
    for (const part of parts) {
      await conn.write(Uint8Array.from(part));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await conn.closeWrite();
    try {
      for await (const bytes of conn.readable) received.push(...bytes);
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionReset)) throw error;
    }
  };
  const served = serve();
  const { signal } = new AbortController();
  await use((type = "DEALER") => ZmtpSocket.connect({ port: listener.addr.port, signal, type }));
  await served.catch((error) => {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  });
  return received;
}

Deno.test("ZmtpSocket sends the greeting, READY and messages in the octets of RFC 23", async () => {
  const received = await withPeer([GREETING, READY], async (connect) => {
    const socket = await connect();
    await Promise.all([
      socket.send([Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3)]),
      socket.send([Uint8Array.of(4)]),
    ]);
    socket.close();
    socket.close();
  });
  const body = [5, ...ascii("READY"), 11, ...ascii("Socket-Type"), 0, 0, 0, 6, ...ascii("DEALER")];
  const messages = [1, 2, 1, 2, 1, 0, 0, 1, 3, 0, 1, 4];
  assertEquals(received, [...GREETING, 4, body.length, ...body, ...messages]);
});

Deno.test("a ZmtpSocket that subscribes receives everything", async () => {
  const received = await withPeer(
    [GREETING, READY],
    async (connect) => (await connect("SUB")).close(),
  );
  assertEquals(received.slice(-3), [0, 1, 1]);
});

Deno.test("ZmtpSocket completes the handshake with a peer that writes one octet at a time", async () => {
  const parts = [...GREETING, ...READY].map((octet) => [octet]);
  await withPeer(parts, async (connect) => (await connect()).close());
});

Deno.test("ZmtpSocket accepts a later minor or major version of the protocol", async () => {
  const later = GREETING.with(10, 4).with(11, 1);
  await withPeer([later, READY], async (connect) => (await connect()).close());
});

Deno.test("ZmtpSocket reads data after the handshake, and null at the end", async () => {
  await withPeer([GREETING, [...READY, 0, 2, 7, 8]], async (connect) => {
    const socket = await connect();
    const into = new Uint8Array(64), count = await socket.read(into);
    assertEquals([...into.subarray(0, count!)], [0, 2, 7, 8]);
    assertEquals(await socket.read(into), null);
    socket.close();
    assertEquals(await socket.read(into), null, "closed here");
  });
});

for (
  const [name, octets] of [
    ["another signature", GREETING.with(0, 0xfe)],
    ["another end of the signature", GREETING.with(9, 0x7e)],
    ["version 2", GREETING.with(10, 2)],
    ["another mechanism", [...GREETING.slice(0, 12), ...ascii("PLAIN"), ...zeros(47)]],
    ["a longer name of the mechanism", [...GREETING.slice(0, 12), ...ascii("NULLS"), ...zeros(47)]],
    ["a web server's answer", ascii("HTTP/1.1 400 Bad Request\r\n\r\n").concat(zeros(36))],
  ] as const
) {
  Deno.test(`ZmtpSocket refuses ${name}`, async () => {
    await withPeer([[...octets]], async (connect) => {
      await assertRejects(
        () => connect(),
        Error,
        "its port does not speak ZMTP 3 with the NULL mechanism",
      );
    });
  });
}

for (
  const [name, octets, said] of [
    ["a message in READY's place", READY.with(0, 0), "received no command"],
    ["READY in flags of a message with more", READY.with(0, 1), "received no command"],
    ["a command without a body", [4, 0], "received no command"],
    ["another command", [4, 6, 5, ...ascii("ERROR")], "received ERROR"],
  ] as const
) {
  Deno.test(`ZmtpSocket refuses ${name}`, async () => {
    await withPeer([GREETING, [...octets]], async (connect) => {
      await assertRejects(() => connect(), Error, `expected READY, ${said}`);
    });
  });
}

Deno.test("ZmtpSocket reports a peer that disconnects at any point of its greeting", async () => {
  const whole = [...GREETING, ...READY];
  for (const cut of [0, 1, 63, 64, 65, whole.length - 1]) {
    await withPeer([whole.slice(0, cut)], async (connect) => {
      await assertRejects(() => connect(), Error, "it closed the connection during the greeting");
    });
  }
});

Deno.test("ZmtpSocket cancels a handshake with the caller's reason", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const before = AbortSignal.abort(new Error("no longer wanted"));
  const early = ZmtpSocket.connect({ port, signal: before, type: "DEALER" });
  (await listener.accept()).close();
  await assertRejects(() => early, Error, "no longer wanted");

  const stop = new AbortController();
  const late = ZmtpSocket.connect({ port, signal: stop.signal, type: "DEALER" });
  using silent = await listener.accept();
  stop.abort(new Error("took too long"));
  await assertRejects(() => late, Error, "took too long");
  assert(silent.remoteAddr);
});

Deno.test("an open ZmtpSocket is independent of the signal of its handshake", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const stop = new AbortController();
  const opened = ZmtpSocket.connect({
    port: listener.addr.port,
    signal: stop.signal,
    type: "DEALER",
  });
  using peer = await listener.accept();
  await peer.write(Uint8Array.from([...GREETING, ...READY]));
  const socket = await opened;
  stop.abort();
  await peer.write(Uint8Array.of(0, 1, 9));
  const into = new Uint8Array(8), count = await socket.read(into);
  assertEquals([...into.subarray(0, count!)], [0, 1, 9]);
  socket.close();
});
