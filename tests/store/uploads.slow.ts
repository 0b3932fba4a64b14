import { assert, assertEquals, assertRejects } from "@std/assert";
import { EVER, onBothStores, record, USER } from "./helpers.ts";
import { openStore, type Store } from "../../src/store/openStore.ts";
import { DeletionMismatchError, type NewRecord } from "../../src/store/uploads.ts";

const QUERY = { userid: USER, dataType: "HeartRate", interval: EVER };
const add = (store: Store, records: NewRecord[], dataType = "HeartRate") =>
  store.uploads.add({ userid: USER, dataType, records });

async function all(store: Store): Promise<{ id: string; start: bigint; value: number | null }[]> {
  const found = [];
  for await (const page of store.records.pages(QUERY)) found.push(...page);
  return found;
}

onBothStores("a record replaces the one that has its id, wherever that was", async (store) => {
  const id = "0190a0a0-1234-7abc-8def-0123456789ab";
  await add(store, [record(1n, 5n, { id, extra: '{"a":1}' })]);
  await add(store, [record(1n, 9n, { id, value: 2 })]);
  await add(store, [record(3n, 3n, { id, value: 3 }), record(4n, 4n, { id, value: 4 })]);
  const found = await all(store);
  assertEquals(found.length, 1);
  assertEquals(
    found[0],
    {
      id,
      dataType: "HeartRate",
      start: 4n,
      end: 4n,
      value: 4,
      origin: undefined,
      extra: null,
    } as unknown as typeof found[0],
  );
  await add(store, [record(1n, 1n, { id })], "StepCount");
  assertEquals(await all(store), []);
});

onBothStores("records without an id get UUIDs of version 7 that grow", async (store) => {
  for (let i = 0n; i < 3n; i++) {
    await add(store, Array.from({ length: 200 }, (_, j) => record(i * 200n + BigInt(j))));
  }
  const ids = (await all(store)).map(({ id }) => id);
  assertEquals(new Set(ids).size, 600);
  assert(
    ids.every((id) =>
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)
    ),
  );
  const batch = ids.slice(0, 200);
  assertEquals(batch, batch.toSorted());
});

onBothStores("a batch that fails leaves nothing behind, and the store usable", async (store) => {
  const origin = {
    source: { vendorId: "A", name: "A" },
    sourceProperties: "{}",
    deviceProperties: "null",
  };
  const records = Array.from(
    { length: 12_000 },
    (_, i) => record(BigInt(i), BigInt(i), { origin }),
  );
  const beyond64Bits = record(2n ** 70n);
  await assertRejects(() => add(store, [...records, beyond64Bits]));
  assertEquals(await all(store), []);
  assertEquals(await store.sources.list(USER), []);
  await assertRejects(
    () => store.uploads.add({ ...QUERY, userid: crypto.randomUUID(), records: [] }),
    RangeError,
  );
  await add(store, [record(1n)]);
  assertEquals((await all(store)).length, 1);
});

onBothStores(
  "an unfinished batch is invisible, and readers see one snapshot",
  async (store) => {
    await add(store, Array.from({ length: 25_000 }, (_, i) => record(BigInt(i))));
    const counts = new Set<number>();
    const writing = add(store, Array.from({ length: 25_000 }, (_, i) => record(BigInt(i))));
    let done = false;
    const whenDone = writing.then(() => done = true);
    while (!done) {
      counts.add((await store.samples.read(QUERY)).start.length);
      let paged = 0;
      for await (const page of store.records.pages(QUERY)) paged += page.length;
      counts.add(paged);
    }
    await whenDone;
    counts.add((await store.samples.read(QUERY)).start.length);
    assertEquals([...counts].filter((count) => count !== 25_000 && count !== 50_000), []);
    assert(counts.has(50_000));
  },
);

onBothStores("batches at the same time are all kept", async (store) => {
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      add(
        store,
        Array.from({ length: 600 }, (_, j) => record(BigInt(i * 600 + j))),
      )),
  );
  assertEquals((await all(store)).length, 12_000);
});

onBothStores("sources are listed in the order in which they came, each once", async (store) => {
  const origin = (vendorId: string, name: string, version: string) => ({
    source: { vendorId, name },
    sourceProperties: JSON.stringify({ name, version }),
    deviceProperties: "null",
  });
  await add(store, [
    record(1n, 1n, { origin: origin("com.example.b", "B", "1") }),
    record(2n, 2n, { origin: origin("com.example.a", "A", "1") }),
    record(3n, 3n, { origin: origin("com.example.b", "B", "2") }),
  ]);
  await add(store, [record(4n, 4n, { origin: origin("com.example.a", "A new", "2") })]);
  const sources = await store.sources.list(USER);
  assertEquals(sources.map(({ vendor_id, name, metadata }) => [vendor_id, name, metadata]), [
    ["com.example.b", "B", {}],
    ["com.example.a", "A new", {}],
  ]);
  const { origins, origin: keys } = await store.samples.read(QUERY);
  assertEquals(
    Array.from(keys, (key) => origins.get(key)!.sourceProperties),
    ["B 1", "A 1", "B 2", "A new 2"].map((text) => {
      const cut = text.lastIndexOf(" ");
      return JSON.stringify({ name: text.slice(0, cut), version: text.slice(cut + 1) });
    }),
  );
});

onBothStores("records are deleted by id and type, and only the user's own", async (store) => {
  const other = crypto.randomUUID();
  await store.users.ensure(other);
  const ids = Array.from({ length: 3 }, () => crypto.randomUUID());
  await add(store, ids.map((id, i) => record(BigInt(i), BigInt(i), { id })));
  await store.uploads.remove(other, [{ id: ids[0]!, dataType: "HeartRate" }]);
  const deletions = [
    { id: ids[1]!, dataType: "HeartRate" },
    { id: ids[2]!, dataType: "StepCount" },
  ];
  await assertRejects(
    () => store.uploads.remove(USER, deletions),
    DeletionMismatchError,
    `Record ${ids[2]} is of HeartRate, not of StepCount`,
  );
  assertEquals(
    (await all(store)).map(({ id }) => id),
    ids,
    "nothing is deleted by an invalid request",
  );
  await store.uploads.remove(USER, deletions.slice(0, 1));
  assertEquals((await all(store)).map(({ id }) => id), [ids[0]!, ids[2]!]);
});

Deno.test("a long log is checkpointed completely, and its commit is kept", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/lifeframe.sqlite`;
  const first = openStore({ path });
  const userid = "00000000-0000-4000-8000-000000000001";
  await first.users.ensure(userid);
  const records = Array.from({ length: 220_000 }, (_, i) => {
    const start = 1_700_000_000_000_000n + BigInt(i) * 1_000_000n;
    return { id: undefined, start, end: start, value: i, origin: null, extra: null };
  });
  await first.uploads.add({ userid, dataType: "HeartRate", records });
  // The size of the log would not show it, since other readers keep the log.
  assert((await Deno.stat(path)).size > 16_000_000);
  await first.close();
  const second = openStore({ path });
  try {
    const interval = { start: 0n, end: 1n << 62n };
    const samples = await second.samples.read({ userid, dataType: "HeartRate", interval });
    assertEquals(samples.start.length, records.length);
    assertEquals(samples.start.at(-1), records.at(-1)!.start);
  } finally {
    await second.close();
    await Deno.remove(folder, { recursive: true });
  }
});
