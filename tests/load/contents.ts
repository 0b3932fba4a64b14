import { assert, assertEquals } from "@std/assert";
import { CHUNK } from "../../src/store/contents.ts";
import { openStore, type Store } from "../../src/store/openStore.ts";

/**
 * Returns the longest delay of a timer while a content of 32 MiB was written, read and discarded.
 */
async function longestWait(store: Store): Promise<number> {
  let longest = 0, last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const content = await store.contents.begin();
  for (let number = 0; number < 64; number += 8) {
    await store.contents.add(
      content,
      number,
      Array.from({ length: 8 }, () => new Uint8Array(CHUNK)),
    );
  }
  let length = 0;
  for await (const chunk of store.contents.read(content)) length += chunk.length;
  await store.contents.discard(content);
  clearInterval(timer);
  assertEquals(length, 64 * CHUNK);
  return longest;
}

Deno.test("a large content delays others by at most 100 ms", async () => {
  const folder = await Deno.makeTempDir();
  const store = openStore({ path: `${folder}/store.sqlite` });
  try {
    // Other programs may delay any single commit, so the best of several tries counts.
    const waits: number[] = [];
    while (waits.length < 8 && !waits.some((wait) => wait < 100)) {
      waits.push(await longestWait(store));
    }
    assert(waits.some((wait) => wait < 100), `${waits} ms`);
  } finally {
    await store.close();
    await Deno.remove(folder, { recursive: true });
  }
});
