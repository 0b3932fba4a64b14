import { assertEquals, assertRejects } from "@std/assert";
import { untilAborted } from "../../../src/notebook/kernel/untilAborted.ts";

Deno.test("untilAborted() returns the promise's value, or throws its error", async () => {
  const { signal } = new AbortController();
  assertEquals(await untilAborted(Promise.resolve(3), signal), 3);
  await assertRejects(() => untilAborted(Promise.reject(new Error("no")), signal), Error, "no");
});

Deno.test("untilAborted() ends with the signal's reason while the promise continues", async () => {
  const controller = new AbortController();
  const running = Promise.withResolvers<number>();
  const waiting = untilAborted(running.promise, controller.signal);
  controller.abort(new Error("enough"));
  await assertRejects(() => waiting, Error, "enough");
  running.resolve(3);
  assertEquals(await running.promise, 3);
});

Deno.test("untilAborted() catches later errors of an abandoned promise", async () => {
  const unhandled: unknown[] = [];
  const listen = (event: PromiseRejectionEvent): void => {
    event.preventDefault();
    unhandled.push(event.reason);
  };
  globalThis.addEventListener("unhandledrejection", listen);
  try {
    const running = Promise.withResolvers<number>();
    const signal = AbortSignal.abort(new Error("enough"));
    await assertRejects(() => untilAborted(running.promise, signal), Error, "enough");
    running.reject(new Error("later"));
    await new Promise((resolve) => setTimeout(resolve, 0)); // rejections are reported after a turn
  } finally {
    globalThis.removeEventListener("unhandledrejection", listen);
  }
  assertEquals(unhandled, []);
});
