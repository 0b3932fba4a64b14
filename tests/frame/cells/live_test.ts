import { assertEquals, assertRejects } from "@std/assert";
import { show } from "@lifeframe/lifeframe";

/** Changes that a test hands over one by one. */
function channel<T>() {
  const waiting: ((result: IteratorResult<T>) => void)[] = [], given: T[] = [];
  return {
    push(value: T): void {
      const next = waiting.shift();
      if (next === undefined) given.push(value);
      else next({ value, done: false });
    },
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise<IteratorResult<T>>((resolve) => {
          const value = given.shift();
          if (value === undefined) waiting.push(resolve);
          else resolve({ value, done: false });
        }),
    }),
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Messages that a kernel in place of the notebook's has received during some work. */
async function inKernel(work: (messages: unknown[][]) => Promise<void>): Promise<void> {
  const messages: unknown[][] = [];
  const kernel = {
    broadcast: (type: string, content: unknown) =>
      Promise.resolve(void messages.push([type, content])),
    format: (value: unknown) => Promise.resolve({ "text/plain": String(value) }),
    display: () => Promise.resolve(),
  };
  const own = Object.getOwnPropertyDescriptor(globalThis, "Deno")!;
  const value = Object.create(Deno, { jupyter: { value: kernel } });
  Object.defineProperty(globalThis, "Deno", { ...own, value });
  try {
    await work(messages);
  } finally {
    Object.defineProperty(globalThis, "Deno", own);
  }
}

Deno.test("show.live() updates one output with each change, until stop()", async () => {
  await inKernel(async (messages) => {
    const changes = channel<number>();
    const output = await show.live(changes, (change) => `drawn of ${change}`);
    for (const change of [1, 2]) {
      changes.push(change);
      await turn();
    }
    output.stop();
    assertEquals(await output.ended, undefined);
    changes.push(3);
    await turn();
    const ids = messages.map(([, content]) =>
      (content as { transient: { display_id: string } }).transient.display_id
    );
    assertEquals(new Set(ids).size, 1);
    assertEquals(
      messages.map(([type, content]) => [type, (content as { data: unknown }).data]),
      [
        ["display_data", { "text/plain": "drawn of undefined" }],
        ["update_display_data", { "text/plain": "drawn of 1" }],
        ["update_display_data", { "text/plain": "drawn of 2" }],
      ],
    );
    assertEquals(output.draws, 3);
  });
});

Deno.test("show.live() shows an error of draw, and draws again after the next change", async () => {
  await inKernel(async (messages) => {
    const changes = channel<number>();
    const output = await show.live(changes, (change) => {
      if (change === 1) throw new RangeError("no <data>");
      return `drawn of ${change}`;
    });
    changes.push(1);
    changes.push(2);
    await turn();
    await turn();
    output.stop();
    await output.ended;
    const texts = messages.map(([, content]) =>
      (content as { data: { [type: string]: string } }).data
    );
    assertEquals(texts[1]!["text/html"], "<pre>RangeError: no &lt;data&gt;</pre>");
    assertEquals(texts[2], { "text/plain": "drawn of 2" });
  });
});

Deno.test("show.live() ends with its signal or an error of the changes", async () => {
  const stop = new AbortController();
  const output = await show.live(channel(), () => {}, { signal: stop.signal });
  stop.abort();
  assertEquals(await output.ended, undefined);
  const failing = await show.live(
    (async function* () {
      yield await Promise.resolve(1);
      throw new Error("the token was revoked");
    })(),
    () => {},
  );
  assertEquals(String(await failing.ended), "Error: the token was revoked");
});

Deno.test("show.live() reports which argument is wrong", async () => {
  await assertRejects(() => show.live([1] as never, () => {}), TypeError, "me.watch()");
  await assertRejects(() => show.live(channel(), "x" as never), TypeError, "what to draw");
  await assertRejects(
    () => show.live(channel(), () => {}, { sinal: 1 } as never),
    TypeError,
    "signal",
  );
});
