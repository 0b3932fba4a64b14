import { assertEquals, assertRejects } from "@std/assert";
import { abortable } from "../../../src/client/http/abortable.ts";
import { listened } from "./listened.ts";

Deno.test("abortable() returns the work's result or throws the reason, and then stops listening", async () => {
  const reason = new Error("enough"), never = new Promise<never>(() => {});
  const { controller, count } = listened();
  assertEquals(await abortable(Promise.resolve(7), controller.signal), 7);
  await Promise.resolve();
  assertEquals(count(), 0);
  const waiting = abortable(never, controller.signal);
  assertEquals(count(), 1);
  controller.abort(reason);
  assertEquals(await assertRejects(() => waiting), reason);
  assertEquals(await assertRejects(() => abortable(never, controller.signal)), reason);
  assertEquals(await abortable(Promise.resolve(8), undefined), 8);
});
