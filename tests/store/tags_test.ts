import { assertEquals } from "@std/assert";
import { onBothStores, USER } from "./helpers.ts";

onBothStores("a name is taken once, to its last character", async (store) => {
  const names = ["a", "A", "a\0", "a\0b", "\ud800", "é", "e\u0301"];
  for (const name of names) assertEquals((await store.tags.add(USER, name))?.name, name);
  assertEquals(await Promise.all(names.map((name) => store.tags.add(USER, name))), [
    ...names.map(() => undefined),
  ]);
  assertEquals((await store.tags.list(USER)).map(({ name }) => name), names);
  for (const name of names) {
    const tag = (await store.tags.named(USER, name))!;
    assertEquals(await store.tags.find(USER, tag.id), tag);
    assertEquals(await store.tags.remove(USER, tag.id), true);
    assertEquals(await store.tags.remove(USER, tag.id), false);
  }
});

onBothStores("of two who take a name at once, one gets it", async (store) => {
  const taken = await Promise.all([1, 2, 3].map(() => store.tags.add(USER, "calm")));
  assertEquals(taken.filter((tag) => tag !== undefined).length, 1);
});
