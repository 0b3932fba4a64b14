import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Connection } from "../../src/store/sqlite/connection.ts";
import { Gate } from "../../src/store/sqlite/gate.ts";
import { MIGRATIONS } from "../../src/store/sqlite/migrations.ts";
import { openStore } from "../../src/store/openStore.ts";
import { EVER, onBothStores, record, USER } from "./helpers.ts";

Deno.test("a store can be closed and opened again", async () => {
  const folder = await Deno.makeTempDir(), path = `${folder}/store.sqlite`;
  const first = openStore({ path, clock: () => "2024-01-01T00:00:00.000001Z" });
  await first.users.ensure(USER);
  await first.uploads.add({ userid: USER, dataType: "HeartRate", records: [record(1n)] });
  await first.close();
  const second = openStore({ path });
  assertEquals(await second.users.first().then((user) => ({ ...user })), {
    userid: USER,
    created: 1_704_067_200_000_001n,
    activeUntil: null,
  });
  const samples = await second.samples.read({
    userid: USER,
    dataType: "HeartRate",
    interval: EVER,
  });
  assertEquals([...samples.start], [1n]);
  await second.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("openStore() rejects a file that a newer version wrote", async () => {
  const folder = await Deno.makeTempDir(), path = `${folder}/store.sqlite`;
  const connection = new Connection(path);
  connection.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  connection.close();
  assertThrows(() => openStore({ path }), RangeError, "Cannot open the store: its version is");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("openStore() rejects a file that is not a database, and leaves it unchanged", async () => {
  const path = await Deno.makeTempFile();
  await Deno.writeTextFile(path, "not a database, but longer than one hundred bytes ".repeat(40));
  const before = await Deno.readTextFile(path);
  assertThrows(() => openStore({ path }), Error, "not a database");
  assertEquals(await Deno.readTextFile(path), before);
  await Deno.remove(path);
});

Deno.test("a file is synced to disk, and its connections wait for each other", async () => {
  const folder = await Deno.makeTempDir();
  const connection = new Connection(`${folder}/store.sqlite`);
  const pragma = (name: string) =>
    Object.values(connection.row<Record<string, unknown>>(`PRAGMA ${name}`)!)[0];
  assertEquals(
    ["journal_mode", "synchronous", "busy_timeout", "foreign_keys"].map(pragma),
    ["wal", 2n, 5000n, 1n],
  );
  connection.close();
  await Deno.remove(folder, { recursive: true });
});

onBothStores(
  "closing waits for pending work and rejects later calls",
  async (store) => {
    const records = Array.from({ length: 25_000 }, (_, i) => record(BigInt(i)));
    const query = { userid: USER, dataType: "HeartRate", interval: EVER };
    const first = store.uploads.add({ ...query, records });
    const second = first.then(() => store.samples.read(query));
    await first;
    const reading = store.samples.read(query);
    const adding = store.uploads.add({ ...query, records });
    const closed = store.close();
    assertEquals((await adding).length, 36);
    assertEquals((await reading).start.length, 25_000);
    assertEquals((await second).start.length, 25_000);
    await closed;
    await store.close();
    await assertRejects(() => store.samples.read(query), Error, "it is closed");
    await assertRejects(() => store.uploads.add({ ...query, records }), Error, "it is closed");
  },
);

Deno.test("many concurrent readers all get their data", async () => {
  const folder = await Deno.makeTempDir();
  const store = openStore({ path: `${folder}/store.sqlite` });
  await store.users.ensure(USER);
  const records = Array.from({ length: 25_000 }, (_, i) => record(BigInt(i)));
  await store.uploads.add({ userid: USER, dataType: "HeartRate", records });
  const query = { userid: USER, dataType: "HeartRate", interval: EVER };
  const reads = await Promise.all(Array.from({ length: 30 }, () => store.samples.read(query)));
  assertEquals(new Set(reads.map(({ start }) => start.length)), new Set([25_000]));
  await store.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a writer waits for another writing process without blocking other work", async () => {
  const folder = await Deno.makeTempDir(), path = `${folder}/store.sqlite`;
  const store = openStore({ path });
  await store.users.ensure(USER);
  const other = new Connection(path);
  other.exec("BEGIN IMMEDIATE");
  const query = { userid: USER, dataType: "HeartRate", interval: EVER };
  let written = false;
  const writing = store.uploads.add({ ...query, records: [record(1n)] }).then(() => written = true);
  for (let i = 0; i < 5; i++) {
    assertEquals((await store.samples.read(query)).start.length, 0);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assertEquals(written, false);
  other.exec("COMMIT");
  await writing;
  assertEquals((await store.samples.read(query)).start.length, 1);
  other.close();
  await store.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a gate admits readers together and writers one by one, in the order of arrival", async () => {
  const gate = new Gate(), events: string[] = [];
  const enter = async (name: string, kind: "read" | "write"): Promise<void> => {
    const leave = await gate[kind]();
    events.push(`${name} in`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    events.push(`${name} out`);
    leave();
  };
  await Promise.all([
    enter("r1", "read"),
    enter("r2", "read"),
    enter("w1", "write"),
    enter("r3", "read"),
    enter("w2", "write"),
  ]);
  assertEquals(events, [
    ...["r1 in", "r2 in", "r1 out", "r2 out"],
    ...["w1 in", "w1 out", "r3 in", "r3 out", "w2 in", "w2 out"],
  ]);
});

Deno.test("an invalid clock is rejected before anything is written", async () => {
  const store = openStore({ clock: () => "never" });
  await assertRejects(() => store.users.ensure(USER), RangeError, "the clock");
  assertEquals(await store.users.first(), undefined);
  await store.close();
});
