import { assertEquals } from "@std/assert";
import { EVER, onBothStores, record, USER } from "./helpers.ts";

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

onBothStores(
  "extent() finds the first and the last start between two bounds, both inclusive",
  async (store) => {
    const starts = [50n, -10n, 30n, 30n, 900n];
    const records = starts.map((start, i) => record(start, start + 5n, { id: id(i) }));
    await store.uploads.add({ userid: USER, dataType: "A", records });
    await store.uploads.add({ userid: USER, dataType: "B", records: [record(31n)] });
    const moments = [-11n, -10n, 0n, 29n, 30n, 31n, 50n, 900n, 901n];
    for (const from of moments) {
      for (const to of moments) {
        const query = { userid: USER, dataType: "A", from, to };
        const inside = starts.filter((start) => start >= from && start <= to)
          .sort((a, b) => Number(a - b));
        assertEquals((await store.recordEdges.earliest(query))?.start, inside[0]);
        assertEquals((await store.recordEdges.latest(query))?.start, inside.at(-1));
      }
    }
    const all = { userid: USER, dataType: "A" };
    assertEquals((await store.recordEdges.latest(all))?.id, id(4));
    assertEquals((await store.recordEdges.earliest({ ...all, from: 30n }))?.id, id(2));
    assertEquals(await store.recordEdges.extent(USER, "A"), { first: -10n, last: 900n });
    assertEquals(await store.recordEdges.extent(USER, "C"), undefined);
    assertEquals(await store.recordEdges.latest({ userid: id(7), dataType: "A" }), undefined);
  },
);

onBothStores(
  "holdings() counts records that intersect an interval, even across many slices",
  async (store) => {
    const records = Array.from({ length: 120_000 }, (_, i) => {
      const start = BigInt((i * 7919) % 100_000);
      return record(start, start + BigInt(i % 3) * 1000n);
    });
    await store.uploads.add({ userid: USER, dataType: "Many", records });
    await store.uploads.add({ userid: USER, dataType: "One", records: [record(5n)] });
    for (const interval of [EVER, { start: 50_000n, end: 75_000n }, { start: 0n, end: 1n }]) {
      const { start, end } = interval;
      const inside = records.filter((each) =>
        each.start < end && (each.end > start || each.start >= start)
      );
      const least = (a: bigint, b: bigint) => a < b ? a : b;
      const most = (a: bigint, b: bigint) => a > b ? a : b;
      const [many] = await store.changes.holdings(USER, interval);
      assertEquals(many, {
        dataType: "Many",
        count: inside.length,
        start: inside.map((each) => each.start).reduce(least),
        end: inside.map((each) => each.end).reduce(most),
      });
    }
    assertEquals(await store.changes.holdings(USER, { start: 10n ** 9n, end: 10n ** 9n + 5n }), []);
    assertEquals(await store.changes.dataTypes(USER), ["Many", "One"]);
  },
);
