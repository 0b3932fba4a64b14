import { assertEquals, assertRejects } from "@std/assert";
import { besideModule } from "../../src/options/besideModule.ts";
import { runInThread } from "../../src/options/thread.ts";

const double = besideModule("./doubleWorker.ts", import.meta);

Deno.test("runInThread() returns the thread's result, and transfers memory", async () => {
  const values = Float64Array.of(1, 2, 3);
  const doubled = await runInThread<Float64Array>(double, values, [values.buffer]);
  assertEquals(doubled, Float64Array.of(2, 4, 6));
  assertEquals(values.length, 0, "it was not copied");
});

Deno.test("runInThread() rejects if the work throws or the module is missing", async () => {
  await assertRejects(() => runInThread(double, "text"), Error, "Cannot double text");
  await assertRejects(() => runInThread(besideModule("./none.ts", import.meta), null), Error);
});
