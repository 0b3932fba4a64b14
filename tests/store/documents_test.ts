import { assertEquals } from "@std/assert";
import { openStore, type Store } from "../../src/store/openStore.ts";
import { onBothStores, USER } from "./helpers.ts";

const OTHER = "00000000-0000-4000-8000-000000000002";

const input = (name: string) => ({
  name,
  description: "a\0b \ud800",
  svc_data_type: "",
  svc_source: null,
  default_event_tags: null,
});

onBothStores(
  "a document is stored unchanged, only for its user and kind",
  async (store) => {
    await store.users.ensure(OTHER);
    const document = await store.customInputs.add(USER, input("one"));
    assertEquals(document.body, input("one"));
    assertEquals(await store.customInputs.find(USER, document.id), document);
    assertEquals(await store.customInputs.find(OTHER, document.id), undefined);
    assertEquals(await store.reflections.find(USER, document.id), undefined);
    assertEquals(await store.customInputs.list(OTHER), []);
    assertEquals(await store.customInputs.change(OTHER, document.id, () => input("x")), undefined);
    assertEquals(await store.customInputs.setDeleted(OTHER, document.id, true), undefined);
    assertEquals(await store.customInputs.list(USER), [document]);
  },
);

onBothStores(
  "changeAll() changes all documents or none, and skips deleted ones",
  async (store) => {
    const made = [];
    for (const name of ["a", "b", "c"]) made.push(await store.customInputs.add(USER, input(name)));
    await store.customInputs.setDeleted(USER, made[1]!.id, true);
    const names = async () => (await store.customInputs.list(USER)).map(({ body }) => body.name);
    await store.customInputs.changeAll(USER, ({ body }) => ({ ...body, name: `${body.name}!` }));
    assertEquals(await names(), ["a!", "b", "c!"]);
    const failed = store.customInputs.changeAll(USER, ({ body }) => {
      if (body.name === "c!") throw new Error("no");
      return input("lost");
    });
    assertEquals(await failed.catch((error: Error) => error.message), "no");
    assertEquals(await names(), ["a!", "b", "c!"]);
  },
);

Deno.test("a document has the times of its creation, last change and deletion", async () => {
  let now = "1970-01-01T00:00:01Z";
  const store: Store = openStore({ clock: () => now });
  await store.users.ensure(USER);
  const { id } = await store.customInputs.add(USER, input("one"));
  const times = async () => {
    const { created, updated, deleted } = (await store.customInputs.find(USER, id))!;
    return [created, updated, deleted];
  };
  assertEquals(await times(), [1_000_000n, 1_000_000n, null]);
  now = "1970-01-01T00:00:02Z";
  await store.customInputs.change(USER, id, ({ body }) => body);
  assertEquals(await times(), [1_000_000n, 2_000_000n, null]);
  now = "1970-01-01T00:00:03Z";
  await store.customInputs.changeAll(USER, ({ body }) => ({ ...body }));
  assertEquals(await times(), [1_000_000n, 2_000_000n, null], "what stays is not touched");
  await store.customInputs.setDeleted(USER, id, true);
  now = "1970-01-01T00:00:04Z";
  await store.customInputs.setDeleted(USER, id, true);
  assertEquals(await times(), [1_000_000n, 3_000_000n, 3_000_000n]);
  await store.customInputs.setDeleted(USER, id, false);
  assertEquals(await times(), [1_000_000n, 4_000_000n, null]);
  await store.close();
});
