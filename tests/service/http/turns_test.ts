import { assert, assertEquals } from "@std/assert";
import { Turns } from "../../../src/service/http/turns.ts";

Deno.test("a request of another address starts before the second request of a busy address", async () => {
  const turns = new Turns(), begun: string[] = [];
  const waiting = Array.from(
    { length: 1_000 },
    () => turns.next("many").then(() => begun.push("many")),
  );
  const other = turns.next("other").then(() => begun.push("other"));
  await other;
  assertEquals(begun, ["many", "other"]);
  await Promise.all(waiting);
  assertEquals(begun.length, 1_001);
});

Deno.test("while an address has many slow requests, sockets are served after a few of them", async () => {
  const turns = new Turns(), server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { hostname, port } = server.addr;
  let started = 0, isOver = false;
  const slow = Array.from({ length: 1_000 }, async () => {
    await turns.next("127.0.0.2");
    started++;
    for (const end = performance.now() + 5; !isOver && performance.now() < end;);
  });
  using client = await Deno.connect({ hostname, port });
  using peer = await server.accept();
  await client.write(new Uint8Array(1));
  await peer.read(new Uint8Array(1));
  const first = started;
  isOver = true;
  await Promise.all(slow);
  server.close();
  assert(first < 30, `${first} requests were started first`);
});
