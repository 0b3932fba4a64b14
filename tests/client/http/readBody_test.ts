import { assertEquals, assertRejects } from "@std/assert";
import { readBody } from "../../../src/client/http/readBody.ts";
import { listened } from "./listened.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Creates a body of these pieces, without an end if `open`; records the reason for a cancellation.
 */
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

Deno.test("readBody() returns all pieces in order, and reports each", async () => {
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

Deno.test("readBody() cancels the body if the progress callback throws, which frees the connection", async () => {
  const { stream, given } = body(["a", "b"], { open: true });
  const onPiece = (): never => {
    throw new RangeError("a listener that fails");
  };
  const reading = readBody(new Response(stream), { ...quiet, onPiece });
  await assertRejects(() => reading, RangeError, "a listener that fails");
  assertEquals(given.length, 1);
});

Deno.test("readBody() cancels the body with the signal's reason, and stops listening", async () => {
  const { controller, count } = listened(), reason = new Error("enough");
  const { stream, given } = body(["a"], { open: true });
  const reading = readBody(new Response(stream), {
    signal: controller.signal,
    onPiece: () => controller.abort(reason),
  });
  assertEquals(await assertRejects(() => reading), reason);
  assertEquals([given, count()], [[reason], 0]);
});

Deno.test("readBody() listens to the signal while it reads", async () => {
  const { controller: { signal }, count } = listened();
  const seen: number[] = [];
  const answer = new Response(body(["a", "b"]).stream);
  await readBody(answer, { signal, onPiece: () => seen.push(count()) });
  assertEquals([seen, count()], [[1, 1], 0]);
});

Deno.test("readBody() does not check the length of an encoded body or of an error's body", async () => {
  const text = (headers: Record<string, string>, status = 200) =>
    readBody(new Response("abc", { status, headers }), quiet).then((read) => read.length);
  assertEquals(await text({ "content-length": "2", "content-encoding": "gzip" }), 3);
  assertEquals(await text({ "content-length": "2 bytes" }), 3);
  assertEquals(await text({ "content-length": "2" }, 500), 3);
  await assertRejects(() => text({ "content-length": "2" }), Error, "3 bytes, not the 2 announced");
});
