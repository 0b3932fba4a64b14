import { assert, assertEquals } from "@std/assert";
import { cohort } from "../../src/cohort/cohort.ts";
import { openTable } from "../../src/cohort/local/openTable.ts";
import { slicesOf } from "../../src/cohort/local/slicesOf.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import * as series from "../../src/series/mod.ts";
import * as sleep from "../../src/sleep/mod.ts";
import { inZone } from "./inZone.ts";
import { BIG, madeHeartRate, madeStages, writeSkewed, ZONES } from "./madeCohort.ts";
import { inFolder } from "../helpers/inFolder.ts";

const own = (person: number) => ({ people: 8, nights: BigInt(person) === BIG ? 70 : 10 });

Deno.test("a person with half of all rows has a separate slice, and no other slice exceeds its maximum of rows", async () => {
  await inFolder(async (folder) => {
    await writeSkewed(folder);
    for (const name of ["stages", "heart_rate"]) {
      const table = await openTable(folder, name, []);
      const sliced = (most: number) => slicesOf(table, most);
      const total = sliced(1e9).reduce((sum, { rows }) => sum + rows, 0), most = total / 4;
      const slices = sliced(most);
      const big = slices.find(({ people }) => people.some(([person]) => person === BIG))!;
      assert(Math.abs(big.rows / total - 0.5) < 0.05, `${big.rows} of ${total} rows`);
      assert(big.rows > most, `${big.rows} rows are more than others may have`);
      assertEquals(big.people.map(([person]) => person), [BIG]);
      for (const slice of slices) assert(slice === big || slice.rows <= most);
      assertEquals(slices.flatMap(({ people }) => people.map(([person]) => person)).sort(), [
        ...Array.from({ length: 8 }, (_, i) => BigInt(i)),
      ]);
    }
  });
});

Deno.test("a person with half of all rows gets the same results as in a separate cohort", async () => {
  await inFolder(async (folder) => {
    await writeSkewed(folder);
    await using people = await cohort(folder, { workers: 2, rowsAtOnce: 5000 });
    const merged = await people.table("stages").perPerson(sleep.merge).collect();
    const hours = await people.table("heart_rate").perPerson(series.resample, { every: "1h" })
      .collect();
    const persons = Array.from({ length: 8 }, (_, i) => i);
    const zoned = (columns: Parameters<typeof inZone>[0], i: number) =>
      toFrame(inZone(columns, ZONES[i]!));
    const utc = (frame: ReturnType<typeof toFrame>, person: number) =>
      toRows(inZone(columnsOf(frame), "UTC")).map((row) => ({ person, ...row }));
    assertEquals(
      toRows(columnsOf(merged)),
      persons.flatMap((i) => utc(sleep.merge(zoned(madeStages(i, own(i)), i)), i)),
    );
    assertEquals(
      toRows(columnsOf(hours)),
      persons.flatMap((i) =>
        utc(series.resample(zoned(madeHeartRate(i, own(i)), i), { every: "1h" }), i)
      ),
    );
  });
});
