import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { openStore } from "../../src/store/openStore.ts";
import { onBothStores, record, USER } from "./helpers.ts";

const DAY = 86_400_000_000;

onBothStores("a user without records has none", async (store) => {
  const none = { records: 0, days: 0, devices: 0, sources: 0 };
  assertEquals(await store.totals(USER), none);
  assertEquals(await store.totals(crypto.randomUUID()), none);
});

Deno.test("totalsOf() counts the same days as a set of dates, even before 1970", async () => {
  const days = fc.integer({ min: -800, max: 800 });
  const moment = fc.tuple(days, fc.constantFrom(0, 1, DAY / 2, DAY - 1))
    .map(([day, rest]) => BigInt(day * DAY + rest));
  const several = fc.array(moment, { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(several, several, async (first, second) => {
      const store = openStore();
      await store.users.ensure(USER);
      for (const [dataType, starts] of [["A", first], ["B", second]] as const) {
        const records = starts.map((start) => record(start));
        await store.uploads.add({ userid: USER, dataType, records });
      }
      const all = [...first, ...second];
      const expected = new Set(all.map((start) => Math.floor(Number(start) / DAY)));
      const { records, days } = await store.totals(USER);
      assertEquals([records, days], [all.length, expected.size]);
      await store.close();
    }),
    { numRuns: 30 },
  );
});
