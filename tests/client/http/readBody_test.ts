import { assertEquals, assertRejects } from "@std/assert";
import { readBody } from "../../../src/client/http/readBody.ts";
import { listened } from "./listened.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A body of these pieces, without an end where `open`; notes down why its reader gave it up. */
function body(pieces: readonly string[], { open = false } = {}) {
  const rest = pieces.values(), given: unknown[] = [];
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { value, done } = rest.next();
      if (!done) controller.enqueue(bytes(value));
      else if (!open) controller.close();
      else await new Promise(() => {});
    },
    cancel: (reason) => void given.push(reason),
  }, { highWaterMark: 0 });
  return { stream, given };
}

const quiet = { signal: new AbortController().signal, onPiece: () => {} };

Deno.test("readBody() gives all pieces in their order, and tells of each", async () => {
  for (const headers of [{}, { "content-length": "6" }]) {
    const told: (number | undefined)[][] = [];
    const answer = new Response(body(["ab", "c", "def"]).stream, { headers });
    const whole = await readBody(answer, {
      ...quiet,
      onPiece: (done, total) => told.push([done, total]),
    });
    assertEquals(whole, bytes("abcdef"));
    const total = "content-length" in headers ? 6 : undefined;
    assertEquals(told, [[2, total], [3, total], [6, total]]);
  }
  assertEquals(await readBody(new Response(null), quiet), new Uint8Array(0));
});

Deno.test("readBody() gives the body up where who is told of it fails, so that no connection is held", async () => {
  const { stream, given } = body(["a", "b"], { open: true });
  const onPiece = (): never => {
    throw new RangeError("a listener that fails");
  };
  const reading = readBody(new Response(stream), { ...quiet, onPiece });
  await assertRejects(() => reading, RangeError, "a listener that fails");
  assertEquals(given.length, 1);
});

Deno.test("readBody() gives the body up with the signal's reason, and listens to it no longer", async () => {
  const { controller, count } = listened(), reason = new Error("enough");
  const { stream, given } = body(["a"], { open: true });
  const reading = readBody(new Response(stream), {
    signal: controller.signal,
    onPiece: () => controller.abort(reason),
  });
  assertEquals(await assertRejects(() => reading), reason);
  assertEquals([given, count()], [[reason], 0]);
});

Deno.test("readBody() listens to the signal as long as it reads", async () => {
  const { controller: { signal }, count } = listened();
  const seen: number[] = [];
  const answer = new Response(body(["a", "b"]).stream);
  await readBody(answer, { signal, onPiece: () => seen.push(count()) });
  assertEquals([seen, count()], [[1, 1], 0]);
});

Deno.test("readBody() holds no length against a body that was encoded, nor against an answer that failed", async () => {
  const text = (headers: Record<string, string>, status = 200) =>
    readBody(new Response("abc", { status, headers }), quiet).then((read) => read.length);
  assertEquals(await text({ "content-length": "2", "content-encoding": "gzip" }), 3);
  assertEquals(await text({ "content-length": "2 bytes" }), 3);
  assertEquals(await text({ "content-length": "2" }, 500), 3);
  await assertRejects(() => text({ "content-length": "2" }), Error, "3 bytes, not the 2 announced");
});
