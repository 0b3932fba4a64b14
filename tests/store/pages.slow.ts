import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { DatabaseSync } from "node:sqlite";
import type { StoredRecord } from "../../src/store/records.ts";
import { openStore, type Store } from "../../src/store/openStore.ts";
import { MIGRATIONS } from "../../src/store/sqlite/migrations.ts";
import { EVER, record, USER } from "./helpers.ts";

const WATCH = {
  source: { vendorId: "Watch", name: "Watch" },
  sourceProperties: '{"name":"Watch"}',
  deviceProperties: "null",
};

async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

/** Reads everything that is read page by page, as one value. */
async function read(store: Store, interval: { start: bigint; end: bigint }) {
  const query = { userid: USER, dataType: "A", interval };
  const { origins: _, ...samples } = await store.samples.read(query);
  return {
    samples: Object.values(samples).map((column) => Array.from<bigint | number>(column)),
    asc: await all(store.records.pages(query)),
    desc: await all(store.records.pages({ ...query, sort: "desc" })),
    together: await all(store.records.pages({ ...query, also: ["B", "C"] })),
    backwards: await all(store.records.pages({ ...query, also: ["B"], sort: "desc" })),
    defined: await all(store.records.pages({ ...query, withDefined: true })),
    totals: await store.totals(USER),
    spans: await all(store.changes.processedSpans(USER, "A", EVER)),
    holdings: await store.changes.holdings(USER, interval),
  };
}

Deno.test("reading one row or two rows per page gives the same result as a single page", async () => {
  // Few different starts, so that pages end between records with the same start.
  const times = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 4 }));
  const range = fc.tuple(fc.integer({ min: -1, max: 6 }), fc.integer({ min: 1, max: 9 }));
  await fc.assert(
    fc.asyncProperty(fc.array(times, { maxLength: 14 }), range, async (times, [from, length]) => {
      const interval = { start: BigInt(from), end: BigInt(from + length) };
      const ids = times.map(() => crypto.randomUUID());
      const otherIds = [ids, ids].map((all) => all.map(() => crypto.randomUUID()));
      const clock = () => Temporal.Instant.from("2024-01-01T00:00:00Z");
      const read1 = async (pageSize: number | undefined) => {
        const store = openStore({ clock, pageSize });
        await store.users.ensure(USER);
        const records = times.map(([start, duration], i) =>
          record(BigInt(start), BigInt(start + duration), {
            id: ids[i],
            value: i,
            origin: i % 3 === 0 ? null : WATCH,
          })
        );
        await store.uploads.add({ userid: USER, dataType: "A", records });
        // Repeats the records as other types, one of them defined on the first, with other ids.
        for (const [k, dataType] of ["B", "A/defined"].entries()) {
          const others = records.map((one, i) => ({ ...one, id: otherIds[k]![i]! }));
          await store.uploads.add({ userid: USER, dataType, records: others });
        }
        const result = await read(store, interval);
        await store.close();
        return result;
      };
      const whole = await read1(undefined);
      assertEquals(whole.spans.length, times.length);
      assertOrder(whole);
      assertEquals(await read1(1), whole);
      assertEquals(await read1(2), whole);
      assertEquals(await read1(3), whole);
    }),
    { numRuns: 40 },
  );
});

/**
 * Records of several types are the union of each type's, ordered by start, then by the order of the
 * types.
 */
function assertOrder(
  { asc, desc, together, backwards, defined }: Awaited<ReturnType<typeof read>>,
) {
  const one = (dataType: string, all: readonly StoredRecord[]) =>
    all.filter((each) => each.dataType === dataType);
  assertEquals(one("A", together), asc);
  assertEquals(one("A", backwards), desc);
  assertEquals(one("A", defined), asc);
  assertEquals(together.length, 2 * asc.length);
  assertEquals(defined.length, 2 * asc.length);
  const key = ({ start, dataType }: StoredRecord) => `${start} ${dataType}`;
  assertEquals(together.map(key), [...together].map(key).sort());
  const starts = (all: readonly StoredRecord[]) => all.map(({ start }) => start);
  assertEquals(starts(backwards), starts(together).toReversed());
  const ids = (all: readonly StoredRecord[]) => all.map(({ start, id }) => `${start} ${id}`);
  assertEquals(ids(defined), ids(defined).sort());
}

/**
 * Counts the files of a folder that this process has open; `undefined` if the system does not tell.
 */
function openFiles(folder: string): number | undefined {
  if (Deno.build.os !== "linux") return undefined;
  // Deno itself opens /proc only with all permissions.
  const { stdout } = new Deno.Command("ls", { args: ["-l", `/proc/${Deno.pid}/fd`] }).outputSync();
  return new TextDecoder().decode(stdout).split("\n")
    .filter((line) => line.includes(` -> ${folder}`)).length;
}

Deno.test("a store that is closed, or fails to open, closes its files", async () => {
  const folder = await Deno.makeTempDir(), path = `${folder}/a.sqlite`;
  try {
    const store = openStore({ path });
    await store.users.ensure(USER);
    await store.uploads.add({ userid: USER, dataType: "A", records: [record(1n)] });
    await all(store.records.pages({ userid: USER, dataType: "A", interval: EVER }));
    assert(openFiles(folder) !== 0);
    await store.close();
    assert(!openFiles(folder), "a connection stays open");
    // The last connection to close checkpoints the log.
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["a.sqlite"]);
    const newer = new DatabaseSync(path);
    newer.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    newer.close();
    for (let i = 0; i < 3; i++) assertThrows(() => openStore({ path }), RangeError, "version");
    assert(!openFiles(folder), "a connection stays open");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
