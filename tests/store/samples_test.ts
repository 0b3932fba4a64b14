import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { EVER, onBothStores, record, USER } from "./helpers.ts";

onBothStores("samples that intersect a range are found, as by looking at each", async (store) => {
  let series = 0;
  const time = fc.integer({ min: 0, max: 30 });
  const spans = fc.array(fc.tuple(time, fc.integer({ min: 0, max: 12 })), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(spans, time, time, async (spans, a, b) => {
      const dataType = `Metric${series++}`;
      const records = spans.map(([start, length]) => record(BigInt(start), BigInt(start + length)));
      if (records.length > 0) await store.uploads.add({ userid: USER, dataType, records });
      const interval = { start: BigInt(Math.min(a, b)), end: BigInt(Math.max(a, b)) };
      const found = await store.samples.read({ userid: USER, dataType, interval });
      const expected = records.filter(({ start, end }) =>
        interval.start < interval.end &&
        (start === end
          ? interval.start <= start && start < interval.end
          : start < interval.end && end > interval.start)
      );
      const pairs = (rows: { start: bigint; end: bigint }[]) =>
        rows.map(({ start, end }) => Number(start * 100n + end)).sort((x, y) => x - y);
      assertEquals(
        pairs(Array.from(found.start, (start, i) => ({ start, end: found.end[i]! }))),
        pairs(expected),
      );
    }),
    { numRuns: 150 },
  );
});

onBothStores("microseconds are exact beyond 2^53 and before 1684", async (store) => {
  const times = [EVER.start, -(2n ** 53n) - 1n, -1n, 2n ** 53n - 1n, 2n ** 53n + 1n, EVER.end - 1n];
  const records = times.map((start, i) => record(start, start, { value: i + 1 / 3 }));
  await store.uploads.add({ userid: USER, dataType: "HeartRate", records });
  const found = await store.samples.read({ userid: USER, dataType: "HeartRate", interval: EVER });
  assertEquals([...found.start], times);
  assertEquals([...found.value], times.map((_, i) => i + 1 / 3));
  const near = { start: 2n ** 53n - 1n, end: 2n ** 53n + 2n };
  const some = await store.samples.read({ userid: USER, dataType: "HeartRate", interval: near });
  assertEquals([...some.start], times.slice(3, 5));
});

onBothStores("microseconds that doubles hold are exact on both sides of 1970", async (store) => {
  const word = 2n ** 32n;
  const times = [-(2n ** 52n) - 1n, -word - 1n, -word, -1n, 0n, word - 1n, word, 2n ** 52n + 1n];
  const records = times.map((start, i) => record(start, start + BigInt(i) * (word - 1n)));
  await store.uploads.add({ userid: USER, dataType: "HeartRate", records });
  const interval = { start: -(2n ** 53n) + 1n, end: 2n ** 53n - 2n ** 36n };
  const found = await store.samples.read({ userid: USER, dataType: "HeartRate", interval });
  assertEquals([...found.start], times);
  assertEquals([...found.end], records.map(({ end }) => end));
});

onBothStores(
  "samples spanning several pages are returned once each, even with equal starts",
  async (store) => {
    const records = Array.from(
      { length: 45_000 },
      (_, i) => record(BigInt(i < 30_000 ? 7 : i % 100), 2_000n, { value: i }),
    );
    await store.uploads.add({ userid: USER, dataType: "HeartRate", records });
    const found = await store.samples.read({ userid: USER, dataType: "HeartRate", interval: EVER });
    assertEquals(new Set(found.value).size, records.length);
    assertEquals(found.start.length, records.length);
    assertEquals([...found.start], [...found.start].sort((a, b) => Number(a - b)));
    for (const sort of ["asc", "desc"] as const) {
      const query = { userid: USER, dataType: "HeartRate", interval: EVER, sort };
      const values: (number | null)[] = [], starts: bigint[] = [];
      for await (const page of store.records.pages(query)) {
        values.push(...page.map(({ value }) => value));
        starts.push(...page.map(({ start }) => start));
      }
      assertEquals([values.length, new Set(values).size], [records.length, records.length], sort);
      const order = starts.toSorted((a, b) => Number(a - b));
      assertEquals(starts, sort === "asc" ? order : order.reverse());
    }
  },
);

onBothStores("each sample of thousands has its source", async (store) => {
  const origins = ["Ring", "Watch", "Bed"].map((name) => ({
    source: { vendorId: name, name },
    sourceProperties: JSON.stringify({ name }),
    deviceProperties: "null",
  }));
  const records = Array.from(
    { length: 5000 },
    (_, i) => record(BigInt(i), BigInt(i), { origin: origins[i * 7 % 3]! }),
  );
  await store.uploads.add({ userid: USER, dataType: "HeartRate", records });
  const found = await store.samples.read({ userid: USER, dataType: "HeartRate", interval: EVER });
  assertEquals(found.start.length, records.length);
  const names = Array.from(found.origin, (key) => found.origins.get(key)?.vendorId);
  assertEquals(names, records.map(({ origin }) => origin!.source!.vendorId));
});

onBothStores("only the samples of the user and the data type are read", async (store) => {
  const other = crypto.randomUUID();
  await store.users.ensure(other);
  await store.uploads.add({ userid: USER, dataType: "HeartRate", records: [record(1n)] });
  await store.uploads.add({ userid: USER, dataType: "StepCount", records: [record(2n)] });
  await store.uploads.add({ userid: other, dataType: "HeartRate", records: [record(3n)] });
  const read = async (
    userid: string,
    dataType: string,
  ) => [...(await store.samples.read({ userid, dataType, interval: EVER })).start];
  assertEquals(await read(USER, "HeartRate"), [1n]);
  assertEquals(await read(USER, "StepCount"), [2n]);
  assertEquals(await read(other, "HeartRate"), [3n]);
  assertEquals(await read(other, "StepCount"), []);
  assertEquals(await read(crypto.randomUUID(), "HeartRate"), []);
});
