import { assertEquals, assertRejects } from "@std/assert";
import pl from "nodejs-polars";
import { cohort } from "../../src/cohort/cohort.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import { inFolder } from "../helpers/inFolder.ts";
import { FAR_TIMES, STORED_TYPES, writeStored } from "./storedTypes.ts";

const byText = (a: unknown, b: unknown) => String(a) < String(b) ? -1 : 1;

for (const [what, { bytes, values }] of Object.entries(STORED_TYPES)) {
  Deno.test(`cohort() ${values === undefined ? "rejects by name" : "reads"} ${what}`, async () => {
    await inFolder(async (folder) => {
      await writeStored(folder, bytes);
      await using people = await cohort(folder, { workers: 1 });
      const stored = people.table("stored");
      if (values === undefined) {
        const message = "Cannot read stored/0.parquet: column x is ";
        await assertRejects(() => stored.collect(), TypeError, message);
        return;
      }
      const read = toRows(columnsOf(await stored.collect())).map(({ x }) => x);
      assertEquals(
        read.map((x) => x === null ? x : String(x)).sort(byText),
        [...values].map((x) => x === null ? x : String(x)).sort(byText),
      );
      assertEquals(await stored.where({ x: values[0] as string }).count(), 1);
      assertEquals((await people.check()).errors, []);
    });
  });
}

Deno.test("cohort() joins files that store the same times in other units and zones", async () => {
  await inFolder(async (folder) => {
    const kinds = Object.keys(STORED_TYPES).filter((what) =>
      what.startsWith("times") && STORED_TYPES[what]!.values !== undefined && !what.includes("96")
    );
    await writeStored(folder, ...kinds.map((what) => STORED_TYPES[what]!.bytes));
    await using people = await cohort(folder, { workers: 1 });
    const stored = people.table("stored");
    assertEquals(await stored.where({ x: { from: "2025-03-29T12:00Z" } }).count(), kinds.length);
    const [first] = toRows(columnsOf(
      await stored.perPerson(new URL("./ownVerb.ts", import.meta.url), "count").collect(),
    ));
    assertEquals(first!.rows, 3 * kinds.length);
    assertEquals(await people.compact(), { before: kinds.length, after: 3 });
    assertEquals(await stored.where({ x: { from: "2025-03-29T12:00Z" } }).count(), kinds.length);
  });
});

for (
  const [what, bytes] of [
    ["in 96 bits", FAR_TIMES],
    [
      "in milliseconds",
      pl.DataFrame({ person: [1], x: ["9223372036854776"] }).select(
        pl.col("person").cast(pl.Int64),
        pl.col("x").cast(pl.Int64).cast(pl.Datetime("ms", "UTC")),
      ).writeParquet(),
    ],
  ] as const
) {
  Deno.test(`cohort() names the file with times ${what} that cannot be converted`, async () => {
    await inFolder(async (folder) => {
      await writeStored(folder, STORED_TYPES["times in milliseconds"]!.bytes, bytes);
      await using people = await cohort(folder, { workers: 1 });
      await assertRejects(
        () => people.table("stored").count(),
        TypeError,
        "Cannot read stored/1.parquet: column x is datetime",
      );
    });
  });
}
