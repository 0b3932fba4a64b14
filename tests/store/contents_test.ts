import { assert, assertEquals, assertRejects } from "@std/assert";
import { CHUNK } from "../../src/store/contents.ts";
import { openStore, type Store } from "../../src/store/openStore.ts";
import { onBothStores, USER } from "./helpers.ts";

const SUMMARY = { sha256: new Uint8Array(32), scan: "clean" as const };

async function announce(store: Store, name = "a"): Promise<string> {
  const file = await store.files.create({
    userid: USER,
    path: "/",
    name,
    size: 3n,
    content_type: "text/plain",
    uploadHash: crypto.getRandomValues(new Uint8Array(32)),
    uploadExpires: 10n ** 18n,
  }, { files: 100, bytes: Infinity });
  const { id } = file!;
  return id;
}

async function read(store: Store, content: bigint): Promise<number[]> {
  const bytes: number[] = [];
  for await (const chunk of store.contents.read(content)) bytes.push(...chunk);
  return bytes;
}

onBothStores("a content is read back as it was added, however it was cut", async (store) => {
  const content = await store.contents.begin(), other = await store.contents.begin();
  const chunks = Array.from({ length: 20 }, (_, i) => new Uint8Array([i, i]));
  await store.contents.add(content, 0, chunks.slice(0, 13));
  await store.contents.add(other, 0, [new Uint8Array([9])]);
  await store.contents.add(content, 13, chunks.slice(13));
  assertEquals(await read(store, content), chunks.flatMap((chunk) => [...chunk]));
  await store.contents.discard(content);
  assertEquals(await read(store, content), []);
  assertEquals(await read(store, other), [9]);
});

onBothStores("of two contents for one file, the first that is whole counts", async (store) => {
  const id = await announce(store);
  const first = await store.contents.begin(), second = await store.contents.begin();
  assertEquals(await store.contents.finish(id, second, SUMMARY), true);
  assertEquals(await store.contents.finish(id, first, SUMMARY), false);
  assertEquals((await store.files.find(id))!.content, second);
  assertEquals(await store.contents.finish("nothing", first, SUMMARY), false);
});

Deno.test("a complete content survives a crash; an incomplete one is deleted after a day", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/store.sqlite`;
  let now = 0n;
  const clock = () => Temporal.Instant.fromEpochMilliseconds(Number(now));
  const open = () => openStore({ path, clock });
  try {
    const store = open();
    await store.users.ensure(USER);
    const whole = await announce(store, "a"), half = await announce(store, "b");
    const content = await store.contents.begin(), lost = await store.contents.begin();
    for (const key of [content, lost]) {
      await store.contents.add(key, 0, Array.from({ length: 20 }, () => new Uint8Array([1, 2, 3])));
    }
    await store.contents.finish(whole, content, SUMMARY);
    // The process ends here: another opens what is on disk.
    const copy = `${folder}/copy.sqlite`;
    await Deno.copyFile(path, copy);
    await Deno.copyFile(`${path}-wal`, `${copy}-wal`);
    await store.close();
    const again = openStore({ path: copy, clock });
    const file = (await again.files.find(whole))!;
    assertEquals([file.state, (await read(again, file.content!)).length], ["uploaded", 60]);
    const other = (await again.files.find(half))!;
    assertEquals([other.state, other.content], ["created", null]);
    await again.contents.begin();
    assertEquals((await read(again, lost)).length, 60);
    now = 86_400_001n;
    await again.contents.begin();
    assertEquals(await read(again, lost), []);
    assertEquals((await read(again, file.content!)).length, 60);
    await again.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Counts how often other work runs while a content of 32 MiB is written, read and discarded. */
async function turnsOfOthers(store: Store): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const content = await store.contents.begin();
  const chunks = Array.from({ length: 64 }, () => new Uint8Array(CHUNK));
  await store.contents.add(content, 0, chunks);
  let length = 0;
  for await (const chunk of store.contents.read(content)) length += chunk.length;
  await store.contents.discard(content);
  clearInterval(timer);
  assertEquals(length, 64 * CHUNK);
  return turns;
}

Deno.test("a large content lets other work run after each 4 MiB written or deleted, and after each chunk read", async () => {
  const folder = await Deno.makeTempDir();
  const store = openStore({ path: `${folder}/store.sqlite` });
  try {
    const turns = await turnsOfOthers(store);
    assert(turns >= 64 + 8 + 8, `${turns} turns`);
  } finally {
    await store.close();
    await Deno.remove(folder, { recursive: true });
  }
  await assertRejects(() => store.contents.begin());
});
